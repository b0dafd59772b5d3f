// <tgmath.h>: its macros have the types that gcc's built-in gives them, in temporaries, typeof and __auto_type.
// C-SUPPORT: Expressions | the macros of `<tgmath.h>` | 7.25 | supported |
// REQUIRES: ckptcc
// RUN: %restart %s --visits 8 --flags="-lm"
// RUN: %restart %s --only x86_64,aarch64 --visits 3 --flags="-D_GNU_SOURCE -lm"
// RUN: %ckptcc -std=c11 -w %s -o %t -lm
#include <stdio.h>
#include <tgmath.h>

static __typeof__(sqrt(2.0L)) sum = 0.25L;
static __typeof__(pow(1.0f, 2.0f)) single = 0.5f;
static __typeof__(sqrt(2.0 * I)) pair = 1.5;

static int step(int i)
{
    #pragma ckpt
    return i;
}

int main(void)
{
    for (int i = 1; i < 4; i++) {
        double x = (i & 1) ? sqrt((double)i + 0.5) : step(i);
        double y = (sqrt((double)i) > 1.1) * 2 + (step(i), sqrt(i + 0.25));
        __auto_type a = sqrt(i + 0.5f);
        __typeof__(cos(1.0L)) b = fabs(-0.5L - i);
        __auto_type whole = lround(a * 10);
        __auto_type z = exp(i * 0.25 * I);
        step(i);
        double c = pow(2, i + 0.5) + (double)a + ({ step(i); fma(x, (float)i, 0.5); }) + (step(0) ? ldexp(x, 2) : atan2(y, i));
        double d = ({ int e; double m = frexp(sqrt(x), &e); step(i) + m + e; }) + ((i & 1) ? fabs(z) : step(i)) + carg(z);
        sum += 0.5L;
        single += 0.25f;
        pair += 0.5 * I;
        printf("%.9f %.9f %.6f %.9f %.9f %.9f %ld\n", x, y, (double)a, (double)b, c, d, (long)whole);
        printf("%.3f %.3f %.3f %.3f %d %d\n", (double)sum, (double)single, creal(pair), cimag(pair),
               (int)(sizeof(sqrt(2.0L)) == sizeof(long double)), (int)(sizeof a == sizeof(float)));
    }
    return 0;
}
