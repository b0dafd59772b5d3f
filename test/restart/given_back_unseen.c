// Blocks that come off a list of what was given back in a way that is not seen (`r = list; list = *(void **)list;`) are what they are: their first word may be zero where the link was, and neither a link
// that another such block still has nor a pointer of the list's type says that they are on it.
// REQUIRES: ckptcc, i386, powerpc
// RUN: %ckptcc -w %s -o %t && %ckptcc -w --ckpt-cc=i686-linux-gnu-gcc -static %s -o %t.i386 && %ckptcc -w --ckpt-cc=powerpc-linux-gnu-gcc -static %s -o %t.ppc
// RUN: for how in several last; do %t $how > %t.want; for run in "%t" "qemu-i386-static %t.i386" "qemu-ppc-static %t.ppc"; do rm -rf %t.d; (env CKPT_DIR=%t.d CKPT_AT=1 CKPT_EXIT=1 $run $how > %t.1; test $? = 75) || exit 1; \
// RUN:   env CKPT_DIR=%t.d CKPT_RESTART=latest $run $how > %t.2 && cat %t.1 %t.2 | cmp - %t.want || exit 1; done; done
#include <complex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct d { double v; int n; };
struct l { double complex v; int n; };
static void *dl, *ll;
static void dput(struct d *p) { *(void **)p = dl; dl = p; }
static void lput(struct l *p) { *(void **)p = ll; ll = p; }
static struct d *dget(void) { struct d *r = dl; if (!r) return calloc(1, sizeof *r); dl = *(void **)dl; return r; }
static struct l *lget(void) { struct l *r = ll; if (!r) return calloc(1, sizeof *r); ll = *(void **)ll; return r; }

/* A pointer of the list's type stays. */
struct fl { struct fl *next; };
static struct fl *list, *last;
static void put(void *p) { struct fl *f = p; f->next = list; list = f; }
static struct d *get(void) { last = list; if (!last) return calloc(1, sizeof(struct d)); list = list->next; return (struct d *)last; }

int main(int argc, char **argv)
{
    struct d *a, *b = 0;
    struct l *c = 0, *d = 0;
    if (argc > 1 && !strcmp(argv[1], "last")) {
        a = get();
        a->n = 1;
        put(a);
        a = get();
        a->v = 1.0;
        a->n = 2;
    } else {
        a = dget(), b = dget();
        c = lget(), d = lget();
        a->n = b->n = c->n = d->n = 1;
        dput(a), dput(b), lput(c), lput(d);
        b = dget(), a = dget(), d = lget(), c = lget();
        a->v = 1.0;
        a->n = 2;
        c->v = 5.0 * I;
        c->n = 3;
        b->n = 4;
        d->n = 5; /* their v is not set yet */
    }
    for (int i = 1; i <= 2; i++) {
        #pragma ckpt
        printf("visit %d\n", i);
    }
    printf("%g %d %d\n", a->v, a->n, last == (void *)a);
    if (b) {
        b->v = 7;
        d->v = 8;
        printf("%g %d %g %d %g %d\n", b->v, b->n, cimag(c->v), c->n, creal(d->v), d->n);
    }
    return 0;
}
