/* first of a list that fits: popped, and pushed back as the link type */
#include <stdio.h>
#include <stdlib.h>
struct fl { struct fl *next; };
static struct fl *list;
struct blk { double d; int id; };
static void put(void *m) { struct fl *f = m; f->next = list; list = f; }
static struct fl *pop(void) { struct fl *f = list; if (f) list = f->next; return f; }
static void unpop(struct fl *f) { f->next = list; list = f; }
static struct blk *get(int id) { struct fl *f = pop(); struct blk *k = f ? (struct blk *)f : malloc(sizeof *k); k->d = id + .5; k->id = id; return k; }
int main(void)
{
    struct blk *x[5];
    for (int i = 0; i < 5; i++) x[i] = get(i);
    for (int i = 0; i < 3; i++) put(x[i]);
    struct fl *f = pop(), *g = pop(); /* look at two */
    unpop(g); unpop(f);
    for (int i = 1; i <= 2; i++) {
#pragma ckpt
        printf("visit %d\n", i);
    }
    for (int i = 0; i < 3; i++) x[i] = get(10 + i);
    for (int i = 0; i < 5; i++) printf("%g %d\n", x[i]->d, x[i]->id);
    return 0;
}
