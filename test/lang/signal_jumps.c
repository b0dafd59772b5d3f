// sigsetjmp without the mask, siglongjmp past a site, from a function and out of a signal handler; _setjmp and _longjmp. A restart in between arms them again.
// C-SUPPORT: Control | `sigsetjmp` without the mask, `siglongjmp` also out of a signal handler, `_setjmp` | POSIX | supported |
// REQUIRES: ckptcc
// RUN: %restart %s --visits 6
#define _DEFAULT_SOURCE
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>

static sigjmp_buf back, outer;
static jmp_buf plain;

static void handler(int number)
{
    signal(number, handler);
    siglongjmp(outer, number == SIGUSR1 ? 11 : 12);
}

static void unblock(int number)
{
    sigset_t set;

    sigemptyset(&set);
    sigaddset(&set, number);
    sigprocmask(SIG_UNBLOCK, &set, NULL);
}

static void deep(int n)
{
    if (n)
        deep(n - 1);
    #pragma ckpt
    if (n == 2)
        siglongjmp(back, 7);
}

static int by_function(void)
{
    volatile int tries = 0;
    int value = sigsetjmp(back, 0);

    printf("value %d\n", value);
    if (tries++ < 2)
        deep(3);
    #pragma ckpt
    return tries;
}

static int by_handler(void)
{
    volatile int got = 0;

    signal(SIGUSR1, handler);
    signal(SIGUSR2, handler);
    switch (sigsetjmp(outer, 0)) {
    case 0: break;
    case 11: got += 1; unblock(SIGUSR1); break;
    case 12: got += 10; unblock(SIGUSR2); break;
    default: got += 100;
    }
    #pragma ckpt
    if (got < 11)
        raise(got & 1 ? SIGUSR2 : SIGUSR1);
    return got;
}

static int by_plain(void)
{
    volatile int n = 0;

    if (_setjmp(plain) == 0) {
        #pragma ckpt
        n += 5;
        _longjmp(plain, 1);
    }
    return n + 1;
}

int main(void)
{
    printf("%d\n", by_function());
    printf("%d\n", by_plain());
    printf("%d\n", by_handler());
    return 0;
}
