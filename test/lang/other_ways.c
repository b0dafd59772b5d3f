// Conditions of which Clang's graphs say that they are always the same, and which are not: its rules for warnings take comparisons with two constants for those of
// integers with a sign, and a volatile for one value; builtins and excess precision are what the user's compiler makes of them. What is needed on such a way is
// carried.
// C-SUPPORT: Control | conditions that a compiler's warnings take for constant (`p > 0 && p < 1` of a `double`, NaN, volatile) | 6.8.4 | supported |
// REQUIRES: ckptcc, s390x, i386
// RUN: %restart %s --visits 4
// RUN: %restart %s --visits 4 --flags=-O0
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { LOW, HIGH, NONE = -1 };

static const int known = 5;
static volatile int changes;

static int next(void) { return ++changes; }

static void doubles(int i)
{
    double p = atof("0.3") * i;
    int inside = atoi("41") + i, outside = inside + 100, nan_code = inside + 200;

    if (i == 3)
        p = atof("nan");
    #pragma ckpt
    if (p > LOW && p < HIGH)
        printf("inside %d\n", inside);
    else if (p <= LOW || p >= HIGH)
        printf("outside %d\n", outside);
    else
        printf("neither %d\n", nan_code);
    while (p > LOW && p < HIGH) {
        printf("%d ", inside++);
        p *= 2;
    }
    printf("%d\n", p >= LOW || p < LOW ? outside : nan_code);
}

static void unsigneds(int i)
{
    unsigned u = i == 2 ? NONE : 3;
    size_t s = (size_t)i + 1;
    int some = atoi("1") + i, none = some + 10, size = some + 20;

    #pragma ckpt
    if (u >= LOW && u < NONE)
        printf("some %d\n", some);
    else
        printf("none %d\n", none);
    if (s > LOW && s < NONE)
        printf("size %d\n", size);
}

static void compilers(int i)
{
    const int local = 3;
    int a = atoi("70") + i, b = a + 10, c = a + 20, d = a + 30;

    #pragma ckpt
    printf("%d", __builtin_constant_p(known) ? a : a + 0 * b);
    if (!__builtin_constant_p(local))
        printf(" %d", b - 10 + local - local);
    else
        printf(" %d", a);
    if (0.1f * 3.0f == 0.3f)
        printf(" %d", c - 20);
    else
        printf(" %d", a);
    if (1.0f / 3.0f != (float)(1.0 / 3.0))
        printf(" %d\n", d - 30);
    else
        printf(" %d\n", a);
}

static void volatiles(int i)
{
    volatile int *v = &changes;
    int x = atoi("41") + i, y = x + 1;

    changes = 0;
    #pragma ckpt
    if (next() == 1 && next() == 2)
        printf("twice %d\n", x);
    if (*v == 2 && *v != 2)
        printf("never\n");
    else
        printf("%d\n", y);
}

int main(void)
{
    for (int i = 0; i < 4; i++) {
        doubles(i);
        unsigneds(i);
        compilers(i);
        volatiles(i);
    }
    return 0;
}
