/* clock.c - what rank 0 sends depends on the world outside, the time of day first, by several calls: messages that cross a line are the same again. */
#include <mpi.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/times.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

static unsigned long long random_bytes(void)
{
    unsigned char some[19];
    unsigned long long v = 0;

    if (getrandom(some, sizeof some, 0) == sizeof some)
        for (int i = 0; i < 19; i++)
            v = v * 257 + some[i];
    return v;
}

static unsigned long long used(void)
{
    struct rusage u;
    struct tms t;
    struct utsname name;
    char processor[MPI_MAX_PROCESSOR_NAME];
    int length;

    getrusage(RUSAGE_SELF, &u);
    times(&t);
    uname(&name);
    MPI_Get_processor_name(processor, &length);
    return (unsigned long long)u.ru_nvcsw * 3 + (unsigned long long)u.ru_utime.tv_usec + (unsigned long long)t.tms_stime + strlen(name.nodename) +
           (unsigned long long)length;
}

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
                value = value * 31 + (unsigned long long)t.tv_nsec + (unsigned long long)getpid() * 17;
                value = value * 31 + random_bytes() + used();
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
