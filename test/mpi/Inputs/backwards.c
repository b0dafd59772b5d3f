/* backwards.c - no clock goes back: ranks work for long between few looks at their clocks, which a replay shows again within an instant. */
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/times.h>
#include <time.h>
#include "../programs/result.h"

enum { CLOCKS = 9 };

static double of(clockid_t id)
{
    struct timespec t;

    clock_gettime(id, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void look(double now[CLOCKS])
{
    struct rusage usage;
    struct tms used;

    now[0] = MPI_Wtime();
    now[1] = of(CLOCK_MONOTONIC);
    now[2] = of(CLOCK_MONOTONIC_RAW);
    now[3] = of(CLOCK_PROCESS_CPUTIME_ID);
    now[4] = (double)clock();
    now[5] = (double)times(&used);
    now[6] = (double)used.tms_utime;
    getrusage(RUSAGE_SELF, &usage);
    now[7] = (double)usage.ru_utime.tv_sec + (double)usage.ru_utime.tv_usec * 1e-6;
    now[8] = (double)usage.ru_minflt;
}

int main(int argc, char **argv)
{
    static const char *const names[CLOCKS] = { "MPI_Wtime", "CLOCK_MONOTONIC", "CLOCK_MONOTONIC_RAW", "CLOCK_PROCESS_CPUTIME_ID", "clock", "times",
                                               "tms_utime", "ru_utime", "ru_minflt" };
    int rounds = begin(&argc, &argv, 60), x = 0, y, bad = 0, all;
    double last[CLOCKS], now[CLOCKS];

    look(last);
    for (int k = 0; k < rounds; k++) {
        double until = MPI_Wtime() + 0.008 * (rank + 1);

        look(now);
        for (int i = 0; i < CLOCKS; i++) {
            if (now[i] < last[i]) {
                fprintf(stderr, "rank %d: %s goes back by %g\n", rank, names[i], last[i] - now[i]);
                bad++;
            }
            last[i] = now[i];
        }
        while (MPI_Wtime() < until)
            work(20000);
        #pragma ckpt
        if (k % 10 == 9)
            MPI_Allreduce(&x, &y, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    }
    MPI_Allreduce(&bad, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    CHECK(all == 0);
    return end(1);
}
