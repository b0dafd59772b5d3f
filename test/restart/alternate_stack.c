// A site that a signal handler reaches, which runs on a stack of its own: those checkpoints fail with the name of the handler, or of what the compiler has put into it, in a copy of the process
// whose stack is not main's; the program goes on as without them, and the images of other visits restart.
// REQUIRES: ckptcc
// RUN: %ckptcc -w %s -o %t && %t > %t.want
// RUN: for mode in async sync; do for at in 1 2 3 4 5 6; do \
// RUN:   rm -rf %t.d; env CKPT_DIR=%t.d CKPT_MODE=$mode CKPT_AT=$at %t > %t.out 2> %t.err && cmp %t.out %t.want || exit 1; \
// RUN:   case $at in [246]) grep -q "at visit $at failed, the program goes on: .*alternate_stack.c:[0-9]*: [a-z]* was called by code that was not compiled by ckptcc" %t.err && test -z "$(ls %t.d | grep img)" || exit 1;; \
// RUN:   *) env CKPT_DIR=%t.d CKPT_RESTART=latest %t > %t.out && tail -n "$(wc -l < %t.out)" %t.want | cmp - %t.out && test -s %t.out || exit 1;; esac; \
// RUN: done; done
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

static int sum;

static int step(int n)
{
    #pragma ckpt
    sum += n;
    return sum;
}

static void handler(int n)
{
    step(n);
}

static void set_up(void)
{
    static char own[1 << 16];
    stack_t stack = { .ss_sp = own, .ss_size = sizeof own };
    struct sigaction act = { .sa_handler = handler, .sa_flags = SA_ONSTACK };

    sigaltstack(&stack, NULL);
    sigaction(SIGUSR1, &act, NULL);
}

int main(void)
{
    #pragma ckpt replay
    set_up();
    for (int i = 0; i < 4; i++) {
        step(i);
        raise(SIGUSR1);
        printf("%d\n", sum);
    }
    return 0;
}
