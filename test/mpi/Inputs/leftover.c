/* leftover.c - all ranks but the first ask for a line at each of many sites: what was told is not left to MPI. */
#include <ckpt.h>
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; rank && i < 400; i++) {
        ckpt_request();
        #pragma ckpt
    }
    MPI_Finalize();
    if (!rank)
        printf("done\n");
    return 0;
}
