/* shared_idle_ways.c - a rank has a file open and has not used it, and others do with it what they like, before and behind a line.
 *
 * usage    mpiexec -n 2 ./ways MODE     with a file `die` the job ends in step 17
 *          counted: rank 1 opens, increments and closes it in each step up to the third, with its last change between the two checkpoints
 *          after: behind the line rank 1 writes what it had only opened, then rank 0 opens, writes and closes it
 *          cut: rank 0 has written and closed it long ago; rank 1 opens it anew ("w") between rank 0's checkpoint and its own
 *          aside: rank 0 writes it; behind the line rank 1 renames it, and both open a new one, which grows longer
 * Output   log.txt, log.old
 */
#include <mpi.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static int rank;
static FILE *idle;

static void say(const char *mode, const char *text)
{
    FILE *f = fopen("log.txt", mode);
    fputs(text, f);
    fclose(f);
}

static void counted(int step)
{
    if (rank == 1)
        usleep(60000);
    if (rank == 1 && step <= 3) {
        int n = -1;
        FILE *f = fopen("log.txt", "r+");
        if (fscanf(f, "%d", &n) != 1)
            n = -1;
        rewind(f);
        fprintf(f, "%04d\n", n + 1);
        fclose(f);
    }
}

static void after(int step)
{
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1 && step == 12) {
        fputs("from rank 1\n", idle);
        fflush(idle);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0 && step == 13)
        say("a", "from rank 0\n");
    MPI_Barrier(MPI_COMM_WORLD);
}

static void aside(int step)
{
    MPI_Barrier(MPI_COMM_WORLD);
    if (step != 14)
        return;
    fclose(idle);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1)
        rename("log.txt", "log.old");
    MPI_Barrier(MPI_COMM_WORLD);
    idle = fopen("log.txt", "a");
}

int main(int argc, char **argv)
{
    const char *mode = argc > 1 ? argv[1] : "";
    int token = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0 && strcmp(mode, "aside"))
        say("w", !strcmp(mode, "counted") ? "0000\n" : "some old text, which is longer than the new one\n");
    MPI_Barrier(MPI_COMM_WORLD);
    if (!strcmp(mode, "counted") && rank == 0)
        idle = fopen("log.txt", "r+");
    if ((!strcmp(mode, "after") && rank == 1) || !strcmp(mode, "aside"))
        idle = fopen("log.txt", "a");
    for (int step = 1; step <= 20; step++) {
        MPI_Sendrecv(&step, 1, MPI_INT, 1 - rank, 0, &token, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        usleep(20000);
        if (!strcmp(mode, "counted"))
            counted(step);
        if (!strcmp(mode, "aside") && rank == 0) {
            fprintf(idle, "step %d%s\n", step, step > 14 ? " of the new log, whose lines are much longer than those before, so that it is, too" : "");
            fflush(idle);
        }
        if (!strcmp(mode, "cut") && rank == 1)
            usleep(60000);
        if (!strcmp(mode, "cut") && rank == 1 && step == 10)
            idle = fopen("log.txt", "w");
        #pragma ckpt
        if (!strcmp(mode, "after"))
            after(step);
        if (!strcmp(mode, "aside"))
            aside(step);
        if (!strcmp(mode, "cut") && step == 15)
            MPI_Barrier(MPI_COMM_WORLD);
        if (!strcmp(mode, "cut") && rank == 0 && step == 16)
            say("a", "from rank 0\n");
        if (step == 17)
            MPI_Barrier(MPI_COMM_WORLD);
        if (step == 17 && access("die", F_OK) == 0)
            MPI_Abort(MPI_COMM_WORLD, 3);
    }
    if (idle)
        fclose(idle);
    MPI_Finalize();
    return 0;
}
