// Attributes in brackets promise what those in __attribute__ do, and are taken back: a function that can reach a site may return early.
// C-SUPPORT: Functions | attributes in brackets (`[[gnu::noreturn]]`, `[[gnu::pure]]`) | C23 6.7.12 | supported |
// REQUIRES: ckptcc
// RUN: %restart %s --visits 8 --flags "-std=gnu2x -O2"
#include <stdio.h>
#include <stdlib.h>

static int total;

[[gnu::noinline, noreturn]] static void leave(int n);

[[gnu::noinline]] [[gnu::cold]] [[__gnu__::__noreturn__]]
static void leave(int n)
{
    static int times = 2;
    struct local { int of; } one = { n };

    for (int i = 0; i < times; i++) {
        #pragma ckpt
        printf("leaves %d\n", one.of + i);
    }
    exit(0);
}

[[gnu::noinline, gnu::pure]] static int twice(int n)
{
    #pragma ckpt
    return 2 * n + total;
}

[[ gnu :: noinline ]] static int thrice [[gnu::const, gnu::leaf]] (int n)
{
    #pragma ckpt
    return 3 * n;
}

[[gnu::section(".text.mine"), gnu::noinline]] static int placed(int n)
{
    #pragma ckpt
    return n + 1;
}

[[gnu::returns_nonnull, gnu::malloc, gnu::noinline]] static int *made(int n)
{
    static int last;
    #pragma ckpt
    int *p = malloc(sizeof *p);
    *p = last += n;
    return p;
}

[[gnu::always_inline]] static inline int inlined(int n)
{
    #pragma ckpt
    return n - 1;
}

[[gnu::optimize("no-tree-vectorize")]] static int built(int n)
{
    #pragma ckpt
    return n + 7;
}

int main(void)
{
    for (int i = 0; i < 2; i++) {
        int *p = made(i + 2);
        total += twice(i) + twice(i) + thrice(i) * thrice(i) + placed(i) + *p + inlined(i) + built(i);
        free(p);
        printf("%d\n", total);
    }
    if (total > 3)
        leave(total);
    printf("not here\n");
    return 1;
}
