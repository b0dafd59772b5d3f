// A loop whose end is what the compiler makes of __builtin_constant_p writes all of an array, or not: without optimisation gcc says not, Clang says it does.
// REQUIRES: ckptcc
// RUN: %ckptcc -O0 %s -o %t && %t > %t.want
// RUN: for at in 1 2 3; do rm -rf %t.d; env CKPT_DIR=%t.d CKPT_AT=$at CKPT_EXIT=1 %t > %t.out; test $? = 75 && env CKPT_DIR=%t.d CKPT_RESTART=latest %t >> %t.out && cmp %t.out %t.want || exit 1; done
#include <stdio.h>

static const int known = 5;
static int a[5];

int main(int argc, char **argv)
{
    (void)argv;
    for (int i = 0; i < 5; i++)
        a[i] = argc + 10 + i;
    for (int r = 0; r < 3; r++) {
        #pragma ckpt
        for (int i = 0; i < (__builtin_constant_p(known) ? 5 : 3); i++)
            a[i] = r;
        printf("%d %d\n", a[1], a[4]);
    }
    return 0;
}
