/* order.c - messages of two tags cross the line; rank 1 receives them by their tags, but if the file "anytag" is there, by any tag, as it
 * may be after a restart. usage: order PAIRS. Output: rank 1: what it received by any tag. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    int rank, pairs = argc > 1 ? atoi(argv[1]) : 3;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int round = 0; round < 200; round++) {
        for (int i = 0; !rank && i < 2 * pairs; i++)
            MPI_Send(&i, 1, MPI_INT, 1, i % 2, MPI_COMM_WORLD);
        MPI_Barrier(MPI_COMM_WORLD);
        #pragma ckpt name(round)
        if (rank == 1 && access("anytag", F_OK) == 0) {
            for (int i = 0; i < 2 * pairs; i++) {
                MPI_Status status;
                int value;

                MPI_Recv(&value, 1, MPI_INT, 0, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
                printf("%d of tag %d%s", value, status.MPI_TAG, i + 1 < 2 * pairs ? ", " : "\n");
            }
        } else if (rank == 1) {
            for (int i = 0; i < 2 * pairs; i++) {
                int value;

                MPI_Recv(&value, 1, MPI_INT, 0, i < pairs, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            }
        }
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
