/* complete.c - completion: what a receive has got is counted, and kept for the line. See requests.h. */
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include "mpi/collectives/run.h"
#include "mpi/collectives/turns.h"
#include "mpi/envelopes/envelopes.h"
#include "mpi/handles/data.h"
#include "mpi/protocol/mutants.h"
#include "mpi/protocol/steer.h"
#include "mpi/requests/generalized.h"
#include "mpi/requests/requests.h"
#include "mpi/requests/synchronous.h"
#include "mpi/requests/tagging.h"
#include "shim.h"

void ckptm_consumed_early(ckptm_u64 comm, int source, int tag, ckptm_u64 position)
{
    ckptm_window_event(&ckptm.window, &ckptm.window.consumed, (ckptm_event){ .comm = comm, .peer = source, .tag = tag, .position = position });
}

/* The line has no more of it than the receive got: after a restart a probe would say that it is no longer. */
static __attribute__((cold)) void look_at_probes(const ckptm_request *r)
{
    char why[160];

    if (ckptm_counted(&ckptm.window.probed, ckptm_request_key(r), r->peer, r->tag) < r->position)
        return;
    snprintf(why, sizeof why, "rank %d receives a message of rank %d (tag %d) that is too long for its receive, after a probe has told its length", ckptm.rank,
             ckptm_state.comms[r->comm].world[r->peer], r->tag);
    ckptm_line_failed(&ckptm.line, why);
}

/* It is late, or may be. */
static void keep_copy(ckptm_request *r, ckptm_u64 elements, bool truncated)
{
    ckptm_window *w = &ckptm.window;
    ckptm_copy copy = { .comm = ckptm_request_key(r), .position = r->position, .peer = r->peer, .tag = r->tag, .when = w->when - 1, .arrival = r->drained,
                        .fixed = r->probed, .reserved = r->sequence <= w->sequence_before ? r->sequence : 0, .truncated = truncated && !ckptm_mutant(truncated) };

    if (truncated)
        look_at_probes(r);
    if (!truncated || ckptm_gives_cut_off)
        ckptm_data_take(&copy.data, r->type, elements, r->buffer);
    ckptm_copy_add(&w->late, copy);
    if (w->heard[ckptm_state.comms[r->comm].world[r->peer]])
        w->missing--;
}

/* The message's position; *epoch: of its header, if it has one. */
static ckptm_u64 position_of(int at, int source, int tag, ckptm_u64 *epoch)
{
    ckptm_request *r = ckptm_request_at(at);

    if (__builtin_expect(ckptm.tagging, 0)) {
        ckptm_u64 position = ckptm_tagging_received(ckptm_state.comms[r->comm].world[source], epoch);

        if (!position && ckptm.window.listening)
            ckptm_tagging_unknown(ckptm_state.comms[r->comm].world[source], tag);
        if (ckptm.window.known.count)
            ckptm_tagging_known(ckptm_request_key(r), source, tag);
        return position;
    }
    return ckptm_match_position(at, r->comm, source, tag);
}

/* Has it to be copied for the line? */
static bool may_be_late(const ckptm_request *r, ckptm_u64 epoch)
{
    const ckptm_window *w = &ckptm.window;

    if (ckptm.tagging)
        return epoch < ckptm.line.number;
    return !w->heard[ckptm_state.comms[r->comm].world[r->peer]] || ckptm_window_is_before(w, ckptm_request_key(r), r->peer, r->tag, r->position);
}

static void consumed(int at, int source, int tag, ckptm_u64 elements, bool truncated)
{
    ckptm_request *r = ckptm_request_at(at);
    ckptm_window *w = &ckptm.window;
    ckptm_u64 key = ckptm_request_key(r);
    bool open = r->peer == MPI_ANY_SOURCE || r->tag == MPI_ANY_TAG;
    ckptm_u64 epoch = 0;

    if (w->listening)
        ckptm_match_remove(at);
    if (!r->position || ckptm.tagging) {
        ckptm_u64 position = position_of(at, source, tag, &epoch);

        r = ckptm_request_at(at);
        r->position = position;
    }
    r->peer = source;
    r->tag = tag;
    if (!w->listening)
        return;
    if (r->seen != ckptm.line.number)
        ckptm_window_event(w, &w->consumed, (ckptm_event){ .comm = key, .peer = source, .tag = tag, .position = r->position, .epoch = epoch,
                                                           .hash = w->logging || truncated ? 0 : ckptm_data_hash(0, r->type, elements, r->buffer) });
    if (!w->logging)
        return;
    if (open)
        ckptm_outcome_add(w, (ckptm_outcome){ .kind = CKPTM_O_MATCH, .source = source, .tag = tag, .value = r->sequence });
    if (may_be_late(r, epoch))
        keep_copy(r, elements, truncated);
}

/* How many basic elements have come; those of a message that was cut off fill the buffer. */
static ckptm_u64 elements_of(const ckptm_request *r, const MPI_Status *status)
{
    ckptm_u64 elements = ckptm_type_elements_in(r->type, (ckptm_u64)status->ckpt_elements);

    if (r->status.MPI_ERROR)
        return (ckptm_u64)r->count * ckptm_type_elements(r->type);
    if (elements == ~(ckptm_u64)0)
        ckptm_fatal("rank %d receives %lld bytes from rank %d (tag %d) as %s, of which they are no whole elements", ckptm.rank,
                    status->ckpt_elements, ckptm_state.comms[r->comm].world[status->MPI_SOURCE], status->MPI_TAG, ckptm_type_name(r->type));
    return elements;
}

/* Mostly: a whole message of a simple datatype, while no line is pending. */
static inline bool received_quietly(ckptm_request *r, const MPI_Status *status)
{
    ckptm_u64 elements;

    if (ckptm.window.listening | ckptm.tagging | status->ckpt_cancelled | (r->status.MPI_ERROR != 0) | !ckptm_is_simple(r->type))
        return false;
    elements = ckptm_type_elements_in(r->type, (ckptm_u64)status->ckpt_elements);
    if (elements == ~(ckptm_u64)0)
        return false;
    ckptm_request_set(r, status->MPI_SOURCE, status->MPI_TAG, r->type, (long long)elements);
    if (!ckptm.on)
        return true;
    if (!r->position)
        r->position = ++*ckptm_count(&ckptm_state.received, ckptm_request_key(r), status->MPI_SOURCE, status->MPI_TAG);
    r->peer = status->MPI_SOURCE;
    r->tag = status->MPI_TAG;
    return true;
}

static void received(int at, const MPI_Status *status)
{
    ckptm_request *r = ckptm_request_at(at);
    ckptm_u64 elements;

    if (status->ckpt_cancelled || (r->status.MPI_ERROR && r->status.MPI_ERROR != MPI_ERR_TRUNCATE)) {
        ckptm_match_remove(at);
        ckptm_request_set(r, r->peer, r->tag, MPI_BYTE, 0);
        r->status.ckpt_cancelled = status->ckpt_cancelled;
        return;
    }
    if (ckptm.on && r->status.MPI_ERROR && (status->MPI_SOURCE == MPI_ANY_SOURCE || status->MPI_TAG == MPI_ANY_TAG))
        ckptm_fatal("rank %d receives a message of any source or tag that is too long: this MPI does not say whose it was, so no line can be made", ckptm.rank);
    elements = elements_of(r, status);
    ckptm_request_set(r, status->MPI_SOURCE, status->MPI_TAG, ckptm_signature(r->type), (long long)elements);
    if (ckptm.on)
        consumed(at, status->MPI_SOURCE, status->MPI_TAG, elements, r->status.MPI_ERROR != 0);
}

void ckptm_receive_failed(int at, int source, int tag, int error)
{
    const MPI_Status status = { .MPI_SOURCE = source, .MPI_TAG = tag };

    ckptm_request_at(at)->status.MPI_ERROR = error;
    received(at, &status);
}

static bool test(int at)
{
    ckptm_request *r = ckptm_request_at(at);
    MPI_Status status;                               /* there if it is done */
    bool done = false;

    if (ckptm_steer_holds(r->tag))
        return false;
    r->status.MPI_ERROR = ckptm_test(at, r->cancel, &done, &status);
    if (!done)
        return false;
    if (r->kind == CKPTM_RECEIVE) {
        if (!received_quietly(r, &status))
            received(at, &status);
    } else {
        ckptm_request_set(r, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_BYTE, 0);
        r->status.ckpt_cancelled = status.ckpt_cancelled;
        if (r->mode == CKPTM_MODE_SYNCHRONOUS && r->kind == CKPTM_SEND && !status.ckpt_cancelled && ckptm.window.listening)
            ckptm_synchronous_completed(r);
    }
    if (ckptm_request_at(at)->cancel)
        ckptm_cancel_done(at);
    return true;
}

bool ckptm_request_done(int at)
{
    ckptm_request *r = ckptm_request_at(at);

    if (r->state == CKPTM_COMPLETE)
        return true;
    if (r->state == CKPTM_PENDING && r->kind <= CKPTM_RECEIVE)
        return test(at);
    if (r->kind == CKPTM_COLLECTIVE)
        return ckptm_collective_test(at);
    if (r->state == CKPTM_COMING)
        return ckptm_receive_came(at);
    return r->state == CKPTM_PENDING ? test(at) : r->state == CKPTM_COMPLETE;
}

void ckptm_request_end_use(int at)
{
    ckptm_request *r = ckptm_request_at(at);

    if (r->persistent && !r->released)
        r->state = CKPTM_INACTIVE;
    else
        ckptm_request_drop(at);
}

int ckptm_request_finish(int at, MPI_Status *status)
{
    ckptm_request *r;
    int error;

    while (!ckptm_request_done(at)) {
        if ((ckptm.on && !ckptm_mutant(polls)) || ckptm_turns_wait())
            ckptm_progress();
        if (ckptm_request_done(at))
            break;
        ckptm_pause(at);
    }
    r = ckptm_request_at(at);
    if (r->kind == CKPTM_GENERALIZED)
        return ckptm_generalized_finish(at, status);
    error = r->status.MPI_ERROR;
    ckptm_tell_status(status, &r->status);
    ckptm_request_end_use(at);
    return error;
}

/* Those that the program has freed, by number: a guess, for the number may be another's by now. */
static int *released;
static size_t nreleased, released_room;

void ckptm_request_release(int at)
{
    ckptm_request_at(at)->released = 1;
    if (nreleased == released_room) {
        released_room = released_room ? 2 * released_room : 16;
        released = ckptm_private(released, released_room * sizeof *released);
    }
    released[nreleased++] = at;
}

void ckptm_released_reap(void)
{
    static bool within;
    size_t left = 0;

    if (!nreleased || within)
        return;
    within = true;
    for (size_t i = 0; i < nreleased; i++) {
        const ckptm_request *r = ckptm_request_at(released[i]);

        if (!r->released || r->kind == CKPTM_GENERALIZED)
            continue;
        if (ckptm_request_done(released[i]))
            ckptm_request_drop(released[i]);
        else
            released[left++] = released[i];
    }
    nreleased = left;
    within = false;
}

void ckptm_requests_poll(void)
{
    bool again = true;

    ckptm_arrivals_poll();
    while (again) {                                  /* what completes may let others complete: all of that is one moment */
        again = false;
        for (int i = 1; i < ckptm_state.nrequests; i++) {
            ckptm_request *r = ckptm_request_at(i);

            if (!r->kind || r->kind == CKPTM_GENERALIZED || r->state == CKPTM_INACTIVE || (r->state == CKPTM_COMPLETE && !r->released))
                continue;
            if (ckptm_request_done(i)) {
                again = true;
                if (ckptm_request_at(i)->released)
                    ckptm_request_drop(i);
            }
        }
    }
}

/* Mostly: a whole message of a simple datatype. Of the request that it would have had, its number in the order of posting is left. */
static inline bool came_at_once(int type, int comm, const MPI_Status *found, MPI_Status *status)
{
    ckptm_u64 elements;

    if (ckptm.tagging || found->ckpt_cancelled || !ckptm_is_simple(type) ||
        (elements = ckptm_type_elements_in(type, (ckptm_u64)found->ckpt_elements)) == ~(ckptm_u64)0)
        return false;
    ckptm_state.sequence++;
    if (ckptm.on)
        ++*ckptm_count(&ckptm_state.received, ckptm_state.comms[comm].key, found->MPI_SOURCE, found->MPI_TAG);
    ckptm_tell_status(status, &(MPI_Status){ .MPI_SOURCE = found->MPI_SOURCE, .MPI_TAG = found->MPI_TAG, .ckpt_type = type,
                                             .ckpt_layout = ckptm_layout(), .ckpt_elements = (long long)elements });
    return true;
}

/* Nothing to be looked at: one count, or a request of ours if it does not come at once. */
int ckptm_receive_quietly(void *buffer, int count, int type, int source, int tag, int comm, MPI_Status *status)
{
    MPI_Status found = { 0 };
    bool done = false;
    int error = ckptm_receive_now(buffer, count, type, source, tag, comm, &done, &found), at;

    if (error && !done)
        return error;
    if (done && !error && came_at_once(type, comm, &found, status))
        return 0;
    at = ckptm_make_receive(buffer, count, type, source, tag, comm);
    ckptm_request_at(at)->persistent = 0;
    ckptm_request_at(at)->state = CKPTM_PENDING;
    if (!done) {
        ckptm_request_move(at);
        return ckptm_request_finish(at, status);
    }
    ckptm_request_at(at)->status.MPI_ERROR = error;
    if (!received_quietly(ckptm_request_at(at), &found))
        received(at, &found);
    ckptm_tell_status(status, &ckptm_request_at(at)->status);
    ckptm_request_drop(at);
    return error;
}
