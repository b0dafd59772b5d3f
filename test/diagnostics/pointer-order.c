// The order of pointers to different objects; of pointers into one.
// REQUIRES: ckptcc
// RUN: %expect %s
#include <stdint.h>
#include <stdlib.h>

struct entry { const char *name; int rank; };

static int left[4], right[4];
static struct entry table[8];

static int by_address(const void *a, const void *b)
{
    const struct entry *p = a, *q = b;
    return p->name < q->name ? -1 : p->name > q->name; // expect: ckpt-pointer-order ckpt-pointer-order
}

static int by_rank(const void *a, const void *b)
{
    const struct entry *p = a, *q = b;
    return p->rank < q->rank ? -1 : p->rank > q->rank;
}

static int overlaps(const void *p, const void *q) { return (uintptr_t)p < (uintptr_t)q; } // expect: ckpt-pointer-order

struct arena { char *start, *middle, *end; };
struct shared { struct shared *next; struct lock *lock; };

/* Where an address lies in is the same after a restart. */
static int inside(const struct arena *a, const char *p, size_t n)
{
    if ((uintptr_t)p < (uintptr_t)a->end) {
        if ((uintptr_t)p >= (uintptr_t)a->middle)
            return 1;
        if ((uintptr_t)p >= (uintptr_t)a->start)
            return (uintptr_t)(p + n) > (uintptr_t)a->end ? 3 : 2;
    }
    return 0;
}

/* A list that is in the order of addresses; a tree. */
static void put(struct shared *first, struct shared *new)
{
    while (first->next && (uintptr_t)first->next->lock < (uintptr_t)new->lock) // expect: ckpt-pointer-order
        first = first->next;
    if ((uintptr_t)new->lock < (uintptr_t)first->lock) // expect: ckpt-pointer-order
        new->next = first;
}

struct tree { struct tree *left, *right; const void *key; };
static struct tree *find(struct tree *t, const void *key)
{
    while (t && t->key != key)
        t = (uintptr_t)key < (uintptr_t)t->key ? t->left : (uintptr_t)key > (uintptr_t)t->key ? t->right : 0; // expect: ckpt-pointer-order ckpt-pointer-order
    return t;
}

/* Sorted, and searched. */
static void sorted(void **v)
{
    void *x;
    if ((uintptr_t)v[0] > (uintptr_t)v[1]) // expect: ckpt-pointer-order
        x = v[0], v[0] = v[1], v[1] = x;
    if ((uintptr_t)v[1] > (uintptr_t)v[2]) // expect: ckpt-pointer-order
        x = v[1], v[1] = v[2], v[2] = x;
}

static int place(void **v, void *p, int n)
{
    for (int i = 0; i + 1 < n; i++)
        if ((uintptr_t)v[i] <= (uintptr_t)p && (uintptr_t)p < (uintptr_t)v[i + 1]) // expect: ckpt-pointer-order ckpt-pointer-order
            return i;
    return -1;
}

/* The order in which locks are taken. */
static void locked(struct shared *a, struct shared *b, struct shared *c)
{
    if ((uintptr_t)a < (uintptr_t)b) // expect: ckpt-pointer-order
        a->next = b;
    if ((uintptr_t)b < (uintptr_t)c) // expect: ckpt-pointer-order
        b->next = c;
}

/* Blocks of different allocations; one that may be the other's. */
static char *first, *second, *either, *within;
static int blocks(int n)
{
    int *local = malloc(10 * sizeof *local), *end = local + n;
    char *text = 0;
    first = malloc(10), second = malloc(20);
    either = n ? first : malloc(3);
    within = second + 3;
    text = calloc(1, 30);
    return (first < second) + (second < text + 3) + (int)(first - text) + (either < first) + (within < second) + (local < end) + (first < first + n); // expect: ckpt-pointer-order ckpt-pointer-order ckpt-pointer-order
}

static int sum(const int *from, const int *to)
{
    int total = 0;
    while (from < to)
        total += *from++;
    return total;
}

int main(void)
{
    qsort(table, 8, sizeof table[0], by_address);
    qsort(table, 8, sizeof table[0], by_rank);
    struct arena a = { (char *)left, (char *)left + 4, (char *)(left + 4) };
    struct shared one = { 0, 0 }, two = one;
    void *some[] = { left, right, &a };
    put(&one, &two);
    sorted(some);
    locked(&one, &two, &one);
    return place(some, &a, 3) + inside(&a, a.middle, 4) + !find(0, &a) + (left < right) + sum(left, left + 4) + (&left[1] < &left[2]) + overlaps(left, right) + blocks(3); // expect: ckpt-pointer-order
}
