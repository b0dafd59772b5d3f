// Calls in assignments, compound assignments, array indices, initialisers (of scalars, arrays, structs, compound literals), sizeof.
// REQUIRES: ckptcc
// RUN: %restart %s --visits 20
#include <stdio.h>

struct pair { int a, b; };
struct nest { struct pair p[2]; const char *name; unsigned bits : 5; };

/* C leaves open in which order many of these calls happen; so they only count. */
static int calls, sum_of_squares;

static int f(int x)
{
    calls++;
    #pragma ckpt
    sum_of_squares += x * x;
    return x;
}

static int *where(int *base, int i)
{
    #pragma ckpt
    return base + i;
}

static struct pair pair(int a)
{
    #pragma ckpt
    struct pair p = { a, -a };
    return p;
}

static int sum(struct nest n)
{
    #pragma ckpt
    return n.p[0].a + n.p[0].b * 10 + n.p[1].a * 100 + n.p[1].b * 1000 + (int)n.bits;
}

int main(void)
{
    int a[6] = { 1, 2, 3 }, i = 1;
    double d = 2.5;
    unsigned char narrow = 250;
    struct nest n = { .p = { [1] = { .a = f(7) } }, .name = "n" };

    a[f(1)] = f(20);
    a[f(2)] += f(30);
    a[f(3)]++;
    --a[f(0)];
    *where(a, f(4)) = 5;
    *where(a, 5) -= f(6);
    i += f(i) + i;
    i <<= f(1);
    d *= f(3);
    narrow += f(10);
    n.p[f(0)].b = f(8);
    n.bits = f(33);
    n.bits += f(3);
    int b[] = { f(1), f(2), f(3) }, c = f(4), e = c + f(5);
    struct pair q = pair(9), *pq = &(struct pair){ f(10), f(11) };
    a[4] = a[3] = f(12);
    printf("%d %d %d %d %d %d\n", a[0], a[1], a[2], a[3], a[4], a[5]);
    printf("%d %g %d\n", i, d, narrow);
    printf("%d %d %d %d %u\n", n.p[0].a, n.p[0].b, n.p[1].a, n.p[1].b, n.bits);
    printf("%d %d %d %d %d %zu\n", b[0], b[1], b[2], c, e, sizeof b / sizeof *b);
    printf("%d %d %d %d\n", q.a, q.b, pq->a, pq->b);
    printf("%zu %d\n", sizeof f(99), (int)sizeof(char[3]));
    printf("literal %d\n", sum((struct nest){ { { f(1), 2 }, pair(3) }, "x", 1 }));
    q = (f(1), pair(f(13)));
    (&n)->p[1] = q;
    printf("%d %d\n", n.p[1].a, (f(14), &n)->p[1].b);
    int (*rows)[3] = &(int[1][3]){ { f(15) } }[0];
    printf("%d %d\n", (*rows)[f(0)], f(1)[a]);
    const int k = f(16), *pk = &k;
    static int s;
    s = -f(*pk);
    printf("%d %d %d\n", ~f(17), -f(18), +s);
    printf("%d calls, %d\n", calls, sum_of_squares);
    return !f(19);
}
