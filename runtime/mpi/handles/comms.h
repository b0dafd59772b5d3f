/* comms.h - communicators from the call that makes them to the time when nobody needs them.
 *
 * Purpose    what a restart has to make again, and when it is over. A record (state.h) goes through these stages:
 *
 *      (none) --call--> MADE_HERE --MPI_Comm_free--> FREED --nothing pending here--> OVER --all members, no line pending--> (none)
 *      (none) --restart, others had made it before the line--> AWAITED --call--> MADE_HERE
 *
 * Creation   (creation.c) is a collective of the parent, with a number there. If some member had made it before its checkpoint, the others, which
 *            make it after theirs, say so in their parts of the line; at a restart it is made with the rest, and their calls find it.
 * End        (closing.c) the real one is freed, and the record goes, when all members have freed it and have no request on it; each learns
 *            that by a barrier on it that does not block. No record goes while a line is pending; keys of those that have gone since the last
 *            line are remembered until the next one, for another member may still name them there.
 * Restart    (remake.c) makes all in the order of their keys, whatever they were made of: no call of one member waits for another's.
 */
#ifndef CKPTM_COMMS_H
#define CKPTM_COMMS_H

#include <stdbool.h>
#include "mpi/layer.h"

/* ---- comms.c ---- */

/* Fill in rank and groups from the real one. */
void ckptm_comm_describe(int comm);
/* A copy of another one takes over what that has and the real one does not say. */
void ckptm_comm_like(int comm, int other);
/* A duplicate has rank and groups of another one, and what ckptm_comm_like takes over. */
void ckptm_comm_twin(int comm, int other);
/* Members, both groups of an intercommunicator together. */
int ckptm_comm_all(const ckptm_comm *comm);
/* For messages, until the next call: "MPI_COMM_WORLD of 3 ranks", "communicator 5f3a of 2 ranks" as `ckpt show` has it, or with its name behind: "(rows)". */
const char *ckptm_comm_text(const ckptm_comm *comm);
/* Is that rank of MPI_COMM_WORLD one of them? */
bool ckptm_comm_has(const ckptm_comm *comm, int rank);
/* A free number, its record POSTED. */
int ckptm_comm_number(void);
/* At a checkpoint: give back room that is not needed any more, for an image has it, too. */
void ckptm_comms_compact(void);
/* The record and what it holds. */
void ckptm_comm_drop(int comm);

/* ---- creation.c ---- */

typedef struct ckptm_creation {
    int parent, at;               /* at: the new one's number */
    ckptm_u64 number;             /* in the parent; 0: it has none there */
    ckptm_u64 call;               /* which call this is: the same on all members of the parent, or those who call it */
    ckptm_u64 base;               /* what the key is made of: the call, unless the caller says otherwise */
    ckptm_u64 given;
    const char *name;             /* of the call */
} ckptm_creation;

ckptm_u64 ckptm_mix(ckptm_u64 word);
/* Of numbers, in order. */
ckptm_u64 ckptm_mix_ints(ckptm_u64 seed, const int *list, int count);

/* A call that makes a communicator of `parent` begins; given: hash of what this rank says in it. True: it is not to be done, the result of it is
 * in *newcomm. Otherwise the real one is to be made, with the number c->at. */
bool ckptm_creation_open(ckptm_creation *c, int parent, const char *name, ckptm_u64 given, int *newcomm);
/* The same for one that not all members of the parent call: those of a group, with a tag. */
bool ckptm_creation_open_group(ckptm_creation *c, int parent, const char *name, const int *world, int size, int tag, int *newcomm);
/* All members of both groups of its parent, before the real call. */
void ckptm_creation_enter(const ckptm_creation *c);
/* A duplicate of `parent` without waiting, its number; its request completes it. remade: a restart has made the real one. */
int ckptm_creation_start(int parent);
void ckptm_creation_complete(int comm, int parent, ckptm_u64 number, bool remade);
/* The real call has returned that error; if there is none, and this rank is in the new communicator, its record is made. */
int ckptm_creation_close(ckptm_creation *c, int error, int *newcomm);

/* What this rank tells `to` with its positions: which communicators they share that it had made. *size bytes, free() them. */
unsigned char *ckptm_made_for(int to, size_t *size);
void ckptm_made_hear(const unsigned char *bytes, size_t size);
/* Has this rank made all that others had? */
bool ckptm_made_settled(void);
/* Is all that others had made and we have not within our log? */
bool ckptm_made_covered(const ckptm_window *window);
/* A line is being prepared; it has been committed. */
void ckptm_made_clear(void);
void ckptm_made_committed(void);
/* Into a rank's part of a line, and out of it. */
struct ckptm_line_out;
struct ckptm_line_record;
void ckptm_made_write(struct ckptm_line_out *out, const ckptm_window *window);
bool ckptm_made_load(const struct ckptm_line_record *record);

/* ---- entry.c ---- */

/* Before the real call: all of these members of the call are there. Does not return if the job stops first. */
void ckptm_enter_call(ckptm_u64 call, const int *ranks, int count);
/* The same for two groups, of which each knows its own; far: the other leader's rank in MPI_COMM_WORLD, on leaders, else -1. */
void ckptm_enter_bridge(ckptm_u64 call, const int *ranks, int count, int leader, int far, int tag);
/* Messages ENTER and LEAVING. */
void ckptm_entry_hear(int from, unsigned kind, const void *bytes, size_t size);
/* Is this rank waiting in such a call? Then that sees to it that it leaves. */
bool ckptm_entry_waits(void);
/* The job stops: wait until all ranks are ready to leave. */
void ckptm_leave_together(void);

/* ---- closing.c ---- */

/* The program has freed it. */
void ckptm_comm_close(int comm);
/* Its record goes, with all that is counted on it. */
void ckptm_comm_end(int comm);
/* Go on with those that are freed. Never blocks. */
void ckptm_comms_reap(void);
/* All ranks are in MPI_Finalize: end what all members have freed. */
void ckptm_comms_finish(void);
/* Is a request of this rank on it, or a message that a probe has matched? incomplete: only requests that are under way count. */
bool ckptm_comm_in_use(int comm, bool incomplete);
/* Has one with that key gone since the last line? */
bool ckptm_comm_gone(ckptm_u64 key);
/* It has been freed, and nothing was pending on it here, before this line: what is still sent there is never received. */
bool ckptm_comm_over(ckptm_u64 key);
/* A line is committed: forget keys of those that are gone, but the ones that `named` says yes to. */
void ckptm_comms_forget(bool (*named)(ckptm_u64 key));

#endif
