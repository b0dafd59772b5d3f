// Attributes of types in the head of a function that has a site: calling conventions, of its own and of its parameters, and mode.
// REQUIRES: ckptcc
// RUN: %restart %s --visits 4
#include <stdio.h>

#ifdef __i386__
#define API __attribute__((regparm(3), unused))
#define STD __attribute__((cold, stdcall))
#elif defined __x86_64__
#define API __attribute__((__ms_abi__))
#define STD __attribute__((cold, ms_abi))
#else
#define API
#define STD
#endif

static unsigned sum;

static void step(int i)
{
    #pragma ckpt
    sum = sum * 31 + i;
}

struct big { int v[8]; };

static API int add(int a, int b) { return a * 100 + b; }
static __attribute__((noinline)) int each(int (API *f)(int, int), int i) { step(i); return f(i, i + 1); }
static int top(int __attribute__((mode(DI))) x, int i) { step(i); return (int)(x >> 33); }
__attribute__((noinline)) STD static struct big make(int a, int b) { struct big r = { { a, b, 3, 4 } }; step(a); r.v[3] = b; return r; }

int main(void)
{
    for (int i = 0; i < 3; i++) {
        struct big b = make(i, 8);
        printf("%d %d %d %d\n", each(add, i), top((long long)(i + 1) << 34, i), b.v[0], b.v[3]);
    }
    printf("%u\n", sum);
    return 0;
}
