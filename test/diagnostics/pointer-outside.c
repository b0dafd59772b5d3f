// Pointers out of an array, kept past a site or given to a function that reaches one; not those that lead into it again, that are used on the spot, or to the end.
// REQUIRES: ckptcc
// RUN: %expect %s
#include <stdio.h>
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

static double at(const double *v, int i) { return v[i]; }

int main(int argc, char **argv)
{
    double data[64] = { 1, 2, 3 }, *first = data - 1; // expect: ckpt-pointer-outside
    double *behind = &data[66], *end = data + 64, *again = data - 1 + argc; // expect: ckpt-pointer-outside
    struct tail t = { 1, { 2 } };
    int *items = t.items + 3, table[4][4] = { { 1 } }, *last = table[0] + 16;
    from_one = sums - 1; // expect: ckpt-pointer-outside
    (void)argv;
    #pragma ckpt
    double sum = total(data - 1, 3); // expect: ckpt-pointer-outside
    sum += at(data - 1, 1) + total(data - 1 + argc, 1);
    printf("%g %g %d\n", sum + first[1] + behind[-3] + end[-1] + *again + from_one[1], data[0], (items != NULL) + last[-1]);
    return 0;
}
