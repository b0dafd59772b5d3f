// Cycles and sharing: rings, parent pointers, self references, a graph with a long list (no recursion on its length), mutual
// references between stack, globals and heap.
// REQUIRES: ckptcc
// RUN: %restart %s
#include <stdio.h>
#include <stdlib.h>

struct tree { struct tree *parent, *child[2], *root; int value; };
struct link { struct link *next, *prev; struct tree *tree; int n; };
struct a { struct b *b; int x; };
struct b { struct a *a; struct b *me; struct a own; };

static struct link ring = { &ring, &ring, NULL, 0 };
static struct a on_globals;

static struct tree *grow(struct tree *parent, struct tree *root, int depth, int value)
{
    struct tree *t = calloc(1, sizeof *t);
    struct link *l = malloc(sizeof *l);

    t->parent = parent;
    t->root = root ? root : t;
    t->value = value;
    *l = (struct link){ &ring, ring.prev, t, value };
    ring.prev->next = l;
    ring.prev = l;
    #pragma ckpt
    for (int i = 0; i < 2 && depth > 0; i++)
        t->child[i] = grow(t, t->root, depth - 1, value * 2 + i);
    return t;
}

static int climb(const struct tree *t)
{
    return t->parent ? t->value + climb(t->parent) : t->value;
}

struct chain { struct chain *next; int n; };

int main(void)
{
    struct tree *tree = grow(NULL, NULL, 2, 1);
    struct b *heap = malloc(sizeof *heap), on_stack = { &on_globals, &on_stack, { heap, 7 } };
    struct chain *head = NULL, *tail = NULL, **end = &head;

    heap->a = &on_stack.own;
    heap->me = heap;
    heap->own.b = &on_stack;
    on_globals.b = heap;
    for (int i = 0; i < 20000; i++) {
        *end = malloc(sizeof **end);
        (*end)->n = i;
        tail = *end;
        end = &(*end)->next;
    }
    *end = head;
    #pragma ckpt
    int sum = 0, n = 0;
    for (struct link *l = ring.next; l != &ring; l = l->next)
        sum += climb(l->tree) * l->n + (l->prev->next == l) + (l->tree->root == tree);
    printf("%d\n", sum);
    printf("%d %d %d\n", heap->a->x, heap->me == heap, on_stack.a->b->own.b->me == &on_stack);
    struct chain *c = head;
    do
        n += c->n % 7;
    while ((c = c->next) != head);
    printf("%d %d %d\n", n, tail->next == head, *end == head);
    return 0;
}
