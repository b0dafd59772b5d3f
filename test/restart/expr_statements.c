// Calls in switch, return, if/else chains, statement expressions, casts, and values live across several calls.
// REQUIRES: ckptcc
// RUN: %restart %s --visits 20
#include <stdio.h>

static int f(int x)
{
    #pragma ckpt
    return x;
}

static int in_switch(int x)
{
    switch (f(x) + 1) {
    case 1:
        return f(10);
    case 2:
    case 3: {
        int y = f(x);
        switch (f(y)) { case 1: x += f(100); break; default: x += f(200); }
        break;
    }
    case 4 ... 6:
        x = ({ int z = f(x) * 2; z > 7 ? f(z) : z + 1; });
        break;
    default:
        return -f(f(x));
    }
    return x + f(1);
}

static double in_return(int x)
{
    if (f(x) == 0)
        return f(1);
    else if (f(x) == 1)
        return f(2) / 4.0;
    else
        return x > 2 ? f(x) : f(-x);
}

static unsigned char narrowing(int x) { return f(x); }
static void nothing(int x) { return (void)f(x); }
static _Bool truth(int x) { return f(x); }
static const char *text(int x) { return f(x) ? "true" : "false"; }

static int live(int a, int b, int c)
{
    int d = a * b, e = f(d) + c, g = f(e) - a;
    long h = (long)f(g) * e;
    float k = f(3) / 2.0f;

    return d + e * 2 + g * 3 + (int)h * 4 + (int)(k * 10) + f(a) - f(b) * f(c);
}

int main(void)
{
    for (int x = 0; x < 7; x++)
        printf("switch %d\n", in_switch(x));
    for (int x = 0; x < 4; x++)
        printf("return %g\n", in_return(x));
    nothing(1);
    printf("%u %d %s %s\n", narrowing(300), truth(2), text(0), text(1));
    printf("live %d\n", live(2, 3, 4));
    int v = ({ int t = 0; for (int i = 0; i < f(3); i++) t += ({ f(i); }); t; });
    printf("statement expression %d\n", v);
    int w = 1 + ({ f(1); f(2); }) * ({ int q = f(3); q + f(4); });
    printf("%d\n", w);
    printf("cast %d %u %ld\n", (char)f(65), (unsigned)f(7), (long)f(-8));
    if (({ f(0) || f(1); }))
        puts("then");
    return f(0);
}
