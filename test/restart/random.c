// The sequences of the C library's generators go on where they were: rand, random, drand48 and its relatives, seeded in the middle,
// and those whose state the program keeps itself.
// C-SUPPORT: State | `rand`, `random`, `drand48` and their relatives | 7.22.2, POSIX | supported |
// REQUIRES: ckptcc
// RUN: %restart %s
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>

static unsigned short own48[3] = { 1, 2, 3 };
static unsigned own = 7;

static void show(const char *when)
{
    double d = drand48(), e = erand48(own48);
    long l = lrand48(), m = mrand48(), n = nrand48(own48), j = jrand48(own48), r = random();
    int i = rand(), k = rand_r(&own);
    #pragma ckpt
    printf("%s %d %ld %d\n", when, i, r, k);
    printf("  %.17g %.17g %ld %ld %ld %ld\n", d, e, l, m, n, j);
}

int main(void)
{
    static char small[32], large[256];

    show("unseeded");
    srand(42);
    show("srand");
    srandom(4711);
    srand48(17);
    show("srandom");
    for (int i = 0; i < 100; i++) {
        (void)rand();
        (void)lrand48();
    }
    show("far on");
    char *old = initstate(5, small, sizeof small);
    show("small state");
    (void)initstate(6, large, sizeof large);
    show("large state");
    setstate(small);
    show("small again");
    setstate(old);
    show("first again");
    unsigned short seed[3] = { 9, 8, 7 };
    (void)seed48(seed);
    show("seed48");
    unsigned short full[7] = { 1, 2, 3, 4, 5, 6, 7 };
    lcong48(full);
    show("lcong48");
    return 0;
}
