// Frames reached by tail calls, noreturn helpers, variadic functions, attributed and inline functions.
// C-SUPPORT: Functions | `noreturn`, `pure`, `const` and other promises about functions | 6.7.4, GNU | supported | taken back where a site can be reached
// REQUIRES: ckptcc
// RUN: %restart %s
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static int counter;

static int leaf(int x)
{
    #pragma ckpt
    counter++;
    return x * 3;
}

/* A call in tail position, with another signature. */
static int tail(long a, int b) { return leaf((int)a + b); }
static int tail_of_tail(int x) { return tail(x, 1); }

/* The compiler is told that these have no effects; a checkpoint happens in them all the same. */
static int __attribute__((noinline, const)) constant(int x) { return leaf(x) / 3; }
static int __attribute__((noinline, pure)) pure(int x) { return leaf(x) + 1; }

static inline int inlined(int x) { return leaf(x) - 1; }
static inline __attribute__((always_inline)) int always(int x) { return inlined(x) + inlined(x + 1); }

/* The arguments are read before the site. */
static int sum(int count, ...)
{
    va_list list;
    int total = 0;

    va_start(list, count);
    for (int i = 0; i < count; i++)
        total += va_arg(list, int);
    va_end(list);
    total += leaf(total);
    return total;
}

static __attribute__((malloc, returns_nonnull)) int *make(int value)
{
    int *made = malloc(sizeof *made);

    if (!made)
        abort();
    *made = leaf(value);
    return made;
}

static void old_style(a, b)
    int a;
    char b;
{
    printf("old style %d %c\n", leaf(a), b);
}

static _Noreturn void finish(int code)
{
    for (int i = 0; i < 2; i++) {
        #pragma ckpt
        printf("finishing %d\n", i);
    }
    printf("%d visits to leaf\n", counter);
    exit(code);
}

static void stop(int code) { finish(code); }

int main(void)
{
    printf("tail %d\n", tail_of_tail(4));
    printf("const %d pure %d\n", constant(5), pure(6));
    printf("inline %d\n", always(7));
    printf("variadic %d %d\n", sum(3, 1, 2, 3), sum(0));
    int *made = make(8);
    printf("made %d\n", *made);
    free(made);
    old_style(9, 'x');
    stop(0);
}
