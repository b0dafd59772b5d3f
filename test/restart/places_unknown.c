// Where what lies behind the beginning of a block is found elsewhere is not always known: behind a structure with two such places in the program, and behind a number, where the
// machine aligns otherwise what followed right away. The restart is refused; on the layout that the image is from it goes on.
// REQUIRES: ckptcc, i386, arm
// RUN: %ckptcc -w %s -o %t && %ckptcc -w --ckpt-cc=i686-linux-gnu-gcc -static %s -o %t.i386 && %ckptcc -w --ckpt-cc=arm-linux-gnueabihf-gcc -static %s -o %t.arm
// RUN: for what in "several i386" "number arm"; do set -- $what; %t $1 > %t.plain; rm -rf %t.d; (env CKPT_DIR=%t.d CKPT_AT=1 CKPT_EXIT=1 %t $1 > %t.1; test $? = 75) || exit 1; \
// RUN:   (env CKPT_DIR=%t.d CKPT_RESTART=latest qemu-$2-static %t.$2 $1 2> %t.err; test $? = 78) && grep "where this program looks for it is not known" %t.err || exit 1; \
// RUN:   env CKPT_DIR=%t.d CKPT_RESTART=latest %t $1 > %t.2 && cat %t.1 %t.2 | cmp - %t.plain || exit 1; done
// A number where nothing moves goes on.
// RUN: %t number > %t.plain; rm -rf %t.d; env CKPT_DIR=%t.d CKPT_AT=1 CKPT_EXIT=1 %t number > %t.1; env CKPT_DIR=%t.d CKPT_RESTART=latest qemu-i386-static %t.i386 number > %t.2 && cat %t.1 %t.2 | cmp - %t.plain
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct header { size_t size, users; };
static void *several(size_t n, int line)
{
    struct header *h = calloc(1, sizeof *h + n + 64);
    h->size = n;
    return line ? (char *)h + 64 : (char *)h + 16;
}

static void *number(size_t n)
{
    size_t *h = malloc(sizeof *h + n);
    *h = n;
    return h + 1;
}

int main(int argc, char **argv)
{
    int is_number = argc > 1 && !strcmp(argv[1], "number");
    double *d = is_number ? number(3 * sizeof *d) : several(3 * sizeof *d, 0);
    #pragma ckpt type(d, double[3])
    for (int i = 0; i < 3; i++)
        d[i] = i / 4.0;
    puts("before");
    #pragma ckpt
    printf("%g %d\n", d[2], (is_number ? ((size_t *)d)[-1] : *(size_t *)((char *)d - 16)) == 24);
    return 0;
}
