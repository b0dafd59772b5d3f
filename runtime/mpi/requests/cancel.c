/* cancel.c - MPI_Cancel. See requests.h.
 *
 * Whether a receive is cancelled in time may differ when it is done again: what became of it is logged, by the receive's number. A receive that
 * was cancelled then is not posted at all; one that was not is not cancelled. A send that is cancelled never was: the count goes back; that
 * is no matter for a log, so a line that is pending then is abandoned.
 */
#include <stdlib.h>
#include "mpi/requests/generalized.h"
#include "mpi/requests/requests.h"
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

void ckptm_cancel_done(int at)
{
    ckptm_request *r = ckptm_request_at(at);

    if (r->cancel == 1)
        log_it(r);
    r->cancel = 0;
    if (r->kind == CKPTM_SEND && r->status.ckpt_cancelled)
        ckptm_send_never_was(r->comm, r->peer, r->tag, "a send was cancelled");
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
