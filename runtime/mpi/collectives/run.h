/* run.h - collectives from posting to completion.
 *
 * Purpose    where lines may come, every collective, blocking or not, is a request in the one table (requests/): the non-blocking one of the real MPI, or messages (few.h). If its
 *            result came with a line it is not posted but replayed: complete when those have entered for whom it waits.
 */
#ifndef CKPTM_RUN_H
#define CKPTM_RUN_H

#include "mpi/state.h"

/* Give it a number and post it, or begin its replay. Returns the request. The record stays where it is until it is complete. */
int ckptm_collective_post(ckptm_collective *record);
/* Look whether that request, a pending collective, is complete. */
bool ckptm_collective_test(int request);
/* That request is complete: the real MPI did not take it, or failed. */
void ckptm_collective_failed(int request, int error);
/* After a restart: post it again, or begin its replay. */
void ckptm_collective_restore(int request);

/* A collective that makes a communicator, in two halves: its number is told; it is done, which gives it the number. `given`: hash of what this
 * rank says in the call. True: some member had it done before its checkpoint, so that it is not done again (and what is given was compared). */
bool ckptm_creation_begin(int comm, const char *call, ckptm_u64 given, ckptm_u64 *number);
void ckptm_creation_end(int comm, ckptm_u64 number, const char *call, ckptm_u64 given);

#endif
