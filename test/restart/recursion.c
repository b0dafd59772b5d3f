// Sites in recursion: direct, mutual, deep; each activation has its own locals.
// C-SUPPORT: Functions | recursion, direct and mutual | 6.5.2.2 | supported |
// REQUIRES: ckptcc
// RUN: %restart %s --visits 16
#include <stdio.h>

static int odd(unsigned n, const int *outer);

static int even(unsigned n, const int *outer)
{
    int here = *outer + 1;

    if (n == 0)
        return here;
    return odd(n - 1, &here) + *outer;
}

static int odd(unsigned n, const int *outer)
{
    int here = *outer * 2;

    if (n % 5 == 4) {
        #pragma ckpt
    }
    if (n == 0)
        return -here;
    int below = even(n - 1, &here);
    return below - here % 7;
}

static unsigned ackermann(unsigned m, unsigned n)
{
    static unsigned calls;

    if (++calls % 25 == 0) {
        #pragma ckpt
    }
    return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}

static void hanoi(int n, char from, char to, char by, int *moves)
{
    if (n == 0)
        return;
    hanoi(n - 1, from, by, to, moves);
    #pragma ckpt
    if (++*moves % 4 == 0)
        printf("%d: %c -> %c\n", *moves, from, to);
    hanoi(n - 1, by, to, from, moves);
}

static long sum_down(long n)
{
    if (n == 0) {
        #pragma ckpt name(bottom)
        return 0;
    }
    return n + sum_down(n - 1);
}

int main(void)
{
    int start = 1, moves = 0;

    printf("even %d\n", even(20, &start));
    printf("ackermann %u\n", ackermann(2, 3));
    hanoi(4, 'A', 'B', 'C', &moves);
    printf("%d moves\n", moves);
    printf("sum %ld\n", sum_down(3000));
    return 0;
}
