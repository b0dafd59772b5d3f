// The floating-point environment: rounding mode and flags.
// C-SUPPORT: State | rounding mode and floating-point flags (`<fenv.h>`) | 7.6 | supported | not traps (`feenableexcept`)
// REQUIRES: ckptcc
// RUN: %restart %s --visits 3 --no-inplace
#include <fenv.h>
#include <stdio.h>

int main(void)
{
    volatile double a = 1, b = 3;

    feclearexcept(FE_ALL_EXCEPT);
    fesetround(FE_UPWARD);
    feraiseexcept(FE_OVERFLOW);
    #pragma ckpt
    printf("%a %d %d %d\n", a / b, fegetround() == FE_UPWARD, !!fetestexcept(FE_OVERFLOW), !!fetestexcept(FE_DIVBYZERO));
    fesetround(FE_TOWARDZERO);
    feclearexcept(FE_ALL_EXCEPT);
    a /= 0.0;
    #pragma ckpt
    printf("%a %d %d %d\n", -1 / b, fegetround() == FE_TOWARDZERO, !!fetestexcept(FE_OVERFLOW), !!fetestexcept(FE_DIVBYZERO));
    return 0;
}
