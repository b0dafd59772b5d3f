// A switch with a case for each enumerator: a variable of the enumeration may have another value, and what is live past the switch then is saved.
// REQUIRES: ckptcc
// RUN: %restart %s --visits 4
#include <stdio.h>

enum mode { READ = 1, WRITE = 2 };

static unsigned sum;

static void step(int i)
{
    #pragma ckpt
    sum = sum * 31 + i;
}

static int pick(enum mode m, int i)
{
    int x = 100 + i;

    step(i);
    switch (m) {
    case READ: x = 1; break;
    case WRITE: x = 2; break;
    }
    return x;
}

int main(void)
{
    for (int i = 0; i < 4; i++)
        printf("%d\n", pick((enum mode)(i & 3), i));
    printf("%u\n", sum);
    return 0;
}
