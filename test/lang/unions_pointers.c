// Unions whose members are pointers to objects of several types, or arrays of those: each comes back as what it leads to, whatever that is: blocks, the
// inside of structures and arrays, text, variables, streams, nothing. In structures, anonymous, in blocks, local; a tree whose depth is not in its nodes.
// C-SUPPORT: Types | unions of pointers to objects of several types | 6.7.2.1 | supported | carried as `void *`; with pointers to functions or numbers: refused
// REQUIRES: ckptcc
// RUN: %restart %s --visits 5
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 4 };
struct number { char sign; int digits; double value; };
struct node { union { struct number *leaf[WIDTH]; struct node *down[WIDTH]; } items; };
struct tree { struct node *root; int depth; };
struct cell { char kind; union { char *text; int *places; struct number *number; void *any; FILE *file; }; struct cell *next; };
union link { struct cell *cell; struct tree *tree; const char *name; };

static struct tree tree;
static union { double *one; struct number *all; } inner;
static struct { int before[3]; double after; } table = { { 1, 2, 3 }, 4.5 };
static struct cell *cells;

static struct number *number(int n)
{
    struct number *p = calloc(1, sizeof *p);
    *p = (struct number){ (char)(n % 2 ? '-' : '+'), n, n / 4.0 };
    return p;
}

static void put(int at, int n)
{
    while (!tree.depth || at >= (tree.depth == 1 ? WIDTH : tree.depth == 2 ? WIDTH * WIDTH : 64)) {
        struct node *up = calloc(1, sizeof *up);
        up->items.down[0] = tree.root;
        tree.root = up;
        tree.depth++;
    }
    struct node *p = tree.root;
    for (int d = tree.depth, share = d == 3 ? 16 : WIDTH; d > 1; d--, share /= WIDTH) {
        struct node **next = &p->items.down[at / share];
        if (!*next)
            *next = calloc(1, sizeof **next);
        p = *next;
        at %= share;
    }
    p->items.leaf[at] = number(n);
}

static double sum(const struct node *p, int depth)
{
    double s = 0;
    for (int i = 0; p && i < WIDTH; i++)
        s += depth > 1 ? sum(p->items.down[i], depth - 1) : p->items.leaf[i] ? p->items.leaf[i]->value * p->items.leaf[i]->digits : 0;
    return s;
}

static struct cell *cell(char kind)
{
    struct cell *c = malloc(sizeof *c);
    memset(c, 0, sizeof *c);
    c->kind = kind;
    c->next = cells;
    return cells = c;
}

int main(void)
{
    union link links[3] = { { .name = "a name" }, { .tree = &tree }, { NULL } }, *second = &links[1];
    struct number **into;
    int local[4] = { 10, 20, 30, 40 };
    char text[] = "some text of its own";

    for (int i = 0; i < 5; i++) {
        put(i * i * 3, i);
        cell('t')->text = strdup("on the heap");
        cells->text += i;
        cell('l')->text = text + i;
        cell('p')->places = i % 2 ? &local[i - 1] : &table.before[i % 3];
        cell('n')->number = number(i);
        cell('a');
        cells->any = i % 2 ? (void *)&table.after : &cells->next->number->digits;
        cell('f')->file = i % 2 ? stdout : NULL;
        links[2].cell = cells->next;
        inner.all = cells->next->next->number;
        into = &cells->next->next->number;
        if (i > 2)
            inner.one = &inner.all->value;
        #pragma ckpt
        local[i % 4]++;
        table.before[1] += i;
        (*into)->value += 0.25;
        printf("%d: %g %s %d", i, sum(tree.root, tree.depth), links[0].name, second->tree->depth);
        for (struct cell *c = cells; c; c = c->next)
            switch (c->kind) {
            case 't': case 'l': printf(" %s", c->text); break;
            case 'p': printf(" %d", *c->places); break;
            case 'n': printf(" %c%d:%g", c->number->sign, c->number->digits, c->number->value); break;
            case 'f': if (c->file) fputs(" out", c->file); break;
            default: printf(" %d", c->any == &table.after ? -1 : *(int *)c->any);
            }
        printf(" %g %d\n", i > 2 ? *inner.one : inner.all->value, links[2].cell->kind);
    }
    return 0;
}
