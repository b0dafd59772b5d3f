// Pointers made of numbers and kept; used on the spot, and small numbers that are none.
// REQUIRES: ckptcc
// RUN: %expect %s
#include <stdint.h>
#include <stdlib.h>

struct node { struct node *next; };

static struct node *list;
static void *small;
static uintptr_t stored;

static struct node *same(const struct node *p)
{
    list = (struct node *)(uintptr_t)p;
    return list;
}

static struct node *unmarked(struct node *p) { return (struct node *)((uintptr_t)p & ~(uintptr_t)1); }

int main(int argc, char **argv)
{
    list = calloc(1, sizeof *list);
    list->next = (struct node *)((uintptr_t)list | 1); // expect: ckpt-number-as-address
    struct node *live = (struct node *)stored; // expect: ckpt-number-as-address
    small = (void *)(intptr_t)argc;
    struct node *before = (struct node *)stored;
    argc += before == NULL;
    #pragma ckpt
    return live == list || unmarked(list->next) != same(list) || ((struct node *)stored)->next == (void *)argv || small == (void *)-1;
}
