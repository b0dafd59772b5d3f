/* discard.h - early messages that are sent again and thrown away by their receivers (CKPT_MPI_EARLY=discard), as the paper has it. See discard.c. */
#ifndef CKPTM_DISCARD_H
#define CKPTM_DISCARD_H

#include "mpi/requests/requests.h"

/* At a restart, called by all ranks, when communicators are there: every sender says what it will send again. */
void ckptm_discard_open(void);
/* Is anything still to come? */
bool ckptm_discard_waits(void);
/* The position of the next one of that envelope; 0: none. */
ckptm_u64 ckptm_discard_next(ckptm_u64 comm, int source, int tag);
/* That one has come. */
void ckptm_discard_take(ckptm_u64 comm, int source, int tag, int held, size_t size);
/* Compare what is here. */
void ckptm_discard_poll(void);
/* Has all been compared that its senders had sent again so far? A line has to wait for that: it would be of another run otherwise. */
bool ckptm_discard_settled(void);
/* What is counted on that communicator is gone. */
void ckptm_discard_forget(ckptm_u64 comm);

/* The sender: it is being sent again; its receiver has to know of what it consists. */
void ckptm_discard_tell(const ckptm_request *send);
/* Messages RESENT and DIFFERS. */
void ckptm_discard_hear(int from, uint32_t kind, const void *bytes, size_t size);

#endif
