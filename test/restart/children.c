// The process that writes an image is never seen by the program: no SIGCHLD, nothing for wait(), times() of children unchanged.
// A site between the program's own fork and its wait is refused: after a restart there would be nothing to wait for.
// REQUIRES: ckptcc
// RUN: %ckptcc %s -o %t
// RUN: for mode in async sync; do \
// RUN:   rm -rf %t.d; env CKPT_DIR=%t.d CKPT_EVERY=1 CKPT_MODE=$mode %t > %t.out 2>&1 || exit 1; %FileCheck %s < %t.out || exit 1; \
// RUN: done
// CHECK: children used 0 ticks, 0 us, 0 faults, 0 KiB
// CHECK-NEXT: ckpt: checkpoint at visit 7 failed, the program goes on: {{a child process of the program's is running|process [0-9]+, a child of the program's, has ended}}
// CHECK-NEXT: own child 7
// CHECK-NEXT: no child left
// CHECK-NEXT: 1 SIGCHLD
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/times.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile sig_atomic_t signals;
static void on_child(int s) { (void)s; signals++; }

/* What the process that writes this takes is work to do. */
static int *big;
enum { BIG = 4 << 20 };

static void show_times(void)
{
    struct tms t;
    struct rusage u;

    times(&t);
    getrusage(RUSAGE_CHILDREN, &u);
    printf("children used %ld ticks, %ld us, %ld faults, %ld KiB\n", (long)(t.tms_cutime + t.tms_cstime),
           (long)((u.ru_utime.tv_sec + u.ru_stime.tv_sec) * 1000000 + u.ru_utime.tv_usec + u.ru_stime.tv_usec),
           u.ru_minflt + u.ru_majflt, u.ru_maxrss);
}

int main(void)
{
    int status;

    big = malloc(BIG * sizeof *big);
    for (int i = 0; i < BIG; i++)
        big[i] = i * 7919;

    signal(SIGCHLD, on_child);
    for (int i = 0; i < 5; i++) {
        #pragma ckpt
        usleep(2000);
        if (waitpid(-1, &status, WNOHANG) > 0)
            puts("a child that is not ours");
    }
    #pragma ckpt
    show_times();
    fflush(stdout);
    pid_t own = fork();
    if (own == 0)
        _exit(7);
    #pragma ckpt
    while (wait(&status) < 0 && errno == EINTR)
        ;
    printf("own child %d\n", WEXITSTATUS(status));
    #pragma ckpt
    if (wait(&status) < 0 && errno == ECHILD)
        puts("no child left");
    printf("%d SIGCHLD\n", (int)signals);
    return 0;
}
