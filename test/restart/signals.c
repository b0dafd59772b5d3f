// The program's own signals, timers and children: nothing of them changes while checkpoints run, and a restart goes on with them.
// C-SUPPORT: State | the program's own signals, timers and children | POSIX | supported |
// REQUIRES: ckptcc
// RUN: %ckptcc -w %s -o %t
// RUN: for kind in term usr1 usr1back chldign nocldwait waitpgrp system alarm alarmleft blocked termblocked resethand segv usr1query; do \
// RUN:   echo $kind; %t $kind > %t.plain || exit 1; \
// RUN:   for mode in async sync; do \
// RUN:     rm -rf %t.d; env CKPT_DIR=%t.d CKPT_EVERY=1 CKPT_MODE=$mode %t $kind > %t.out 2>&1; diff %t.plain %t.out || exit 1; \
// RUN:   done; \
// RUN:   for at in 1 2 3; do \
// RUN:     rm -rf %t.d; env CKPT_DIR=%t.d CKPT_AT=$at CKPT_EXIT=1 %t $kind > %t.out; test $? = 75 || break; \
// RUN:     env CKPT_DIR=%t.d CKPT_RESTART=latest %t $kind >> %t.out 2>&1; diff %t.plain %t.out || exit 1; \
// RUN:   done; \
// RUN: done
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <signal.h>
#include <errno.h>
#include <sys/wait.h>
static volatile int got[65];
static void on(int s) { got[s]++; }
static void bye(void) { puts("bye"); }
static const char *kind;
static int is(const char *name) { return !strcmp(kind, name); }

static void hold(void)
{
    #pragma ckpt
}

int main(int argc, char **argv)
{
    int st;

    kind = argc > 1 ? argv[1] : "";
    atexit(bye);
    if (is("term")) {
        signal(SIGTERM, on);
        hold();
        raise(SIGTERM);
        hold();
        raise(SIGTERM);
        hold();
        printf("%d\n", got[SIGTERM]);
    }
    if (is("usr1")) {
        signal(SIGUSR1, on);
        hold();
        raise(SIGUSR1);
        hold();
        raise(SIGUSR1);
        hold();
        printf("%d\n", got[SIGUSR1]);
    }
    if (is("usr1back")) {
        void (*o)(int) = signal(SIGUSR1, on);
        hold();
        raise(SIGUSR1);
        hold();
        signal(SIGUSR1, o);
        hold();
        printf("%d\n", got[SIGUSR1]);
    }
    if (is("chldign")) {
        signal(SIGCHLD, SIG_IGN);
        for (int i = 0; i < 5; i++) { hold(); pid_t p = fork(); if (!p) _exit(3); errno = 0; int r = wait(&st); printf("%d %d\n", r, errno == ECHILD); }
    }
    if (is("nocldwait")) {
        struct sigaction a = { .sa_handler = on, .sa_flags = SA_NOCLDWAIT };
        sigaction(SIGCHLD, &a, 0);
        for (int i = 0; i < 5; i++) { hold(); pid_t p = fork(); if (!p) _exit(3); errno = 0; int r = wait(&st); printf("%d %d\n", r, errno == ECHILD); } printf("%d\n", got[SIGCHLD] > 0 && got[SIGCHLD] <= 5);
    }
    if (is("waitpgrp")) {
        for (int i = 0; i < 6; i++) { hold(); int n = 0; while (waitpid(0, &st, 0) > 0 || errno == EINTR) n++; printf("%d\n", n); }
    }
    if (is("system")) {
        for (int i = 0; i < 4; i++) { hold(); fflush(stdout); printf("%d\n", system("exit 3") >> 8); }
    }
    if (is("alarm")) {
        signal(SIGALRM, on);
        alarm(1);
        hold();
        while (!got[SIGALRM]) pause();
        hold();
        printf("%d %u\n", got[SIGALRM], alarm(0));
    }
    if (is("alarmleft")) {
        alarm(10000);
        hold();
        unsigned l = alarm(0);
        printf("%d\n", l > 9000 && l <= 10000);
    }
    if (is("blocked")) {
        sigset_t s;
        signal(SIGUSR2, on);
        sigemptyset(&s);
        sigaddset(&s, SIGUSR2);
        sigprocmask(SIG_BLOCK, &s, 0);
        raise(SIGUSR2);
        hold();
        printf("%d\n", got[SIGUSR2]);
        sigprocmask(SIG_UNBLOCK, &s, 0);
        printf("%d\n", got[SIGUSR2]);
    }
    if (is("termblocked")) {
        sigset_t s;
        sigemptyset(&s);
        sigaddset(&s, SIGTERM);
        sigaddset(&s, SIGUSR1);
        sigprocmask(SIG_BLOCK, &s, 0);
        hold();
        sigpending(&s);
        printf("%d %d\n", sigismember(&s, SIGTERM), sigismember(&s, SIGUSR1));
    }
    if (is("resethand")) {
        struct sigaction a = { .sa_handler = on, .sa_flags = SA_RESETHAND };
        sigaction(SIGUSR2, &a, 0);
        hold();
        raise(SIGUSR2);
        hold();
        struct sigaction n;
        sigaction(SIGUSR2, 0, &n);
        printf("%d %d\n", got[SIGUSR2], n.sa_handler == SIG_DFL);
    }
    if (is("segv")) {
        signal(SIGSEGV, on);
        hold();
        raise(SIGSEGV);
        hold();
        struct sigaction n;
        sigaction(SIGSEGV, 0, &n);
        printf("%d %d\n", got[SIGSEGV], n.sa_handler == on);
    }
    if (is("usr1query")) {
        struct sigaction n;
        hold();
        sigaction(SIGUSR1, 0, &n);
        printf("%d\n", 1);
    }
    return 0;
}
