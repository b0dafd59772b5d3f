/* suppress.h - see suppress.c */
#ifndef CKPTM_SUPPRESS_H
#define CKPTM_SUPPRESS_H

#include "mpi/requests/requests.h"

/* Is this send's message one that the receiver has had? Then it is taken off the list; another content ends the run. */
bool ckptm_suppressed(const ckptm_request *send);

#endif
