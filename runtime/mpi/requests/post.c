/* post.c - receives: where from. See requests.h. */
#include <stdlib.h>
#include "mpi/handles/data.h"
#include "mpi/handles/types.h"
#include "mpi/requests/requests.h"
#include "mpi/requests/synchronous.h"
#include "shim.h"

static int deferred;              /* how many wait for the end of the replay */

static bool is_open(const ckptm_request *r) { return r->peer == MPI_ANY_SOURCE || r->tag == MPI_ANY_TAG; }

static bool overlap(const ckptm_request *a, const ckptm_request *b)
{
    return a->comm == b->comm && (ckptm_fits(a->peer, MPI_ANY_TAG, b->peer, 0) || b->peer == MPI_ANY_SOURCE) &&
           (ckptm_fits(MPI_ANY_SOURCE, a->tag, 0, b->tag) || b->tag == MPI_ANY_TAG);
}

/* A receive may not overtake one that was posted before it and is deferred. */
static bool behind_deferred(int at)
{
    for (int i = 1; deferred && i < ckptm_state.nrequests; i++) {
        const ckptm_request *o = ckptm_request_at(i);

        if (o->kind == CKPTM_RECEIVE && o->state == CKPTM_DEFERRED && o->sequence < ckptm_request_at(at)->sequence && overlap(o, ckptm_request_at(at)))
            return true;
    }
    return false;
}

/* Take the logged match of the receive with that sequence number; false: there is none. */
static bool logged_match(ckptm_request *r)
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
        return true;
    }
    return false;
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

void ckptm_receive_real(int at)
{
    ckptm_request *r = ckptm_request_at(at);

    r->state = CKPTM_PENDING;
    r->status.MPI_ERROR = ckptm_irecv(r->buffer, r->count, r->type, r->peer, r->tag, r->comm, at);
    if (r->status.MPI_ERROR)
        ckptm_request_set(r, r->peer, r->tag, MPI_BYTE, 0);
    else if (ckptm.window.listening)
        ckptm_match_add(at);
}

/* What stands between the request and what it may take; true: it stays as it is. */
static bool is_held_back(int at)
{
    ckptm_request *r = ckptm_request_at(at);
    bool open = is_open(r);

    if (ckptm_cancel_logged(r->sequence)) {
        r->state = CKPTM_DOOMED;
        return true;
    }
    if (open && ckptm_state.matches)
        open = !logged_match(r);
    if ((open && ckptm_state.matches) || behind_deferred(at)) {
        r->state = CKPTM_DEFERRED;
        deferred++;
        return true;
    }
    return false;
}

static void post(int at)
{
    ckptm_request *r = ckptm_request_at(at);
    ckptm_message *m;

    r->state = CKPTM_PENDING;
    if (deferred && !ckptm_state.matches)
        ckptm_post_deferred();
    if ((deferred || ckptm_state.matches) && is_held_back(at))
        return;
    if (ckptm_state.queue && (m = ckptm_queue_find(ckptm_request_key(r), r->peer, r->tag))) {
        ckptm_queue_remove(m);
        ckptm_receive_assign(at, m);
    } else if (ckptm.draining) {
        r->state = CKPTM_QUEUED;
        ckptm_drain_wait(at);
    } else {
        ckptm_receive_real(at);
    }
}

void ckptm_post_deferred(void)
{
    size_t count;
    int *list;

    if (ckptm_state.matches || !deferred)
        return;
    deferred = 0;
    list = ckptm_requests_in_order(CKPTM_RECEIVE, &count);
    for (size_t i = 0; i < count; i++)
        if (ckptm_request_at(list[i])->state == CKPTM_DEFERRED)
            post(list[i]);
    free(list);
}

/* Contents that are here. */
static void give(ckptm_request *r, ckptm_message *m)
{
    ckptm_u64 elements = 0;

    if (m->truncated || ckptm_data_give(&m->data, r->type, (ckptm_u64)r->count, r->buffer, &elements) == CKPTM_TRUNCATED)
        r->status.MPI_ERROR = MPI_ERR_TRUNCATE;
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

    r->peer = m->source;
    r->tag = m->tag;
    r->position = m->position;
    r->probed = 1;
    ckptm_synchronous_taken(m);
    if (w->logging && m->form == CKPTM_HELD && r->seen != ckptm.line.number) {
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
        r->status.MPI_ERROR = ckptm_imrecv(r->buffer, r->count, r->type, m->held, at);
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

static int set_up(void *buffer, int count, int type, int source, int tag, int comm)
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
    ckptm_type_used_with(type, buffer, (ckptm_u64)count, false);
    r->any = (source == MPI_ANY_SOURCE) + 2 * (tag == MPI_ANY_TAG);
    return at;
}

void ckptm_receive_start(int at)
{
    ckptm_request *r = ckptm_request_at(at);

    if (r->any & 1)
        r->peer = MPI_ANY_SOURCE;
    if (r->any & 2)
        r->tag = MPI_ANY_TAG;
    r->position = r->seen = 0;
    r->cancel = r->probed = r->status.MPI_ERROR = 0;
    if (r->peer == MPI_PROC_NULL)
        ckptm_request_set(r, MPI_PROC_NULL, MPI_ANY_TAG, MPI_BYTE, 0);
    else
        post(at);
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
    if (r->cancel && r->state != CKPTM_COMPLETE)
        ckptm_request_cancel(at);
}

int ckptm_post_receive(void *buffer, int count, int type, int source, int tag, int comm)
{
    int at = set_up(buffer, count, type, source, tag, comm);

    ckptm_receive_start(at);
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
