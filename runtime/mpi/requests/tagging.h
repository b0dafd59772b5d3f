/* tagging.h - Message Tagging, the baseline of the comparison: what is late and what is early is told by the headers of messages. See tagging.c. */
#ifndef CKPTM_TAGGING_H
#define CKPTM_TAGGING_H

#include "mpi/requests/requests.h"

/* CKPT_MPI_IDENTIFY. False: it is none of logging, tagging and tagging-joined. */
bool ckptm_tagging_read(const char *identify);
/* A run begins that came from no line. */
void ckptm_tagging_begin(void);
/* It came from one. False: the line was made in the other way. */
bool ckptm_tagging_restored(void);

/* The header of the next message to that rank of the communicator; returns its position. */
ckptm_u64 ckptm_tagging_sent(const ckptm_comm *comm, int peer);
/* That message was not sent. */
void ckptm_tagging_unsent(const ckptm_comm *comm, int peer);
/* A receive is complete: its message's position, and in which interval it was sent. */
ckptm_u64 ckptm_tagging_received(int world, ckptm_u64 *epoch);
/* Its header has not come, while a line is pending: whether it is late, early or none of them is not known, so the line is abandoned. */
void ckptm_tagging_unknown(int world, int tag);
/* Communicators are there again: late messages that came with the line have been received. */
void ckptm_tagging_late(void);

/* The local checkpoint is taken; false: the program knows of a message that it has not received, whose header nobody has seen. */
bool ckptm_tagging_checkpoint(void);
/* What this rank had sent to another one before its checkpoint. */
ckptm_u64 ckptm_tagging_sent_to(int world);
/* Late messages, all told, when all ranks have told that. */
long ckptm_tagging_late_total(void);
/* A probe has found a message. */
void ckptm_tagging_probed(ckptm_u64 comm, int source, int tag);
/* It has been received. */
void ckptm_tagging_known(ckptm_u64 comm, int source, int tag);

#endif
