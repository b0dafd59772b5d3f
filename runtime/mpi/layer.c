/* layer.c - what the phases of a line mean for one rank: the owner of the line's machine. See layer.h, protocol/line.h. */
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "ckpt.h"
#include "core/log.h"
#include "mpi/collectives/entered.h"
#include "mpi/envelopes/envelopes.h"
#include "mpi/handles/data.h"
#include "mpi/handles/types.h"
#include "mpi/handles/comms.h"
#include "mpi/layer.h"
#include "mpi/protocol/steps.h"
#include "mpi/requests/requests.h"
#include "mpi/requests/synchronous.h"
#include "mpi/store/names.h"
#include "mpi/store/limits.h"
#include "mpi/store/order.h"
#include "shim.h"
#include "site/coordinate.h"

ckptm_layer_state ckptm;

void ckptm_fatal(const char *format, ...)
{
    char text[900];
    va_list list;

    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    ckpti_log("rank %d: %s", ckptm.rank, text);
    nanosleep(&(struct timespec){ .tv_nsec = 200000000 }, 0);   /* a launcher that hears of an abort may drop what it was given to print */
    ckptm_abort(CKPT_EXIT_INCOMPATIBLE);
}

/* ---- control messages ---------------------------------------------------------------------------------------------- */

/* Before each piece of a message. */
struct head {
    uint32_t kind, more;
    uint64_t number;
};

/* What has come of a message in pieces; messages to ourselves, which are heard in turn, too. */
struct parcel {
    unsigned char *bytes;
    size_t size, room;
};
static struct parcel *arriving;   /* [size] */
static struct own {
    struct own *next;
    struct head head;
    size_t size;
    unsigned char bytes[];
} *own_first, **own_last = &own_first;

static void send_own(struct head head, const void *bytes, size_t size)
{
    struct own *o = ckptm_private(0, sizeof *o + size);

    o->next = 0;
    o->head = head;
    o->size = size;
    if (size)
        memcpy(o->bytes, bytes, size);
    *own_last = o;
    own_last = &o->next;
}

static void send(void *owner, int to, uint32_t kind, uint64_t number, const void *bytes, size_t size)
{
    unsigned char piece[CKPTM_PIECE];
    struct head head = { kind, 0, number };
    const unsigned char *from = bytes;
    size_t most = sizeof piece - sizeof head;

    (void)owner;
    if (to == ckptm.rank) {
        send_own(head, bytes, size);
        return;
    }
    do {
        size_t n = size < most ? size : most;

        head.more = n < size;
        memcpy(piece, &head, sizeof head);
        if (n)
            memcpy(piece + sizeof head, from, n);
        ckptm_control_send(to, piece, sizeof head + n);
        from += n;
        size -= n;
    } while (head.more);
}

/* What is the line's, and what is not. */
static void hear(int from, struct head head, const void *bytes, size_t size)
{
    if (head.kind == CKPTM_ASK || head.kind == CKPTM_ANSWER)
        ckptm_synchronous_hear(from, head.kind, bytes, size);
    else if (head.kind == CKPTM_ENTERED)
        ckptm_entered_hear(from, bytes, size);
    else if (head.kind >= CKPTM_ENTER)
        ckptm_entry_hear(from, head.kind, bytes, size);
    else
        ckptm_line_hear(&ckptm.line, from, head.kind, head.number, bytes, size);
}

void ckptm_tell(int to, uint32_t kind, const void *bytes, size_t size) { send(0, to, kind, 0, bytes, size); }

static bool hear_own(void)
{
    struct own *o = own_first;

    if (!o)
        return false;
    if (!(own_first = o->next))
        own_last = &own_first;
    hear(ckptm.rank, o->head, o->bytes, o->size);
    free(o);
    return true;
}

static bool hear_other(void)
{
    unsigned char piece[CKPTM_PIECE];
    struct head head;
    int from = 0;
    long size = ckptm_control_receive(piece, &from);
    struct parcel *p;

    if (size < (long)sizeof head)
        return false;
    p = &arriving[from];
    memcpy(&head, piece, sizeof head);
    size -= (long)sizeof head;
    if (p->size + (size_t)size > p->room)
        p->bytes = ckptm_private(p->bytes, p->room = 2 * (p->size + (size_t)size));
    if (size)
        memcpy(p->bytes + p->size, piece + sizeof head, (size_t)size);
    p->size += (size_t)size;
    if (!head.more) {
        size_t whole = p->size;

        p->size = 0;
        hear(from, head, p->bytes, whole);
    }
    return true;
}

/* ---- what the line asks ---------------------------------------------------------------------------------------------- */

static int members(ckptm_u64 comm) { return ckptm_comm_all(&ckptm_state.comms[ckptm_comm_by_key(comm)]); }

static void prepare(void *owner, uint64_t number, bool stop)
{
    (void)owner, (void)number, (void)stop;
    ckptm_requests_poll();
    ckptm_window_clear(&ckptm.window);
    ckptm_made_clear();
    ckptm.window.members = members;
    ckptm.window.heard = ckptm_private(0, (size_t)ckptm.size * sizeof *ckptm.window.heard);
    memset(ckptm.window.heard, 0, (size_t)ckptm.size * sizeof *ckptm.window.heard);
    ckptm.window.listening = true;
    ckptm_match_open();
    ckptm_limits_begin();
    ckptm.image_done = false;
    ckptm_step(prepare);
}

static void go(void *owner)
{
    (void)owner;
    ckptm.due = true;
    ckpti_coordinate_due();
    ckptm_step(go);
}

static void add_early(ckptm_events *list, int to, const ckptm_event *e, bool again)
{
    const ckptm_comm *c = &ckptm_state.comms[ckptm_comm_by_key(e->comm)];

    if (c->world[e->peer] == to && !ckptm_window_is_before(&ckptm.window, e->comm, e->peer, e->tag, e->position))
        ckptm_event_add(list, (ckptm_event){ .comm = e->comm, .peer = c->rank, .tag = e->tag, .position = e->position, .hash = e->hash, .at = again });
}

/* Tell a rank which of its messages we had before our checkpoint that it sent after its own; `at`: and which the program knew of only. */
static void tell_early(int to)
{
    ckptm_window *w = &ckptm.window;
    ckptm_events list = { 0 };

    for (size_t i = 0; i < w->consumed_before; i++)
        add_early(&list, to, &w->consumed.list[i], false);
    for (size_t i = 0; i < w->known.count; i++)
        add_early(&list, to, &w->known.list[i], true);
    ckptm_line_tell(&ckptm.line, to, CKPTM_EARLY, list.list, list.count * sizeof *list.list);
    free(list.list);
    ckptm_step(early_told);
}

/* Which of the messages kept from this rank are late. */
static void sort_out(int from)
{
    ckptm_copies *late = &ckptm.window.late;
    size_t kept = 0;

    for (size_t i = 0; i < late->count; i++) {
        ckptm_copy *c = &late->list[i];

        if (ckptm_state.comms[ckptm_comm_by_key(c->comm)].world[c->peer] == from &&
            !ckptm_window_is_before(&ckptm.window, c->comm, c->peer, c->tag, c->position)) {
            late->bytes -= c->data.size;
            ckptm_data_clear(&c->data);
        } else {
            late->list[kept++] = *c;
        }
    }
    late->count = kept;
}

/* How many records of the next kind. */
static uint64_t take_number(const unsigned char **p)
{
    uint64_t n;

    memcpy(&n, *p, sizeof n);
    *p += sizeof n;
    return n;
}

/* A sender's numbers of signatures, and ours. */
struct translation { int theirs, ours; };

static int translate(const struct translation *list, uint64_t count, int signature)
{
    for (uint64_t i = 0; i < count; i++)
        if (list[i].theirs == signature)
            return list[i].ours;
    return signature;
}

static const unsigned char *hear_signatures(const unsigned char *p, struct translation **list, uint64_t *count)
{
    *count = take_number(&p);
    *list = ckptm_private(0, (size_t)*count * sizeof **list);
    for (uint64_t i = 0; i < *count; i++) {
        int head[2];
        ckptm_row *rows;

        memcpy(head, p, sizeof head);
        p += sizeof head;
        rows = ckptm_private(0, (size_t)head[1] * sizeof *rows);
        memcpy(rows, p, (size_t)head[1] * sizeof *rows);
        p += (size_t)head[1] * sizeof *rows;
        (*list)[i] = (struct translation){ head[0], ckptm_signature_of(rows, head[1]) };
        free(rows);
    }
    return p;
}

/* How many envelopes, and those; signatures; runs (order.h); synchronous sends that are open; each after a word that tells how many. */
static const unsigned char *hear_messages(const unsigned char *p)
{
    ckptm_window *w = &ckptm.window;
    struct translation *signatures;
    uint64_t nsignatures, n = take_number(&p);
    ckptm_sent_before before;
    ckptm_run run;
    ckptm_event open;

    for (; n--; p += sizeof before) {
        memcpy(&before, p, sizeof before);
        if (!ckptm_comm_over(before.comm))           /* nobody receives there any more */
            ckptm_window_before(w, &before);
    }
    p = hear_signatures(p, &signatures, &nsignatures);
    for (n = take_number(&p); n--; p += sizeof run) {
        memcpy(&run, p, sizeof run);
        run.signature = translate(signatures, nsignatures, run.signature);
        ckptm_order_hear(w, &run);
    }
    for (n = take_number(&p); n--; p += sizeof open) {
        memcpy(&open, p, sizeof open);
        ckptm_window_open(w, open.comm, open.peer, open.tag, open.position);
    }
    free(signatures);
    return p;
}

/* All positions are known. */
static void now_known(void)
{
    ckptm_window *w = &ckptm.window;

    w->missing = ckptm_window_late_total(w) - (long)w->late.count;
    ckptm_drain_known();
}

/* POSITIONS: of messages (hear_messages); which collectives it had completed (numbers.h), after their size; then communicators made
 * (handles/comms.h). */
static void positions(void *owner, int from, const void *bytes, size_t size)
{
    ckptm_window *w = &ckptm.window;
    const unsigned char *p = hear_messages(bytes);
    uint64_t n;

    (void)owner;
    n = take_number(&p);
    ckptm_numbers_hear(&w->done, from, p, (size_t)n);
    ckptm_numbers_drop_gone(&w->done);
    p += n;
    ckptm_made_hear(p, (size_t)((const unsigned char *)bytes + size - p));
    w->heard[from] = true;
    ckptm_step(positions_heard);
    if (!w->logging)
        return;                                      /* we have not checkpointed ourselves: checkpointed() goes on */
    sort_out(from);
    tell_early(from);
    if (ckptm_line_known(&ckptm.line))
        now_known();
}

static void early(void *owner, int from, const void *bytes, size_t size)
{
    const unsigned char *p = bytes;
    ckptm_event e;

    (void)owner, (void)from;
    for (; size >= sizeof e; size -= sizeof e, p += sizeof e) {
        memcpy(&e, p, sizeof e);
        ckptm_event_add(e.at ? &ckptm.window.again : &ckptm.window.early, e);
    }
    ckptm_step(early_heard);
}

/* END: where the sender's log ends, by envelope, and by collectives done. */
static void end(void *owner, int from, const void *bytes, size_t size)
{
    const unsigned char *p = bytes;
    ckptm_sent_before e;

    (void)owner, (void)from;
    for (; size >= sizeof e; size -= sizeof e, p += sizeof e) {
        memcpy(&e, p, sizeof e);
        ckptm_ends_hear(&ckptm.window, &e);
    }
    ckptm_step(end_heard);
}

/* Where our log ends, for one rank: of its envelopes, and of collectives in each communicator. */
static size_t end_for(int to, ckptm_sent_before *out)
{
    const ckptm_table *own = &ckptm.window.own;
    size_t n = 0;

    for (int i = 1; i < ckptm_state.ncomms; i++) {
        const ckptm_comm *c = &ckptm_state.comms[i];

        if (c->how && c->world)
            out[n++] = (ckptm_sent_before){ .comm = c->key, .count = ckptm_counted(own, c->key, CKPTM_ALL, CKPTM_ALL), .source = ckptm.rank,
                                            .tag = CKPTM_ALL };
    }
    for (unsigned i = 0; i < own->room; i++) {
        const ckptm_counter *e = &own->slots[i];
        const ckptm_comm *c = e->comm && e->peer != CKPTM_ALL ? &ckptm_state.comms[ckptm_comm_by_key(e->comm)] : 0;

        if (c && c->world[e->peer] == to)
            out[n++] = (ckptm_sent_before){ .comm = e->comm, .count = e->count, .source = c->rank, .tag = e->tag };
    }
    return n;
}

static void tell_end(void *owner, unsigned char parity, unsigned char moved)
{
    ckptm_window *w = &ckptm.window;
    size_t room;
    unsigned char *bytes;

    (void)owner;
    if (w->logging)
        w->cut = w->noutcomes, w->cut_when = w->when;
    w->logging = false;
    ckptm_drain_end(CKPTM_DRAIN_LINE);
    ckptm_ends_own(w);
    room = (w->own.used + (size_t)ckptm_state.ncomms) * sizeof(ckptm_sent_before);
    bytes = ckptm_private(0, 2 + room);
    for (int r = 0; r < ckptm.size; r++) {
        ckptm_sent_before *records = ckptm_private(0, room);
        size_t n;

        memset(records, 0, room);
        n = end_for(r, records);
        bytes[0] = parity;
        bytes[1] = moved;
        memcpy(bytes + 2, records, n * sizeof *records);
        ckptm_line_tell(&ckptm.line, r, CKPTM_END, bytes, 2 + n * sizeof *records);
        free(records);
    }
    free(bytes);
    ckptm_step(log_ended);
}

static bool cut(void *owner)
{
    (void)owner;
    return ckptm_ends_cut(&ckptm.window);
}

static void write_part(void *owner)
{
    (void)owner;                                     /* when the image is there, too: see progress */
    ckptm_step(ends_agreed);
}

static void part(void *owner, int from, const void *bytes, size_t size)
{
    (void)owner;
    ckptm_commit_part(from, bytes, size);
}

static bool record(void *owner, uint64_t number, const char **why)
{
    ckpt_status status;

    (void)owner;
    ckptm_step(all_ready);
    status = ckptm_commit_write(number);
    *why = status == CKPT_OK ? "" : ckpti_fail_text(status);
    return status == CKPT_OK;
}

void ckptm_leave(void)
{
    ckptm_step(leaving);
    ckptm_release(false);
    fflush(0);
    ckptm_flush();
    ckptm_control_barrier();
    ckptm_finalize();
    _Exit(CKPT_EXIT_STOPPED);
}

static void close_window(void)
{
    ckptm_window_clear(&ckptm.window);
    ckptm_match_close();
    ckptm_drain_end(CKPTM_DRAIN_LINE);
}

static void committed(void *owner, uint64_t number, bool stop)
{
    (void)owner;
    ckptm_step(commit_heard);
    ckptm_made_committed();
    close_window();
    ckpti_coordinate_committed();
    ckptm_commit_prune(number);
    ckptm_step(cleaned);
    ckptm.stopping = stop;
}

/* The job stops. Not while others may count on this rank in a call that makes a communicator: it goes when that is over. */
static void leave_if_stopping(void)
{
    static bool begun;

    if (!ckptm.stopping || begun || ckptm_entry_waits())
        return;
    begun = true;
    ckptm_leave_together();
    ckptm_leave();
}

static void abandoned(void *owner, uint64_t number, const char *why)
{
    (void)owner;
    ckptm.due = false;
    close_window();
    ckptm_release(true);
    if (ckptm.rank == 0) {
        ckpti_log("line %llu is abandoned, the program goes on: %s", (unsigned long long)number, why);
        ckptm_commit_abandoned(number, why);
    }
    ckptm_commit_forget(number);
}

static const ckptm_line_io io = {
    .send = send, .prepare = prepare, .go = go, .positions = positions, .early = early, .end = end, .tell_end = tell_end, .cut = cut,
    .write = write_part, .part = part, .record = record, .committed = committed, .abandoned = abandoned,
};

/* ---- what happens here ---------------------------------------------------------------------------------------------- */

typedef struct bytes { unsigned char *list; size_t size, room; } bytes;

static void add(bytes *b, const void *from, size_t size)
{
    if (b->size + size > b->room)
        b->list = ckptm_private(b->list, b->room = 2 * (b->size + size));
    if (size)
        memcpy(b->list + b->size, from, size);
    b->size += size;
}

/* Put so many records' number before them. */
static void add_counted(bytes *to, const bytes *records, uint64_t count)
{
    add(to, &count, sizeof count);
    add(to, records->list, records->size);
    free(records->list);
}

static void add_envelopes(bytes *b, int to)
{
    const ckptm_table *t = &ckptm_state.sent;
    bytes records = { 0 };
    uint64_t n = 0;

    for (unsigned i = 0; i < t->room; i++) {
        const ckptm_counter *s = &t->slots[i];
        const ckptm_comm *c = s->comm ? &ckptm_state.comms[ckptm_comm_by_key(s->comm)] : 0;
        ckptm_sent_before before;

        if (!c || c->world[s->peer] != to)
            continue;
        memset(&before, 0, sizeof before);
        before = (ckptm_sent_before){ .comm = s->comm, .count = s->count, .source = c->rank, .tag = s->tag };
        add(&records, &before, sizeof before);
        n++;
    }
    add_counted(b, &records, n);
}

/* Those that are no predefined datatype's. */
static void add_signature(bytes *b, uint64_t *count, ckptm_table *told, int signature)
{
    int head[2] = { signature, 0 };
    const ckptm_row *rows = ckptm_signature_rows(signature, &head[1]);
    ckptm_u64 *is = ckptm_count_private(told, 1, signature, 0);

    if (*is)
        return;
    *is = 1;
    add(b, head, sizeof head);
    add(b, rows, (size_t)head[1] * sizeof *rows);
    ++*count;
}

/* What was sent to one rank: signatures, then runs. */
static void add_runs(bytes *b, int to)
{
    bytes records = { 0 }, signatures = { 0 };
    ckptm_table told = { 0 };
    uint64_t n = 0, nsignatures = 0;

    for (int i = 1; i < ckptm_state.ncomms; i++) {
        const ckptm_comm *c = &ckptm_state.comms[i];

        for (int peer = 0; c->key && c->world && peer < c->size; peer++) {
            size_t count = 0;
            const ckptm_run *runs = c->world[peer] == to ? ckptm_order_runs(i, c->key, peer, &count) : 0;

            for (size_t k = 0; k < count; k++, n++) {
                ckptm_run run;

                memcpy(&run, &runs[k], sizeof run);
                run.source = c->rank;
                add(&records, &run, sizeof run);
                add_signature(&signatures, &nsignatures, &told, run.signature);
            }
        }
    }
    ckptm_table_clear(&told);
    add_counted(b, &signatures, nsignatures);
    add_counted(b, &records, n);
}

static void add_synchronous(bytes *b, int to)
{
    bytes records = { 0 };
    uint64_t n = 0;

    for (int i = 1; i < ckptm_state.nrequests; i++) {
        const ckptm_request *r = &ckptm_state.requests[i];
        const ckptm_comm *c = &ckptm_state.comms[r->comm];
        ckptm_event open;

        if (r->kind != CKPTM_SEND || r->mode != CKPTM_MODE_SYNCHRONOUS || (r->state != CKPTM_PENDING && r->state != CKPTM_UNANSWERED) ||
            c->world[r->peer] != to)
            continue;
        memset(&open, 0, sizeof open);
        open = (ckptm_event){ .comm = c->key, .peer = c->rank, .tag = r->tag, .position = r->position };
        add(&records, &open, sizeof open);
        n++;
    }
    add_counted(b, &records, n);
}

/* POSITIONS for one rank, into a buffer of its own. */
static unsigned char *positions_for(int to, size_t *size)
{
    bytes b = { 0 };
    size_t numbers_size;
    unsigned char *numbers = ckptm_numbers_own(to, &numbers_size), *made;
    uint64_t n = numbers_size;

    add_envelopes(&b, to);
    add_runs(&b, to);
    add_synchronous(&b, to);
    add(&b, &n, sizeof n);
    add(&b, numbers, numbers_size);
    free(numbers);
    made = ckptm_made_for(to, size);
    add(&b, made, *size);
    free(made);
    *size = b.size;
    return b.list;
}

/* The image is being written; from here on this is the time after the checkpoint. */
static void checkpointed(void)
{
    ckptm_window *w = &ckptm.window;

    ckptm_step(checkpoint);
    ckptm.due = ckptm.image_done = false;
    ckptm_window_checkpoint(w, &ckptm_state.sent, &ckptm_state.received, &ckptm_state.ends);
    for (int i = 0; i < ckptm_state.ncomms; i++) {
        const ckptm_comm *c = &ckptm_state.comms[i];
        ckptm_u64 *done = c->how && c->key ? ckptm_count_private(&w->done_before, c->key, CKPTM_ALL, CKPTM_ALL) : 0;

        if (done && *done < c->collectives)
            *done = c->collectives;
    }
    if (ckptm.outside)
        ckptm_window_unlogged(w);
    if (!ckptm.receipt)
        ckptm_drain_begin(CKPTM_DRAIN_LINE);
    ckptm_limits_checkpointed();
    ckptm_line_checkpointed(&ckptm.line);
    if (ckptm.line.stop)
        ckptm_withhold();
    for (int r = 0; r < ckptm.size; r++) {
        size_t size;
        unsigned char *bytes = positions_for(r, &size);

        ckptm_line_tell(&ckptm.line, r, CKPTM_POSITIONS, bytes, size);
        free(bytes);
    }
    ckptm_step(positions_sent);
    for (int r = 0; r < ckptm.size; r++)
        if (w->heard[r])
            tell_early(r);
    if (ckptm_line_known(&ckptm.line))
        now_known();
}

/* Is everything here that the line needs of what the program does? */
static bool settled(void)
{
    const ckptm_window *w = &ckptm.window;

    if (!ckptm_line_known(&ckptm.line) || w->missing > 0)
        return false;
    return ckptm_made_settled() && ckptm_numbers_settled(&w->done);
}

static void write_now(void)
{
    char summary[200];
    ckpt_status status;

    if (!ckptm_ends_cover_early(&ckptm.window) || !ckptm_made_covered(&ckptm.window)) {
        snprintf(summary, sizeof summary, "rank %d: an early message, or what is given to a collective, depends on an outcome that is not in the log", ckptm.rank);
        ckptm_line_failed(&ckptm.line, summary);
        return;
    }
    status = ckptm_linefile_write(ckptm.line.number, summary, sizeof summary);
    if (status != CKPT_OK) {
        ckptm_line_failed(&ckptm.line, ckpti_fail_text(status));
        return;
    }
    ckptm_step(part_written);
    ckptm_line_ready(&ckptm.line, summary, strlen(summary));
    ckptm_step(ready);
}

void ckptm_progress(void)
{
    ckptm_line *line = &ckptm.line;

    if (!ckptm.on)
        return;
    while (hear_own() || hear_other())
        ;
    leave_if_stopping();
    ckptm_comms_reap();
    ckptm_drain_step();
    ckptm_arrivals_poll();
    ckptm_limits_look();
    if (line->phase < CKPTM_WINDOW || line->failed)
        return;
    if (line->phase == CKPTM_WINDOW) {
        ckptm_requests_poll();
        if (!line->settled && settled()) {
            ckptm_step(drained);
            ckptm_line_settled(line);
        }
    }
    if (!ckptm.image_done && line->phase < CKPTM_DONE)
        ckpti_coordinate_poll();
    if (line->phase == CKPTM_WRITING && ckptm.image_done)
        write_now();
    while (hear_own())
        ;
    leave_if_stopping();
}

void ckptm_pause(int slot)
{
    if (slot && ckptm_state.requests[slot].state != CKPTM_PENDING)
        sched_yield();                               /* MPI does not have it */
    else if (ckptm.on && (ckptm.line.phase != CKPTM_IDLE || ckptm.ending || ckptm.stopping || own_first))
        sched_yield();
    else
        ckptm_wait_some(slot);
}

/* ---- at a site ---------------------------------------------------------------------------------------------------------- */

static void wish(bool stop)
{
    ckptm_line_wish(&ckptm.line, stop);
    ckptm_step(request);
}

static bool at_site(const char *reason, bool stop)
{
    double now;

    if (ckptm_state.initialised == 2) {              /* no rank hears of another any more: an image would be of no line, and push out those that are */
        if (reason && strcmp(reason, "term") == 0) {
            signal(SIGTERM, SIG_DFL);
            raise(SIGTERM);
        }
        return false;
    }
    if (reason && (ckptm.line.phase == CKPTM_IDLE || strcmp(reason, "interval") != 0))
        wish(stop);
    ckptm_progress();
    if (!ckptm.due)
        return false;
    ckptm_requests_settle();
    ckptm_types_settle();
    now = ckptm_wtime() + ckptm.clock_offset;
    memcpy(&ckptm_state.clock, &now, sizeof now);
    return true;
}

static uint64_t line_number(void) { return ckptm.line.number; }

/* How our local checkpoint fares: begun, or done. */
static void outcome(bool done, ckpt_status status, const char *text)
{
    if (done && ckptm.line.phase < CKPTM_WINDOW)
        return;                                      /* of a line that was abandoned */
    if (status != CKPT_OK) {
        char why[600];

        snprintf(why, sizeof why, "rank %d: %s", ckptm.rank, text);
        ckptm.due = false;
        ckptm_line_failed(&ckptm.line, why);
    } else if (done) {
        ckptm.image_done = true;
        ckptm_step(image_done);
    } else {
        checkpointed();
    }
}

static const ckpti_coordinator coordinator = { .at_site = at_site, .number = line_number, .outcome = outcome };

void ckptm_layer_open(void)
{
    uint64_t last = 0;

    if (ckptm.rank == 0) {
        size_t count;
        uint64_t *list = ckptm_name_list(ckptm.directory, "line-", ".commit", &count);

        last = count ? list[0] : 0;
        free(list);
    }
    ckptm_control_bcast(&last, sizeof last);
    arriving = ckptm_private(0, (size_t)ckptm.size * sizeof *arriving);
    memset(arriving, 0, (size_t)ckptm.size * sizeof *arriving);
    ckptm_line_open(&ckptm.line, &io, 0, ckptm.rank, ckptm.size, last);
    ckptm.on = true;
    ckpti_coordinate(&coordinator);
}

void ckptm_layer_close(void)
{
    bool there = false;

    ckptm.ending = ckptm.line.closing = true;
    while (!there || ckptm.line.phase > CKPTM_WISHED || own_first) {
        if (ckptm.line.phase == CKPTM_PREPARED || ckptm.line.phase == CKPTM_DUE || (ckptm.line.phase == CKPTM_WINDOW && ckptm_line_known(&ckptm.line) && !settled()))
            ckptm_line_failed(&ckptm.line, "the program ends");
        ckptm_progress();
        if (ckptm.line.phase <= CKPTM_WISHED && !there)
            there = ckptm_control_all_there();
        sched_yield();
    }
    ckptm_comms_finish();
    ckptm.on = false;
}
