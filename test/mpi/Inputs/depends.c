/* depends.c - what a rank sends depends on something that no restart brings back (its process number, asked of the kernel itself): messages that have been received
 * before the line would be others. Usage: depends send|bcast|scatterv|alltoallv|allgather, of 3 processes. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Rank 0 gives `value` to a collective of that name. */
static void give(const char *name, int rank, unsigned value)
{
    static const int counts[3] = { 1, 1, 1 }, places[3] = { 2, 0, 1 };
    unsigned from[3] = { 0, 0, value }, to[3] = { 0 }, one = 0;

    if (!strcmp(name, "bcast"))
        MPI_Bcast(&value, 1, MPI_UNSIGNED, 0, MPI_COMM_WORLD);
    else if (!strcmp(name, "scatterv"))
        MPI_Scatterv(from, counts, places, MPI_UNSIGNED, &one, 1, MPI_UNSIGNED, 0, MPI_COMM_WORLD);
    else if (!strcmp(name, "alltoallv"))
        MPI_Alltoallv(from, counts, places, MPI_UNSIGNED, to, counts, places, MPI_UNSIGNED, MPI_COMM_WORLD);
    else {
        to[rank] = value;
        MPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, to, 1, MPI_UNSIGNED, MPI_COMM_WORLD);
    }
}

int main(int argc, char **argv)
{
    int rank, collective = argc > 1 && strcmp(argv[1], "send");
    unsigned sum = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int r = 0; r < 400; r++) {
        unsigned value, all = 0;

        for (unsigned n = 0; !rank && n < 5; n++) {  /* the others wait for rank 0, hear of the line and pass their sites later */
            usleep(1000);
            #pragma ckpt name(often)
            sum++;
        }
        value = (unsigned)syscall(SYS_getpid);
        for (int i = 0; i < 20; i++) {
            if (collective)
                give(argv[1], rank, rank ? 0 : value);
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
