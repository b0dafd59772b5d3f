/* request.c - signals and calls that ask for a checkpoint. See request.h. */
#include <limits.h>
#include <signal.h>
#include <string.h>
#include "ckpt.h"
#include "ckpt_abi.h"
#include "core/request.h"

static volatile sig_atomic_t called, signalled, terminated;
static volatile sig_atomic_t installed;

long ckptg_floor;

/* The next site goes to ckptg_site, or no longer does. Volatile: in this order with the flags above. */
static void raise_floor(void) { *(volatile long *)&ckptg_floor = LONG_MAX; }
static void lower_floor(void) { *(volatile long *)&ckptg_floor = 0; }

static void on_usr1(int number)
{
    (void)number;
    signalled = 1;
    raise_floor();
}

static void on_term(int number)
{
    (void)number;
    terminated = 1;
    raise_floor();
}

void ckpt_request(void)
{
    if (!installed)
        return;
    called = 1;
    raise_floor();
}

static void install(int number, void (*handler)(int))
{
    struct sigaction old, ours;

    if (sigaction(number, 0, &old) < 0 || (old.sa_flags & SA_SIGINFO) || old.sa_handler != SIG_DFL)
        return;
    memset(&ours, 0, sizeof ours);
    ours.sa_handler = handler;
    ours.sa_flags = SA_RESTART;
    sigemptyset(&ours.sa_mask);
    sigaction(number, &ours, 0);
}

static void remove_handler(int number, void (*handler)(int))
{
    struct sigaction now;

    if (sigaction(number, 0, &now) == 0 && !(now.sa_flags & SA_SIGINFO) && now.sa_handler == handler)
        signal(number, SIG_DFL);
}

void ckpti_request_install(void)
{
    installed = 1;
    install(SIGUSR1, on_usr1);
    install(SIGTERM, on_term);
}

void ckpti_request_remove(void)
{
    installed = 0;
    remove_handler(SIGUSR1, on_usr1);
    remove_handler(SIGTERM, on_term);
    lower_floor();
}

bool ckpti_request_is_handler(void (*handler)(int))
{
    return handler == on_usr1 || handler == on_term;
}

void (*ckpti_request_handler(int number))(int)
{
    return number == SIGTERM ? on_term : on_usr1;
}

int ckpti_request_take(void)
{
    int requests = 0;

    lower_floor();
    if (called) {
        called = 0;
        requests |= CKPTI_REQUEST_CALL;
    }
    if (signalled) {
        signalled = 0;
        requests |= CKPTI_REQUEST_SIGNAL;
    }
    if (terminated) {
        terminated = 0;
        requests |= CKPTI_REQUEST_TERM;
    }
    return requests;
}
