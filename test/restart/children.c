// The process that writes an image is never seen by the program: no SIGCHLD, nothing for wait(), times() of children unchanged.
// REQUIRES: ckptcc
// RUN: %ckptcc %s -o %t
// RUN: for mode in async sync; do \
// RUN:   rm -rf %t.d; env CKPT_DIR=%t.d CKPT_EVERY=1 CKPT_MODE=$mode %t > %t.out 2>&1 || exit 1; %FileCheck %s < %t.out || exit 1; \
// RUN: done
// CHECK: own child 7
// CHECK-NEXT: no child left
// CHECK-NEXT: 1 SIGCHLD
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile sig_atomic_t signals;
static void on_child(int s) { (void)s; signals++; }

int main(void)
{
    int status;

    signal(SIGCHLD, on_child);
    for (int i = 0; i < 20; i++) {
        #pragma ckpt
        usleep(2000);
        if (waitpid(-1, &status, WNOHANG) > 0)
            puts("a child that is not ours");
    }
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
