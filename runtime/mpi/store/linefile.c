/* linefile.c - a rank's part of a line that its image cannot have, for it became known after it: late messages, early ones, results of
 * collectives, outcomes; into a file from the window, and from the file into the program's state. See layer.h; the file's form: lineformat.h.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "mpi/collectives/entered.h"
#include "mpi/envelopes/envelopes.h"
#include "mpi/handles/basics.h"
#include "mpi/handles/data.h"
#include "mpi/handles/comms.h"
#include "mpi/layer.h"
#include "mpi/requests/requests.h"
#include "mpi/store/lineformat.h"
#include "mpi/store/names.h"
#include "mpi/store/order.h"
#include "objects/heap.h"
#include "storage/storage.h"

static void path_of(uint64_t number, char *path, size_t size) { ckptm_name_part(ckptm.directory, ckptm.rank, number, path, size); }

/* ---- writing ------------------------------------------------------------------------------------------------------- */

static void put_data(ckptm_line_out *o, const ckptm_data *d)
{
    unsigned char *to;

    ckptm_line_put_rows(o, (uint64_t)d->nrows);
    for (int i = 0; i < d->nrows; i++)
        ckptm_line_put_row(o, d->rows[i].type, d->rows[i].count);
    to = ckptm_line_put_bytes(o, d->size);
    if (d->size)
        memcpy(to, d->bytes, (size_t)d->size);
}

enum { HAS_BYTES = 1, HAS_UNTYPED = 2 };

static uint64_t has_bytes(const ckptm_copies *copies)
{
    uint64_t has = 0;

    for (size_t i = 0; i < copies->count; i++)
        if (copies->list[i].data.layout)
            has |= copies->list[i].untyped ? HAS_UNTYPED : HAS_BYTES;
    return has;
}

/* Results that some member had before its checkpoint; the others are done again by all. */
static bool is_needed(const ckptm_window *w, const ckptm_copy *c) { return ckptm_numbers_needed(&w->done, c->comm, c->position); }

/* Of the envelopes that have late messages: what was sent before the line. */
static void put_envelopes(ckptm_line_out *o, const ckptm_window *w)
{
    ckptm_table late = { 0 };

    if (w->tagged)
        return;                                      /* counted by rank (requests/tagging.c) */
    for (size_t i = 0; i < w->late.count; i++) {
        const ckptm_copy *c = &w->late.list[i];

        *ckptm_count_private(&late, c->comm, c->peer, c->tag) = ckptm_counted(&w->before, c->comm, c->peer, c->tag);
    }
    for (unsigned i = 0; i < late.room; i++)
        if (late.slots[i].comm)
            CKPTM_LINE_PUT(o, envelope, .comm = late.slots[i].comm, .sent = late.slots[i].count, .source = late.slots[i].peer, .tag = late.slots[i].tag);
    ckptm_table_clear(&late);
}

static void put_messages(ckptm_line_out *o, const ckptm_window *w)
{
    put_envelopes(o, w);
    for (size_t i = 0; i < w->late.count && !ckptm_mutant(late); i++) {
        const ckptm_copy *c = &w->late.list[i];

        CKPTM_LINE_PUT(o, late, .order = c->order, .comm = c->comm, .position = c->position, .arrival = c->arrival,
                       .reserved = (c->fixed || c->when < w->cut_when) && !ckptm_mutant(reserve) ? c->reserved : 0, .source = c->peer, .tag = c->tag, .truncated = c->truncated);
        put_data(o, &c->data);
    }
    for (size_t i = 0; i < w->early.count; i++) {
        const ckptm_event *e = &w->early.list[i];

        CKPTM_LINE_PUT(o, early, .comm = e->comm, .position = e->position, .hash = e->hash, .peer = e->peer, .tag = e->tag);
    }
    for (size_t i = 0; i < w->again.count; i++) {
        const ckptm_event *e = &w->again.list[i];

        CKPTM_LINE_PUT(o, promised, .comm = e->comm, .position = e->position, .peer = e->peer, .tag = e->tag);
    }
}

/* Returns how many parts of results. */
static size_t put_log(ckptm_line_out *o, const ckptm_window *w)
{
    size_t results = 0;

    for (size_t i = 0; i < w->results.count; i++) {
        const ckptm_copy *c = &w->results.list[i];

        if (is_needed(w, c)) {
            CKPTM_LINE_PUT(o, result, .comm = c->comm, .index = c->position, .part = c->tag);
            put_data(o, &c->data);
            results++;
        }
    }
    for (size_t i = 0; i < w->done.count; i++) {
        const ckptm_numbers *n = &w->done.list[i];

        if (n->given)
            CKPTM_LINE_PUT(o, entered, .comm = n->comm, .number = n->given, .rank = n->rank);
    }
    for (size_t i = 0; i < w->cut; i++) {
        const ckptm_outcome *e = &w->outcomes[i];

        CKPTM_LINE_PUT(o, outcome, .value = e->value, .kind = e->kind, .flag = e->flag, .source = e->source, .tag = e->tag);
    }
    for (unsigned i = 0; i < w->own.room; i++)
        if (w->own.slots[i].comm)
            CKPTM_LINE_PUT(o, end_of_log, .comm = w->own.slots[i].comm, .count = w->own.slots[i].count, .peer = w->own.slots[i].peer,
                           .tag = w->own.slots[i].tag);
    return results;
}

ckpt_status ckptm_linefile_write(uint64_t number, char *summary, size_t room)
{
    const ckptm_window *w = &ckptm.window;
    char path[CKPTI_STORE_FILE];
    ckptm_line_out o = { .grow = ckptm_private };
    ckpt_status status;
    size_t results;

    ckptm_order_late(&ckptm.window);
    ckptm_line_begin(&o, &(ckptm_line_head){ number, (uint64_t)ckptm.rank, (uint64_t)ckptm.size, ckptm_memory_layout(),
                                             has_bytes(&w->late) | has_bytes(&w->results) });
    ckptm_made_write(&o, w);                         /* first, for messages name communicators */
    put_messages(&o, w);
    results = put_log(&o, w);
    ckptm_line_finish(&o);
    path_of(number, path, sizeof path);
    status = ckptm_write_file(path, o.bytes, o.size);
    snprintf(summary, room, "%zu late, %zu early, %zu parts of results, %zu outcomes, %zu bytes", w->late.count, w->early.count, results,
             w->cut, o.size);
    free(o.bytes);
    return status;
}

/* ---- reading ------------------------------------------------------------------------------------------------------- */

/* Into the program's memory. False: it is not what it says. */
static bool take_data(const ckptm_line_data *from, ckptm_data *to)
{
    ckptm_row *rows = ckptm_private(0, (size_t)from->nrows * sizeof *rows);
    ckptm_data data = { .nrows = (int)from->nrows, .rows = rows, .size = from->size, .bytes = (unsigned char *)(uintptr_t)from->bytes };
    bool good;

    for (uint64_t i = 0; i < from->nrows; i++) {
        uint64_t count;

        ckptm_line_row(from, i, &rows[i].type, &count);
        rows[i].count = count;
    }
    good = ckptm_data_measure(&data);
    if (good)
        ckptm_data_keep(to, &data);
    free(rows);
    return good;
}

/* Where the next of each list goes: behind what the image itself had, which was there before. */
typedef struct ends {
    ckptm_result **results;
    ckptm_outcome **outcomes, **matches;
} ends;

static ends find_ends(void)
{
    ends e = { &ckptm_state.results, &ckptm_state.outcomes, &ckptm_state.matches };

    while (*e.results)
        e.results = &(*e.results)->next;
    while (*e.outcomes)
        e.outcomes = &(*e.outcomes)->next;
    while (*e.matches)
        e.matches = &(*e.matches)->next;
    return e;
}

static bool load_late(const ckptm_line_record *r, uint64_t number)
{
    ckptm_message *m = ckptm_new(CKPTM_T_MESSAGE, 1);

    *m = (ckptm_message){ .comm = r->late.comm, .source = (int)r->late.source, .tag = (int)r->late.tag, .position = r->late.position,
                          .truncated = r->late.truncated != 0, .reserved = r->late.reserved, .unordered = r->late.order ? 0 : number,
                          .drained = r->late.arrival, .line = number };
    if (!take_data(&r->data, &m->data))
        return false;
    ckptm_restore_message(m);
    return true;
}

static void load_early(ckptm_early is)
{
    ckptm_early *e = ckptm_new(CKPTM_T_EARLY, 1);

    *e = is;
    e->next = ckptm_state.early;
    ckptm_state.early = e;
}

static bool load_result(ends *ends, const ckptm_line_record *from)
{
    ckptm_result *r = ckptm_new(CKPTM_T_RESULT, 1);

    *r = (ckptm_result){ .comm = from->result.comm, .index = from->result.index, .part = (int)from->result.part };
    *ends->results = r;
    ends->results = &r->next;
    return take_data(&from->data, &r->data);
}

static void load_outcome(ends *ends, const struct ckptm_line_outcome *from)
{
    ckptm_outcome *o = ckptm_new(CKPTM_T_OUTCOME, 1);

    *o = (ckptm_outcome){ (int)from->kind, (int)from->flag, (int)from->source, (int)from->tag, from->value, 0 };
    if (o->kind == CKPTM_O_MATCH || o->kind == CKPTM_O_CANCEL) {
        *ends->matches = o;
        ends->matches = &o->next;
    } else {
        *ends->outcomes = o;
        ends->outcomes = &o->next;
    }
}

/* How far this run is fixed. */
static void load_end(const struct ckptm_line_end_of_log *from)
{
    ckptm_u64 *end = ckptm_count(&ckptm_state.ends, from->comm, (int)from->peer, (int)from->tag);

    if (*end < from->count)
        *end = from->count;
}

/* False: a record is not what it says. */
static bool load(ends *ends, const ckptm_line_record *r, uint64_t number)
{
    switch (r->kind) {
    case CKPTM_LINE_envelope: ckptm_restore_envelope(r->envelope.comm, (int)r->envelope.source, (int)r->envelope.tag, r->envelope.sent); return true;
    case CKPTM_LINE_late: return load_late(r, number);
    case CKPTM_LINE_early: 
        load_early((ckptm_early){ .comm = r->early.comm, .peer = (int)r->early.peer, .tag = (int)r->early.tag, .position = r->early.position, .hash = r->early.hash });
        return true;
    case CKPTM_LINE_promised:
        load_early((ckptm_early){ .comm = r->promised.comm, .peer = (int)r->promised.peer, .tag = (int)r->promised.tag, .position = r->promised.position, .again = 1 });
        return true;
    case CKPTM_LINE_result: return load_result(ends, r);
    case CKPTM_LINE_entered: ckptm_entered((int)r->entered.rank, r->entered.comm, r->entered.number); return true;
    case CKPTM_LINE_outcome: load_outcome(ends, &r->outcome); return true;
    case CKPTM_LINE_end_of_log: load_end(&r->end_of_log); return true;
    case CKPTM_LINE_communicator: return ckptm_made_load(r);
    case CKPTM_LINE_end: break;
    }
    return false;
}

/* Map the file and check its frame. */
static ckpt_status open_file(uint64_t number, ckpti_store_bytes *bytes, ckptm_line_in *in)
{
    char path[CKPTI_STORE_FILE];
    ckpt_status status;

    path_of(number, path, sizeof path);
    if ((status = ckpti_store_read(path, bytes)) != CKPT_OK)
        return status;
    if (!ckptm_line_open_file(in, bytes->data, bytes->size))
        status = ckpti_fail(CKPT_EBADIMAGE, "%s: %s", path, in->why);
    else if (in->head.line != number || in->head.rank != (uint64_t)ckptm.rank || in->head.ranks != (uint64_t)ckptm.size)
        status = ckpti_fail(CKPT_EBADIMAGE, "%s: it is rank %llu's of %llu, of line %llu", path, (unsigned long long)in->head.rank,
                            (unsigned long long)in->head.ranks, (unsigned long long)in->head.line);
    else if (in->head.has_bytes == HAS_UNTYPED && in->head.layout != ckptm_memory_layout())
        status = ckpti_fail(CKPT_ELAYOUT, "%s: more than %d runs of messages to a rank (rows of one tag and datatype) cross this line; of older ones the datatype is not "
                            "known, so they go on on the same data layout only", path, CKPTM_RUNS);
    else if (in->head.has_bytes && in->head.layout != ckptm_memory_layout())
        status = ckpti_fail(CKPT_ELAYOUT, "%s: messages of MPI_BYTE or MPI_PACKED cross this line, which mean something else on this machine", path);
    if (status != CKPT_OK)
        ckpti_store_release(bytes);
    return status;
}

ckpt_status ckptm_linefile_check(uint64_t number)
{
    ckpti_store_bytes bytes;
    ckptm_line_in in;
    ckpt_status status = open_file(number, &bytes, &in);

    if (status == CKPT_OK)
        ckpti_store_release(&bytes);
    return status;
}

ckpt_status ckptm_linefile_load(uint64_t number)
{
    ckpti_store_bytes bytes;
    ckptm_line_in in;
    ckptm_line_record record;
    ckpt_status status = open_file(number, &bytes, &in);
    ends ends;

    if (status != CKPT_OK)
        return status;
    if (ckptm_mutant(restart_log))
        ckptm_state.outcomes = ckptm_state.matches = 0;
    if (ckptm_mutant(restart_early))
        ckptm_state.early = 0;
    if (ckptm_mutant(restart_queue))
        ckptm_state.queue = 0;
    ends = find_ends();
    while (ckptm_line_next(&in, &record))
        if (!load(&ends, &record, number))
            in.why = "damaged: its data are not what it says they are";
    if (in.why)
        status = ckpti_fail(CKPT_EBADIMAGE, "line %llu: this rank's part is %s", (unsigned long long)number, in.why);
    ckpti_store_release(&bytes);
    return status;
}
