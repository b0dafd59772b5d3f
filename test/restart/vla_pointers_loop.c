// The same in two dimensions, in loops.
// REQUIRES: ckptcc
// RUN: %restart %s --visits 6
#include <stdio.h>
static int f(int x)
{
    #pragma ckpt
    return x + 1;
}
/* the size is used in a type only: of a parameter, of a function pointer's, of a typedef, two levels */
typedef int row_t[4];
__attribute__((noinline)) static int par(int n, int (*m)[n], int k) { k = f(k); return m[1][2] + (int)sizeof *m + k; }
__attribute__((noinline)) static int par2(int n, int m[][n], int k) { int (*p)[n] = m; k = f(k); p++; f(1); return (*p)[2] + k; }
__attribute__((noinline)) static int three(int a, int b, int *buf) { f(0); int (*t)[a][b] = (void *)buf; return t[1][1][1] + (int)(sizeof t[0] / sizeof t[0][0]); }
__attribute__((noinline)) static int blk(int a, int *buf) { int s = 0; for (int i = 0; i < 3; i++) { s += f(i); { int (*t)[a] = (void *)buf; s += t[i][1]; } } return s; }
int main(void)
{
    int buf[60];
    for (int i = 0; i < 60; i++) buf[i] = i * i;
    for (int i = 4; i < 6; i++) {
        printf("par %d\n", par(i, (void *)buf, 1));
        printf("par2 %d\n", par2(i, (void *)buf, 1));
        printf("three %d\n", three(i, 3, buf));
        printf("blk %d\n", blk(i, buf));
    }
}
