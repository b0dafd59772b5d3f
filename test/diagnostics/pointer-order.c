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
    return (left < right) + sum(left, left + 4) + (&left[1] < &left[2]) + overlaps(left, right); // expect: ckpt-pointer-order
}
