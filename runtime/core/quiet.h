/* quiet.h - a write() of the runtime's that fails is an error, and no signal.
 *
 * Purpose    a pipe that nobody reads and a file that may not grow (ulimit -f) would end the program, which has written nothing there.
 * Invariants signals that are pending when it begins, the program's, stay so; errno is kept.
 * Thread     any; the calling one's signals.
 */
#ifndef CKPTI_QUIET_H
#define CKPTI_QUIET_H

#include <signal.h>

typedef struct ckpti_quiet {
    sigset_t before, ours;        /* the mask; those that were not pending */
} ckpti_quiet;

/* Before and after the writing. */
void ckpti_quiet_begin(ckpti_quiet *quiet);
void ckpti_quiet_end(const ckpti_quiet *quiet);

#endif
