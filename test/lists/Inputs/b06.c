/* link on top of a pointer member of another type: char *name first; function pointer first */
#include <stdio.h>
#include <stdlib.h>
struct sym { const char *name; double val; int used; };
struct cb { void (*fn)(int); double arg; int n; };
static void *syms, *cbs;
static void hello(int n) { printf("hello %d\n", n); }
static void bye(int n) { printf("bye %d\n", n); }
static struct sym *sym(const char *n, double v) { struct sym *s = syms; if (s) syms = *(void **)s; else { s = malloc(sizeof *s); s->used = 0; } s->name = n; s->val = v; s->used++; return s; }
static void sym_put(struct sym *s) { *(void **)s = syms; syms = s; }
static struct cb *cb(void (*f)(int), int n) { struct cb *c = cbs; if (c) cbs = *(void **)c; else c = malloc(sizeof *c); c->fn = f; c->n = n; c->arg = n; return c; }
static void cb_put(struct cb *c) { *(void **)c = cbs; cbs = c; }
int main(void)
{
    struct sym *s[5]; struct cb *c[5];
    for (int i = 0; i < 5; i++) { s[i] = sym("initial", i); c[i] = cb(i & 1 ? hello : bye, i); }
    sym_put(s[0]); sym_put(s[2]); sym_put(s[3]); cb_put(c[1]); cb_put(c[2]); cb_put(c[4]);
    for (int i = 1; i <= 3; i++) {
#pragma ckpt
        printf("visit %d\n", i);
        if (i == 1) { s[3] = sym("third", 33); c[4] = cb(hello, 44); }
        if (i == 2) { s[2] = sym("second", 22); c[2] = cb(hello, 22); }
    }
    s[0] = sym("zeroth", 100); c[1] = cb(bye, 11);
    for (int i = 0; i < 5; i++) { printf("%s %g %d\n", s[i]->name, s[i]->val, s[i]->used); c[i]->fn(c[i]->n); }
    printf("%d %d\n", syms == 0, cbs == 0);
    return 0;
}
