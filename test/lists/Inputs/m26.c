/* heap slab, one element on a typed list; later two (refused?), later none */
#include <stdio.h>
#include <stdlib.h>
struct fl { struct fl *next; };
struct e { double v; int n; };
static struct fl *list;
static void put(void *p) { struct fl *f = p; f->next = list; list = f; }
static struct e *get(void) { struct fl *f = list; if (f) list = f->next; return (struct e *)f; }
int main(void)
{
    struct e *s = calloc(6, sizeof *s), *x;
    for (int i = 0; i < 6; i++) { s[i].v = i + .5; s[i].n = i; }
    put(&s[2]);
    for (int i = 1; i <= 3; i++) {
#pragma ckpt
        printf("visit %d\n", i);
        if (i == 1) { x = get(); x->v = 22; x->n = 2; }
        if (i == 2) { put(&s[0]); }
    }
    while ((x = get())) x->v = 1;
    for (int i = 0; i < 6; i++) printf("%g %d\n", s[i].v, s[i].n);
    free(s);
    return 0;
}
