/* told_again.c - in each round a datatype is made of each of many cells: its address is told, and a member's computed from it. */
#include <mpi.h>
#include <stddef.h>
#include <stdio.h>

enum { CELLS = 700 };
struct cell { int a, b; };
static struct cell cells[CELLS];
static int got[2];

int main(int argc, char **argv)
{
    int rank, one = 1;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int round = 0; round < 10; round++) {
        #pragma ckpt
        MPI_Barrier(MPI_COMM_WORLD);
        for (int i = 0; i < CELLS; i++) {
            MPI_Aint at;
            MPI_Datatype type;

            cells[i].b = i + round;
            MPI_Get_address(&cells[i], &at);
            at += offsetof(struct cell, b);
            MPI_Type_create_hindexed(1, &one, &at, MPI_INT, &type);
            MPI_Type_commit(&type);
            if (i == CELLS - 1)
                MPI_Sendrecv(MPI_BOTTOM, 1, type, rank, 0, got, 1, MPI_INT, rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            MPI_Type_free(&type);
        }
        if (!rank)
            printf("%d\n", got[0]);
    }
    MPI_Finalize();
    return 0;
}
