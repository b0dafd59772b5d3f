/* merge of two pools: popped and pushed again as the link type */
#include <stdio.h>
#include <stdlib.h>
struct fl { struct fl *next; };
#define fl_head void *
struct pool { void *free; };
static struct pool a, b;
struct blk { double d; int id; };
static void put(struct pool *p, void *m) { struct fl *f = m; f->next = p->free; p->free = f; }
static void merge(struct pool *to, struct pool *from) { struct fl *f; while ((f = from->free)) { from->free = f->next; f->next = to->free; to->free = f; } }
static struct blk *get(struct pool *p, int id) { struct fl *f = p->free; struct blk *k; if (f) { p->free = f->next; k = (struct blk *)f; } else k = malloc(sizeof *k); k->d = id + .5; k->id = id; return k; }
int main(void)
{
    struct blk *x[5];
    for (int i = 0; i < 5; i++) x[i] = get(&a, i);
    for (int i = 0; i < 3; i++) put(&b, x[i]);
    merge(&a, &b);
    for (int i = 1; i <= 2; i++) {
#pragma ckpt
        printf("visit %d\n", i);
    }
    for (int i = 0; i < 3; i++) x[i] = get(&a, 10 + i);
    for (int i = 0; i < 5; i++) printf("%g %d\n", x[i]->d, x[i]->id);
    return 0;
}
