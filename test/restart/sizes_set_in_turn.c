// Sizes that are set from one another in many places of a loop, as in a program that reads commands: they are numbers, so that `n * sizeof(int)` is an
// array of int, and images of it go on everywhere.
// REQUIRES: ckptcc
// RUN: %restart %s --visits 3
#include <stdio.h>
#include <stdlib.h>

static int *lab;
static double *sums;

int main(void)
{
    int n = 1, newn = 0, k = 1, i = 0, c;
    for (const char *command = "5nxi%xkmlb/axcdjxn3x"; (c = *command++);) {
        switch (c) {
        case 'n': n = i; break;
        case 'a': n = n - k; break;
        case 'b': n = k; break;
        case 'c': n = n - k; break;
        case 'd': n = k; break;
        case '%': newn = 2 * (n + 1); n = newn; break;
        case '/': newn = n / 2; n = newn; break;
        case 'i': i = n + 1; break;
        case 'j': for (i = 0; i < n; ++i) putchar('.'); break;
        case 'k': k = i; break;
        case 'l': k = n - i; break;
        case 'm': i = k + 1; break;
        case 'x':
            n = n < 1 ? 1 : n;
            free(lab);
            free(sums);
            lab = (int *)malloc((size_t)n * sizeof(int));
            sums = malloc(n * sizeof *sums);
            for (int j = 0; j < n; j++)
                lab[j] = n + j, sums[j] = j + 0.5;
            #pragma ckpt
            printf("%d %d %g\n", n, lab[n - 1], sums[n - 1]);
            break;
        default: i = c - '0';
        }
    }
    return 0;
}
