// struct sigaction is plain state: its union of pointers to functions is carried, in a local, a global, a static, on the heap.
// REQUIRES: ckptcc
// RUN: %restart %s
// RUN: %ckptcc %s -o %t
// RUN: rm -rf %t.d; env CKPT_DIR=%t.d CKPT_EVERY=1 CKPT_STRICT=1 CKPT_MODE=sync %t > %t.out 2>&1; %not grep ckpt: %t.out
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

static int caught[3];
static void on_hup(int s) { caught[0] += s; }
static void on_int(int s) { caught[1] += s; }
static void with_info(int s, siginfo_t *info, void *context) { (void)context; caught[2] += info->si_signo == s; }

struct sigaction global;
static struct { int id; struct sigaction action; } table[2];

int main(void)
{
    static struct sigaction still;
    struct sigaction local = { .sa_handler = on_hup, .sa_flags = SA_RESTART }, old = { .sa_flags = 0 };
    struct sigaction *heap = calloc(1, sizeof *heap);

    sigemptyset(&local.sa_mask);
    sigaddset(&local.sa_mask, SIGUSR2);
    sigaddset(&local.sa_mask, SIGRTMIN + 20);
    global.sa_handler = on_int;
    table[1].action.sa_sigaction = with_info;
    table[1].action.sa_flags = SA_SIGINFO;
    table[0].action.sa_handler = SIG_IGN;
    still = local;
    *heap = table[1].action;
    #pragma ckpt
    sigaction(SIGHUP, &local, &old);
    printf("%d %d\n", old.sa_handler == SIG_DFL, sigismember(&local.sa_mask, SIGRTMIN + 20));
    sigaction(SIGINT, &global, NULL);
    sigaction(SIGUSR2, heap, NULL);
    #pragma ckpt
    raise(SIGHUP);
    raise(SIGINT);
    raise(SIGUSR2);
    sigaction(SIGUSR2, NULL, heap);
    #pragma ckpt
    printf("%d %d %d\n", caught[0] == SIGHUP, caught[1] == SIGINT, caught[2]);
    printf("%d %d %d\n", heap->sa_sigaction == with_info, (heap->sa_flags & SA_SIGINFO) != 0, table[0].action.sa_handler == SIG_IGN);
    sigaction(SIGUSR2, &old, heap);
    #pragma ckpt
    sigaction(SIGUSR2, heap, &old);
    raise(SIGUSR2);
    printf("%d %d %d\n", caught[2], still.sa_handler == on_hup, sigismember(&still.sa_mask, SIGUSR2));
    return 0;
}
