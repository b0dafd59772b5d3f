/* after.c - sites after MPI_Finalize. Output: rank 0. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int steps = argc > 1 ? atoi(argv[1]) : 100, rank, sum = 0, total = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < steps; i++) {
        #pragma ckpt
        MPI_Allreduce(&i, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
        total += sum;
    }
    MPI_Finalize();
    for (int i = 0; i < steps; i++) {
        #pragma ckpt
        total += i;
    }
    if (!rank)
        printf("%d\n", total);
    return 0;
}
