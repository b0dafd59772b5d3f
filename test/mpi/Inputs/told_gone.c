/* told_gone.c - a datatype is made of the address of a block that was freed before the checkpoint. */
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    MPI_Aint at;
    MPI_Datatype type;
    int *block = malloc(4000000), one = 1;

    MPI_Init(&argc, &argv);
    MPI_Get_address(block, &at);
    free(block);
    for (int round = 0; round < 100; round++) {
        #pragma ckpt
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Type_create_hindexed(1, &one, &at, MPI_INT, &type);
    MPI_Type_free(&type);
    MPI_Finalize();
    return 0;
}
