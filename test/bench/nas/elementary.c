/* elementary.c - logarithm, exponential and roots of unity, by + - * / and sqrt alone.
 *
 * These are correctly rounded on every architecture, and libm's functions are not: a run that goes on elsewhere has to find
 * the same bits. Errors are a few units in the last place.
 */
#include <math.h>

#include "nas.h"

/* ln 2 = LN2_HIGH + LN2_LOW; the first has 21 bits that are zero at its end, so its products with exponents are exact. */
#define LN2_HIGH 0x1.62e42fee00000p-1
#define LN2_LOW 0x1.a39ef35793c76p-33
#define SQRT_HALF 0.70710678118654752440

/* ln m = 2 artanh s for s = (m - 1) / (m + 1); m lies between sqrt(1/2) and sqrt(2), so s * s < 0.0295. */
double nas_log(double x)
{
    int exponent;
    double m = frexp(x, &exponent), sum = 0.0;

    if (m < SQRT_HALF) {
        m *= 2.0;
        exponent--;
    }
    double s = (m - 1.0) / (m + 1.0), square = s * s;
    for (int n = 21; n >= 3; n -= 2)
        sum = (sum + 1.0 / n) * square;
    return exponent * LN2_HIGH + (exponent * LN2_LOW + (2.0 * s + 2.0 * s * sum));
}

double nas_exp(double x)
{
    int exponent = (int)(x / (LN2_HIGH + LN2_LOW) + (x < 0 ? -0.5 : 0.5));
    double rest = x - exponent * LN2_HIGH - exponent * LN2_LOW, sum = 0.0;

    for (int n = 18; n >= 1; n--)
        sum = (sum + 1.0) * rest / n;
    return ldexp(sum + 1.0, exponent);
}

/* The root of each bit of k by halving the angle from pi on; the others are products of these. */
void nas_roots(nas_complex *roots, int n)
{
    nas_complex root = { -1.0, 0.0 };

    roots[0] = (nas_complex){ 1.0, 0.0 };
    for (int step = n / 2; step >= 1; step /= 2) {
        for (int k = 0; k < n; k += 2 * step)
            roots[k + step] = (nas_complex){ roots[k].re * root.re - roots[k].im * root.im,
                                             roots[k].re * root.im + roots[k].im * root.re };
        double re = sqrt((1.0 + root.re) / 2.0);
        root = step == n / 2 ? (nas_complex){ 0.0, 1.0 } : (nas_complex){ re, root.im / (2.0 * re) };
    }
}
