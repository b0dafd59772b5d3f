/* extremes.c - marks that are the greatest and least long, in variables, in messages on their way at a site, in results of collectives that are pending there.
 * With an argument: in messages only. */
#include <limits.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static const char *mark(long x) { return x == LONG_MAX ? "max" : x == LONG_MIN ? "min" : x == 7 ? "7" : "another"; }

int main(int argc, char **argv)
{
    int rank, size;
    long best = LONG_MAX, sent[3], got[3], least;
    MPI_Request request[2];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 0; i < 20 && argc > 1; i++) {
        long mine = LONG_MAX;
        MPI_Send(&mine, 1, MPI_LONG, (rank + 1) % size, i, MPI_COMM_WORLD);
        mine = best = 0;
        usleep(2000 * (rank + 1));
        #pragma ckpt name(messages)
        usleep(3000 * (size - rank));
        MPI_Recv(got, 1, MPI_LONG, (rank + size - 1) % size, i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (rank == 0)
            printf("%d: %s\n", i, mark(got[0]));
        got[0] = mine;
    }
    for (int i = 0; i < 20 && argc == 1; i++) {
        sent[0] = i % 2 ? LONG_MAX : LONG_MIN;
        sent[1] = 7;
        sent[2] = best;
        MPI_Isend(sent, 3, MPI_LONG, (rank + 1) % size, i, MPI_COMM_WORLD, &request[0]);
        MPI_Iallreduce(&best, &least, 1, MPI_LONG, MPI_MIN, MPI_COMM_WORLD, &request[1]);
        usleep(2000 * (rank + 1));
        #pragma ckpt
        usleep(3000 * (size - rank));
        MPI_Recv(got, 3, MPI_LONG, (rank + size - 1) % size, i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
        if (rank == 0)
            printf("%d: %s %s %s %s %s\n", i, mark(best), mark(got[0]), mark(got[1]), mark(got[2]), mark(least));
    }
    MPI_Finalize();
    return 0;
}
