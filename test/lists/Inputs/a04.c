/* push of a whole chain (of a real list) onto the free list; intrusive next at the end, freed link at the start */
#include <stdio.h>
#include <stdlib.h>
struct term { double coef; int exp; struct term *next; };
union u { int dummy; };
struct fl { struct fl *nx; };
static struct fl *avail; static int nmade;
static struct term *term(double c, int e, struct term *n)
{
    struct term *t;
    if (avail) { struct fl *f = avail; avail = f->nx; t = (struct term *)f; }
    else { t = malloc(sizeof *t); nmade++; }
    t->coef = c; t->exp = e; t->next = n;
    return t;
}
static void poly_free(struct term *t)
{
    while (t) {
        struct term *n = t->next;
        struct fl *f = (struct fl *)t;
        f->nx = avail;
        avail = f;
        t = n;
    }
}
static struct term *add(struct term *a, struct term *b)
{
    if (!a && !b) return 0;
    if (!b || (a && a->exp > b->exp)) return term(a->coef, a->exp, add(a->next, b));
    if (!a || b->exp > a->exp) return term(b->coef, b->exp, add(a, b->next));
    return term(a->coef + b->coef, a->exp, add(a->next, b->next));
}
static void show(struct term *t) { for (; t; t = t->next) printf("%+gx^%d", t->coef, t->exp); printf("\n"); }
int main(void)
{
    struct term *a = 0, *b = 0, *c;
    for (int i = 0; i < 5; i++) { a = term(i + 0.5, 2 * i, a); b = term(i - 0.25, i, b); }
    c = add(a, b);
    show(c);
    poly_free(a);
    for (int i = 1; i <= 3; i++) {
#pragma ckpt
        printf("visit %d\n", i);
        a = add(b, c); show(a);
        poly_free(c); c = a;
    }
    poly_free(b); b = add(c, c); show(b); show(c);
    printf("made %d\n", nmade);
    return 0;
}
