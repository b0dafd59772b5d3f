// A pointer of another type to the start of a structure, which lies behind a variable of the type that the pointer says (nauty: (graph *)&sparse_graph), may as well be the end of that one: the
// image is bound to its executable, and says so. (It led behind the number, wherever that was.)
// REQUIRES: ckptcc, s390x
// RUN: %ckptcc -w -O2 %s -o %t && %t > %t.plain
// RUN: rm -rf %t.d; env CKPT_DIR=%t.d CKPT_AT=2 CKPT_EXIT=1 %t > %t.1; test $? = 75
// RUN: env CKPT_DIR=%t.d CKPT_RESTART=latest %t > %t.1 && cmp %t.1 %t.plain
// RUN: %ckptcc --ckpt-cc=s390x-linux-gnu-gcc -static -w -O2 %s -o %t.s390x
// RUN: env CKPT_DIR=%t.d CKPT_RESTART=latest qemu-s390x-static %t.s390x > %t.2 2> %t.err; test $? -ge 78
// (Where the compiler puts no such variable in front, as clang does at -O0, it is what has no value of that type there: a use ends the program.)
// RUN: grep -e "goes on only with the executable that made it: .*g is both the end of a variable" -e "g: used, but when the checkpoint was taken it pointed to .* what is laid out differently here" %t.err
#include <stdio.h>

struct sparse { double n, d[2]; };
static unsigned long before, flag, other;
static struct sparse graph;
static unsigned long after, last;

__attribute__((noinline)) static long sum(unsigned long *g, int i)
{
    struct sparse *s = (struct sparse *)g;
    return (long)s->n * 100 + (long)s->d[i];
}

__attribute__((noinline)) static long run(unsigned long *g)
{
    long total = 0;
    for (int i = 0; i < 2; i++) {
        #pragma ckpt
        total += sum(g, i) + flag + before + after + other + last;
    }
    return total;
}

int main(int argc, char **argv)
{
    before = flag = other = after = last = argc;
    graph = (struct sparse){4, {0, 1}};
    printf("%ld\n", run((unsigned long *)&graph));
    return 0;
}
