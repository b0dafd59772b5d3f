/* depends.c - what a rank sends depends on something that no restart brings back (its process number): messages that have been received
 * before the line would be others. Usage: depends send|reduce. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    int rank, collective = argc > 1 && !strcmp(argv[1], "reduce");
    unsigned sum = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int r = 0; r < 400; r++) {
        unsigned value, all = 0;

        for (unsigned n = 0; !rank && n < 20000; n++)
            sum = sum * 3 + n;
        if (!rank) {
            #pragma ckpt name(often)
            sum++;
        }
        value = (unsigned)getpid();
        for (int i = 0; i < 20; i++) {
            if (collective)
                MPI_Bcast(&value, 1, MPI_UNSIGNED, 0, MPI_COMM_WORLD);
            else if (!rank)
                MPI_Send(&value, 1, MPI_UNSIGNED, 1, 6, MPI_COMM_WORLD);
            else if (rank == 1)
                MPI_Recv(&all, 1, MPI_UNSIGNED, 0, 6, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        }
        if (rank) {
            #pragma ckpt name(late)
            sum += all;
        }
        if (!collective)
            MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
