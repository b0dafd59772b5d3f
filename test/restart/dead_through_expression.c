// A static array whose address leaves through a statement expression is not overwritten before it is read.
// REQUIRES: ckptcc
// RUN: env CKPT_SPOIL=1 %restart %s --visits 6
#include <stdio.h>
#include <string.h>
static int tab[4], tab2[4];
static int f(int x)
{
    #pragma ckpt
    return x + 1;
}
#define ZERO(x) ({ memset(x, 0, sizeof x); })
int main(void)
{
    int s = 0;
    for (int i = 0; i < 4; i++) {
        int *p = ZERO(tab);
        p[i] = i + 3;
        s += f(i);
        s += p[i];
        int *q = ({ memcpy(tab2, tab, sizeof tab); });
        q[1] += i;
        s += f(2);
        s += q[1] + q[i];
        printf("%d\n", s);
    }
}
