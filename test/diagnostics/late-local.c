// Variables that are declared behind a site and have a value there: a goto leads back, several do, one from behind a label, longjmp does. Those of which nobody reads the old
// value, a goto to the end, loops, gotos that lead back in front of the site only, whatever --ckpt-no-liveness says, are none.
// REQUIRES: ckptcc
// RUN: %expect %s
// RUN: sed '/late-local$/s/#pragma ckpt//' %s > %t.c && %ckptcc --ckpt-no-liveness %t.c -o %t
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static jmp_buf back;
static int tries;

static void chain(int n)
{
    int i = 0;
top:
    #pragma ckpt // expect: ckpt-late-local
    if (i > 0)
        goto use;
    goto first;
again:
    goto top;
first:;
    int v = 41 + n;
    i++;
    goto again;
use:
    printf("%d\n", v);
}

static void labelled(int n)
{
    int i = 0;
top:
    #pragma ckpt // expect: ckpt-late-local
    if (i > 0)
        goto use;
first:
    int v = 41 + n;
    i++;
    goto top;
use:
    printf("%d\n", v);
    if (n < 0)
        goto first;
}

static void thrown(int n)
{
    volatile int i = 0;
    int r = setjmp(back);
    #pragma ckpt // expect: ckpt-late-local
    if (i > 0)
        goto use;
    volatile int v = 41 + n;
    i++;
    longjmp(back, 1);
use:
    printf("%d %d\n", v, r);
}

static void retried(void)
{
retry:
    #pragma ckpt
    int again = tries++ < 3;
    char text[100];
    snprintf(text, sizeof text, "%d", tries);
    puts(text);
    if (again)
        goto retry;
}

static int ended(int n)
{
    int have = 0, small = n;
less:
    if (small-- > 10)
        goto less;
    #pragma ckpt
    if (n < 0)
        goto out;
    int half = n / 2;
    have = 1;
out:
    return have ? half : 0;
}

static int looped(int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++) {
        #pragma ckpt
        if (i == 1)
            continue;
        int v = i * 3;
        do {
            sum += v;
        } while (v-- > 0);
    }
    return sum;
}

static int given(int n, ...)
{
    va_list list;
    int sum = 0;
    va_start(list, n);
    while (n--)
        sum += va_arg(list, int);
    va_end(list);
    #pragma ckpt
    return sum;
}

int main(int argc, char **argv)
{
    (void)argv;
    chain(argc);
    labelled(argc);
    thrown(argc);
    retried();
    printf("%d %d %d\n", ended(argc), looped(argc), given(2, 3, 4));
    return 0;
}
