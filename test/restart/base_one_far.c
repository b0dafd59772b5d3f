// A base-1 pointer that leads fewer than 16 bytes before its block on i386 and more on x86-64 is a trap there, which is named: a later checkpoint would take
// it for one into another block. Of an empty block it is carried.
// REQUIRES: ckptcc
// RUN: %ckptcc -w %s -o %t && %ckptcc -w --ckpt-cc=i686-linux-gnu-gcc -static %s -o %t.i386
// RUN: rm -rf %t.d && env CKPT_DIR=%t.d CKPT_AT=2 CKPT_EXIT=1 qemu-i386-static %t.i386 > %t.1; test $? = 75
// RUN: env CKPT_DIR=%t.d CKPT_RESTART=latest qemu-i386-static %t.i386 > %t.2 && grep -x '4 1002 30 0' %t.2
// RUN: (env CKPT_DIR=%t.d CKPT_RESTART=latest CKPT_AT=3 CKPT_EXIT=1 %t > %t.3 2> %t.err; test $? = 139) && grep "ckpt: v: used, but when" %t.err
#include <stdio.h>
#include <stdlib.h>

struct pair { long n; void *to; };

static struct pair *v, *others;

int main(void)
{
    int n = 4;
    double *none = malloc(0 * sizeof *none);

    none--;
    others = malloc((size_t)n * sizeof *others);
    v = malloc((size_t)n * sizeof *v);
    for (int i = 0; i < n; i++) {
        v[i].n = 1000 + i;
        others[i].n = 10 * i;
    }
    v--;
    for (int step = 1; step <= n; step++) {
        #pragma ckpt
        printf("%d %ld %ld %d\n", step, v[3].n, others[3].n, v[1].n == others[1].n);
    }
    free(v + 1);
    free(none + 1);
    return 0;
}
