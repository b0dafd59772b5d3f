/* run.c - see run.h */
#include <stdlib.h>
#include <string.h>
#include "mpi/collectives/blocks.h"
#include "mpi/collectives/entered.h"
#include "mpi/collectives/members.h"
#include "mpi/collectives/numbers.h"
#include "mpi/collectives/results.h"
#include "mpi/collectives/run.h"
#include "mpi/collectives/turns.h"
#include "mpi/handles/comms.h"
#include "mpi/handles/data.h"
#include "mpi/handles/types.h"
#include "mpi/layer.h"
#include "mpi/protocol/mutants.h"
#include "shim.h"

/* ---- what is given in place ---------------------------------------------------------------------------------------- */

/* The real MPI may leave half of a reduction in the buffer at a checkpoint: what was given is kept until it is complete. */
static void keep_before(ckptm_collective *c)
{
    int n = c->in_place & 1 ? ckptm_pieces(&c->send) : 0;

    if (!n || !ckptm.on)
        return;
    c->before = ckptm_new(CKPTM_T_DATA, (size_t)n);
    c->nbefore = n;
    for (int i = 0; i < n; i++) {
        ckptm_piece b = ckptm_piece_of(c, false, i);

        if (b.elements) {
            ckptm_data data;

            ckptm_data_take(&data, b.type, b.elements, b.start);
            ckptm_data_keep(&c->before[i], &data);
            ckptm_data_clear(&data);
        }
    }
}

static void put_before(const ckptm_collective *c)
{
    for (int i = 0; i < c->nbefore; i++) {
        ckptm_piece b = ckptm_piece_of(c, false, i);

        if (b.elements)
            ckptm_data_give_all(&c->before[i], b.type, (ckptm_u64)b.count, b.start, "what is given to a collective");
    }
}

static void forget_before(ckptm_collective *c)
{
    for (int i = 0; i < c->nbefore; i++)
        ckptm_data_clear(&c->before[i]);
    free(c->before);
    c->before = 0;
    c->nbefore = 0;
}

/* ---- posting ------------------------------------------------------------------------------------------------------- */

/* In the window: from here on others may have what this rank gives. */
static void note_posted(int comm, ckptm_u64 number)
{
    if (ckptm.window.logging)
        ckptm_window_event(&ckptm.window, &ckptm.window.sent,
                           (ckptm_event){ .comm = ckptm_state.comms[comm].key, .peer = CKPTM_ALL, .tag = CKPTM_ALL, .position = number });
}

/* In the window: from here on what this rank does depends on what others gave. */
static void note_completed(const ckptm_collective *c)
{
    const ckptm_comm *comm = &ckptm_state.comms[c->comm];
    enum ckptm_waits how = ckptm_waits(c->call);
    int count;

    if (!ckptm.window.logging)
        return;
    free(ckptm_members_before(c, false, &count));
    if (count)
        ckptm_window_event(&ckptm.window, &ckptm.window.consumed,
                           (ckptm_event){ .comm = comm->key, .peer = CKPTM_ALL, .tag = (int)how, .position = c->number,
                                          .hash = how == CKPTM_WAITS_ROOT ? (ckptm_u64)comm->world[c->root] : 0 });
}

/* Datatypes notice with what they are used (handles/types.h). */
static void note_types(const ckptm_collective *c, bool receive)
{
    const ckptm_side *side = receive ? &c->receive : &c->send;

    if (!side->blocks && side->rows && ckptm_type_in_use(side->type))
        ckptm_type_used_with(side->type, side->buffer, (ckptm_u64)side->rows * (ckptm_u64)side->count, !receive);
    for (int i = 0; i < side->blocks; i++) {
        ckptm_piece b = ckptm_piece_of(c, receive, i);

        if (b.elements)
            ckptm_type_used_with(b.type, b.start, (ckptm_u64)b.count, !receive);
    }
}

static bool begin_replay(ckptm_request *r)
{
    const ckptm_collective *c = r->collective;

    if (!ckptm_state.results || !ckptm_results_has(ckptm_state.comms[c->comm].key, c->number))
        return false;
    r->state = CKPTM_REPLAYED;
    return true;
}

int ckptm_collective_post(ckptm_collective *c)
{
    int at = ckptm_post_collective(c), error;
    ckptm_request *r = &ckptm_state.requests[at];

    note_types(c, false);
    note_types(c, true);
    c->number = ++ckptm_state.comms[c->comm].collectives;
    c->given = ckptm.window.logging || ckptm_state.results ? ckptm_given(c) : 0;
    if (begin_replay(r)) {
        ckptm_results_check(c);
        note_posted(c->comm, c->number);
        ckptm_enter(c);
        return at;
    }
    if (c->kept)
        keep_before(c);
    if ((error = ckptm_turn_take(at))) {
        ckptm_state.comms[c->comm].collectives--;
        ckptm_request_end(at, error);
    } else {
        note_posted(c->comm, c->number);
    }
    return at;
}

/* ---- completion ----------------------------------------------------------------------------------------------------- */

/* replayed: the image of a line that is pending has the result already. */
static void completed(ckptm_request *r, bool replayed)
{
    ckptm_collective *c = r->collective;

    if (c->call == CKPTM_IDUP)
        ckptm_creation_complete(c->made, c->comm, c->number, r->state == CKPTM_REPLAYED);
    note_completed(c);
    if (ckptm.window.logging && !replayed)
        ckptm_results_keep(c);
    forget_before(c);
}

bool ckptm_collective_test(int at)
{
    ckptm_request *r = &ckptm_state.requests[at];
    MPI_Status status = { 0 };
    bool done = false, replayed = r->state == CKPTM_REPLAYED;
    int error = 0;

    if (replayed) {
        if (!ckptm_entered_all(r->collective))
            return false;
        ckptm_results_give(r->collective);
    } else {
        if (ckptm_turn_waits(at))
            return r->state == CKPTM_COMPLETE;
        error = ckptm_test(at, false, &done, &status);
        if (!done)
            return false;
    }
    if (error) {
        ckptm_collective_failed(at, error);
    } else {
        completed(r, replayed);
        ckptm_request_end(at, 0);
    }
    return true;
}

void ckptm_collective_failed(int at, int error)
{
    forget_before(ckptm_state.requests[at].collective);
    if (ckptm.window.logging)                        /* there is no result that a restart could give */
        ckptm_line_failed(&ckptm.line, "a collective has failed");
    ckptm_request_end(at, error);
}

void ckptm_collective_restore(int at)
{
    ckptm_request *r = &ckptm_state.requests[at];
    int error;

    r->state = CKPTM_PENDING;
    if (begin_replay(r))
        return;
    put_before(r->collective);
    if (ckptm_mutant(repost)) {
        ckptm_request_end(at, 0);
        return;
    }
    if ((error = ckptm_turn_take(at)))
        ckptm_fatal("rank %d: collective %llu (%s), which was pending at the checkpoint, cannot be posted again (error %d)", ckptm.rank,
                    r->collective->number, ckptm_comm_text(&ckptm_state.comms[r->comm]), error);
}

/* ---- calls that make communicators ------------------------------------------------------------------------------------ */

static ckptm_collective making(int comm, ckptm_u64 number, const char *call, ckptm_u64 given)
{
    ckptm_u64 is = ckptm_data_hash(given + 1, MPI_CHAR, strlen(call), call);

    return (ckptm_collective){ .call = CKPTM_MAKES_COMM, .comm = comm, .number = number, .given = is ? is : 1 };
}

static void made(ckptm_collective *c, bool replayed)
{
    ckptm_state.comms[c->comm].collectives = c->number;
    note_posted(c->comm, c->number);
    note_completed(c);
    if (ckptm.window.logging && !replayed)
        ckptm_results_keep(c);
}

bool ckptm_creation_begin(int comm, const char *call, ckptm_u64 given, ckptm_u64 *number)
{
    ckptm_collective c = making(comm, *number = ckptm_state.comms[comm].collectives + 1, call, given);

    if (!ckptm_state.results || !ckptm_results_has(ckptm_state.comms[comm].key, c.number))
        return false;
    ckptm_results_check(&c);
    ckptm_results_give(&c);
    made(&c, true);
    return true;
}

void ckptm_creation_end(int comm, ckptm_u64 number, const char *call, ckptm_u64 given)
{
    ckptm_collective c = making(comm, number, call, given);

    made(&c, false);
}
