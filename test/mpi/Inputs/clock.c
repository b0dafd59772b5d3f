/* clock.c - what rank 0 sends depends on the time of day, by several calls: messages that cross a line are the same again. */
#include <mpi.h>
#include <stdio.h>
#include <sys/time.h>
#include <time.h>

int main(int argc, char **argv)
{
    int rank;
    unsigned long long all = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int round = 0; round < 400; round++) {
        if (!rank) {
            #pragma ckpt name(often)
            all++;
        }
        for (int i = 0; i < 20; i++) {
            unsigned long long value = 0;

            if (!rank) {
                struct timeval day;
                struct timespec t;

                gettimeofday(&day, 0);
                clock_gettime(CLOCK_REALTIME, &t);
                value = (unsigned long long)day.tv_usec * 1000003u + (unsigned long long)t.tv_nsec + (unsigned long long)time(0) +
                        (unsigned long long)clock();
                timespec_get(&t, TIME_UTC);
                value = value * 31 + (unsigned long long)t.tv_nsec;
                MPI_Send(&value, 1, MPI_UNSIGNED_LONG_LONG, 1, 6, MPI_COMM_WORLD);
            } else if (rank == 1) {
                MPI_Recv(&value, 1, MPI_UNSIGNED_LONG_LONG, 0, 6, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
                all += value;
            }
        }
        if (rank) {
            #pragma ckpt name(late)
            all += (unsigned)rank;
        }
        MPI_Barrier(MPI_COMM_WORLD);
    }
    if (!rank)
        puts("done");
    MPI_Finalize();
    return 0;
}
