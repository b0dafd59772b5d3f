/* quiet.c - see quiet.h. */
#include <errno.h>
#include <time.h>
#include "core/quiet.h"

static const int numbers[] = { SIGPIPE, SIGXFSZ };
enum { NUMBERS = sizeof numbers / sizeof *numbers };

void ckpti_quiet_begin(ckpti_quiet *quiet)
{
    sigset_t all, pending;
    int error = errno;

    sigemptyset(&all);
    sigemptyset(&quiet->ours);
    sigemptyset(&pending);
    (void)sigpending(&pending);
    for (unsigned i = 0; i < NUMBERS; i++) {
        sigaddset(&all, numbers[i]);
        if (!sigismember(&pending, numbers[i]))
            sigaddset(&quiet->ours, numbers[i]);
    }
    sigprocmask(SIG_BLOCK, &all, &quiet->before);
    errno = error;
}

void ckpti_quiet_end(const ckpti_quiet *quiet)
{
    const struct timespec now = { 0, 0 };
    int error = errno;

    while (sigtimedwait(&quiet->ours, 0, &now) > 0)
        continue;
    sigprocmask(SIG_SETMASK, &quiet->before, 0);
    errno = error;
}
