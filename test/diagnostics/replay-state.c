// A replayed call of a function that reads what others have written; of some that do not.
// REQUIRES: ckptcc
// RUN: %expect %s
#include <stdlib.h>

enum { N = 8 };
static int base, offset, limit = N, calls, done;
static double table[N], other[N];
#pragma ckpt exclude(table)
#pragma ckpt exclude(other)

static int start(void) { return base + offset; }

static void fill(int n)
{
    for (int i = 0; i < n && i < limit; i++)
        table[i] = start() + i;
}

static void fill_from(int n, int from)
{
    if (done++)
        return;
    calls++;
    for (int i = 0; i < n && i < limit; i++)
        other[i] = from + i + calls + table[i];
}

static int total, steps, kept[2], *at = kept;
int shared, alone = 2;
extern int elsewhere;
static double compound[N];
#pragma ckpt exclude(compound)

static void fill_compound(void)
{
    for (int i = 0; i < N; i++)
        compound[i] = (total += i) + steps++;
}

static void fill_others(void)
{
    for (int i = 0; i < N; i++)
        compound[i] = shared + elsewhere + alone;
}

static void fill_pointed(void)
{
    compound[0] = *at;
}

int main(int argc, char **argv)
{
    base = argc + atoi(argv[0]);
    offset = 2;
    #pragma ckpt replay
    fill(N); // expect: ckpt-replay-state ckpt-replay-state
    #pragma ckpt replay
    fill_from(N, base);
    total = argc;
    steps = argc;
    kept[1] = shared;
    #pragma ckpt replay
    fill_compound(); // expect: ckpt-replay-state ckpt-replay-state
    #pragma ckpt replay
    fill_others(); // expect: ckpt-replay-state ckpt-replay-state
    #pragma ckpt replay
    fill_pointed(); // expect: ckpt-replay-state
    #pragma ckpt
    return (int)(table[1] + other[2]) + calls;
}
