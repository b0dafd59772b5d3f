// A switch with a case for each enumerator: a variable of the enumeration may have another value, and what is live past the switch then is saved.
// REQUIRES: ckptcc
// RUN: %restart %s --visits 4 && %restart %s --visits 4 --flags=-O0
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

static void __attribute__((noinline)) leave_behind(void)
{
    volatile long left[64];

    for (int i = 0; i < 64; i++)
        left[i] = (long)0x5a5a5a5a5a5a5a5aLL;
}

/* What is set in each case need not have been before: it may hold anything. */
static long __attribute__((noinline)) each(enum mode m, int i)
{
    long r;
    _Bool odd;

    step(i);
    switch (m) {
    case READ: r = i; odd = 1; break;
    case WRITE: r = 2 * i; odd = 0; break;
    }
    return odd ? r : -r;
}

int main(void)
{
    for (int i = 0; i < 4; i++) {
        leave_behind();
        printf("%ld\n", each(1 + i % 2, i));
    }

    for (int i = 0; i < 4; i++)
        printf("%d\n", pick((enum mode)(i & 3), i));
    printf("%u\n", sum);
    return 0;
}
