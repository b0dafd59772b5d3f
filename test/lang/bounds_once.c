// A bound of a parameter that counts is evaluated once, where the parameter stands, and not again by a restart.
// REQUIRES: ckptcc
// RUN: %restart %s --visits 6
#include <stdio.h>

static int calls, places;

static int width(void)
{
    calls++;
    return 3;
}

static int sum(int rows, int a[][width()], int (*of)[2][++places + 1])
{
    int t = 0;

    for (int i = 0; i < rows; i++) {
        #pragma ckpt
        t += a[i][2] + of[0][1][i];
    }
    return t + (int)(sizeof *a / sizeof(int)) + (int)(sizeof **of / sizeof(int));
}

static int row(int n, int a[const width()])
{
    #pragma ckpt
    return a[n];
}

int main(void)
{
    int a[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } }, b[1][2][2] = { { { 1, 2 }, { 3, 4 } } };

    printf("%d %d\n", sum(2, a, b), row(1, a[1]));
    printf("%d %d\n", calls, places);
    return 0;
}
