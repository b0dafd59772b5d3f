// Several bounds of one declaration, in one of which a site is reached.
// REQUIRES: ckptcc
// RUN: %restart %s --visits 6
#include <stdio.h>
static int f(int x)
{
    #pragma ckpt
    return x + 1;
}
static int run(int rows, int k)
{
    int x = rows + 1, y = k + 2;
    int v[x][f(k)];
    int w[f(k)][y];
    v[1][k] = 7;
    w[k][1] = 9;
    return f(v[1][k]) + w[k][1] + (int)(sizeof v / sizeof v[0]) * 100 + (int)(sizeof w[0] / sizeof w[0][0]) * 1000;
}
int main(void)
{
    for (int i = 0; i < 3; i++)
        printf("%d\n", run(i + 2, i + 1));
}
