// Declarations that look like those of typedef_arrays.c, and of which there cannot be two, or whose name or type something else goes by: arrays without a
// bound, __auto_type, aligned typedefs, names that a block gives to a type or a function, choices by type of what is const, large arrays on a deep stack.
// C-SUPPORT: Declarations | local arrays that a typedef declares: without a bound, const, of aligned structures, of pointers to variable length arrays, names used twice, deep recursion | 6.7.8, 6.7.6.2 | supported |
// REQUIRES: ckptcc
// RUN: %restart %s --arches i386,s390x --visits 4
#include <stdio.h>
#include <string.h>

typedef int index_t[3];
typedef int open_t[];
typedef char text_t[];
typedef char page_t[60000];
struct ends { int n; char a[8]; };
typedef struct ends apart_t __attribute__((aligned(16)));

#define APART __attribute__((noinline))

static APART int first(const struct ends *s) { return s->a[0] + s->n; }

static APART int forms(int q)
{
    open_t open = { 1, 2, 3 };
    text_t text = "abc";
    __typeof__(int []) both = { q, 2 };
    struct ends one = { 1, "ab" };
    __auto_type copy = one;
    apart_t apart;

    apart.n = q;
    memcpy(apart.a, text, sizeof text);
    #pragma ckpt
    return open[2] + text[1] + both[0] + first(&one) + first(&copy) + first(&apart) + (int)(sizeof open + sizeof text + sizeof both) + ((size_t)&apart % 16 == 0);
}

static APART int hidden_by_type(int q)
{
    index_t y;
    struct ends s;

    memset(y, 0, sizeof y);
    memset(&s, 0, sizeof s);
    {
        typedef char y;
        typedef long s;
        y c = 1;
        s d = 2;
        #pragma ckpt
        q += c + (int)d;
    }
    #pragma ckpt
    return (int)(sizeof y + sizeof s) + y[1] + first(&s) + q;
}

int helper(int n) { return n + 1; }

static APART int hidden_by_function(int q)
{
    index_t helper = { q, q };
    int sum = helper[0];

    {
        extern int helper(int);
        #pragma ckpt
        sum += helper(q);
    }
    #pragma ckpt
    return sum + helper[1];
}

static APART int by_type(void)
{
    const index_t fixed = { 1, 2, 3 };
    const struct ends ended = { 7, "abc" };
    volatile index_t again = { 4 };

    #pragma ckpt
    return fixed[2] + first(&ended) + again[0] + 2 * _Generic(fixed, const int *: 1, int *: 2, default: 3) + 10 * _Generic(&fixed, const index_t *: 1, index_t *: 2, default: 3) +
           100 * _Generic(ended.n, int: 1, default: 2) + 1000 * _Generic(&ended, const struct ends *: 1, struct ends *: 2, default: 3) +
           10000 * _Generic(again, volatile int *: 1, int *: 2, default: 3) + 100000 * __builtin_types_compatible_p(__typeof__(ended), struct ends) +
           1000000 * __builtin_types_compatible_p(__typeof__(fixed), int[3]) + 10000000 * __builtin_types_compatible_p(__typeof__(&ended), const struct ends *);
}

static APART int of_bounds(int n)
{
    int b[3][n], (*two[2])[n] = { b, b + 1 }, (*one)[n] = { b + 2 };
    typedef int (*pair_t[2])[n];
    pair_t pair, begun = { b + 1, b + 2 };

    memset(b, 0, sizeof b);
    pair[0] = b, pair[1] = b + 2;
    for (int i = 0; i < n; i++) {
        #pragma ckpt
        (*two[1])[i] += (*pair[1])[i] + i;
        (*one)[i] += (*begun[0])[i] + (*pair[0])[i] + 1;
        (*begun[1])[0] += 2;
    }
    return b[1][n - 1] + b[2][n - 1] + b[2][0];
}

static APART int deep(int n)
{
    page_t page;

    page[n] = (char)n;
    if (n)
        return deep(n - 1) + page[n];
    #pragma ckpt
    return page[0];
}

int main(void)
{
    printf("%d\n", forms(5));
    printf("%d %d\n", hidden_by_type(4), hidden_by_function(6));
    printf("%d\n", by_type());
    printf("%d %d\n", of_bounds(4), deep(100));
    return 0;
}
