// What looks like taking off and is none: a list that is walked by its own head (a copy of it), an iterator that steps on and returns what it was at; and a live list of static objects that is filled through void *.
// REQUIRES: ckptcc
// RUN: %restart %s --visits 3
#include <stdio.h>
#include <stdlib.h>

struct link { struct link *next; };
struct pool { struct link *list; };
struct real { double value; int id; };
static struct pool pool;

static void put(struct pool *p, void *memory)
{
    struct link *l = memory;
    l->next = p->list;
    p->list = l;
}

static void *get(struct pool *p, size_t n)
{
    struct link *l = p->list;
    if (!l)
        return malloc(n);
    p->list = l->next;
    return l;
}

static int count(struct pool p)
{
    int n = 0;
    for (; p.list; p.list = p.list->next)
        n++;
    return n;
}

static int count_again(void)
{
    int n = 0;
    struct link *kept = pool.list;
    while (pool.list) {
        n++;
        pool.list = pool.list->next;
    }
    pool.list = kept;
    return n;
}

/* Live. */
struct node { long key; struct node *next; double weight; };
struct iterator { struct node *current; };
static void *step(struct iterator *at)
{
    struct node *n = at->current;
    if (n)
        at->current = at->current->next;
    return n;
}

struct item { int id; struct item *next; };
static struct item items[5], *live;
static void add(void *memory)
{
    struct item *i = memory;
    i->next = live;
    live = i;
}

int main(void)
{
    struct real *r[6];
    struct node *nodes = 0;
    for (int i = 0; i < 6; i++) {
        r[i] = get(&pool, sizeof *r[i]);
        *r[i] = (struct real){i / 4.0, i};
        struct node *n = malloc(sizeof *n);
        *n = (struct node){i, nodes, i / 2.0};
        nodes = n;
    }
    for (int i = 0; i < 5; i++) {
        items[i].id = i;
        add(&items[i]);
    }
    put(&pool, r[1]);
    put(&pool, r[2]);
    put(&pool, r[4]);
    printf("%d %d\n", count(pool), count_again());
    for (int visit = 1; visit <= 3; visit++) {
        double sum = 0;
        struct iterator at = {nodes};
        for (struct node *n; (n = step(&at));)
            sum += n->weight * (double)n->key;
        #pragma ckpt
        for (struct item *i = live; i; i = i->next)
            sum += i->id;
        printf("%d: %g %d\n", visit, sum, count(pool));
        struct real *again = get(&pool, sizeof *again);
        *again = (struct real){visit, visit};
        printf("%g %g %d\n", again->value, r[3]->value, r[5]->id);
    }
    return 0;
}
