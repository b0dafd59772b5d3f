/* popped by the head itself; the one popped first is not written yet, the other holds 1.0 / 5 (whose first half is zero where pointers have 32 bits) */
#include <stdio.h>
#include <stdlib.h>
#include <complex.h>
struct d { double v; int n; };
struct l { double complex v; int n; };
static void *dl, *ll;
static void dput(struct d *p) { *(void **)p = dl; dl = p; }
static void lput(struct l *p) { *(void **)p = ll; ll = p; }
static struct d *dget(void) { struct d *r = dl; if (!r) return calloc(1, sizeof *r); dl = *(void **)dl; return r; }
static struct l *lget(void) { struct l *r = ll; if (!r) return calloc(1, sizeof *r); ll = *(void **)ll; return r; }
int main(void)
{
    struct d *a = dget(), *b = dget();
    struct l *c = lget(), *d = lget();
    a->n = b->n = c->n = d->n = 1;
    dput(a); dput(b); lput(c); lput(d);
    b = dget(); a = dget(); d = lget(); c = lget();
    a->v = 1.0; a->n = 2; c->v = 5.0 * I; c->n = 3;
    b->n = 4; d->n = 5; /* their v not set yet */
    for (int i = 1; i <= 2; i++) {
#pragma ckpt
        printf("visit %d\n", i);
    }
    b->v = 7; d->v = 8;
    printf("%g %d %g %d %g %d %g %d\n", a->v, a->n, b->v, b->n, cimag(c->v), c->n, creal(d->v), d->n);
    return 0;
}
