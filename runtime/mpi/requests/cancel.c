/* cancel.c - MPI_Cancel. See requests.h.
 *
 * Whether a receive is cancelled in time may differ when it is done again: what became of it is logged, by the receive's number. A receive that
 * was cancelled then is not posted at all; one that was not is not cancelled. A send that is cancelled never was: the count goes back; that
 * is no matter for a log, so a line that is pending then is abandoned.
 */
#include <stdlib.h>
#include "mpi/envelopes/envelopes.h"
#include "mpi/requests/generalized.h"
#include "mpi/requests/requests.h"
#include "mpi/store/order.h"
#include "shim.h"

static ckptm_outcome **logged(ckptm_u64 sequence)
{
    for (ckptm_outcome **at = &ckptm_state.matches; *at; at = &(*at)->next)
        if ((*at)->kind == CKPTM_O_CANCEL && (*at)->value == sequence)
            return at;
    return 0;
}

static void take(ckptm_outcome **at)
{
    ckptm_outcome *o = *at;

    *at = o->next;
    free(o);
}

bool ckptm_cancel_logged(ckptm_u64 sequence)
{
    ckptm_outcome **at = logged(sequence);

    return at && (*at)->flag && !ckptm_mutant(cancel_log);
}

static void log_it(const ckptm_request *r)
{
    if (ckptm.window.logging)
        ckptm_outcome_add(&ckptm.window, (ckptm_outcome){ .kind = CKPTM_O_CANCEL, .flag = r->status.ckpt_cancelled, .value = r->sequence });
}

static void cancelled(ckptm_request *r)
{
    ckptm_request_set(r, r->peer, r->tag, MPI_BYTE, 0);
    r->status.ckpt_cancelled = 1;
}

/* The send never was. */
static void uncount(const ckptm_request *r)
{
    if (!ckptm.on)
        return;
    if (!ckptm_mutant(cancel_count))
        --*ckptm_count(&ckptm_state.sent, ckptm_request_key(r), r->peer, r->tag);
    ckptm_order_forget(r->comm, r->peer);
    if (ckptm.line.phase >= CKPTM_WINDOW)            /* also when our log has ended: its receiver's may have not */
        ckptm_line_failed(&ckptm.line, "a send was cancelled");
}

void ckptm_cancel_done(int at)
{
    ckptm_request *r = ckptm_request_at(at);

    r->cancel = 0;
    log_it(r);
    if (r->kind == CKPTM_SEND && r->status.ckpt_cancelled)
        uncount(r);
}

int ckptm_request_cancel(int at)
{
    ckptm_request *r = ckptm_request_at(at);
    ckptm_outcome **then = logged(r->sequence);

    if (r->kind == CKPTM_GENERALIZED)
        return ckptm_generalized_cancel(at);
    if (r->state == CKPTM_DOOMED) {                  /* not logged again: an image that this is after has it still */
        if (then)
            take(then);
        cancelled(r);
    } else if (then) {                               /* it came to its end then */
        take(then);
    } else if (r->kind == CKPTM_RECEIVE && r->state == CKPTM_QUEUED && !r->position) {
        cancelled(r);
        log_it(r);
    } else if (ckptm.tagging && r->kind == CKPTM_SEND && r->state == CKPTM_PENDING) {
        ckptm_fatal("rank %d: MPI_Cancel of a send: not with CKPT_MPI_IDENTIFY=tagging, whose numbers have no gaps", ckptm.rank);
    } else if (r->state == CKPTM_PENDING && !(r->kind == CKPTM_RECEIVE && (r->probed || r->position)) && r->kind != CKPTM_COLLECTIVE) {
        r->cancel = 1;
        return ckptm_cancel(at);
    } else {                                         /* too late; when it is done again it could be in time */
        log_it(r);
    }
    return 0;
}
