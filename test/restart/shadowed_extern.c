// A local variable whose name an inner block gives to another object: extern declarations there.
// REQUIRES: ckptcc
// RUN: %restart %s --visits 6
#include <stdio.h>
#include <stdlib.h>
/* outer names shadowed at the resume point, other ways */
static int f(int x) {
    #pragma ckpt
    return x + 1; }
extern int g1, arr[];
int g1 = 50, arr[3] = { 1, 2, 3 };
static int byparam(int g1, const int *arr)
{
    int r = 0;
    { extern int g1; r += f(g1); g1++; }
    return r + g1 + arr[1];
}
static int loop(int k)
{
    int s = 0;
    for (int g1 = 0; g1 < 3; g1++) {
        { extern int g1; s += g1; f(s); }
        s += k;
    }
    return s;
}
int main(void)
{
    int loc[2] = { 7, 8 };
    for (int k = 0; k < 3; k++) {
        printf("%d\n", byparam(k, loc));
        printf("%d\n", loop(k));
    }
    printf("%d %d\n", g1, arr[1]);
}
