/* post.c - receives: where from. See requests.h. */
#include <stdlib.h>
#include "mpi/handles/data.h"
#include "mpi/handles/types.h"
#include "mpi/requests/requests.h"
#include "mpi/requests/synchronous.h"
#include "shim.h"

static bool is_open(const ckptm_request *r) { return r->peer == MPI_ANY_SOURCE || r->tag == MPI_ANY_TAG; }

/* Take the logged match of the receive with that sequence number, if there is one. */
static void logged_match(ckptm_request *r)
{
    for (ckptm_outcome **at = &ckptm_state.matches; *at; at = &(*at)->next) {
        ckptm_outcome *o = *at;

        if (o->kind != CKPTM_O_MATCH || o->value != r->sequence)
            continue;
        if (!ckptm_fits(r->peer, r->tag, o->source, o->tag))
            ckptm_fatal("rank %d receives from (source %d, tag %d) where it received from (source %d, tag %d) before the restart",
                        ckptm.rank, r->peer, r->tag, o->source, o->tag);
        r->peer = o->source;
        r->tag = o->tag;
        *at = o->next;
        free(o);
        return;
    }
}

/* The message that a receive which was pending at the checkpoint had got before the end of the log. */
static ckptm_message *reserved(const ckptm_request *r)
{
    for (ckptm_message **at = &ckptm_state.reserved; *at; at = &(*at)->next)
        if ((*at)->reserved == r->sequence) {
            ckptm_message *m = *at;

            *at = m->next;
            m->next = 0;
            return m;
        }
    return 0;
}

/* MPI has not taken it. */
static __attribute__((cold)) void refused(int at, int error)
{
    ckptm_request *r = ckptm_request_at(at);

    r->status.MPI_ERROR = error;
    if (error == MPI_ERR_TRUNCATE)
        ckptm_receive_failed(at, r->peer, r->tag, MPI_ERR_TRUNCATE);
    else
        ckptm_request_set(r, r->peer, r->tag, MPI_BYTE, 0);
}

void ckptm_receive_real(int at)
{
    ckptm_request *r = ckptm_request_at(at);
    int error;

    r->state = CKPTM_PENDING;
    r->status.MPI_ERROR = 0;
    if ((error = ckptm_irecv(r->buffer, r->count, r->type, r->peer, r->tag, r->comm, at)))
        refused(at, error);
    else if (ckptm.window.listening && !r->position) /* one of before a restart may know which message it gets */
        ckptm_match_add(at);
}

/* What the log says of it: true: it was cancelled. One with wildcards that the log does not know takes what comes, at once: had it taken any
 * message that a later receive or probe of the log wanted, it would be in the log before that (match.c). */
static bool replay(ckptm_request *r)
{
    if (ckptm_cancel_logged(r->sequence)) {
        r->state = CKPTM_DOOMED;
        return true;
    }
    if (is_open(r))
        logged_match(r);
    return false;
}

static void post(int at)
{
    ckptm_request *r = ckptm_request_at(at);
    ckptm_message *m;

    r->state = CKPTM_PENDING;
    if (ckptm_is_quiet()) {
        ckptm_receive_real(at);
        return;
    }
    if (ckptm_state.matches && replay(r))
        return;
    if (ckptm_state.queue && !ckptm_mutant(queue_first) && (m = ckptm_queue_find(ckptm_request_key(r), r->peer, r->tag))) {
        ckptm_queue_remove(m);
        ckptm_receive_assign(at, m);
    } else if (ckptm.draining && !ckptm_mutant(direct)) {
        r->state = CKPTM_QUEUED;
        ckptm_drain_wait(at);
    } else {
        ckptm_receive_real(at);
    }
}

/* As where MPI cuts it off (complete.c): it counts as if it filled the buffer, and under some MPIs it does. */
static __attribute__((cold)) ckptm_u64 cut_off(ckptm_request *r, const ckptm_message *m)
{
    r->status.MPI_ERROR = MPI_ERR_TRUNCATE;
    if (ckptm_gives_cut_off)
        ckptm_data_give_first(&m->data, r->type, (ckptm_u64)r->count, r->buffer);
    return (ckptm_u64)r->count * ckptm_type_elements(r->type);
}

/* Contents that are here. */
static void give(ckptm_request *r, ckptm_message *m)
{
    ckptm_u64 elements = 0;

    if (m->truncated || ckptm_data_give(&m->data, r->type, (ckptm_u64)r->count, r->buffer, &elements) == CKPTM_TRUNCATED)
        elements = cut_off(r, m);
    else
        elements = ckptm_data_give_all(&m->data, r->type, (ckptm_u64)r->count, r->buffer, "rank %d receives a message of rank %d (tag %d, communicator "
                                       "of %d ranks) that came with a line, which", ckptm.rank, ckptm_state.comms[r->comm].world[m->source], m->tag,
                                       ckptm_state.comms[r->comm].size);
    ckptm_request_set(r, m->source, m->tag, ckptm_signature(r->type), (long long)elements);
    ckptm_message_free(m);
}

void ckptm_receive_assign(int at, ckptm_message *m)
{
    ckptm_request *r = ckptm_request_at(at);
    ckptm_window *w = &ckptm.window;
    bool open = is_open(r);
    int error;

    r->peer = m->source;
    r->tag = m->tag;
    r->position = m->position;
    r->drained = m->drained;
    r->probed = 1;
    ckptm_synchronous_taken(m);
    if (w->logging && !(ckptm.tagging && m->form == CKPTM_HELD) && (m->form == CKPTM_HELD || (m->form == CKPTM_STORED && m->line != ckptm.line.number)) && r->seen != ckptm.line.number) {
        ckptm_consumed_early(m->comm, m->source, m->tag, m->position);
        r->seen = ckptm.line.number;
    }
    if (w->logging && open)
        ckptm_outcome_add(w, (ckptm_outcome){ .kind = CKPTM_O_MATCH, .source = m->source, .tag = m->tag, .value = r->sequence });
    if (m->form == CKPTM_STORED) {
        give(r, m);
    } else if (m->form == CKPTM_ARRIVING) {
        r->message = m;
        r->state = CKPTM_COMING;
    } else {
        r->state = CKPTM_PENDING;
        if ((error = ckptm_imrecv(r->buffer, r->count, r->type, m->held, at)))
            ckptm_receive_failed(at, m->source, m->tag, error);
        ckptm_message_free(m);
    }
}

bool ckptm_receive_came(int at)
{
    ckptm_request *r = ckptm_request_at(at);
    ckptm_message *m = r->message;

    if (m->form == CKPTM_AWAITED || !ckptm_message_arrived(m))
        return false;
    r->message = 0;
    ckptm_receive_assign(at, m);
    return ckptm_request_at(at)->state == CKPTM_COMPLETE;
}

/* ---- set up ---------------------------------------------------------------------------------------------------------- */

static inline int set_up(void *buffer, int count, int type, int source, int tag, int comm)
{
    int at = ckptm_request_new(CKPTM_RECEIVE);
    ckptm_request *r = ckptm_request_at(at);

    r->buffer = buffer;
    r->count = count;
    r->type = type;
    r->peer = source;
    r->tag = tag;
    r->comm = comm;
    ckptm_type_hold(type);
    if (source != MPI_PROC_NULL)
        ckptm_type_used_with(type, buffer, (ckptm_u64)count, false);
    r->any = (source == MPI_ANY_SOURCE) + 2 * (tag == MPI_ANY_TAG);
    return at;
}

static void start(int at)
{
    ckptm_request *r = ckptm_request_at(at);

    if (r->peer == MPI_PROC_NULL)
        ckptm_request_set(r, MPI_PROC_NULL, MPI_ANY_TAG, MPI_BYTE, 0);
    else
        post(at);
}

void ckptm_receive_start(int at)
{
    ckptm_request *r = ckptm_request_at(at);

    if (r->any & 1)
        r->peer = MPI_ANY_SOURCE;
    if (r->any & 2)
        r->tag = MPI_ANY_TAG;
    r->position = r->seen = r->drained = 0;
    r->cancel = r->probed = r->status.MPI_ERROR = 0;
    start(at);
}

void ckptm_receive_again(int at)
{
    ckptm_request *r = ckptm_request_at(at);
    ckptm_message *m;

    ckptm_type_used_with(r->type, r->buffer, (ckptm_u64)r->count, false);
    if (ckptm_state.matches && is_open(r))
        logged_match(r);
    if ((m = reserved(r)))
        ckptm_receive_assign(at, m);
    else
        post(at);
    r = ckptm_request_at(at);
    if (r->cancel)
        ckptm_request_cancel(at);                    /* takes what became of it from the log, too */
}

static __attribute__((noinline)) int post_any(void *buffer, int count, int type, int source, int tag, int comm)
{
    int at = set_up(buffer, count, type, source, tag, comm);

    start(at);
    return at;
}

/* Mostly: nothing to be looked at, and a number is free. On this way no function is called but MPI's. */
int ckptm_post_receive(void *buffer, int count, int type, int source, int tag, int comm)
{
    int at, error;

    if (!ckptm_is_quiet() || source == MPI_PROC_NULL || !ckptm_state.free_request || !ckptm_is_simple(type))
        return post_any(buffer, count, type, source, tag, comm);
    at = set_up(buffer, count, type, source, tag, comm);
    if ((error = ckptm_irecv(buffer, count, type, source, tag, comm, at)))
        refused(at, error);
    return at;
}

int ckptm_make_receive(void *buffer, int count, int type, int source, int tag, int comm)
{
    int at = set_up(buffer, count, type, source, tag, comm);

    ckptm_request_at(at)->persistent = 1;
    ckptm_request_at(at)->state = CKPTM_INACTIVE;
    return at;
}

int ckptm_post_held(void *buffer, int count, int type, ckptm_message *m, int comm)
{
    int at = set_up(buffer, count, type, m ? m->source : MPI_PROC_NULL, m ? m->tag : MPI_ANY_TAG, comm);
    ckptm_request *r = ckptm_request_at(at);

    if (!m)
        ckptm_request_set(r, MPI_PROC_NULL, MPI_ANY_TAG, MPI_BYTE, 0);
    else if (m->form == CKPTM_AWAITED)
        r->message = m, r->state = CKPTM_COMING;
    else
        r->seen = m->seen, ckptm_receive_assign(at, m);
    return at;
}
