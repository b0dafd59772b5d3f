// A variable length array whose saved bounds give another size than the saved array has (here: the program was changed; a damaged image is
// the same) is found before the array is declared again, and is 65 with the array's name and line.
// REQUIRES: ckptcc
// RUN: %ckptcc %s -o %t && %ckptcc -DWIDER %s -o %t.wider
// RUN: rm -rf %t.d && (env CKPT_DIR=%t.d CKPT_AT=1 CKPT_EXIT=1 %t > %t.1; test $? = 75)
// RUN: env CKPT_DIR=%t.d CKPT_RESTART=latest %t > %t.2 && grep -x 10 %t.2
// RUN: env CKPT_DIR=%t.d CKPT_RESTART=latest %t.wider > %t.2 2> %t.err; test $? = 65
// RUN: %FileCheck %s < %t.err
// CHECK: damaged: v of sum ({{.*}}vla_bounds.c:17) is not as long as its bounds say
#include <stdio.h>
#include <string.h>

static double sum(int n)
{
    double s = 0;
#ifdef WIDER
    double v[n][300000];                /* 12 MiB: entered, it would be a crash */
#else
    double v[n];
#endif
    double *p = (double *)v;
    for (int i = 0; i < n; i++)
        p[i] = i;
    #pragma ckpt
    for (int i = 0; i < n; i++)
        s += p[i];
    return s + 0 * sizeof v;
}

int main(void)
{
    printf("%g\n", sum(5));
    return 0;
}
