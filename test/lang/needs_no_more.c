// What builds with the compiler alone builds with ckptcc: functions that only code without effect refers to and nobody defines; a static variable that names its own function; case labels of constant variables;
// a structure with a constant member that is mentioned in its own initialiser; hints before loops that reach a site in what they test; names in vector_size; bool in C23.
// REQUIRES: ckptcc
// RUN: rm -rf %t.d && gcc -w -O1 %s -o %t.cc && %t.cc > %t.wanted
// RUN: for how in "-O0" "-O1" "-O2 -fwhole-program" "-O1 -std=gnu2x" "-O2 -flto"; do echo "$how"; %ckptcc --ckpt-cc=gcc -w $how $(case $how in -O0) echo -DWITHOUT;; esac) %s -o %t || exit 1; %t | diff %t.wanted - || exit 1; \
// RUN: rm -rf %t.d; env CKPT_DIR=%t.d CKPT_AT=11 CKPT_EXIT=1 %t > %t.1; test $? = 75 || exit 1; env CKPT_DIR=%t.d CKPT_RESTART=latest %t > %t.2 || exit 1; cat %t.1 %t.2 | diff %t.wanted - || exit 1; done
// RUN: %ckptcc --ckpt-cc=clang-19 -w -O2 -DCLANG %s -o %t && %t | sed 's/^clang //' | diff %t.wanted -
#include <stdio.h>

int missing(int);
void add(int (*)(int));

static int visit(int x)
{
    #pragma ckpt
    return x + 1;
}

static inline void unused(void) { add(missing); }

static int factorial(int n)
{
    static int (*self)(int) = factorial;
    static struct { int (*f)(int); const char *n; } table[] = { { factorial, "factorial" }, { visit, "visit" } };
    return n > 1 ? n * self(n - 1) + table[1].f(n) : visit(0);
}

struct constant { const int a; int b; };

static struct constant make(int x, int n)
{
    #pragma ckpt
    return (struct constant){ x, n };
}

static int cases(int x)
{
#ifdef WITHOUT
    enum { n = 3 };
#else
    const int n = 3;
#endif
    int r = visit(x) + n;
    switch (x) {
    case n: return r + 1;
    case 7 ... 4 + n + 1: return r + 2;
    default: return r;
    }
}

static int hints(int n)
{
    int sum = 0;
#ifdef CLANG
    #pragma unroll
#else
    #pragma GCC unroll 4
#endif
    for (int i = visit(0); i < visit(n); i++)
        sum += i;
#ifndef CLANG
    #pragma GCC ivdep
#endif

    while (visit(sum) < 9)
        sum++;
    return sum;
}

enum { N = 2 };
static int vectors(void)
{
    enum { N = 4 };
    typedef int wide __attribute__((vector_size(N * sizeof(int))));
    typedef float real __attribute__((vector_size(16)));
    int v __attribute__((vector_size(N * sizeof(int)))) = { 1, 2 };
    real f = { 1.5f, 2.5f, 3, 4 };
    wide i = __builtin_convertvector(f, wide);

    return visit(i[1]) + i[2] + (int)sizeof v + (int)sizeof(wide);
}

static _Bool decided(_Bool b) { return visit(b) > 1; }

#ifdef CLANG
static int tail(int x) { return visit(x); }
static int last(int x) { __attribute__((musttail)) return tail(visit(x)); }
#else
static int last(int x) { return visit(visit(x)); }
#endif

int main(int argc, char **argv)
{
    static const int have = 0;
    int (*f)(int) = 0 ? missing : visit;
    struct constant x = make(3, sizeof x);

    printf("%d %d\n", factorial(4), f(x.a) + x.b);
    fflush(stdout);
    printf("%d %d %d %d\n", cases(3), cases(8), cases(1), hints(3));
    printf("%d %d %d\n", vectors(), N, decided(argc > 0) && decided(1));
    printf("%d\n", last(4));
    (void)argv;
    return have;
}
