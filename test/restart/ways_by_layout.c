// What is live does not depend on which way a condition goes that the layout decides.
// REQUIRES: ckptcc
// RUN: %restart %s --visits 4
#include <stdio.h>

static unsigned sum;

static void step(int i)
{
    #pragma ckpt
    sum = sum * 31 + i;
}

static int pick(int i)
{
    int x = 100 + i, y = 7;

    step(i);
    if (sizeof(long) == 8)
        x = 5;
    if (sizeof(long) == 8 && sizeof(void *) == 8)
        y = i;
    sum += x > 1000 ? y : 0;
    return sizeof(long) == 4 ? 0 * x : 0;
}

int main(void)
{
    for (int i = 0; i < 4; i++) {
        int picked = pick(i);
        printf("%d %u\n", picked, sum);
    }
    return 0;
}
