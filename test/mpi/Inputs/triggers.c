/* triggers.c - a job whose lines are asked for from outside, or by a rank. Output: rank 0, a line for each round.
 *
 * Usage   triggers ROUNDS MILLISECONDS [RANK ROUND]     that rank calls ckpt_request() in that round
 *         triggers ROUNDS MILLISECONDS often RANK TIMES that rank passes the site so often in each round
 *         triggers ROUNDS MILLISECONDS child            the last rank has a child that it does not wait for
 */
#include <ckpt.h>
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    int rank, size, rounds = argc > 1 ? atoi(argv[1]) : 10, nap = argc > 2 ? atoi(argv[2]) : 0;
    int asks = argc == 5 ? atoi(argv[3]) : -1, when = argc == 5 ? atoi(argv[4]) : 0, often = argc == 6 ? atoi(argv[4]) : -1, visits;
    unsigned x, got = 0;
    pid_t child = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    x = (unsigned)rank;
    visits = rank == often ? atoi(argv[5]) : 1;
    if (argc == 4 && !strcmp(argv[3], "child") && rank == size - 1) {
        child = fork();
        if (!child) {
            sleep(30);
            _exit(0);
        }
    }
    for (int round = 0; round < rounds; round++) {
        if (rank == asks && round == when)
            ckpt_request();
        for (int visit = 0; visit < visits; visit++) {
            #pragma ckpt
        }
        MPI_Sendrecv(&x, 1, MPI_UNSIGNED, (rank + 1) % size, 1, &got, 1, MPI_UNSIGNED, (rank + size - 1) % size, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        x = x * 1103515245u + got;
        if (nap)
            nanosleep(&(struct timespec){ .tv_nsec = nap * 1000000L }, 0);
        if (!rank) {
            printf("%d: %u\n", round, x);
            fflush(stdout);
        }
    }
    if (child) {
        kill(child, 9);
        waitpid(child, 0, 0);
    }
    MPI_Finalize();
    return 0;
}
