/* told_many.c - more addresses are told than are carried; a datatype is made behind the checkpoint of the first of them, or of the last ("last"). */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

static int places[700], got[2];

int main(int argc, char **argv)
{
    MPI_Aint at[700];
    MPI_Datatype type;
    int rank, one = 1, which = argc > 1 && !strcmp(argv[1], "last") ? 699 : 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < 700; i++) {
        places[i] = i + 1;
        MPI_Get_address(&places[i], &at[i]);
    }
    for (int round = 0; round < 100; round++) {
        #pragma ckpt
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Type_create_hindexed(1, &one, &at[which], MPI_INT, &type);
    MPI_Type_commit(&type);
    MPI_Sendrecv(MPI_BOTTOM, 1, type, rank, 0, got, 1, MPI_INT, rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    printf("%d\n", got[0]);
    MPI_Type_free(&type);
    MPI_Finalize();
    return 0;
}
