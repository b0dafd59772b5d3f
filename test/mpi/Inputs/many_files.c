/* many_files.c - each rank has files open over a site, with the descriptors that a process gets first. */
#include <mpi.h>
#include <stdio.h>

enum { FILES = 6 };

int main(int argc, char **argv)
{
    FILE *out[FILES];
    char name[40];
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < FILES; i++) {
        sprintf(name, "out-%d-%d.txt", rank, i);
        out[i] = fopen(name, "w");
        setvbuf(out[i], NULL, _IONBF, 0);
    }
    for (int step = 0; step < 20; step++) {
        #pragma ckpt
        MPI_Barrier(MPI_COMM_WORLD);
        for (int i = 0; i < FILES; i++)
            fprintf(out[i], "step %d\n", step);
    }
    MPI_Finalize();
    if (rank == 0)
        printf("done\n");
    return 0;
}
