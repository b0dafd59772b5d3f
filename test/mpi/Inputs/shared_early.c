/* shared_early.c - rank 1 has written a file long ago and has its checkpoint early; rank 2 appends to it before its own, which is late; behind the line rank 1
 * is the first to append again: what rank 2 wrote is of the line. With a file `die` the job ends behind that. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void say(int rank, const char *what)
{
    FILE *f = fopen("log.txt", "a");
    fprintf(f, "rank %d: %s\n", rank, what);
    fclose(f);
}

int main(int argc, char **argv)
{
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 1)
        say(1, "start");
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < 60; i++) {
        #pragma ckpt
        usleep(20000);
        if (i == 20 && rank == 2) {
            usleep(300000);
            say(2, "between");
        }
        if (i == 50 && rank == 1)
            say(1, "again");
        if (i == 50 && rank == 2) {
            usleep(300000);
            say(2, "at last");
        }
        if (i == 55 && access("die", F_OK) == 0) {
            sleep(1);
            if (!rank)
                abort();
        }
    }
    MPI_Finalize();
    return 0;
}
