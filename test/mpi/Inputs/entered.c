/* entered.c - who enters a collective, and who leaves it, in one file in the order in which it came to pass (a write at the end of a file is one
 * step). Ranks 0 and 1 pass their site before each row of collectives, rank 2 in the middle of every other one. The runtime sees
 * nothing of the file: no line is abandoned for it. Usage: entered CALL FILE, of 3 processes. */
#include <fcntl.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { ROW = 8 };

static int rank;

static void note(const char *file, const char *what, int number)
{
    char line[64];
    int n = snprintf(line, sizeof line, "%s %d %d\n", what, number, rank), fd = (int)syscall(SYS_openat, AT_FDCWD, file, O_WRONLY | O_CREAT | O_APPEND, 0600);

    if (fd < 0 || write(fd, line, (size_t)n) != n)
        abort();
    close(fd);
}

static void wait_for(MPI_Request request)
{
    int flag = 0;

    while (!flag)
        MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
}

static int call(const char *name, int value)
{
    int sum = 0, all[3] = { 0 };
    MPI_Request request;

    if (!strcmp(name, "barrier"))
        MPI_Barrier(MPI_COMM_WORLD);
    else if (!strcmp(name, "ibarrier")) {
        MPI_Ibarrier(MPI_COMM_WORLD, &request);
        wait_for(request);
    } else if (!strcmp(name, "allreduce"))
        MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    else if (!strcmp(name, "bcast")) {
        sum = rank == 1 ? value : 0;
        MPI_Bcast(&sum, 1, MPI_INT, 1, MPI_COMM_WORLD);
    } else if (!strcmp(name, "igather")) {
        MPI_Igather(&value, 1, MPI_INT, all, 1, MPI_INT, 0, MPI_COMM_WORLD, &request);
        wait_for(request);
        sum = all[1];
    } else
        MPI_Scan(&value, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    return sum;
}

int main(int argc, char **argv)
{
    int slow, sum = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    slow = strcmp(argv[1], "scan") ? 1 : 0;
    for (int row = 0; row < 230; row++) {
        if (rank < 2) {
            #pragma ckpt name(before)
            sum++;
        }
        for (int i = 0; i < ROW; i++) {
            if (rank == 2 && row % 2 && i == ROW / 2) {
                #pragma ckpt name(amid)
                sum++;
            }
            if (rank == slow)
                usleep(500);
            note(argv[2], "enter", row * ROW + i);
            sum = call(argv[1], sum % 1000 + i);
            note(argv[2], "leave", row * ROW + i);
        }
        MPI_Barrier(MPI_COMM_WORLD);                 /* nobody runs ahead by more than a row */
    }
    MPI_Finalize();
    return 0;
}
