/* synchronous.h - synchronous sends over a restart: the receiver says when its program has taken the message. See synchronous.c. */
#ifndef CKPTM_SYNCHRONOUS_H
#define CKPTM_SYNCHRONOUS_H

#include "mpi/requests/requests.h"

/* After a restart: a synchronous send was pending; ask its receiver. */
void ckptm_synchronous_ask(int request);
/* The program has taken that message. */
void ckptm_synchronous_taken(ckptm_message *message);
/* One of ours has completed, for its receiver has begun to take it: the line wants to know. */
void ckptm_synchronous_completed(const ckptm_request *request);
/* Other ranks' that have completed (window->asked): which of them has this rank taken within its log, as it is cut now? taken [asked.count] */
void ckptm_synchronous_taken_logged(enum ckptm_taken *taken);
/* A control message of this file's. */
void ckptm_synchronous_hear(int from, uint32_t kind, const void *bytes, size_t size);

#endif
