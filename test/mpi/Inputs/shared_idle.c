/* shared_idle.c - every rank opens the report, one writes it, as many programs do: the other ranks have no part in what it is.
 *
 * usage    mpiexec -n RANKS ./idle [late|torn]
 * Output   report.txt: by rank 0, a line a step; "late": by the last rank, once, behind step 12, at byte 4096; "torn": from step 9 on before each site and behind
 *          it, and it comes to its checkpoints first: whichever rank's is the first of a line, the file is another one at the other's.
 */
#include <mpi.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void say(FILE *report, int rank, long at)
{
    fseek(report, at, SEEK_SET);
    fprintf(report, "rank %d has something to say\n", rank);
    fflush(report);
}

int main(int argc, char **argv)
{
    int rank, size, token = 0, late = argc > 1, torn = late && !strcmp(argv[1], "torn");
    FILE *report, *more;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    report = fopen("report.txt", "w");
    more = fopen("more.txt", "a+");
    MPI_Barrier(MPI_COMM_WORLD);
    for (int step = 1; step <= 28; step++) {
        MPI_Sendrecv(&step, 1, MPI_INT, (rank + 1) % size, 0, &token, 1, MPI_INT, (rank + size - 1) % size, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (!rank) {
            fprintf(report, "step %d of %d\n", step, token);
            fflush(report);
            fprintf(more, "%d\n", step);
        }
        if (torn && rank == size - 1 && step >= 9)
            say(report, rank, 4096 + 128 * step);
        usleep(20000 + 9000 * (unsigned)(torn ? size - 1 - rank : rank));       /* the ranks' checkpoints are not at once */
        #pragma ckpt
        if (rank == size - 1 && late && (torn ? step >= 9 : step == 12))
            say(report, rank, torn ? 4096 + 128 * step + 64 : 4096);
        if (access("die", F_OK) == 0 && step == 25)
            MPI_Abort(MPI_COMM_WORLD, 3);
    }
    fclose(report);
    fclose(more);
    MPI_Finalize();
    return 0;
}
