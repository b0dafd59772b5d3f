/* restore.c - requests and the queue at a checkpoint, and after a restart. See requests.h.
 *
 * At a checkpoint everything that MPI has matched is settled: it has its position, and what is not here yet is a hole, whether a receive has
 * it, the queue or the program. The image has the hole; the line fills it if the message is late, and if it is not it will be sent again.
 */
#include <limits.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include "mpi/collectives/run.h"
#include "mpi/envelopes/envelopes.h"
#include "mpi/requests/discard.h"
#include "mpi/requests/requests.h"
#include "mpi/requests/synchronous.h"
#include "objects/heap.h"
#include "objects/unit_types.h"
#include "shim.h"

static void hole(ckptm_u64 comm, int peer, int tag, ckptm_u64 position)
{
    ckptm_event_add(&ckptm.window.holes, (ckptm_event){ .comm = comm, .peer = peer, .tag = tag, .position = position });
}

/* A receive that is to be cancelled is over at once, or has its message. A send need not be before its receiver goes on, which may be this rank, or wait for it:
 * the line waits for its message, or is abandoned if it never was. */
static bool is_unsettled(const ckptm_request *r)
{
    return (r->cancel && r->kind != CKPTM_SEND && r->state == CKPTM_PENDING) || (r->state == CKPTM_COMING && r->message->form == CKPTM_ARRIVING);
}

/* An image has what has come, or says that it has not. */
static void wait_for_arrival(const ckptm_message *m)
{
    while (m && m->form == CKPTM_ARRIVING) {
        ckptm_arrivals_poll();
        sched_yield();
    }
}

static void wait_for_settling(void)
{
    for (int i = 1; i < ckptm_state.nrequests; i++)
        while (ckptm_request_at(i)->kind && is_unsettled(ckptm_request_at(i)) && !ckptm_request_done(i))
            sched_yield();
    for (const ckptm_message *m = ckptm_state.queue; m; m = m->next)
        wait_for_arrival(m);
    for (int i = 0; i < ckptm_state.nheld; i++)
        wait_for_arrival(ckptm_state.held[i]);
}

static void message_hole(const ckptm_message *m)
{
    if (m && (m->form == CKPTM_HELD || (m->form == CKPTM_AWAITED && !ckptm_mutant(still_awaited))))
        hole(m->comm, m->source, m->tag, m->position);
}

/* It is MPI's as long as it is attached: what the program had there is nothing that an image should carry. To another machine it goes as characters,
 * unless the program has said what else it is. */
static void clear_attached(void)
{
    ckpti_block block;

    if (!ckptm_state.attached)
        return;
    memset(ckptm_state.attached, 0, (size_t)ckptm_state.attached_size);
    if (ckpti_heap_find(ckptm_state.attached, &block) && block.start == ckptm_state.attached && !block.type)
        ckptg_set_type(block.start, ckpti_basic_type(CKPTG_CHAR));
}

void ckptm_requests_settle(void)
{
    clear_attached();
    ckptm_requests_poll();
    wait_for_settling();
    ckptm.window.holes.count = 0;
    for (int i = 1; i < ckptm_state.nrequests; i++) {
        ckptm_request *r = ckptm_request_at(i);

        if (r->kind == CKPTM_SEND && r->cancel)
            r->cancel = 2;                           /* asked for before the line: nothing that is done again */
        if (r->kind == CKPTM_RECEIVE && (r->state == CKPTM_PENDING || r->state == CKPTM_QUEUED) && r->position)
            hole(ckptm_request_key(r), r->peer, r->tag, r->position);
        message_hole(r->message);
    }
    for (const ckptm_message *m = ckptm_state.queue; m; m = m->next)
        message_hole(m);
    for (int i = 0; i < ckptm_state.nheld; i++) {
        const ckptm_message *m = ckptm_state.held[i];

        message_hole(m);
        if (m && m->form == CKPTM_HELD)              /* the program knows it: it must come again */
            ckptm_event_add(&ckptm.window.known, (ckptm_event){ .comm = m->comm, .peer = m->source, .tag = m->tag, .position = m->position });
    }
    ckptm.window.sequence_before = ckptm_state.sequence;
}

/* ---- after a restart ------------------------------------------------------------------------------------------------- */

static ckptm_table came;          /* of envelopes with late messages: how many had been sent */
static bool places;               /* `first` and `open` below are known */
static size_t open_places;        /* of the queue */

void ckptm_restore_envelope(ckptm_u64 comm, int source, int tag, ckptm_u64 sent)
{
    ckptm_u64 *count = ckptm_count(&ckptm_state.received, comm, source, tag);

    if (*count < sent)
        *count = sent;
    *ckptm_count_private(&came, comm, source, tag) = sent;
}

static void find_places(void)
{
    places = true;
    ckptm_queue_index();
    for (const ckptm_message *m = ckptm_state.queue; m; m = m->next)
        open_places += m->form != CKPTM_STORED;
    for (int i = 0; i < ckptm_state.nheld; i++)
        open_places += ckptm_state.held[i] && ckptm_state.held[i]->form != CKPTM_STORED;
    for (int i = 1; i < ckptm_state.nrequests; i++)
        open_places += ckptm_state.requests[i].message && ckptm_state.requests[i].message->form != CKPTM_STORED;
}

void ckptm_restore_message(ckptm_message *m)
{
    ckptm_message *place;

    if (!places)
        find_places();
    m->form = CKPTM_STORED;
    if (open_places && (place = ckptm_queue_position(m->comm, m->source, m->tag, m->position)) && place->form != CKPTM_STORED) {
        place->form = CKPTM_STORED;
        place->data = m->data;
        place->truncated = m->truncated;
        free(m);
        open_places--;
    } else if (m->reserved) {
        m->next = ckptm_state.reserved;
        ckptm_state.reserved = m;
    } else {
        ckptm_queue_append(m);
    }
}

/* A receive of what a probe had matched was pending, and no line has the message: that very one will be sent again, and no receive may get it that
 * was posted between the two. */
static void await_matched(ckptm_request *r)
{
    ckptm_message *m;

    if (r->kind != CKPTM_RECEIVE || r->state != CKPTM_PENDING || !r->probed || r->position <= ckptm_counted(&came, ckptm_request_key(r), r->peer, r->tag))
        return;
    m = ckptm_new(CKPTM_T_MESSAGE, 1);
    *m = (ckptm_message){ .comm = ckptm_request_key(r), .source = r->peer, .tag = r->tag, .position = r->position, .form = CKPTM_HELD,
                          .size = CKPTM_ANY_LENGTH };
    r->message = m;
    r->state = CKPTM_COMING;
}

/* What MPI had and no line has comes again: in the queue its place is taken off, what the program holds waits for it. */
static void drop_places(void)
{
    for (ckptm_message *m = ckptm_state.queue, *next; m; m = next) {
        ckptm_u64 *count;

        next = m->next;
        if (m->form == CKPTM_STORED)
            continue;
        count = ckptm_count(&ckptm_state.received, m->comm, m->source, m->tag);
        if (*count >= m->position)
            *count = m->position - 1;
        ckptm_queue_remove(m);
        ckptm_message_free(m);
    }
    ckptm_queue_index();                             /* what was dropped may have stood behind others of its envelope */
    for (int i = 0; i < ckptm_state.nheld; i++)
        if (ckptm_state.held[i] && ckptm_state.held[i]->form != CKPTM_STORED) {
            ckptm_state.held[i]->form = ckptm_mutant(awaited) ? CKPTM_HELD : CKPTM_AWAITED;
            ckptm_drain_begin(CKPTM_DRAIN_RESTART);
        }
    for (int i = 1; i < ckptm_state.nrequests; i++) {
        await_matched(ckptm_request_at(i));
        if (ckptm_state.requests[i].message && ckptm_state.requests[i].message->form != CKPTM_STORED) {
            ckptm_state.requests[i].message->form = CKPTM_AWAITED;
            ckptm_drain_begin(CKPTM_DRAIN_RESTART);
        }
    }
}

/* Sends have left before the line, whatever became of them: the line has what was not received. */
static void restore_send(int at)
{
    ckptm_request *r = ckptm_request_at(at);

    if (r->state == CKPTM_UNANSWERED || (r->state == CKPTM_PENDING && r->mode == CKPTM_MODE_SYNCHRONOUS && !ckptm_mutant(issend_answer)))
        ckptm_synchronous_ask(at);
    else if (r->state == CKPTM_PENDING)
        ckptm_request_set(r, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_BYTE, 0);
}

static void restore_receive(int at)
{
    ckptm_request *r = ckptm_request_at(at);

    if (r->state == CKPTM_COMING)
        return;
    if (r->position && r->position <= ckptm_counted(&came, ckptm_request_key(r), r->peer, r->tag))
        r->position = 0;                             /* its message is in the queue */
    ckptm_receive_again(at);
}

/* Receives and collectives are posted in order. */
void ckptm_requests_restore(void)
{
    size_t count;
    int *list = ckptm_requests_in_order(CKPTM_NONE, &count);

    if (!places)
        find_places();
    drop_places();
    if (ckptm_discard_waits())
        ckptm_drain_begin(CKPTM_DRAIN_DISCARD);
    if (ckptm_state.attached && !ckptm_mutant(attached))      /* its size is that of messages where longs may be half as long */
        ckptm_buffer_attach(ckptm_state.attached_size < INT_MAX / 2 ? 2 * ckptm_state.attached_size : INT_MAX);
    for (size_t i = 0; i < count; i++) {
        const ckptm_request *r = ckptm_request_at(list[i]);

        if (r->released)
            ckptm_request_release(list[i]);
        if (r->state == CKPTM_COMPLETE || r->state == CKPTM_INACTIVE)
            continue;
        if (r->kind == CKPTM_SEND)
            restore_send(list[i]);
        else if (r->kind == CKPTM_RECEIVE)
            restore_receive(list[i]);
        else if (r->kind == CKPTM_COLLECTIVE)
            ckptm_collective_restore(list[i]);
    }
    free(list);
    ckptm_table_clear(&came);
}
