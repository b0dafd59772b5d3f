// The order that C promises is kept: full expressions, &&, ||, ?:, comma, arguments before the call.
// A call whose value is used beside a variable that it changes must see the value C says it sees.
// C-SUPPORT: Expressions | the order of evaluation that C promises | 6.5, Annex C | supported |
// REQUIRES: ckptcc
// RUN: %restart %s --visits 20
#include <stdio.h>

static int g, log_[32], logged;

static int step(int x)
{
    log_[logged++] = x;
    #pragma ckpt
    g += x;
    return g;
}

static int *cell(int *a, int i)
{
    log_[logged++] = 100 + i;
    #pragma ckpt
    return a + i;
}

static void three(int a, int b, int c) { printf("%d %d %d\n", a, b, c); }

int main(void)
{
    int a[4] = { 0 }, i = 0, local = 5;
    int *p = a;

    /* Everything else in these expressions is unaffected by the call, or sequenced. */
    int x = (i = 3, step(i)) + local;
    int y = (local++, step(local)) ? local-- : 0;
    three(local, x, y);
    a[(i++, i & 3)] = step(2);
    *p++ = step(1), *p++ = step(1);
    printf("%d %d %d %d %td\n", a[0], a[1], a[2], a[3], p - a);
    i = step(0) > 5 && (i = 1) && step(4) > 7;
    printf("%d %d\n", i, g);
    int before = g, sum = (before = before + 0, step(10)) - before;
    printf("%d %d\n", before, sum);
    for (int k = (step(1), 0); (g & 1 ? step(1) : step(2)) < 40 && k < 10; k++, step(k))
        ;
    printf("%d\n", g);
    local = local * 2 + *cell(a, local & 3);
    printf("%d\n", local);
    if (step(0), i)
        printf("comma\n");
    volatile int v = 1;
    int w = v + (v ? step(v) : 0);
    printf("%d %d\n", w, logged);
    int q = a[1] ? *cell(a, 1) : *cell(a, 2);
    a[q & 3] = q, q = (*cell(a, 3))++ + 1;
    printf("%d %d\n", q, a[3]);
    for (int k = 0; k < logged; k++)
        printf("%d ", log_[k]);
    putchar('\n');
    return 0;
}
