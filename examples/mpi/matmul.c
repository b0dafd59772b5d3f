/* matmul.c - matrix multiplication: a master deals out columns in turn, slaves multiply and send them back.
 *
 * usage    mpiexec -n RANKS ./matmul [N [UNIT [TIMES]]]
 *          UNIT   columns in a message: 4, or 0 for N/4
 *          TIMES  how often the product is made: 1
 * Output   rank 0: check numbers of the product's columns, in eight parts; the same for every number of ranks.
 * Source   "Event Logging", section 6.2, program 4: one-dimensional cyclic decomposition, the master is rank 0. The text has
 *          units of 4 columns, so N/4 messages of 4*N elements. The figures have messages of 512 KB, 2 MB and 8 MB for
 *          N = 512, 1024 and 2048: that is N/4 columns of N doubles each, UNIT = 0. There: four slaves.
 *
 * Elements are small integers, so that every sum is exact. The master is one round of units ahead of the results.
 */
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { TAG_COLUMNS = 1, TAG_PRODUCT = 2 };

typedef struct {
    int n, unit, units;
    double *a;                   /* n * n, row by row: everybody's */
    double *columns, *product;   /* a unit's: column by column. At the master `product` is the whole result. */
} job_t;

static int rank, size;

static void *need(size_t count, size_t bytes)
{
    void *block = calloc(count, bytes);

    if (!block) {
        fprintf(stderr, "matmul: out of memory\n");
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    return block;
}

static double element(int which, int row, int column)
{
    uint32_t x = ((uint32_t)row * 2654435761u ^ (uint32_t)column * 2246822519u) + (uint32_t)which * 3266489917u;

    x = (x ^ x >> 15) * 2654435761u;
    return (double)(int)(x >> 27) - 15.0;
}

static int width_of(const job_t *job, int unit)
{
    int left = job->n - unit * job->unit;

    return left < job->unit ? left : job->unit;
}

static int slave_of(int unit) { return 1 + unit % (size - 1); }

static void fill_columns(const job_t *job, int unit)
{
    for (int c = 0; c < width_of(job, unit); c++)
        for (int i = 0; i < job->n; i++)
            job->columns[(size_t)c * (size_t)job->n + (size_t)i] = element(2, i, unit * job->unit + c);
}

static void multiply(const job_t *job, int width, double *out)
{
    for (int c = 0; c < width; c++) {
        const double *column = job->columns + (size_t)c * (size_t)job->n;

        for (int i = 0; i < job->n; i++) {
            const double *row = job->a + (size_t)i * (size_t)job->n;
            double sum = 0.0;

            for (int k = 0; k < job->n; k++)
                sum += row[k] * column[k];
            out[(size_t)c * (size_t)job->n + (size_t)i] = sum;
        }
    }
}

static void take(const job_t *job, int unit)
{
    MPI_Recv(job->product + (size_t)unit * (size_t)job->unit * (size_t)job->n, width_of(job, unit) * job->n, MPI_DOUBLE,
             slave_of(unit), TAG_PRODUCT, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/* Deals unit u, then takes the unit of the round before, which keeps every slave busy. */
static void master(const job_t *job)
{
    MPI_Request pending = MPI_REQUEST_NULL;

    for (int u = 0; u < job->units + size - 1; u++) {
        #pragma ckpt name(deal)
        if (u < job->units) {
            MPI_Wait(&pending, MPI_STATUS_IGNORE);
            fill_columns(job, u);
            MPI_Isend(job->columns, width_of(job, u) * job->n, MPI_DOUBLE, slave_of(u), TAG_COLUMNS, MPI_COMM_WORLD, &pending);
        }
        if (u >= size - 1)
            take(job, u - (size - 1));
    }
    MPI_Wait(&pending, MPI_STATUS_IGNORE);
}

static void slave(const job_t *job)
{
    for (int u = rank - 1; u < job->units; u += size - 1) {
        int width = width_of(job, u);

        #pragma ckpt name(unit)
        MPI_Recv(job->columns, width * job->n, MPI_DOUBLE, 0, TAG_COLUMNS, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        multiply(job, width, job->product);
        MPI_Send(job->product, width * job->n, MPI_DOUBLE, 0, TAG_PRODUCT, MPI_COMM_WORLD);
    }
}

static void report(const job_t *job)
{
    int part = (job->n + 7) / 8;

    printf("%d x %d\n", job->n, job->n);
    for (int c = 0; c < job->n; c += part) {
        double sum = 0.0;

        for (int j = c; j < c + part && j < job->n; j++)
            for (int i = 0; i < job->n; i++)
                sum += job->product[(size_t)j * (size_t)job->n + (size_t)i] * (double)((i * 3 + j * 5) % 17);
        printf("columns from %d: %.0f\n", c, sum);
    }
}

int main(int argc, char **argv)
{
    job_t job;
    size_t n, unit;
    int times;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    job.n = argc > 1 ? atoi(argv[1]) : 96;
    job.unit = argc > 2 ? atoi(argv[2]) : 4;
    times = argc > 3 ? atoi(argv[3]) : 1;
    if (!job.unit)
        job.unit = (job.n + 3) / 4;
    if (job.n < 1 || job.unit < 1 || times < 1 || size < 2) {
        if (!rank)
            fprintf(stderr, "usage: matmul [N [UNIT [TIMES]]], on two ranks or more\n");
        MPI_Finalize();
        return 2;
    }
    job.units = (job.n + job.unit - 1) / job.unit;
    n = (size_t)job.n;
    unit = (size_t)job.unit;
    job.a = need(n * n, sizeof *job.a);
    job.columns = need(n * unit, sizeof *job.columns);
    job.product = need(rank ? n * unit : n * n, sizeof *job.product);
    for (int i = 0; !rank && i < job.n * job.n; i++)
        job.a[i] = element(1, i / job.n, i % job.n);
    MPI_Bcast(job.a, job.n * job.n, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    for (int t = 0; t < times; t++)
        if (rank)
            slave(&job);
        else
            master(&job);
    if (!rank)
        report(&job);
    free(job.a);
    free(job.columns);
    free(job.product);
    MPI_Finalize();
    return 0;
}
