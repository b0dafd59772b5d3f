// A variable length array's pointer declared in for.
// REQUIRES: ckptcc
// RUN: %restart %s --visits 4
#include <stdio.h>
#include <stdlib.h>
static int f(int x)
{
    #pragma ckpt
    return x + 1;
}
static int rows(int m, int n, int (*a)[n])
{
    int s = 0;
    for (int (*p)[n] = a; p < a + m; p++) {
        s += f((*p)[0]);
        s += (*p)[n - 1];
    }
    return s;
}
int main(void)
{
    int m = 3, n = 4;
    int a[m][n];
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++)
            a[i][j] = i * j + 1;
    printf("%d\n", rows(m, n, a));
}
