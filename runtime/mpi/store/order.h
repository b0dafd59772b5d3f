/* order.h - in which order messages of different tags were sent.
 *
 * Purpose    MPI gives messages of one sender to receives of any tag in the order of sending. A restarted program may receive late messages
 *            so that it received by their tags before; what order they have, only their sender knows. It tells with its positions.
 * Form       a run is a row of messages with one tag and signature from one rank to another in one communicator. The newest runs to each rank are kept,
 *            up to a number; what was sent before them came first, in an order that is not known (0).
 * Invariants memory of the runtime. After a restart runs are counted anew: what was sent before is received, or in the queue.
 */
#ifndef CKPTM_ORDER_H
#define CKPTM_ORDER_H

#include "mpi/store/window.h"

enum { CKPTM_RUNS = 256 };        /* kept of each communicator and receiver */

/* Sent: position `position` of that tag, with that signature, to `peer` of communicator `number`, whose key and size are given. */
void ckptm_order_anew(int number, ckptm_u64 comm, int size, int peer, int tag, ckptm_u64 position, int signature);
/* The run of the message before, mostly this one's, too; run 0: none. */
extern struct ckptm_order_last {
    ckptm_run *run;
    ckptm_u64 *sent;
    int number, peer;
} ckptm_order_last;
/* Is it the next of that run? Then ckptm_order_goes_on is all that has to be done. */
static inline bool ckptm_order_is_next(int number, ckptm_u64 comm, int peer, int tag, ckptm_u64 position, int signature)
{
    const struct ckptm_order_last *l = &ckptm_order_last;

    return l->run && l->number == number && l->peer == peer && l->run->comm == comm && l->run->tag == tag && l->run->signature == signature &&
           l->run->last + 1 == position;
}
static inline void ckptm_order_goes_on(void)
{
    ckptm_order_last.run->last++;
    ++*ckptm_order_last.sent;
}
static inline void ckptm_order_sent(int number, ckptm_u64 comm, int size, int peer, int tag, ckptm_u64 position, int signature)
{
    if (ckptm_order_is_next(number, comm, peer, tag, position, signature))
        ckptm_order_goes_on();
    else
        ckptm_order_anew(number, comm, size, peer, tag, position, signature);
}
/* A send was taken back: what was sent to that peer has no order that we know of. */
void ckptm_order_forget(int number, int peer);
/* The runs sent to a peer: *count of them. */
const ckptm_run *ckptm_order_runs(int number, ckptm_u64 comm, int peer, size_t *count);

/* A sender's run has come. */
void ckptm_order_hear(ckptm_window *window, const ckptm_run *run);
/* The run that a message is in; 0: not known. */
const ckptm_run *ckptm_order_find(ckptm_window *window, ckptm_u64 comm, int source, int tag, ckptm_u64 position);
/* Give the late messages their order of sending, and sort them by it, sender by sender. */
void ckptm_order_late(ckptm_window *window);
#endif
