// Types that expressions define, with names of local types, enumerators, static variables and hidden variables in them. Operands that are not evaluated.
// REQUIRES: ckptcc
// RUN: %cc -w -O1 %s -o %t.cc && %t.cc > %t.wanted
// RUN: %ckptcc -w -O1 %s -o %t && %t > %t.plain && diff %t.wanted %t.plain
// RUN: rm -rf %t.d && (env CKPT_DIR=%t.d CKPT_AT=7 CKPT_EXIT=1 %t > %t.1; test $? = 75) && env CKPT_DIR=%t.d CKPT_RESTART=latest %t > %t.2 && cat %t.1 %t.2 | diff %t.wanted -
#include <stddef.h>
#include <stdio.h>

typedef int T;
enum { N = 2 };
static char table[2] = "a";
static int calls;

static int visit(int x)
{
    #pragma ckpt
    calls++;
    return x + 1;
}

static int local(int n)
{
    typedef double T;
    T *p = 0;
    return visit(n) + (int)sizeof(struct { T x; char c[3]; }) + (int)sizeof *p;
}

static int without_site(void)
{
    typedef double T;
    enum { N = 5 };
    static long table[7] = { 1 };
    return (int)sizeof(struct { T x; }) + (int)offsetof(struct { char c[N]; char d; }, d) + (int)sizeof(union { char c[sizeof table]; }) +
           (int)_Alignof(struct { T t; }) + (int)sizeof(enum { Z = N, Q = 1 + Z }) + Q + (int)table[0];
}

static int hidden(void)
{
    char x = 1;
    int sum = visit(x);
    {
        long x = 3;
        sum += visit((int)x) + (int)sizeof(struct { char c[sizeof x]; struct { char d[2 * sizeof x]; } in; });
    }
    return sum;
}

static int converted(void)
{
    typedef double T;
    double d[4] = { 1.5, 2.5, 3.5, 4.5 };
    return (int)(((struct { T q; } *)d)[1].q * 10) + visit(1);
}

static char text[64];
static char *somewhere(int n) { return text + visit(n); }

static int not_evaluated(void)
{
    size_t n = 0;
    for (int i = 0; i < 3; i++)
        n += __builtin_dynamic_object_size(somewhere(i), 0) == (size_t)-1;
    for (int i = 0; i < 3; i++)
        n += (size_t)__builtin_classify_type(somewhere(i));
    n += (size_t)visit(1);
    return (int)n;
}

int main(void)
{
    printf("%d %d\n", local(3), without_site());
    printf("%d %d\n", hidden(), converted());
    printf("%d\n", not_evaluated());
    printf("%d %c\n", calls, table[0]);
    for (int i = 0; i < 3; i++)
        visit(i);
    printf("%d %d\n", calls, (int)sizeof(struct { T x[N]; }));
    return 0;
}
