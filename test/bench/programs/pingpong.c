/* pingpong.c - what one message takes, by its size: two ranks send it to each other by turns.
 *
 * usage    mpiexec -n 2 ./pingpong [PARTS]
 * Output   rank 0, for each size: "BYTES NANOSECONDS", the least of so many parts (10) of a part's mean, one way
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 8 << 20 };

static double part(int rank, int times, char *bytes, int count)
{
    double start = MPI_Wtime();

    for (int i = 0; i < times; i++) {
        if (rank == 0)
            MPI_Send(bytes, count, MPI_CHAR, 1, 7, MPI_COMM_WORLD);
        MPI_Recv(bytes, count, MPI_CHAR, 1 - rank, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (rank == 1)
            MPI_Send(bytes, count, MPI_CHAR, 0, 7, MPI_COMM_WORLD);
    }
    return (MPI_Wtime() - start) / (2.0 * times) * 1e9;
}

int main(int argc, char **argv)
{
    static const int sizes[] = { 0, 8, 64, 512, 4096, 32768, 131072, 524288, 2097152, MOST };
    int parts = argc > 1 ? atoi(argv[1]) : 10, rank;
    char *bytes = calloc(MOST, 1);

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int s = 0; s < (int)(sizeof sizes / sizeof *sizes); s++) {
        int times = sizes[s] < 4096 ? 20000 : sizes[s] < 131072 ? 4000 : 1 + (100 << 20) / sizes[s];
        double least = 1e30;

        for (int k = 0; k <= parts; k++) {         /* the first is for the caches */
            double took = part(rank, times, bytes, sizes[s]);
            least = k && took < least ? took : least;
        }
        if (rank == 0)
            printf("%d %.1f\n", sizes[s], least);
        #pragma ckpt name(sizes)
        MPI_Barrier(MPI_COMM_WORLD);
    }
    free(bytes);
    MPI_Finalize();
    return 0;
}
