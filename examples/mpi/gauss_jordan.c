/* gauss_jordan.c - a system of linear equations by Gauss-Jordan elimination with partial pivoting.
 *
 * usage    mpiexec -n RANKS ./gauss_jordan [EQUATIONS]
 * Output   rank 0: the pivots' check number, some unknowns, the largest residual; the same for every number of ranks.
 * Source   "Event Logging", section 6.2, program 1 (after a program of J. Meyer): rows are divided evenly among ranks
 *          1..N-1, the solution reaches rank 0 by MPI_Allreduce. There: 4,000, 8,000 and 16,000 equations.
 *
 * No sum is left to MPI: the reductions are a maximum with its place, and sums in which all terms but one are zero.
 */
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    double value;
    int row;                 /* number in the whole system */
} pivot_t;

typedef struct {
    int n, width;            /* equations; n + 1: the right-hand side is the last column */
    int first, rows;         /* ours: first .. first + rows - 1; rank 0 has none unless it is alone */
    double *a;               /* rows * width */
    int *column_of;          /* [rows] the unknown that a row was the pivot of, or -1 */
} system_t;

static int rank, size;

static void *need(size_t count, size_t bytes)
{
    void *block = calloc(count ? count : 1, bytes);

    if (!block) {
        fprintf(stderr, "gauss_jordan: out of memory\n");
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    return block;
}

/* Any element of the system, so that each rank makes its own rows: small integers, a heavy diagonal shifted by one row. */
static double element(int n, int row, int column)
{
    uint32_t x = (uint32_t)row * 2654435761u ^ (uint32_t)column * 2246822519u;

    x = (x ^ x >> 15) * 2654435761u;
    return (double)(x >> 24) - 127.0 + (column == (row + 1) % n ? 400.0 : 0.0);
}

static void make_rows(system_t *s, int n)
{
    int workers = size > 1 ? size - 1 : 1, worker = size > 1 ? rank - 1 : 0;

    s->n = n;
    s->width = n + 1;
    s->first = worker < 0 ? 0 : (int)((long long)n * worker / workers);
    s->rows = worker < 0 ? 0 : (int)((long long)n * (worker + 1) / workers) - s->first;
    s->a = need((size_t)s->rows * (size_t)s->width, sizeof *s->a);
    s->column_of = need((size_t)s->rows, sizeof *s->column_of);
    for (int i = 0; i < s->rows; i++) {
        s->column_of[i] = -1;
        for (int j = 0; j < s->width; j++)
            s->a[(size_t)i * (size_t)s->width + (size_t)j] = element(n, s->first + i, j);
    }
}

static int owner_of(int n, int row)
{
    int workers = size > 1 ? size - 1 : 1, worker = 0;

    while ((long long)n * (worker + 1) / workers <= row)
        worker++;
    return size > 1 ? worker + 1 : 0;
}

/* The largest element of column k in the rows that have not been pivots; the lowest row among equals. */
static pivot_t find_pivot(const system_t *s, int k)
{
    pivot_t mine = { -1.0, s->n }, best;

    for (int i = 0; i < s->rows; i++) {
        double x = s->a[(size_t)i * (size_t)s->width + (size_t)k];

        x = x < 0 ? -x : x;
        if (s->column_of[i] < 0 && x > mine.value) {
            mine.value = x;
            mine.row = s->first + i;
        }
    }
    MPI_Allreduce(&mine, &best, 1, MPI_DOUBLE_INT, MPI_MAXLOC, MPI_COMM_WORLD);
    return best;
}

static void eliminate(system_t *s, int k, int pivot_row, const double *pivot)
{
    for (int i = 0; i < s->rows; i++) {
        double *row = s->a + (size_t)i * (size_t)s->width, factor = row[k];

        if (s->first + i == pivot_row) {
            s->column_of[i] = k;
            for (int j = k; j < s->width; j++)
                row[j] = pivot[j];
        } else {
            for (int j = k; j < s->width; j++)
                row[j] -= factor * pivot[j];
        }
    }
}

/* All columns. Returns a number made of the pivots' rows. */
static uint32_t solve(system_t *s)
{
    double *pivot = need((size_t)s->width, sizeof *pivot);
    uint32_t seal = 1;

    for (int k = 0; k < s->n; k++) {
        pivot_t best;
        int owner;

        #pragma ckpt name(column)
        best = find_pivot(s, k);
        owner = owner_of(s->n, best.row);
        if (best.value <= 0.0) {
            fprintf(stderr, "gauss_jordan: the system is singular\n");
            MPI_Abort(MPI_COMM_WORLD, 1);
        }
        if (owner == rank) {
            const double *row = s->a + (size_t)(best.row - s->first) * (size_t)s->width;

            for (int j = k; j < s->width; j++)
                pivot[j] = row[j] / row[k];
        }
        MPI_Bcast(pivot + k, s->width - k, MPI_DOUBLE, owner, MPI_COMM_WORLD);
        eliminate(s, k, best.row, pivot);
        seal = seal * 31u + (uint32_t)best.row;
    }
    free(pivot);
    return seal;
}

/* Each unknown comes from one rank, all others add zero. */
static double *collect(const system_t *s)
{
    double *mine = need((size_t)s->n, sizeof *mine), *x = need((size_t)s->n, sizeof *x);

    for (int i = 0; i < s->rows; i++)
        mine[s->column_of[i]] = s->a[(size_t)i * (size_t)s->width + (size_t)s->n];
    MPI_Allreduce(mine, x, s->n, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    free(mine);
    return x;
}

static double largest_residual(int n, const double *x)
{
    double largest = 0.0;

    for (int i = 0; i < n; i++) {
        double r = -element(n, i, n);

        for (int j = 0; j < n; j++)
            r += element(n, i, j) * x[j];
        r = r < 0 ? -r : r;
        largest = r > largest ? r : largest;
    }
    return largest;
}

int main(int argc, char **argv)
{
    int n;
    system_t s;
    uint32_t seal;
    double *x;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    n = argc > 1 ? atoi(argv[1]) : 96;
    if (n < 2) {
        if (!rank)
            fprintf(stderr, "usage: gauss_jordan [EQUATIONS >= 2]\n");
        MPI_Finalize();
        return 2;
    }
    make_rows(&s, n);
    seal = solve(&s);
    x = collect(&s);
    if (!rank) {
        printf("%d equations, pivots %08lx\n", n, (unsigned long)seal);
        for (int i = 0; i < n; i += (n + 7) / 8)
            printf("x[%d] = %.17g\n", i, x[i]);
        printf("largest residual %.17g\n", largest_residual(n, x));
    }
    free(x);
    free(s.a);
    free(s.column_of);
    MPI_Finalize();
    return 0;
}
