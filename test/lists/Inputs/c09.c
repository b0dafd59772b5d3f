/* bitfields / _Complex / long long first; two lists of one link type; typed lists declared as the object type */
#include <stdio.h>
#include <stdlib.h>
#include <complex.h>
struct lk { struct lk *n; };
static struct lk *fa, *fb, *fc;
struct bf { unsigned a : 3, b : 13, c : 16; int t; double z; };
struct cx { double complex v; int k; };
struct ld { long double v; int k; char t; };
static void put(struct lk **l, void *p) { struct lk *x = p; x->n = *l; *l = x; }
static void *get(struct lk **l, size_t n) { struct lk *x = *l; if (x) { *l = x->n; return x; } return malloc(n); }
static struct bf *bf(int i) { struct bf *b = get(&fa, sizeof *b); b->a = i & 7u; b->b = 100u + (unsigned)i; b->c = 65535u - (unsigned)i; b->t = i; b->z = i; return b; }
static struct cx *cx(int i) { struct cx *c = get(&fb, sizeof *c); c->v = i + 0.5 * I; c->k = i; return c; }
static struct ld *ld(int i) { struct ld *c = get(&fc, sizeof *c); c->v = i + 0.25L; c->k = i; c->t = 'l'; return c; }
int main(void)
{
    struct bf *b[4]; struct cx *c[4]; struct ld *l[4];
    for (int i = 0; i < 4; i++) { b[i] = bf(i); c[i] = cx(i); l[i] = ld(i); }
    for (int i = 0; i < 3; i++) { put(&fa, b[i]); put(&fb, c[i]); put(&fc, l[i]); }
    for (int i = 1; i <= 4; i++) {
#pragma ckpt
        printf("visit %d\n", i);
        if (i < 4) { b[3 - i] = bf(10 * i); c[3 - i] = cx(10 * i); l[3 - i] = ld(10 * i); }
    }
    for (int i = 0; i < 4; i++) printf("%u %u %u %d %g %g %g %d %.2Lf %d %c\n", b[i]->a, b[i]->b, b[i]->c, b[i]->t, b[i]->z, creal(c[i]->v), cimag(c[i]->v), c[i]->k, l[i]->v, l[i]->k, l[i]->t);
    return 0;
}
