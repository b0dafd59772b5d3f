// Pointers out of an array, kept past a site or given to a function that reaches one; not those that lead into it again, that are used on the spot, or to the end. In front of blocks, too.
// REQUIRES: ckptcc
// RUN: %expect %s
#include <stdio.h>
#include <stdlib.h>
struct tail { int n, items[1]; };
static double sums[8];
static double *from_one;

static double total(const double *v, int n)
{
    double sum = 0;
    for (int i = 1; i <= n; i++) {
        #pragma ckpt
        sum += v[i];
    }
    return sum;
}

static short *base, *map, *near_map;
static long *table, *from;
static int first_number;

/* What a block is made for, and pointers before its start: kept in variables that a checkpoint saves. */
static void make(int n, int low)
{
    base = malloc((size_t)n * sizeof *base);
    map = base - first_number; // expect: ckpt-pointer-outside
    near_map = base - 1;
    table = malloc((size_t)n * sizeof *table);
    table -= 2 + first_number; // expect: ckpt-pointer-outside
    table = malloc((size_t)n * sizeof *table);
    table -= low;
    short *end = base + n, *before_end = end - first_number;
    before_end[-1] = 1;
    long *moved = malloc((size_t)n * sizeof *moved);
    moved++;
    from = moved - first_number;
}

static double at(const double *v, int i) { return v[i]; }

int main(int argc, char **argv)
{
    double data[64] = { 1, 2, 3 }, *first = data - 1; // expect: ckpt-pointer-outside
    double *behind = &data[66], *end = data + 64, *again = data - 1 + argc; // expect: ckpt-pointer-outside
    struct tail t = { 1, { 2 } };
    int *items = t.items + 3, table[4][4] = { { 1 } }, *last = table[0] + 16;
    from_one = sums - 1; // expect: ckpt-pointer-outside
    (void)argv;
    make(argc + 20, 1);
    #pragma ckpt
    double sum = total(data - 1, 3); // expect: ckpt-pointer-outside
    sum += at(data - 1, 1) + total(data - 1 + argc, 1);
    printf("%g %g %d %d\n", sum + first[1] + behind[-3] + end[-1] + *again + from_one[1], data[0], (items != NULL) + last[-1], map[first_number] + near_map[1] + (table != from));
    return 0;
}
