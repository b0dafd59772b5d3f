/* synchronous.h - synchronous sends over a restart: the receiver says when its program has taken the message. See synchronous.c. */
#ifndef CKPTM_SYNCHRONOUS_H
#define CKPTM_SYNCHRONOUS_H

#include "mpi/requests/requests.h"

/* After a restart: a synchronous send was pending; ask its receiver. */
void ckptm_synchronous_ask(int request);
/* The program has taken that message. */
void ckptm_synchronous_taken(ckptm_message *message);
/* A control message of this file's. */
void ckptm_synchronous_hear(int from, uint32_t kind, const void *bytes, size_t size);

#endif
