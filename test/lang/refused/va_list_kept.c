// A va_list that is live across a site, wherever it is: a parameter, a global, behind a pointer.
// C-SUPPORT: Functions | a `va_list` that is live at a site | 7.16 | refused | finish with the arguments before, or copy them to an array
// REQUIRES: ckptcc
// RUN: %not %ckptcc -DWAY=1 %s -o %t 2>&1 | %FileCheck %s
// RUN: %not %ckptcc -DWAY=2 %s -o %t 2>&1 | %FileCheck %s
// RUN: %not %ckptcc -DWAY=3 %s -o %t 2>&1 | %FileCheck %s
// CHECK: va_list_kept.c:{{[0-9]+}}:{{[0-9]+}}: error: {{.*}}va_list
#include <stdarg.h>
#include <stdio.h>
#if WAY == 2
static va_list held;
#endif
struct by_pointer { int n; va_list *list; };

static int site(int n)
{
    #pragma ckpt
    return n;
}
#if WAY == 1
static int sum(int n, va_list l) { return site(n) + va_arg(l, int); }
#elif WAY == 3
static int sum(struct by_pointer *p) { return site(p->n) + va_arg(*p->list, int); }
#endif

static int f(int n, ...)
{
    int r;
    va_list l;
    va_start(l, n);
#if WAY == 1
    r = sum(n, l);
#elif WAY == 2
    va_copy(held, l);
    r = site(n) + va_arg(held, int);
#else
    struct by_pointer p = { n, &l };
    r = sum(&p);
#endif
    va_end(l);
    return r;
}

int main(void)
{
    printf("%d\n", f(1, 2));
    return 0;
}
