// long double that is kept; that is not.
// REQUIRES: ckptcc
// RUN: %expect %s
#include <math.h>

static long double total; // expect: ckpt-long-double

int main(void)
{
    long double part = sqrtl(2), square = part * part; // expect: ckpt-long-double
    double fine = square;
    total += part;
    #pragma ckpt
    return total == part || fine == 2;
}
