/* requests.c - sends and receives from posting to completion: counting, suppression, the queue of late messages, replay. See layer.h.
 *
 * A receive takes, in this order: a message that came with the line (queue), or one from MPI. A wildcard receive whose match was
 * logged takes what it took then; one that was not logged waits until all logged ones have theirs.
 * Positions. A message's position is its place in its sender's sequence of that envelope, from 1. Receives of one envelope match in
 * the order of posting but complete in any: when one completes, those posted before it for the same envelope have earlier positions.
 */
#include <stdlib.h>
#include <string.h>
#include "mpi/envelopes/envelopes.h"
#include "mpi/handles/basics.h"
#include "mpi/handles/data.h"
#include "mpi/layer.h"
#include "mpi/protocol/mutants.h"
#include "mpi/store/order.h"
#include "shim.h"

static ckptm_request *get(int request) { return &ckptm_state.requests[request]; }

static int new_request(int kind)
{
    ckptm_request *old = ckptm_state.requests;
    int room = ckptm_state.nrequests, at = 1;

    while (at < room && old[at].kind)
        at++;
    if (at >= room) {
        room = room ? 2 * room : 16;
        ckptm_state.requests = ckptm_new(CKPTM_T_REQUEST, (size_t)room);
        if (old)
            memcpy(ckptm_state.requests, old, (size_t)ckptm_state.nrequests * sizeof *old);
        ckptm_state.nrequests = room;
        free(old);
    }
    *get(at) = (ckptm_request){ .kind = kind, .sequence = kind == CKPTM_COLLECTIVE ? 0 : ++ckptm_state.sequence };
    return at;
}

static void complete(ckptm_request *r, int source, int tag, int type, long long elements)
{
    int error = r->status.MPI_ERROR;

    r->state = CKPTM_COMPLETE;
    r->status = (MPI_Status){ .MPI_SOURCE = source, .MPI_TAG = tag, .MPI_ERROR = error, .ckpt_type = type,
                              .ckpt_layout = ckptm_layout(), .ckpt_elements = elements };
}

static ckptm_u64 key_of(const ckptm_request *r) { return ckptm_state.comms[r->comm].key; }

/* ---- sends ------------------------------------------------------------------------------------------------------- */

static void check_type(int type, const char *call)
{
    if (!ckptm_type_usable(type))
        ckptm_fatal("%s: %d is not a committed datatype", call, type);
}

/* Is this message one that the receiver has had? Then it is taken off the list; another content ends the run. */
static bool suppressed(const ckptm_comm *c, const void *buffer, int count, int type, int dest, int tag, ckptm_u64 position)
{
    for (ckptm_early **at = &ckptm_state.early; *at; at = &(*at)->next) {
        ckptm_early *e = *at;

        if (e->comm != c->key || e->peer != dest || e->tag != tag || e->position != position)
            continue;
        if (!ckptm_data_is(e->hash, type, (ckptm_u64)count * ckptm_type_elements(type), buffer) && !ckptm_mutant(no_early_hash))
            ckptm_fatal("rank %d sends another message to rank %d (tag %d, communicator of %d ranks, number %llu) than it did before the "
                        "restart; what it depends on is not replayed", ckptm.rank, c->world[dest], tag, c->size, (unsigned long long)position);
        *at = e->next;
        free(e);
        return true;
    }
    return false;
}

int ckptm_post_send(const void *buffer, int count, int type, int dest, int tag, int comm, int mode)
{
    ckptm_comm *c = ckptm_comm_get(comm, "send");
    int at = new_request(CKPTM_SEND);
    ckptm_request *r = get(at);
    ckptm_u64 position;

    check_type(type, "send");
    r->buffer = (void *)(uintptr_t)buffer;
    r->count = count;
    r->type = type;
    r->peer = dest;
    r->tag = tag;
    r->comm = comm;
    r->mode = mode;
    if (dest == MPI_PROC_NULL) {
        complete(r, MPI_PROC_NULL, MPI_ANY_TAG, MPI_BYTE, 0);
        return at;
    }
    if (ckptm.on) {
        position = ++*ckptm_count(&ckptm_state.sent, c->key, dest, tag);
        ckptm_order_sent(comm, c->key, c->size, dest, tag, position);
        if (ckptm.window.logging)
            ckptm_window_event(&ckptm.window, &ckptm.window.sent, (ckptm_event){ .comm = c->key, .peer = dest, .tag = tag, .position = position });
        if (ckptm_state.early && suppressed(c, buffer, count, type, dest, tag, position)) {
            complete(r, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_BYTE, 0);
            return at;
        }
    }
    r->status.MPI_ERROR = ckptm_isend(buffer, count, type, dest, tag, comm, mode, at);
    if (r->status.MPI_ERROR)
        complete(r, dest, tag, MPI_BYTE, 0);
    return at;
}

/* ---- receives: where from ------------------------------------------------------------------------------------------ */

static bool fits(int wanted_source, int wanted_tag, int source, int tag)
{
    return (wanted_source == MPI_ANY_SOURCE || wanted_source == source) && (wanted_tag == MPI_ANY_TAG || wanted_tag == tag);
}

/* A message found by any tag: was it sent before the others of its sender? Not known means that another one might be right. */
static void check_first(const ckptm_late *found)
{
    const ckptm_comm *c = &ckptm_state.comms[ckptm_comm_by_key(found->comm)];

    if (!found->unordered)
        return;
    for (const ckptm_late *l = found->next; l; l = l->next)
        if (l->comm == found->comm && l->source == found->source && l->tag != found->tag && l->unordered == found->unordered)
            ckptm_fatal("rank %d receives by any tag from rank %d (communicator of %d ranks) where messages of tag %d and tag %d have come with "
                        "line %llu, and which of them was sent first is not known; receive them by their tags, or restart from another line",
                        ckptm.rank, c->world[found->source], c->size, found->tag, l->tag, found->unordered);
}

ckptm_late *ckptm_late_find(ckptm_u64 comm, int source, int tag)
{
    ckptm_late *l = ckptm_state.late;

    while (l && !(l->comm == comm && fits(source, tag, l->source, l->tag)))
        l = l->next;
    if (l && tag == MPI_ANY_TAG)
        check_first(l);
    return l;
}

static void unlink_late(ckptm_late *gone)
{
    ckptm_late **at = &ckptm_state.late;

    while (*at != gone)
        at = &(*at)->next;
    *at = gone->next;
    ckptm_data_clear(&gone->data);
    free(gone);
}

static void take_late(ckptm_request *r, ckptm_late *l)
{
    ckptm_u64 elements = ckptm_data_give_all(&l->data, r->type, (ckptm_u64)r->count, r->buffer, "rank %d receives a message of rank %d (tag %d, communicator of "
                                             "%d ranks) of before the restart, which", ckptm.rank, ckptm_state.comms[r->comm].world[l->source], l->tag,
                                             ckptm_state.comms[r->comm].size);

    complete(r, l->source, l->tag, ckptm_signature(r->type), (long long)elements);
    unlink_late(l);
}

/* Take the logged match of the receive with that sequence number; false: there is none. */
static bool logged_match(ckptm_request *r)
{
    for (ckptm_outcome **at = &ckptm_state.outcomes; *at; at = &(*at)->next) {
        ckptm_outcome *o = *at;

        if (o->kind != CKPTM_O_MATCH || o->value != r->sequence)
            continue;
        if (!fits(r->peer, r->tag, o->source, o->tag))
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

static bool matches_left(void)
{
    for (const ckptm_outcome *o = ckptm_state.outcomes; o; o = o->next)
        if (o->kind == CKPTM_O_MATCH)
            return true;
    return false;
}

static void post(int at)
{
    ckptm_request *r = get(at);
    bool open = r->peer == MPI_ANY_SOURCE || r->tag == MPI_ANY_TAG;
    ckptm_late *l;

    r->state = CKPTM_PENDING;
    if (open && ckptm_state.outcomes) {
        open = !logged_match(r);
        if (open && matches_left()) {
            r->state = CKPTM_DEFERRED;
            return;
        }
    }
    if (ckptm_state.late && (l = ckptm_late_find(key_of(r), r->peer, r->tag))) {
        take_late(r, l);
        if (open && ckptm.window.logging)
            ckptm_outcome_add(&ckptm.window, (ckptm_outcome){ .kind = CKPTM_O_MATCH, .source = r->status.MPI_SOURCE,
                                                              .tag = r->status.MPI_TAG, .value = r->sequence });
        return;
    }
    r->status.MPI_ERROR = ckptm_irecv(r->buffer, r->count, r->type, r->peer, r->tag, r->comm, at);
    if (r->status.MPI_ERROR)
        complete(r, r->peer, r->tag, MPI_BYTE, 0);
}

static void post_deferred(void)
{
    if (matches_left())
        return;
    for (int i = 1; i < ckptm_state.nrequests; i++)
        if (get(i)->kind == CKPTM_RECEIVE && get(i)->state == CKPTM_DEFERRED)
            post(i);
}

int ckptm_post_receive(void *buffer, int count, int type, int source, int tag, int comm)
{
    int at = new_request(CKPTM_RECEIVE);
    ckptm_request *r = get(at);

    ckptm_comm_get(comm, "receive");
    check_type(type, "receive");
    r->buffer = buffer;
    r->count = count;
    r->type = type;
    r->peer = source;
    r->tag = tag;
    r->comm = comm;
    if (source == MPI_PROC_NULL)
        complete(r, MPI_PROC_NULL, MPI_ANY_TAG, MPI_BYTE, 0);
    else
        post(at);
    return at;
}

int ckptm_post_collective(void) { return new_request(CKPTM_COLLECTIVE); }

/* ---- receives: completion -------------------------------------------------------------------------------------------- */

/* Receives of the same envelope that were posted before r and are pending have its earlier positions. */
static void place_earlier(const ckptm_request *r, ckptm_u64 *count, int source, int tag)
{
    for (;;) {
        ckptm_request *next = 0;

        for (int i = 1; i < ckptm_state.nrequests; i++) {
            ckptm_request *o = get(i);

            if (o->kind == CKPTM_RECEIVE && o->state == CKPTM_PENDING && !o->position && o->comm == r->comm && o->peer == source &&
                o->tag == tag && o->sequence < r->sequence && (!next || o->sequence < next->sequence))
                next = o;
        }
        if (!next)
            return;
        next->position = ++*count;
    }
}

/* A wildcard receive posted before r that could have had r's message has been matched: wait for it. */
static void finish_wider(const ckptm_request *r, int source, int tag)
{
    for (int i = 1; i < ckptm_state.nrequests; i++) {
        const ckptm_request *o = get(i);

        if ((o->peer == MPI_ANY_SOURCE || o->tag == MPI_ANY_TAG) && o->kind == CKPTM_RECEIVE && o->state == CKPTM_PENDING &&
            o->comm == r->comm && o->sequence < r->sequence && fits(o->peer, o->tag, source, tag))
            while (!ckptm_request_done(i))
                ckptm_progress();
    }
}

static void consumed(ckptm_request *r, int source, int tag, ckptm_u64 elements)
{
    ckptm_u64 key = key_of(r), *count, position;
    ckptm_window *w = &ckptm.window;

    finish_wider(r, source, tag);
    count = ckptm_count(&ckptm_state.received, key, source, tag);
    place_earlier(r, count, source, tag);
    position = r->position ? r->position : ++*count;
    if (w->listening)
        ckptm_window_event(w, &w->consumed, (ckptm_event){ .comm = key, .peer = source, .tag = tag, .position = position,
                                                           .hash = ckptm_data_hash(0, r->type, elements, r->buffer) });
    if (!w->logging)
        return;
    if (!w->heard[ckptm_state.comms[r->comm].world[source]] || ckptm_window_is_before(w, key, source, tag, position)) {
        ckptm_copy copy = { .comm = key, .position = position, .peer = source, .tag = tag };

        ckptm_data_take(&copy.data, r->type, elements, r->buffer);
        ckptm_copy_add(&w->late, copy);
        if (w->heard[ckptm_state.comms[r->comm].world[source]])
            w->missing--;
    }
    if (r->peer == MPI_ANY_SOURCE || r->tag == MPI_ANY_TAG)
        ckptm_outcome_add(w, (ckptm_outcome){ .kind = CKPTM_O_MATCH, .source = source, .tag = tag, .value = r->sequence });
}

bool ckptm_request_done(int at)
{
    ckptm_request *r = get(at);
    MPI_Status status = { 0 };
    bool done = false;

    if (r->state == CKPTM_DEFERRED)
        post_deferred();
    if (r->state != CKPTM_PENDING)
        return r->state == CKPTM_COMPLETE;
    r->status.MPI_ERROR = ckptm_test(at, &done, &status);
    if (!done)
        return false;
    if (r->kind == CKPTM_RECEIVE) {
        ckptm_u64 elements = ckptm_type_elements_in(r->type, (ckptm_u64)status.ckpt_elements);

        if (elements == ~(ckptm_u64)0)
            ckptm_fatal("rank %d receives %lld bytes from rank %d (tag %d) as %s, of which they are no whole elements", ckptm.rank,
                        status.ckpt_elements, ckptm_state.comms[r->comm].world[status.MPI_SOURCE], status.MPI_TAG, ckptm_type_name(r->type));
        complete(r, status.MPI_SOURCE, status.MPI_TAG, ckptm_signature(r->type), (long long)elements);
        if (ckptm.on)
            consumed(r, status.MPI_SOURCE, status.MPI_TAG, elements);
    } else {
        complete(r, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_BYTE, 0);
    }
    return true;
}

int ckptm_request_finish(int at, MPI_Status *status)
{
    int error;

    for (;;) {
        if (ckptm.on)
            ckptm_progress();
        if (ckptm_request_done(at))
            break;
        ckptm_pause(at);
    }
    error = get(at)->status.MPI_ERROR;
    if (status)
        *status = get(at)->status;
    *get(at) = (ckptm_request){ .kind = CKPTM_NONE };   /* its buffer is not the layer's any more */
    return error;
}

void ckptm_requests_poll(void)
{
    for (int i = 1; i < ckptm_state.nrequests; i++)
        if (get(i)->kind && get(i)->kind != CKPTM_COLLECTIVE && ckptm_request_done(i) && get(i)->released)
            *get(i) = (ckptm_request){ .kind = CKPTM_NONE };
}

/* ---- checkpoint and restart ------------------------------------------------------------------------------------------- */

void ckptm_requests_settle(void)
{
    ckptm_requests_poll();
    ckptm.window.holes.count = 0;
    for (int i = 1; i < ckptm_state.nrequests; i++)
        if (get(i)->kind == CKPTM_RECEIVE && get(i)->state == CKPTM_PENDING && get(i)->position)
            ckptm_event_add(&ckptm.window.holes, (ckptm_event){ key_of(get(i)), get(i)->peer, get(i)->tag, get(i)->position, 0, 0, 0 });
}

/* Sends have left before the line, whatever became of them: the line has what was not received. Receives are posted in order. */
void ckptm_requests_restore(void)
{
    ckptm_u64 after = 0;

    for (;;) {
        int next = 0;

        for (int i = 1; i < ckptm_state.nrequests; i++)
            if (get(i)->kind && get(i)->state != CKPTM_COMPLETE && get(i)->sequence > after && (!next || get(i)->sequence < get(next)->sequence))
                next = i;
        if (!next)
            return;
        after = get(next)->sequence;
        if (get(next)->kind == CKPTM_SEND)
            complete(get(next), MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_BYTE, 0);
        else if (get(next)->kind == CKPTM_RECEIVE)
            post(next);
    }
}
