/* no_calls.c - ranks that only compute between their sites, rank 0 the shortest time, and meet at the end. */
#include <mpi.h>
#include <stdio.h>
#include <time.h>

static void work(int milliseconds)
{
    nanosleep(&(struct timespec){ 0, milliseconds * 1000000L }, NULL);
}

int main(int argc, char **argv)
{
    int rank, sum = 0, all;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < 400; i++) {
        #pragma ckpt
        work(rank ? 10 : 5);
        sum += i * (rank + 1);
    }
    MPI_Reduce(&sum, &all, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%d\n", all);
    MPI_Finalize();
    return 0;
}
