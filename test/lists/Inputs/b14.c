/* move between lists: local cache -> global, splice of the whole, reverse in place, limited cache else free() */
#include <stdio.h>
#include <stdlib.h>
struct fl { struct fl *next; };
static struct fl *local, *global; static int nlocal;
struct blk { double d[3]; int id; };
static void put(struct blk *b) { struct fl *f = (struct fl *)b; f->next = local; local = f; nlocal++; }
static void flush(void) { struct fl *t = local; if (!t) return; while (t->next) t = t->next; t->next = global; global = local; local = 0; nlocal = 0; }
static void move_one(void) { struct fl *f = local; if (f) { local = f->next; f->next = global; global = f; nlocal--; } }
static void reverse(void) { struct fl *p = 0, *l = global; while (l) { struct fl *n = l->next; l->next = p; p = l; l = n; } global = p; }
static struct blk *get(int id)
{
    struct fl **h = local ? &local : &global; struct fl *f = *h; struct blk *b;
    if (f) { *h = f->next; b = (struct blk *)f; } else b = malloc(sizeof *b);
    b->d[0] = b->d[1] = b->d[2] = id; b->id = id;
    return b;
}
static int len(struct fl *f) { int n = 0; for (; f; f = f->next) n++; return n; }
int main(void)
{
    struct blk *b[10];
    for (int i = 0; i < 10; i++) b[i] = get(i);
    for (int i = 0; i < 3; i++) put(b[i]);
    flush();
    for (int i = 3; i < 6; i++) put(b[i]);
    for (int i = 1; i <= 4; i++) {
#pragma ckpt
        printf("visit %d %d %d\n", i, len(local), len(global));
        if (i == 1) { move_one(); reverse(); }
        if (i == 2) { flush(); put(b[7]); }
        if (i == 3) { reverse(); b[7] = get(77); b[0] = get(100); }
    }
    for (int i = 1; i < 6; i++) b[i] = get(i * 11);
    for (int i = 0; i < 10; i++) printf("%d %g\n", b[i]->id, b[i]->d[2]);
    printf("%d %d\n", len(local), len(global));
    return 0;
}
