// Functions that reach a site, called by a library; others, and calls of the program's own.
// REQUIRES: ckptcc
// RUN: %expect %s
// RUN: %expect %s -O2 %S/Inputs/own_lfind.c
#include <search.h>
#include <signal.h>
#include <stdlib.h>

static int with_site(const void *a, const void *b)
{
    #pragma ckpt
    return *(const int *)a - *(const int *)b;
}

static int plain(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

static void each(int *v, int (*f)(const void *, const void *)) { f(v, v + 1); }

static void handler(int n)
{
    #pragma ckpt
    (void)n;
}

int main(void)
{
    int v[] = { 2, 1 };
    struct sigaction action = { 0 };
    qsort(v, 2, sizeof v[0], with_site); // expect: ckpt-callback-site
    size_t n = 2;
    lfind(v, v, &n, sizeof v[0], with_site); // expect: ckpt-callback-site
    bsearch(v, v, 2, sizeof v[0], with_site); // expect: ckpt-callback-site
    qsort(v, 2, sizeof v[0], plain);
    each(v, with_site);
    action.sa_handler = handler; // expect: ckpt-callback-site
    struct sigaction other = { .sa_handler = handler, .sa_flags = 0 }; // expect: ckpt-callback-site
    sigaction(SIGUSR1, &other, 0);
    return sigaction(SIGUSR2, &action, 0) + v[0];
}
