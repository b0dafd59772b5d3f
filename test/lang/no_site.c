// #pragma ckpt no_site: functions of which it is said that no site is reached from them are left as they are, with what only they call: a va_list, a union
// without a tag and computed goto may be in them. A site that is reached through one all the same fails the checkpoint, which names the function; also where
// the compiler would end it in a jump to what it calls, where it would be inlined, and where a pointer leads to it.
// C-SUPPORT: Functions | functions that reach no site but by what a program never does, by `#pragma ckpt no_site(function, ...)` | - | supported |
// REQUIRES: ckptcc
// RUN: %restart %s --visits 6
// RUN: %ckptcc %s -o %t && %cc -w %s -o %t.plain
// RUN: for how in direct tail inlined pointer deep; do \
// RUN:   for mode in async sync; do \
// RUN:     rm -rf %t.d; %t.plain $how > %t.wanted; env CKPT_DIR=%t.d CKPT_AT=7 CKPT_MODE=$mode %t $how > %t.out 2> %t.err || exit 1; \
// RUN:     cmp %t.out %t.wanted && test ! -e %t.d/ckpt-000001.img && %FileCheck %s < %t.err || exit 1; \
// RUN:   done; \
// RUN: done
// CHECK: ckpt: {{.*}}no_site.c:{{[0-9]+}}: {{(visit|by_way) was called by code .* or named in #pragma ckpt no_site}}
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static int visits;

__attribute__((noinline)) static int visit(int x)
{
    #pragma ckpt name(visited)
    visits++;
    return x + visits;
}

static int by_way(int x) { return visit(x) + 1; }

static int hook(int x, int really) { return really ? visit(x) : x; }

/* All arguments, while a site could be reached. */
static int sum(int n, ...)
{
    static void *const next[] = { &&add, &&done };
    union { int i; char c[4]; } untagged = { 0 };
    va_list list;
    va_start(list, n);
    goto *next[n <= 0];
add:
    untagged.i += hook(va_arg(list, int), 0);
    goto *next[--n <= 0];
done:
    va_end(list);
    return untagged.i;
}

static int only_called_there(int x, va_list list) { return hook(x + va_arg(list, int), 0); }

static int through(int x, ...)
{
    va_list list;
    va_start(list, x);
    x = only_called_there(x, list);
    va_end(list);
    return x;
}

static int call_direct(int x) { return visit(x) * 2; }
static int call_tail(int x) { return visit(x); }
static inline int call_inlined(int x) { return by_way(x); }
static int below(int x) { return by_way(x) - 1; }
static int call_deep(int x) { return below(x) + 5; }
#pragma ckpt no_site(sum, through, call_direct, call_tail)
#pragma ckpt no_site(call_inlined, call_deep)

int main(int argc, char **argv)
{
    const char *how = argc > 1 ? argv[1] : "";
    int (*volatile pointer)(int) = call_tail, (*volatile other)(int) = by_way;
    int all = 0;

    for (int i = 0; i < 6; i++) {
        all += sum(3, i, 2, 3) + through(i, 4);
        all += visit(all);
        printf("%d %d\n", i, all);
    }
    if (!strcmp(how, "direct"))
        all = call_direct(all);
    if (!strcmp(how, "tail"))
        all = call_tail(all);
    if (!strcmp(how, "inlined"))
        all = call_inlined(all);
    if (!strcmp(how, "pointer"))
        all = pointer(all);
    if (!strcmp(how, "deep"))
        all = call_deep(all);
    if (!strcmp(how, "other"))
        all = other(all);
    printf("%d\n", all);
    return 0;
}
