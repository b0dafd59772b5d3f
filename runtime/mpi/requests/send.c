/* send.c - sends: counted, suppressed, handed to MPI. See requests.h. */
#include "mpi/envelopes/envelopes.h"
#include "mpi/handles/data.h"
#include "mpi/handles/types.h"
#include "mpi/requests/requests.h"
#include "mpi/requests/suppress.h"
#include "mpi/requests/tagging.h"
#include "mpi/store/order.h"
#include "shim.h"

static int set_up(const void *buffer, int count, int type, int dest, int tag, int comm, int mode)
{
    int at = ckptm_request_new(CKPTM_SEND);
    ckptm_request *r = ckptm_request_at(at);

    r->buffer = (void *)(uintptr_t)buffer;
    r->count = count;
    r->type = type;
    r->peer = dest;
    r->tag = tag;
    r->comm = comm;
    r->mode = mode;
    ckptm_type_hold(type);
    return at;
}

/* Its position, which headers say if messages have them. */
static inline ckptm_u64 number(int comm, int peer, int tag, int type)
{
    const ckptm_comm *c = &ckptm_state.comms[comm];
    ckptm_u64 position;

    if (__builtin_expect(ckptm.tagging, 0))
        return ckptm_tagging_sent(c, peer);
    position = ++*ckptm_count(&ckptm_state.sent, c->key, peer, tag);
    ckptm_order_sent(comm, c->key, c->size, peer, tag, position, ckptm_signature(type));
    return position;
}

/* Count it. True: its receiver has it already. */
static bool count(ckptm_request *r)
{
    const ckptm_comm *c = &ckptm_state.comms[r->comm];

    r->position = number(r->comm, r->peer, r->tag, r->type);
    if (ckptm.window.logging)
        ckptm_window_event(&ckptm.window, &ckptm.window.sent, (ckptm_event){ .comm = c->key, .peer = r->peer, .tag = r->tag, .position = r->position });
    return ckptm_state.early && ckptm_suppressed(r);
}

void ckptm_send_never_was(int comm, int peer, int tag, const char *why)
{
    const ckptm_comm *c = &ckptm_state.comms[comm];

    if (!ckptm.on || peer == MPI_PROC_NULL)
        return;
    if (ckptm.tagging)
        ckptm_tagging_unsent(c, peer);
    else if (!ckptm_mutant(cancel_count))
        --*ckptm_count(&ckptm_state.sent, c->key, peer, tag);
    ckptm_order_forget(comm, peer);
    if (ckptm.line.phase >= CKPTM_WINDOW)            /* also when our log has ended: its receiver's may have not */
        ckptm_line_failed(&ckptm.line, why);
}

/* MPI has not taken one that was counted. */
static __attribute__((cold)) int failed(int comm, int peer, int tag, int error)
{
    ckptm_send_never_was(comm, peer, tag, "a send failed");
    return error;
}

void ckptm_send_start(int at)
{
    ckptm_request *r = ckptm_request_at(at);

    if (r->peer != MPI_PROC_NULL)
        ckptm_type_used_with(r->type, r->buffer, (ckptm_u64)r->count, true);
    r->state = CKPTM_PENDING;
    r->cancel = 0;
    r->status.MPI_ERROR = 0;
    if (r->peer == MPI_PROC_NULL || (ckptm.on && count(r))) {
        ckptm_request_set(r, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_BYTE, 0);
        return;
    }
    r->status.MPI_ERROR = (ckptm_state.outcomes ? ckptm_isend_copy : ckptm_isend)(r->buffer, r->count, r->type, r->peer, r->tag, r->comm, r->mode, at);
    if (r->status.MPI_ERROR) {
        ckptm_request_set(r, r->peer, r->tag, MPI_BYTE, 0);
        failed(r->comm, r->peer, r->tag, r->status.MPI_ERROR);
    }
}

/* The log says that it was complete. That was so because its receiver took it; this time that may want something first that is sent after this. The
 * message is a copy (above), so that the program can have what it had then; a receive, though, comes by itself: what it got was sent
 * before its sender's end. */
void ckptm_send_decree(int at)
{
    ckptm_request *r = ckptm_request_at(at);

    if (r->kind != CKPTM_SEND || r->state == CKPTM_INACTIVE || ckptm_request_done(at))
        return;
    ckptm_request_let_go(at);
    ckptm_request_set(r, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_BYTE, 0);
}

int ckptm_post_send(const void *buffer, int count, int type, int dest, int tag, int comm, int mode)
{
    int at = set_up(buffer, count, type, dest, tag, comm, mode);

    ckptm_send_start(at);
    return at;
}

int ckptm_make_send(const void *buffer, int count, int type, int dest, int tag, int comm, int mode)
{
    int at = set_up(buffer, count, type, dest, tag, comm, mode);

    ckptm_request_at(at)->persistent = 1;
    ckptm_request_at(at)->state = CKPTM_INACTIVE;
    return at;
}

/* Nothing to be looked at: one count, then MPI; a request of ours only if MPI does not do it at once. */
int ckptm_send_quietly(const void *buffer, int count, int type, int dest, int tag, int comm, int mode)
{
    bool done = false;
    ckptm_u64 position = 0;
    int at, error;

    if (dest == MPI_PROC_NULL)
        return 0;
    ckptm_type_used_with(type, buffer, (ckptm_u64)count, true);
    if (ckptm.on)
        position = number(comm, dest, tag, type);
    error = ckptm_send_now(buffer, count, type, dest, tag, comm, mode, ckptm_is_small(count, type), &done);
    if (error)
        return failed(comm, dest, tag, error);
    if (done)
        return 0;
    at = set_up(buffer, count, type, dest, tag, comm, mode);
    ckptm_request_at(at)->position = position;
    ckptm_request_move(at);
    return ckptm_request_finish(at, 0);
}

/* Mostly: of few bytes, and of one envelope and datatype as the message before. Two counts, then MPI. PROC_NULL has no counter, and with headers no
 * message has one. */
int ckptm_send_briefly(const void *buffer, int count, int type, int dest, int tag, int comm)
{
    ckptm_u64 key = ckptm_state.comms[comm].key, *sent = ckptm_count_again(&ckptm_state.sent, key, dest, tag);
    int error;

    if (!sent || !ckptm_is_simple(type) || !ckptm_is_small(count, type) || !ckptm_order_is_next(comm, key, dest, tag, *sent + 1, type))
        return ckptm_send_quietly(buffer, count, type, dest, tag, comm, CKPTM_MODE_STANDARD);
    ++*sent;
    ckptm_order_goes_on();
    error = ckptm_send_at_once(buffer, count, type, dest, tag, comm);
    return __builtin_expect(error, 0) ? failed(comm, dest, tag, error) : 0;
}
