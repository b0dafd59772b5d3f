// One file that is compiled once for each kind of number, as "templates" are in C (lrslib): structures of one name, declared at one line, with other numbers, of which the rest
// of the program knows the name only. A restart takes the one that has the image's kinds of numbers; it was refused, for several would do.
// REQUIRES: ckptcc, i386, s390x
// RUN: for m in x86_64 i386 s390x; do case $m in x86_64) cc=gcc;; i386) cc=%cc{i386};; s390x) cc=%cc{s390x};; esac; \
// RUN:   for n in long short double; do %ckptcc --ckpt-cc=$cc -O1 -DNUM=$n -DRUN=run_$n -c %s -o %t.$n.o || exit 1; done; \
// RUN:   %ckptcc --ckpt-cc=$cc -O1 -c %s -o %t.main.o && %ckptcc --ckpt-cc=$cc %t.long.o %t.short.o %t.double.o %t.main.o -o %t.$m || exit 1; done
// RUN: %t.x86_64 > %t.plain && cat %t.plain
// RUN: for at in 3 10 18; do rm -rf %t.d; env CKPT_DIR=%t.d CKPT_AT=$at CKPT_EXIT=1 %t.x86_64; test $? = 75 || exit 1; cp -r %t.d %t.d2 && cp -r %t.d %t.d3; \
// RUN:   env CKPT_DIR=%t.d CKPT_RESTART=latest %t.x86_64 | cmp - %t.plain && env CKPT_DIR=%t.d2 CKPT_RESTART=latest %qemu{i386} %t.i386 | cmp - %t.plain && \
// RUN:   env CKPT_DIR=%t.d3 CKPT_RESTART=latest %qemu{s390x} %t.s390x | cmp - %t.plain || exit 1; rm -rf %t.d2 %t.d3; done
#include <stdio.h>
#include <stdlib.h>

struct dic;
long run_long(struct dic **p, int n), run_short(struct dic **p, int n), run_double(struct dic **p, int n);
#ifdef NUM
struct dic { NUM *v; NUM sum; int n; };

long RUN(struct dic **p, int n)
{
    struct dic *d = *p = malloc(sizeof *d);

    d->n = 7;
    d->sum = 0;
    d->v = calloc(7, sizeof *d->v);
    for (int i = 0; i < n; i++) {
        #pragma ckpt
        (*p)->v[i % 7] += i;
        (*p)->sum += (*p)->v[3];
    }
    return (*p)->sum;
}
#else
int main(void)
{
    struct dic *a, *b, *c;
    long sum = run_long(&a, 8);

    sum = 1000 * sum + run_short(&b, 6);
    sum = 100 * sum + run_double(&c, 9);
    printf("%ld\n", sum);
    return 0;
}
#endif
