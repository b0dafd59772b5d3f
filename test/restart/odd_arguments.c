// Arguments and results of types that a restart copy has to make up: complex numbers, structures, vectors. A type declared in a function, with members
// of an anonymous member.
// REQUIRES: ckptcc
// RUN: %restart %s --visits 4
#include <complex.h>
#include <stdio.h>

typedef int four __attribute__((vector_size(16)));
struct pair { double a; int b; };

static int site(int x)
{
    #pragma ckpt
    return x;
}

static double complex squared(double complex z) { return site(1) * z * z; }
static float complex conjugated(float complex z) { return site(1) * conjf(z); }
static struct pair turned(struct pair p) { return (struct pair){ p.b * site(1), (int)p.a }; }
static four made(int n)
{
    site(n);
    return (four){ n, 1, 2, 3 };
}
static int second(four v)
{
    int n = v[1];
    return site(n);
}

int main(void)
{
    struct local { char *p; struct { long z; int y; }; union { int one; int uno; }; } l;
    double complex z = squared(1 + 2 * I);
    float complex f = conjugated(2 - 3 * I);
    struct pair p = turned((struct pair){ 3, 4 });
    l.p = "local";
    four v = made(5);
    l.z = second(v), l.y = 7, l.one = 8;
    site(0);
    return !printf("%g %g %g %g %g %d %s %ld %d %d\n", creal(z), cimag(z), crealf(f), cimagf(f), p.a, p.b, l.p, l.z, l.y, l.uno);
}
