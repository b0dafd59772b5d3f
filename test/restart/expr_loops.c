// Calls to checkpointable functions in conditions and increments of loops, with continue and break.
// REQUIRES: ckptcc
// RUN: %restart %s --visits 20
#include <stdio.h>

static int less(int a, int b)
{
    #pragma ckpt
    return a < b;
}

static int next(int *i)
{
    int old = *i;
    *i = old + 1;
    #pragma ckpt
    return old;
}

static int log_it(const char *what, int i)
{
    printf("%s %d\n", what, i);
    #pragma ckpt
    return i;
}

int main(void)
{
    int i, j, sum = 0;

    for (i = log_it("start", 0); less(i, 5); log_it("step", next(&i))) {
        if (i == 2)
            continue;
        if (i == 4)
            break;
        sum += i;
    }
    printf("for %d %d\n", i, sum);
    j = 0;
    while (less(next(&j), 3) && log_it("while", j) < 3)
        if (j == 1)
            continue;
        else
            sum += j;
    printf("while %d %d\n", j, sum);
    j = 5;
    do {
        if (j == 7)
            continue;
        sum += log_it("do", j);
    } while (less(next(&j), 7));
    printf("do %d %d\n", j, sum);
    for (int k = 0; less(k, 2); k++)
        for (int m = log_it("inner", k); less(m, 3); m += log_it("by", 1))
            while (1) {
                if (less(sum, 0))
                    continue;
                break;
            }
    int n = 0;
    for (;; n++)
        if (log_it("forever", n) == 2)
            break;
    while (n --> 0 ? log_it("down", n) + 1 : 0)
        ;
    printf("%d\n", sum);
    return 0;
}
