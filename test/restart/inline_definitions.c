// Inline functions of C99 with a site in them: one unit has the external definition (`extern inline`), another only the inline one. A restart goes on in either, here and elsewhere.
// C-SUPPORT: Functions | inline definitions and `extern inline` | 6.7.4 | supported |
// REQUIRES: ckptcc
// RUN: %restart %s Inputs/inline_definitions_b.c --visits 8
#include <stdio.h>

extern int steps;

inline int advance(int n)
{
    int twice = 2 * n;
    #pragma ckpt
    steps++;
    return twice + steps;
}

inline int both(int n)
{
    int first = advance(n);
    return first + advance(n + 1);
}

extern inline int advance(int n);
extern inline int both(int n);
int other(int n);
int (*other_address(void))(int);

int main(void)
{
    int (*function)(int) = advance;

    for (int i = 0; i < 3; i++) {
        printf("here %d\n", advance(i));
        printf("there %d\n", other(i));
        printf("%d %d\n", function(10 * i), function == other_address());
    }
    return 0;
}
