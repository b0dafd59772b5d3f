// Bounds of types that are no arrays to Clang's graph: pointers to variable length arrays, casts, typedefs, sizeof, typeof; what is in them is live.
// REQUIRES: ckptcc
// RUN: %restart %s --visits 6
#include <stdio.h>
#include <stdlib.h>
static int f(int x)
{
    #pragma ckpt
    return x + 1;
}
__attribute__((noinline)) static int declared(int n, int *buf)
{
    f(0);
    int (*m)[n] = (void *)buf;
    return m[1][2];
}
__attribute__((noinline)) static int cast(int n, int *buf)
{
    f(0);
    return ((int (*)[n])buf)[1][2];
}
__attribute__((noinline)) static int tdef(int n, int *buf)
{
    f(0);
    typedef int (*mat)[n];
    mat m = (mat)buf;
    return m[1][2];
}
__attribute__((noinline)) static int szof(int n, int *buf)
{
    f(0);
    return buf[sizeof(char[n])];
}
__attribute__((noinline)) static int szof2(int n, int *buf)
{
    f(0);
    return buf[sizeof(*(char (*)[n])buf)];
}
__attribute__((noinline)) static int tof(int n, int *buf)
{
    f(0);
    __typeof__(char[n]) c;
    c[0] = 1;
    return buf[sizeof c];
}
__attribute__((noinline)) static int heap(int n, int *buf)
{
    f(0);
    int (*m)[n] = malloc(2 * sizeof *m);
    for (int i = 0; i < 5; i++) m[0][i] = i;
    m[1][2] = buf[3];
    int r = m[0][4] + (int)(sizeof *m) + m[1][2];
    f(r);
    free(m);
    return r;
}
__attribute__((noinline)) static int after(int n, int *buf)
{
    int (*m)[n] = (void *)buf;
    n = 2;
    f(n);
    return m[1][2] + (int)sizeof *m;
}
int main(void)
{
    int buf[40];
    for (int i = 0; i < 40; i++)
        buf[i] = i * i;
    for (int i = 5; i < 7; i++) {
        printf("declared %d\n", declared(i, buf));
        printf("cast %d\n", cast(i, buf));
        printf("tdef %d\n", tdef(i, buf));
        printf("szof %d\n", szof(i, buf));
        printf("szof2 %d\n", szof2(i, buf));
        printf("tof %d\n", tof(i, buf));
        printf("heap %d\n", heap(i, buf));
        printf("after %d\n", after(i, buf));
    }
}
