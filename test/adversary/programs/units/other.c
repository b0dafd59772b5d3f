#include <stdio.h>
#include <stdlib.h>
#include "shared.h"

struct node { double weight; const char *label; struct node *left, *right; };
typedef struct { char x[5]; double y; } item;
enum { SIZE = 2 };
static item table[SIZE] = { { "one", 1.5 }, { "two", 2.5 } };
struct hidden { struct node *list; item *cursor; };
static double state = 0.25;
static struct { double hits; struct node *at; } local;
long tail[TAIL] = { 7, 8 }, *const last = &tail[TAIL - 1];

static int advance(int by)
{
    static double total = 0.5;
    total *= 2;
    state += by;
#pragma ckpt
    local.hits += 0.5;
    int ticks = tick();
    return (int)(total + state + local.hits * 100) + ticks;
}
static int twice(int x) { return advance(x) * 2; }
const struct operation operations[] = { { "advance", advance }, { "twice", twice } };

struct hidden *other_new(void)
{
    struct hidden *h = calloc(1, sizeof *h);
    h->list = malloc(sizeof *h->list);
    *h->list = (struct node){ 2.5, "leaf", NULL, h->list };
    h->cursor = &table[1];
    local.at = h->list;
    #pragma ckpt
    return h;
}
int other_sum(struct hidden *h)
{
    int by = advance(1);
    h->list->weight += by;
    return (int)(h->list->right->weight + local.at->weight) + h->list->label[3] + h->cursor->x[1] + (int)h->cursor->y;
}
