// A timer that runs out while the state is being taken (many files make that long): its handler runs before the image or after a restart, not both.
// REQUIRES: ckptcc
// RUN: rm -rf %t.d && mkdir %t.d && cd %t.d && %ckptcc %s -o p
// RUN: for i in 1 2 3; do rm -rf i many; env CKPT_DIR=i CKPT_AT=1 CKPT_EXIT=1 ./p; test $? = 75; env CKPT_DIR=i CKPT_RESTART=latest ./p > out; grep -x 'alarms: 1' out; done
// RUN: for i in 1 2 3; do rm -rf many; env CKPT_MODE=inplace CKPT_DIR=i CKPT_AT=1 ./p > out; grep -x 'alarms: 1' out; done
#include <signal.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

static volatile sig_atomic_t alarms;
static void on_alarm(int number) { (void)number, alarms++; }

int main(void)
{
    char name[32];
    struct itimerval once = { { 0, 0 }, { 0, 5000 } };

    mkdir("many", 0755);
    signal(SIGALRM, on_alarm);
    for (int i = 0; i < 8000; i++) {
        FILE *f = (snprintf(name, sizeof name, "many/%d", i), fopen(name, "w"));
        fclose(f);
    }
    setitimer(ITIMER_REAL, &once, NULL);
    #pragma ckpt
    for (int i = 0; i < 20; i++)
        usleep(10000);
    printf("alarms: %d\n", (int)alarms);
    return 0;
}
