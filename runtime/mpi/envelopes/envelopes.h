/* envelopes.h - counters per envelope (communicator, peer, tag), hashed.
 *
 * Purpose    how many messages were sent, and consumed, of each envelope since the program's first start.
 * Invariants the hash is the same on every architecture: the program's tables are saved as they stand. Counters of a
 *            communicator go with it.
 */
#ifndef CKPTM_ENVELOPES_H
#define CKPTM_ENVELOPES_H

#include "mpi/state.h"

/* The counter that was asked for last, if it is this envelope's; else 0. Mostly it is: that of the message before. */
static inline ckptm_u64 *ckptm_count_again(ckptm_table *table, ckptm_u64 comm, int peer, int tag)
{
    if (table->last < table->room) {
        ckptm_counter *c = &table->slots[table->last];

        if (c->comm == comm && c->peer == peer && c->tag == tag)
            return &c->count;
    }
    return 0;
}
/* The counter of an envelope, made if it is not there. Valid until the next one is made. */
ckptm_u64 *ckptm_count_anew(ckptm_table *table, ckptm_u64 comm, int peer, int tag);
static inline ckptm_u64 *ckptm_count(ckptm_table *table, ckptm_u64 comm, int peer, int tag)
{
    ckptm_u64 *again = ckptm_count_again(table, comm, peer, tag);

    return again ? again : ckptm_count_anew(table, comm, peer, tag);
}
/* The same in a table in memory of the runtime, which no image has; freed by ckptm_table_clear. */
ckptm_u64 *ckptm_count_private(ckptm_table *table, ckptm_u64 comm, int peer, int tag);
void ckptm_table_clear(ckptm_table *table);
/* Its value; 0 if it is not there. */
ckptm_u64 ckptm_counted(const ckptm_table *table, ckptm_u64 comm, int peer, int tag);
/* Forget all of a communicator. */
void ckptm_forget(ckptm_table *table, ckptm_u64 comm);
/* Give back room that it does not need any more: an image has the room, too. */
void ckptm_table_compact(ckptm_table *table);
#endif
