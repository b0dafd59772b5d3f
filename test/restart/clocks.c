// Clocks go on: monotonic and processor time neither jump back nor start again at zero.
// C-SUPPORT: State | clocks: they go on where they were | 7.27 | supported |
// REQUIRES: ckptcc
// RUN: %restart %s
#include <stdio.h>
#include <sys/time.h>
#include <time.h>

static double now(clockid_t id)
{
    struct timespec t;
    return clock_gettime(id, &t) ? -1 : (double)t.tv_sec + t.tv_nsec * 1e-9;
}

static void burn(double seconds)
{
    clock_t end = clock() + (clock_t)(seconds * CLOCKS_PER_SEC);
    while (clock() < end)
        ;
}

int main(void)
{
    double start = now(CLOCK_MONOTONIC), cpu = now(CLOCK_PROCESS_CPUTIME_ID), last = start, last_cpu = cpu;
    clock_t ticks = clock(), last_ticks = ticks;
    time_t day = time(NULL);
    struct timeval tv;

    gettimeofday(&tv, NULL);
    for (int i = 0; i < 5; i++) {
        burn(0.02);
        #pragma ckpt
        double t = now(CLOCK_MONOTONIC), c = now(CLOCK_PROCESS_CPUTIME_ID);
        clock_t k = clock();
        struct timeval tw;
        gettimeofday(&tw, NULL);
        if (t < last || t - start > 300)
            printf("monotonic clock went from %g to %g\n", last, t);
        if (c < last_cpu + 0.01 || c - cpu > 300)
            printf("processor time went from %g to %g\n", last_cpu, c);
        if (k < last_ticks + CLOCKS_PER_SEC / 100)
            printf("clock() went from %ld to %ld\n", (long)last_ticks, (long)k);
        if (time(NULL) < day || tw.tv_sec < tv.tv_sec)
            printf("the day went back\n");
        last = t, last_cpu = c, last_ticks = k;
        printf("step %d\n", i);
    }
    printf("at least 0.1 s: %d\n", clock() - ticks >= CLOCKS_PER_SEC / 10);
    return 0;
}
