/* entered.h - a replay synchronises as the collective did: who has entered which.
 *
 * Purpose    after a barrier that is replayed, all members are behind it again, whatever they print or write; see members.h.
 * Input      what members had posted before their checkpoints (from the line), then messages ENTERED from those that replay.
 * Invariants collectives of a communicator are entered in the order of their numbers, so the last one says it all. Not part of
 *            images: a line brings it anew.
 */
#ifndef CKPTM_ENTERED_H
#define CKPTM_ENTERED_H

#include <stdbool.h>
#include <stddef.h>
#include "mpi/state.h"

/* That rank of MPI_COMM_WORLD has entered all up to that number. */
void ckptm_entered(int rank, ckptm_u64 comm, ckptm_u64 number);
/* This rank enters a collective that is replayed: tell those who wait for it. */
void ckptm_enter(const ckptm_collective *c);
/* A message ENTERED. */
void ckptm_entered_hear(int from, const void *bytes, size_t size);
/* Have all entered for whom this rank waits in that collective? */
bool ckptm_entered_all(const ckptm_collective *c);

#endif
