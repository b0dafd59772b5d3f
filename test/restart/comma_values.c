// A comma expression without a site, as the value of a conditional or of a statement expression in which another part has one.
// REQUIRES: ckptcc
// RUN: %restart %s --visits 4
#include <stdio.h>

static unsigned sum;

static int f(int i)
{
    #pragma ckpt
    sum += i * i + 1;
    return i;
}

int main(void)
{
    int n = 0;

    for (int i = 0; i < 4; i++) {
        int r = i & 1 ? n++, n * 10 : f(i);
        int s = ({ int t = f(i); n++, t + n * 10; });
        printf("%d %d %d\n", r, s, n);
    }
    printf("%u\n", sum);
    return 0;
}
