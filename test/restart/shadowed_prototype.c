// ... and prototypes.
// REQUIRES: ckptcc
// RUN: %restart %s --visits 6
#include <stdio.h>
#include <string.h>
/* names in scopes */
int w = 5;
enum { RED = 1 };
static int f(int x)
{
    #pragma ckpt
    return x + 1;
}
int helper(int x) { return x * 2; }
static int run(int k)
{
    int RED = k + 10, helper = k + 20, T = 3, UU = 4;
    int s = 0;
    {
        int helper(int);
        s += helper(f(k));
    }
    s += helper;
    {
        enum { RED = 7, GREEN };
        s += RED + f(GREEN);
    }
    s += RED;
    {
        typedef struct { int a; long b; } TT, *U;
        TT t = { f(k), 2 };
        U u = &t;
        s += f(u->a) + t.b;
    }
    s += T + UU;
    {
        typedef int T;
        T t = f(k), *pt = &t;
        s += f(*pt);
    }
    s += T;
    return s;
}
int main(void)
{
    for (int i = 0; i < 3; i++)
        printf("%d\n", run(i));
}
