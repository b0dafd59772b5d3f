/* request.h - wishes that arrive between sites: SIGUSR1, SIGTERM, ckpt_request().
 *
 * Purpose    signal handlers that set a flag and raise ckptg_floor, and nothing else; so the next site looks (site/site.c). They stand
 *            in core so that the saving and restoring of signal dispositions can tell them from the program's own.
 * Invariants a handler of ours is only installed over SIG_DFL, so a program's own stays its own; one that it installs later
 *            simply takes the place of ours. In an image ours are not listed; a SIG_DFL that the program has set is.
 * Thread     handlers and ckpt_request: any; the others: the one thread.
 */
#ifndef CKPTI_REQUEST_H
#define CKPTI_REQUEST_H

#include <stdbool.h>

enum ckpti_request {
    CKPTI_REQUEST_CALL = 1,       /* ckpt_request() */
    CKPTI_REQUEST_SIGNAL = 2,     /* SIGUSR1 */
    CKPTI_REQUEST_TERM = 4        /* SIGTERM: checkpoint, then stop */
};

/* From now on requests count, and SIGUSR1 and SIGTERM are ours if they are at their default. */
void ckpti_request_install(void);

/* Put SIG_DFL back where our handlers are (a fork of the program: nobody there would look). */
void ckpti_request_remove(void);

/* True if a disposition is one of ours: for an image it is SIG_DFL. */
bool ckpti_request_is_handler(void (*handler)(int));

/* Ours for SIGUSR1 or SIGTERM: the program may have been told of it as the one before its own. */
void (*ckpti_request_handler(int number))(int);

/* What was asked for since the last call: enum ckpti_request, ored. Clears it; what is asked for from now on is for the next site. */
int ckpti_request_take(void);

#endif
