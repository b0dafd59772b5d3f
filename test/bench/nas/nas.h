/* nas.h - what the six kernels share: the class, random numbers, elementary functions, verdicts.
 *
 * The kernels are written from the specification: D. Bailey et al., The NAS Parallel Benchmarks, RNR-94-007, NASA Ames, 1994.
 * -DCLASS=S (the default) or -DCLASS=W chooses the size. Results are meant to be the same bits on every architecture where
 * nothing is contracted (-ffp-contract=off), so nothing here uses libm but sqrt.
 */
#ifndef NAS_H
#define NAS_H

#include <stdint.h>

#ifndef CLASS
#define CLASS S
#endif
#define CLASS_S 1
#define CLASS_W 2
#define CLASS_NUMBER_OF(letter) CLASS_##letter
#define CLASS_NUMBER(letter) CLASS_NUMBER_OF(letter)
#define CLASS_TEXT_OF(letter) #letter
#define CLASS_TEXT(letter) CLASS_TEXT_OF(letter)
#define CLASS_NAME CLASS_TEXT(CLASS)
#define IS_CLASS(letter) (CLASS_NUMBER(CLASS) == CLASS_NUMBER(letter))
#if !IS_CLASS(S) && !IS_CLASS(W)
#error "CLASS must be S or W"
#endif

#define NAS_PI 3.14159265358979323846

typedef struct {
    double re, im;
} nas_complex;

/* The next number of the sequence s := 5^13 s mod 2^46, as a fraction of 2^46: between 0 and 1. */
double nas_random(uint64_t *seed);

/* The seed that `count` numbers lead to. */
uint64_t nas_random_ahead(uint64_t seed, uint64_t count);

/* Natural logarithm of a positive, normal number. */
double nas_log(double x);

/* e to the power of x, for results that are normal numbers. */
double nas_exp(double x);

/* roots[k] = e^(2 pi i k / n) for k < n. n is a power of two, at least 2. */
void nas_roots(nas_complex *roots, int n);

/* Prints a result beside the specification's; 1 if they agree to the tolerance, relative to the latter. */
int nas_agrees(const char *what, double result, double wanted, double tolerance);

/* The number of iterations: the only argument of a kernel, or that of the class. Others than the class's are not verified. */
int nas_iterations(int argc, char **argv, int of_class);

/* Last line and status of a kernel. */
int nas_verdict(const char *kernel, int good);

#endif
