// The three timers of a process (ITIMER_REAL, ITIMER_VIRTUAL, ITIMER_PROF): what is left of each and its interval are there again after a restart, here and
// elsewhere, one that is not set stays so, and one that repeats goes on to send its signal.
// C-SUPPORT: State | `setitimer`: what is left and the interval of all three timers | POSIX | supported |
// REQUIRES: ckptcc
// RUN: %restart %s --visits 8
#include <signal.h>
#include <stdio.h>
#include <sys/time.h>
#include <unistd.h>

static volatile sig_atomic_t ticks;
static void tick(int number) { (void)number, ticks++; }

static void set(int which, long left, int fraction, long interval, int part)
{
    struct itimerval t = { { interval, part }, { left, fraction } };
    if (setitimer(which, &t, NULL))
        perror("setitimer");
}

/* No more than 300 seconds have gone by, and none came back (of one for processor time the kernel says a little more than it was set to). */
static void show(const char *name, int which, long left)
{
    struct itimerval t;
    double now;

    getitimer(which, &t);
    now = (double)t.it_value.tv_sec + 1e-6 * (double)t.it_value.tv_usec;
    printf("%s %d %ld.%06ld\n", name, left ? now > (double)left - 300 && now < (double)left + 0.1 : now == 0, (long)t.it_interval.tv_sec, (long)t.it_interval.tv_usec);
}

int main(void)
{
    signal(SIGALRM, tick);
    signal(SIGVTALRM, tick);
    set(ITIMER_REAL, 5000, 250000, 1234, 500000);
    set(ITIMER_VIRTUAL, 60000, 0, 0, 250000);
    set(ITIMER_PROF, 700000, 0, 0, 0);
    for (int i = 0; i < 3; i++) {
        #pragma ckpt
        show("real", ITIMER_REAL, 5000);
        show("virtual", ITIMER_VIRTUAL, 60000);
        show("prof", ITIMER_PROF, 700000);
        set(ITIMER_REAL, 5000 - i, 0, 1234, 500000);
    }
    set(ITIMER_PROF, 0, 0, 0, 0);
    set(ITIMER_REAL, 0, 20000, 0, 20000);
    for (int i = 0; i < 3; i++) {
        #pragma ckpt
        int seen = ticks;
        while (ticks < seen + 2)
            pause();
        show("none", ITIMER_PROF, 0);
    }
    set(ITIMER_REAL, 0, 0, 0, 0);
    set(ITIMER_VIRTUAL, 0, 20000, 0, 0);
    for (int i = 0; i < 2; i++) {
        #pragma ckpt
        show("off", ITIMER_REAL, 0);
    }
    ticks = 0;
    while (!ticks)
        ;
    printf("%d\n", (int)ticks);
    return 0;
}
