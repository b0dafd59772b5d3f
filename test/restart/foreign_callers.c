// A site below qsort, bsearch, an atexit handler or a signal handler: reported with the callee's name where it can be told, no image, and
// the program unharmed. (Mode inplace, for tests, has no other process that could end in its place: it ends the program, saying so.)
// C-SUPPORT: Functions | a site reached through `qsort` or another function not compiled by `ckptcc` | 7.22.5 | refused at run time | the site outside
// REQUIRES: ckptcc
// RUN: %cc -w %s -o %t.plain && %t.plain > %t.wanted
// RUN: %ckptcc %s -o %t
// RUN: for mode in async sync; do \
// RUN:   rm -rf %t.d; env CKPT_DIR=%t.d CKPT_AT=1,2,3,4,5,6,7,8 CKPT_MODE=$mode %t > %t.out 2> %t.err || exit 1; \
// RUN:   cmp %t.out %t.wanted || exit 1; %FileCheck %s < %t.err || exit 1; \
// RUN:   test $(ls %t.d | grep -c 'img$') -ge 1 || exit 1; \
// RUN: done
// RUN: env CKPT_DIR=%t.d CKPT_RESTART=latest %t > %t.out && tail -n "$(wc -l < %t.out)" %t.wanted | cmp - %t.out
// CHECK: ckpt: {{.*}}foreign_callers.c:{{[0-9]+}}: {{.*}}{{qsort|by_value}}
#include <stdio.h>
#include <stdlib.h>

static int comparisons;

static int by_value(const void *a, const void *b)
{
    const int *x = a, *y = b;

    comparisons++;
    #pragma ckpt
    return (*x > *y) - (*x < *y);
}

static int direct(int *v, int n)
{
    int sum = 0;
    for (int i = 1; i < n; i++)
        sum += by_value(&v[i - 1], &v[i]);
    return sum;
}

static void goodbye(void)
{
    #pragma ckpt
    puts("goodbye");
}

int main(void)
{
    int v[] = { 5, 3, 8, 1 }, key = 5;

    atexit(goodbye);
    qsort(v, 4, sizeof *v, by_value);
    printf("%d %d %d %d\n", v[0], v[1], v[2], v[3]);
    printf("%d\n", direct(v, 4));
    int *found = bsearch(&key, v, 4, sizeof *v, by_value);
    #pragma ckpt
    printf("%d\n", (int)(found - v));
    printf("%d\n", direct(v, 2));
    return 0;
}
