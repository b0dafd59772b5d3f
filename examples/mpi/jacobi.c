/* jacobi.c - heat on a plate, rows divided among ranks: halo exchange with MPI_Sendrecv, the residual with MPI_Allreduce.
 *
 * usage    mpiexec -n RANKS ./jacobi [N [STEPS]]
 * Output   rank 0: a line every 10 steps with a sum over the plate. Integers in fixed point, so it is the same everywhere.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static int rank, size;

/* Rows of the neighbours into the first and last row of ours. */
static void exchange(int *plate, int rows, int n)
{
    int up = rank ? rank - 1 : MPI_PROC_NULL, down = rank + 1 < size ? rank + 1 : MPI_PROC_NULL;

    MPI_Sendrecv(plate + n, n, MPI_INT, up, 1, plate + (rows + 1) * n, n, MPI_INT, down, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Sendrecv(plate + rows * n, n, MPI_INT, down, 2, plate, n, MPI_INT, up, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static long long relax(const int *from, int *to, int rows, int n)
{
    long long change = 0;

    for (int i = 1; i <= rows; i++)
        for (int j = 1; j < n - 1; j++) {
            const int *p = from + i * n + j;

            to[i * n + j] = (p[-n] + p[n] + p[-1] + p[1]) / 4;
            change += llabs((long long)to[i * n + j] - *p);
        }
    return change;
}

int main(int argc, char **argv)
{
    int n, steps, rows;
    int *plate, *next;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    n = argc > 1 ? atoi(argv[1]) : 64;
    steps = argc > 2 ? atoi(argv[2]) : 200;
    rows = n / size + (rank < n % size);
    plate = calloc((size_t)(rows + 2) * n, sizeof *plate);
    next = calloc((size_t)(rows + 2) * n, sizeof *next);
    if (!plate || !next)
        MPI_Abort(MPI_COMM_WORLD, 1);
    for (int i = 0; i < rows + 2; i++)
        plate[i * n] = next[i * n] = 1 << 20;
    for (int step = 1; step <= steps; step++) {
        long long change, total = 0;
        int *swap = plate;

        #pragma ckpt name(step)
        exchange(plate, rows, n);
        change = relax(plate, next, rows, n);
        plate = next;
        next = swap;
        if (step % 10 == 0) {
            MPI_Allreduce(&change, &total, 1, MPI_LONG_LONG, MPI_SUM, MPI_COMM_WORLD);
            if (!rank) {
                printf("step %d: change %lld\n", step, total);
                fflush(stdout);
            }
        }
    }
    free(plate);
    free(next);
    MPI_Finalize();
    return 0;
}
