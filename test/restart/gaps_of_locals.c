// What the stack has left between the members of a local structure is nobody's address, also where a pointer of another type leads into the structure, and
// the member behind it is none that its tag selects.
// REQUIRES: ckptcc
// RUN: %restart %s --visits 5 --flags=-O0
// RUN: env TEST_CC=clang-19 %restart %s --visits 5 --flags=-O0 --only x86_64
#include <stdio.h>
#include <string.h>

typedef struct {
    unsigned mark : 3, kind : 5;
    union { long long n; double d; struct { short x, y; float z; }; };
} thing;
#pragma ckpt variant(thing, kind, 1: n, 2: d, 3: x)

static void __attribute__((noinline)) leave_behind(void)
{
    char *volatile work[400];
    for (int i = 0; i < 400; i++)
        work[i] = (char *)&work[i];
}

static thing __attribute__((noinline)) make(int kind, int i)
{
    thing t;
    t.mark = (unsigned)i & 7;
    t.kind = (unsigned)kind;
    t.n = 0;
    if (kind == 1)
        t.n = -100000LL * i;
    else if (kind == 2)
        t.d = i / 4.0;
    else
        t.x = (short)i, t.y = (short)-i, t.z = (float)i / 2;
    return t;
}

static int __attribute__((noinline)) step(int i)
{
    thing local = make(i % 3 + 1, i);
    short *y = &local.y;
    #pragma ckpt
    if (local.kind == 3)
        *y = (short)(*y - 1);
    return local.kind == 1 ? (int)local.n : local.kind == 2 ? (int)(local.d * 4) : local.x * 100 + *y + (int)local.z;
}

int main(void)
{
    for (int i = 0; i < 7; i++) {
        leave_behind();
        printf("%d\n", step(i));
    }
    return 0;
}
