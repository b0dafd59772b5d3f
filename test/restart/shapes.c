// Loops whose bodies are macros, nested statement blocks with declarations, declarations after labels, long if chains, dangling else,
// a function that is all one statement: the shapes that rewriting has to keep apart.
// C-SUPPORT: Control | `goto`, nested blocks, bodies that are macros, dangling `else` | 6.8 | supported |
// REQUIRES: ckptcc
// RUN: %restart %s --visits 20
#include <assert.h>
#include <stdio.h>

#define EACH(i, n) for (int i = 0; i < (n); i++)
#define SWAP(a, b) do { __typeof__(a) t_ = a; a = b; b = visit(t_); } while (0)
#define MAX(a, b) ({ __typeof__(a) a_ = (a); __typeof__(b) b_ = (b); a_ > b_ ? a_ : b_; })
#define CHECK(e) ((e) ? (void)0 : (void)puts("check failed: " #e))

static int visit(int x)
{
#pragma ckpt
    return x;
}

static int one_line(int x) { if (x) { if (visit(x)) return 1; else return 2; } else if (visit(x)) return 3; return 4; }

static int chain(int x)
{
    if (visit(x) == 0)
        return 10;
    else if (visit(x) == 1)
        if (visit(x + 1) == 5)
            return 11;
        else
            return 12;
    else if (x == 2 || visit(x) == 3) {
        int x = visit(7);
        return x + 13;
    } else
        for (;;)
            if (visit(x) > 0)
                return 14;
}

static int labels(int n)
{
    int i = 0;
start:;
    int j = visit(i);
    if (j < n) {
        i++;
        goto start;
    }
    switch (visit(n)) {
        int unreached;
    case 1:
        unreached = 5;
        return unreached;
    case 2:
    end:
        return visit(j) * 100;
    default:
        if (j > 2)
            goto end;
    }
    return j;
}

static void empty_bodies(int n)
{
    while (n-- > 100)
        ;
    for (; visit(n) > 100;)
        ;
    if (visit(n))
        ;
    else
        ;
    do
        ;
    while (visit(0));
    ;
    {
    }
    EACH(i, 2) EACH(j, 2) CHECK(visit(i * 2 + j) < 4);
}

static int comma_loops(void)
{
    int i, j, sum = 0;
    for (i = visit(0), j = visit(5); visit(i), i < j; i += visit(1), j -= visit(1))
        sum += i * j;
    return sum;
}

enum { FIRST, SECOND };
typedef struct { int a[3]; } triple;
static triple make(int x) { triple t = { { x, visit(x + 1), x + 2 } }; return t; }

int main(void)
{
    int a = 1, b = 2;

    SWAP(a, b);
    printf("%d %d %d\n", a, b, MAX(visit(a), visit(b)));
    EACH(i, 3)
        printf("%d %d %d\n", one_line(i), chain(i), labels(i));
    printf("%d %d\n", chain(3), chain(4));
    empty_bodies(3);
    printf("%d %d\n", comma_loops(), make(visit(SECOND)).a[1]);
    assert(visit(1));
    int total = 0; EACH(i, 2) { triple t = make(i), *p = &t; EACH(k, 3) total += p->a[k]; }
    printf("%d\n", total); { int c = visit(3); printf("%d\n", c); } int d = visit(4); return d - 4;
}
