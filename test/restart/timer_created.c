// A timer of timer_create is refused at its line; made again by #pragma ckpt replay it goes on, here and elsewhere.
// C-SUPPORT: State | `timer_create`, by `#pragma ckpt replay` | POSIX | supported |
// REQUIRES: ckptcc
// RUN: %not %ckptcc -DBARE %s -o %t 2>&1 | %FileCheck %s
// RUN: %restart %s --no-inplace --visits 4
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static volatile sig_atomic_t ticks;
static void tick(int number) { (void)number, ticks++; }

static timer_t timer;           /* its number is another one in each process */
#pragma ckpt exclude(timer)

static int make(int number)
{
    struct sigevent event;

    memset(&event, 0, sizeof event);
    event.sigev_notify = SIGEV_SIGNAL;
    event.sigev_signo = number;
    // CHECK: timer_created.c:[[#@LINE+1]]:{{[0-9]+}}: error: 'timer_create' keeps a timer of the kernel's
    return timer_create(CLOCK_MONOTONIC, &event, &timer);
}

int main(void)
{
    struct itimerspec soon = { .it_value = { 0, 5000000 } }, left;
    int status;

    signal(SIGUSR2, tick);
#ifndef BARE
    #pragma ckpt replay
#endif
    status = make(SIGUSR2);
    for (int i = 0; i < 4; i++) {
        #pragma ckpt
        timer_gettime(timer, &left);
        if (timer_settime(timer, 0, &soon, NULL))
            perror("timer_settime");
        while (ticks <= i)
            usleep(1000);
        printf("%d %d %d\n", i, (int)ticks, left.it_value.tv_sec == 0 && left.it_value.tv_nsec == 0);
    }
    printf("%d\n", status);
    return 0;
}
