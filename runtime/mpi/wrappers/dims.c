/* dims.c - MPI_Dims_create: the layer's own, for each MPI has another grid (72 in two dimensions: 9 by 8, 12 by 6), and a restart must not change it.
 *
 * Form       of all grids in non-increasing order the one whose greatest dimension is the smallest, then the next one, and so on.
 */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include "shim.h"
#include "wrap_calls.h"

enum { DIVISORS = 1600 };         /* 2095133040 has them, no int has more */

/* Ascending. */
static void list_divisors(int n, int *list)
{
    int low = 0, high = DIVISORS;

    for (int d = 1; d <= n / d; d++)
        if (n % d == 0) {
            list[low++] = d;
            if (d != n / d)
                list[--high] = n / d;
        }
    memmove(list + low, list + high, (size_t)(DIVISORS - high) * sizeof *list);
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

/* n as a product of `count` numbers of at most `most`; divisors: those of a multiple of n, ascending; prime: its greatest prime. */
static bool split(int n, int count, int most, int prime, const int *divisors, int *out)
{
    if (n % prime == 0 && prime > most)
        return false;
    if (count == 1) {
        *out = n;
        return n <= most;
    }
    for (const int *d = divisors; *d <= most && *d <= n; d++)
        if (n % *d == 0 && reaches(*d, count, n)) {
            *out = *d;
            if (*d == n) {
                for (int i = 1; i < count; i++)
                    out[i] = 1;
                return true;
            }
            if (split(n / *d, count - 1, *d, prime, divisors, out + 1))
                return true;
        }
    return false;
}

int ckpt_MPI_Dims_create(int nnodes, int ndims, int dims[])
{
    int divisors[DIVISORS], rest = nnodes, free_ones = 0, *found;

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
    if (!(found = malloc((size_t)free_ones * sizeof *found)))
        return MPI_ERR_NO_MEM;
    list_divisors(rest, divisors);
    (void)split(rest, free_ones, rest, greatest_prime(rest), divisors, found);
    for (int i = 0, k = 0; i < ndims; i++)
        if (!dims[i])
            dims[i] = found[k++];
    free(found);
    return 0;
}
