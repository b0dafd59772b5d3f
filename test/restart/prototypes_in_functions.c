// A prototype among the variables of a declaration that is taken apart.
// REQUIRES: ckptcc
// RUN: %restart %s --visits 4
#include <stdio.h>

static unsigned sum;

static double step(int i)
{
    #pragma ckpt
    sum = sum * 31 + i;
    return i + 1;
}

int main(void)
{
    for (int i = 0; i < 4; i++) {
        double b = step(i), third(double), *twice(double, int[2]), c = b + 1;
        int of[2] = { 2, 3 };
        printf("%g %g %g\n", third(b), c, *twice(b, of));
    }
    printf("%u\n", sum);
    return 0;
}

double third(double x) { return x / 4; }

double *twice(double x, int of[2])
{
    static double kept;
    kept = of[0] * x;
    return &kept;
}
