/* dims.c - MPI_Dims_create: the layer's own, for each MPI has another grid (72 in two dimensions: 9 by 8, 12 by 6), and a restart must not change it.
 *
 * Form       of all grids in non-increasing order the one whose greatest and least dimensions are the least apart; of those the one whose last dimension is the greatest,
 *            then the one in front of it, and so on: what MPI 3.1, 7.5.2 calls as close to each other as possible, and MPICH's tests (topo/dims5) expect.
 */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include "shim.h"
#include "wrap_calls.h"

enum { DIVISORS = 1600 };         /* 2095133040 has them, no int has more */

/* Ascending. Returns how many. */
static int list_divisors(int n, int *list)
{
    int low = 0, high = DIVISORS;

    for (int d = 1; d <= n / d; d++)
        if (n % d == 0) {
            list[low++] = d;
            if (d != n / d)
                list[--high] = n / d;
        }
    memmove(list + low, list + high, (size_t)(DIVISORS - high) * sizeof *list);
    return low + DIVISORS - high;
}

/* Are `count` dimensions of at most d enough for n? */
static bool reaches(int d, int count, int n)
{
    long long all = 1;

    for (int i = 0; i < count && all < n && d > 1; i++)
        all *= d;
    return all >= n;
}

static int greatest_prime(int n)
{
    int greatest = 1;

    for (int p = 2; p <= n / p; p++)
        for (; n % p == 0; n /= p)
            greatest = p;
    return n > 1 ? n : greatest;
}

/* Does d to the power of `count` exceed n? */
static bool exceeds(int d, int count, int n)
{
    long long all = 1;

    for (int i = 0; i < count && all <= n && d > 1; i++)
        all *= d;
    return all > n;
}

typedef struct factors {
    int divisors[DIVISORS];       /* of the whole, ascending */
    int count;
    int prime;                    /* its greatest */
} factors;

/* n as a product of `count` numbers from low to high, in non-increasing order: the last one the greatest that there is, then the one in front of it, and so on. */
static bool split(const factors *f, int n, int count, int low, int high, int *out)
{
    if (n % f->prime == 0 && f->prime > high)
        return false;
    if (count <= 1) {
        if (count)
            *out = n;
        return count ? n >= low && n <= high : n == 1;
    }
    for (int i = f->count; i-- > 0 && f->divisors[i] >= low;) {
        int d = f->divisors[i];

        if (n % d || exceeds(d, count, n) || !reaches(high, count - 1, n / d))
            continue;
        out[count - 1] = d;
        if (split(f, n / d, count - 1, d, high, out))
            return true;
    }
    return false;
}

/* The grid, into out[0..count-1]; the others of out[0..2*count-1] are room for the one that is tried. */
static void balance(const factors *f, int n, int count, int *out)
{
    int range = n, *now = out + count;

    out[0] = n;
    for (int i = 1; i < count; i++)
        out[i] = 1;
    for (int l = f->count; count > 1 && l-- > 0;) {
        int least = f->divisors[l], rest = n / least;

        if (exceeds(least, count, n))
            continue;
        for (int g = l; g < f->count && f->divisors[g] - least < range; g++) {
            int most = f->divisors[g];

            if (most < f->prime || !reaches(most, count - 1, rest) || rest % most)
                continue;
            if (!split(f, rest / most, count - 2, least, most, now + 1))
                continue;
            now[0] = most;
            now[count - 1] = least;
            memcpy(out, now, (size_t)count * sizeof *now);
            range = most - least;
        }
    }
}

int ckpt_MPI_Dims_create(int nnodes, int ndims, int dims[])
{
    int rest = nnodes, free_ones = 0, *found;
    factors f;

    if (nnodes < 1)
        return MPI_ERR_ARG;
    if (ndims < 0)
        return MPI_ERR_DIMS;
    for (int i = 0; i < ndims; i++) {
        if (dims[i] < 0 || (dims[i] && rest % dims[i]))
            return MPI_ERR_DIMS;
        if (dims[i])
            rest /= dims[i];
        else
            free_ones++;
    }
    if (!free_ones)
        return 0;
    if (!(found = malloc(2 * (size_t)free_ones * sizeof *found)))
        return MPI_ERR_NO_MEM;
    f.count = list_divisors(rest, f.divisors);
    f.prime = greatest_prime(rest);
    balance(&f, rest, free_ones, found);
    for (int i = 0, k = 0; i < ndims; i++)
        if (!dims[i])
            dims[i] = found[k++];
    free(found);
    return 0;
}
