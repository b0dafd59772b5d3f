/* suppress.h - see suppress.c */
#ifndef CKPTM_SUPPRESS_H
#define CKPTM_SUPPRESS_H

#include "mpi/requests/requests.h"

/* Is this send's message one that the receiver has had? Then it is taken off the list; another content ends the run. With CKPT_MPI_EARLY=discard
 * the answer is no: it is sent, and the receiver compares (discard.h). */
bool ckptm_suppressed(const ckptm_request *send);
/* The message of that number is another one than before the restart: ends the run. site: text of where it is sent. */
void ckptm_another_message(int peer, int tag, const ckptm_comm *comm, ckptm_u64 position, const char *site) __attribute__((noreturn, cold));

#endif
