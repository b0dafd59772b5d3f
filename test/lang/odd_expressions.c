// Statement expressions that end in an empty statement, names in types in their own initialisers, literals that are not evaluated, declarations of labels,
// a function right behind the declaration of one of the C library's.
// C-SUPPORT: Control | `__label__` in functions that can reach a site | GNU | supported |
// REQUIRES: ckptcc
// RUN: %restart %s --visits 8
#include <stdio.h>

int rand(void);static int drawn(void)
{
    #pragma ckpt
    return rand() & 1024;
}

static const char *p = "outer";
static int n = 3;
struct rec { int a[16]; };

static int step(int x)
{
    #pragma ckpt
    return x + 1;
}

static int first(const int *q)
{
    #pragma ckpt
    return *q;
}

static void *get(unsigned long size)
{
    static struct rec r;
    #pragma ckpt
    r.a[0] = (int)size;
    return &r;
}

static int values(void)
{
    int t = ({ int r_ = step(3); 2 * r_;; });
    return t;
}

static int names(void)
{
    struct rec *q, *r;
    {
        struct rec *p = get(sizeof(__typeof__(*p)));
        q = p;
    }
    {
        struct rec *p = get(({ sizeof *p; }));
        r = p;
    }
    int n = step((int)sizeof(char[sizeof n]));
    return q->a[0] + (r == q) + n + p[0];
}

static int literals(void)
{
    static int count = sizeof((int[]){ 1, 2, 3 }) / sizeof(int);
    static __typeof__((int[]){ 1, 2 }) two = { 4, 5 };
    int more = sizeof((char[]){ 1, 2, 3, 4 }), kind = _Generic((struct rec *)&(struct rec){ { 1 } }, struct rec *: 1, default: 2);
    struct { struct rec *to; const int *of[2]; } all = { &(struct rec){ { 9 } }, { (int[]){ 1, 2 }, [1] = &(int){ 3 } } };

    #pragma ckpt
    return count++ + two[1]++ + more + kind + all.to->a[0] + *all.of[0] + *all.of[1];
}

static int search(int n)
{
    __label__ out, next; __label__ never;
    int r = 0;

    for (int i = 0; i < n; i++) {
        #pragma ckpt
        if (i == 2)
            goto out;
        r += i;
    next:;
    }
never:
out:
    return r;
}

static double exact(double a, const double *b)
{
    #pragma STDC FP_CONTRACT OFF
    double c = first((int[]){ 2 });

    #pragma ckpt
    return a * *b + c;
}

int main(void)
{
    for (int i = 0; i < 2; i++) {
        int t = 0;
        {
            __label__ done;
            if (first((int[]){ 4 }) == 3)
                goto done;
            t = 1;
        done:
            t += 2;
        }
        t += ({
            __label__ x;
            int k = first((int[]){ 5 });
            if (k)
                goto x;
            k = 9;
        x:
            k;
        });
        printf("%d %d %d\n", values(), names() == 'o' + 64 + 1 + 5, literals());
        printf("%d %d %d %g\n", drawn(), search(4), t + n, exact(2, &(double){ 1.5 }));
    }
    return 0;
}
