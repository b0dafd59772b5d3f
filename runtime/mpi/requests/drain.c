/* drain.c - messages taken off MPI by probes that match, into the matching queue: while a line's late messages may be outstanding, and after a
 * restart while messages that the program holds already, or that are to be thrown away, are to come again. See requests.h.
 *
 * Invariants everything comes by here while ckptm.draining, but what receives get that were MPI's before. A late message is received at once
 *            when it is known to be one, unless its sender waits for that (MPI_Issend): then the program's own receive gets it, and the line
 *            has a copy.
 */
#include <stdlib.h>
#include "mpi/envelopes/envelopes.h"
#include "mpi/handles/data.h"
#include "mpi/protocol/steer.h"
#include "mpi/requests/discard.h"
#include "mpi/requests/requests.h"
#include "mpi/store/order.h"
#include "shim.h"

/* ---- receives that wait for the queue -------------------------------------------------------------------------------- */

static struct wait {              /* [nwaiting], in the order of posting */
    int at;
    ckptm_u64 sequence;           /* the number may be another request's by now */
} *waiting;
static size_t nwaiting, waiting_room;

void ckptm_drain_wait(int at)
{
    if (nwaiting == waiting_room) {
        waiting_room = waiting_room ? 2 * waiting_room : 64;
        waiting = ckptm_private(waiting, waiting_room * sizeof *waiting);
    }
    waiting[nwaiting++] = (struct wait){ at, ckptm_request_at(at)->sequence };
}

static bool waits(size_t i)
{
    const ckptm_request *r = ckptm_request_at(waiting[i].at);

    return r->kind == CKPTM_RECEIVE && r->state == CKPTM_QUEUED && r->sequence == waiting[i].sequence;
}

static void forget_first(void)
{
    size_t gone = 0;

    while (gone < nwaiting && !waits(gone))
        gone++;
    if (2 * gone > nwaiting) {
        for (size_t i = gone; i < nwaiting; i++)
            waiting[i - gone] = waiting[i];
        nwaiting -= gone;
    }
}

static bool give(ckptm_message *m)
{
    for (size_t i = 0; i < nwaiting; i++) {
        const ckptm_request *r = ckptm_request_at(waiting[i].at);

        if (waits(i) && ckptm_request_key(r) == m->comm && ckptm_fits(r->peer, r->tag, m->source, m->tag) &&
            (!r->position || r->position == m->position)) {
            ckptm_receive_assign(waiting[i].at, m);
            forget_first();
            return true;
        }
    }
    return false;
}

/* ---- late messages, received by the layer ---------------------------------------------------------------------------- */

static ckptm_message **arrivals;
static size_t narrivals, arrival_room;

static void receive(ckptm_message *m)
{
    m->form = CKPTM_ARRIVING;
    m->line = ckptm.line.number;
    m->bytes = ckptm_private(0, m->size);
    ckptm_take_held(m->held, m->bytes, m->size);
    if (narrivals == arrival_room) {
        arrival_room = arrival_room ? 2 * arrival_room : 64;
        arrivals = ckptm_private(arrivals, arrival_room * sizeof *arrivals);
    }
    arrivals[narrivals++] = m;
}

/* Its contents, as what their sender says they are. */
static void store(ckptm_message *m)
{
    ckptm_copy copy = { .comm = m->comm, .position = m->position, .peer = m->source, .tag = m->tag, .arrival = m->drained };
    const ckptm_run *run = ckptm_mutant(untyped) ? 0 : ckptm_order_find(&ckptm.window, m->comm, m->source, m->tag, m->position);
    int nrows = 0;
    const ckptm_row *rows = run ? ckptm_signature_rows(run->signature, &nrows) : 0;

    copy.untyped = !run;
    ckptm_data_of_packed(&copy.data, rows, nrows, m->bytes, m->size);
    free(m->bytes);
    m->bytes = 0;
    ckptm_data_keep(&m->data, &copy.data);
    m->form = CKPTM_STORED;
    if (ckptm.window.logging && m->line == ckptm.line.number) {
        ckptm_copy_add(&ckptm.window.late, copy);
        ckptm.window.missing--;
    } else {
        ckptm_data_clear(&copy.data);
    }
}

void ckptm_arrivals_poll(void)
{
    size_t left = 0;

    if (ckptm.discard)
        ckptm_discard_poll();
    for (size_t i = 0; i < narrivals; i++)
        if (ckptm_taken(arrivals[i]->held))
            store(arrivals[i]);
        else
            arrivals[left++] = arrivals[i];
    narrivals = left;
}

bool ckptm_message_arrived(ckptm_message *m)
{
    if (m->form == CKPTM_ARRIVING)
        ckptm_arrivals_poll();
    return m->form == CKPTM_STORED || m->form == CKPTM_HELD;
}

static bool is_late(const ckptm_message *m)
{
    return m->form == CKPTM_HELD && ckptm_window_is_before(&ckptm.window, m->comm, m->source, m->tag, m->position);
}

static void look_at_late(ckptm_message *m)
{
    if (is_late(m) && (!ckptm_window_is_open(&ckptm.window, m->comm, m->source, m->tag, m->position) || ckptm_mutant(drain_synchronous)))
        receive(m);
}

void ckptm_drain_known(void)
{
    for (ckptm_message *m = ckptm_state.queue; m; m = m->next)
        look_at_late(m);
    for (int i = 0; i < ckptm_state.nheld; i++)
        if (ckptm_state.held[i])
            look_at_late(ckptm_state.held[i]);
}

/* ---- what comes ------------------------------------------------------------------------------------------------------ */

/* After a restart: the least position that something of the program's waits for; 0: nothing does. */
static ckptm_u64 awaited(ckptm_u64 comm, int source, int tag, ckptm_message **record)
{
    ckptm_u64 least = 0;

    *record = 0;
    for (int i = 0; i < ckptm_state.nheld; i++) {
        ckptm_message *m = ckptm_state.held[i];

        if (m && m->form == CKPTM_AWAITED && m->comm == comm && m->source == source && m->tag == tag && (!least || m->position < least))
            least = m->position, *record = m;
    }
    for (int i = 1; i < ckptm_state.nrequests; i++) {
        const ckptm_request *r = ckptm_request_at(i);

        if (r->message && r->message->form == CKPTM_AWAITED && r->message->comm == comm && r->message->source == source && r->message->tag == tag &&
            (!least || r->message->position < least))
            least = r->message->position, *record = r->message;
    }
    for (size_t i = 0; i < nwaiting; i++) {
        const ckptm_request *r = ckptm_request_at(waiting[i].at);

        if (waits(i) && r->position && ckptm_request_key(r) == comm && r->peer == source && r->tag == tag && (!least || r->position < least))
            least = r->position, *record = 0;
    }
    return least;
}

static bool any_awaited(void)
{
    for (int i = 0; i < ckptm_state.nheld; i++)
        if (ckptm_state.held[i] && ckptm_state.held[i]->form == CKPTM_AWAITED)
            return true;
    for (int i = 1; i < ckptm_state.nrequests; i++)
        if (ckptm_state.requests[i].message && ckptm_state.requests[i].message->form == CKPTM_AWAITED)
            return true;
    return false;
}

static void fill(ckptm_message *record, int held, size_t size)
{
    if (record->size != size && record->size != CKPTM_ANY_LENGTH)
        ckptm_fatal("rank %d: a message of rank %d (tag %d) that was probed before the restart has another size now", ckptm.rank,
                    ckptm_state.comms[ckptm_comm_by_key(record->comm)].world[record->source], record->tag);
    record->form = CKPTM_HELD;
    record->held = held;
    record->size = size;
    if (!any_awaited())
        ckptm_drain_end(CKPTM_DRAIN_RESTART);
}

static void came(int comm, int held, const MPI_Status *status)
{
    static ckptm_u64 drained;
    ckptm_u64 key = ckptm_state.comms[comm].key, position = 0, discard = 0;
    ckptm_message *m, *record = 0;

    if (ckptm.draining & (CKPTM_DRAIN_RESTART | CKPTM_DRAIN_DISCARD))
        position = awaited(key, status->MPI_SOURCE, status->MPI_TAG, &record);
    if (ckptm.draining & CKPTM_DRAIN_DISCARD)
        discard = ckptm_discard_next(key, status->MPI_SOURCE, status->MPI_TAG);
    if (discard && (!position || discard < position)) {
        ckptm_discard_take(key, status->MPI_SOURCE, status->MPI_TAG, held, (size_t)status->ckpt_elements);
        return;
    }
    if (record) {
        fill(record, held, (size_t)status->ckpt_elements);
        if (ckptm.window.logging && ckptm_line_known(&ckptm.line))
            look_at_late(record);
        return;
    }
    m = ckptm_new(CKPTM_T_MESSAGE, 1);
    *m = (ckptm_message){ .comm = key, .source = status->MPI_SOURCE, .tag = status->MPI_TAG, .form = CKPTM_HELD, .held = held,
                          .size = (size_t)status->ckpt_elements, .drained = ++drained };
    m->position = position ? position : ckptm_match_position(0, comm, m->source, m->tag);
    if (ckptm.window.logging && ckptm_line_known(&ckptm.line))
        look_at_late(m);
    if (!give(m))
        ckptm_queue_append(m);
}

void ckptm_drain_step(void)
{
    static bool within;
    MPI_Status status;
    int held;

    if (within || !ckptm.draining || ckptm_steer_drain_held())
        return;
    within = true;
    for (int i = 1; i < ckptm_state.ncomms; i++)
        while (ckptm_comm_is_real(i) && ckptm.draining &&
               ((ckptm_mutant(drain_by_tag) && ckptm_improbe(MPI_ANY_SOURCE, 1, i, &held, &status) == 0 && held) ||
                (ckptm_improbe(MPI_ANY_SOURCE, MPI_ANY_TAG, i, &held, &status) == 0 && held)))
            came(i, held, &status);
    within = false;
}

void ckptm_drain_begin(int why) { ckptm.draining |= why; }

void ckptm_drain_end(int why)
{
    size_t n = nwaiting;

    if (!(ckptm.draining & why))
        return;
    ckptm.draining &= ~why;
    if (ckptm.draining)
        return;
    nwaiting = 0;
    for (size_t i = 0; i < n; i++)
        if (waits(i))
            ckptm_receive_real(waiting[i].at);
}
