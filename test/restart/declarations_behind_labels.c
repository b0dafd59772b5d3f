// A declaration right behind a label (C23; compilers take it in C11, too), and a statement expression that ends in a labelled value.
// REQUIRES: ckptcc
// RUN: %restart %s --visits 4
#include <stdio.h>

static unsigned sum;

static int step(int i)
{
    #pragma ckpt
    sum = sum * 31 + i;
    return i + 1;
}

static int last(int i) { return ({ int t = step(i); if (t > 2) goto out; t += step(1); out: t * 2; }); }

int main(void)
{
    for (int i = 0; i < 4; i++) {
        switch (i & 1) {
        case 0:
            int x = 10 + i;
            step(i);
            printf("a %d\n", x);
            break;
        case 1:
        again:
            int y = 20 + step(i), z = y + 1;
            step(i);
            printf("b %d %d %d\n", y, z, last(i));
            if (i == 3) { i++; goto again; }
        }
    }
    printf("%u\n", sum);
    return 0;
}
