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
#include "mpi/collectives/turns.h"
#include "mpi/envelopes/envelopes.h"
#include "mpi/exchange/exchange.h"
#include "mpi/handles/data.h"
#include "mpi/handles/types.h"
#include "mpi/handles/comms.h"
#include "mpi/handles/told.h"
#include "mpi/layer.h"
#include "mpi/protocol/mutants.h"
#include "mpi/protocol/steps.h"
#include "mpi/requests/discard.h"
#include "mpi/requests/requests.h"
#include "mpi/requests/synchronous.h"
#include "mpi/requests/tagging.h"
#include "mpi/store/names.h"
#include "mpi/store/limits.h"
#include "mpi/store/order.h"
#include "mpi/store/readies.h"
#include "mpi/store/sharing.h"
#include "shim.h"
#include "objects/heap.h"
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
    ckptm_end_job(CKPT_EXIT_INCOMPATIBLE);
}

void ckptm_end_job(int status)
{
    long tenths = 2 + 2 * (ckptm.rank < 9 ? ckptm.rank : 9);

    ckptm_release_as_it_is();
    nanosleep(&(struct timespec){ .tv_sec = tenths / 10, .tv_nsec = tenths % 10 * 100000000 }, 0);
    ckptm_abort(status);
}

/* What is the line's, and what is not. */
static void hear(int from, uint32_t kind, uint64_t number, const void *bytes, size_t size)
{
    if (kind == CKPTM_ASK || kind == CKPTM_ANSWER)
        ckptm_synchronous_hear(from, kind, bytes, size);
    else if (kind == CKPTM_RESENT || kind == CKPTM_DIFFERS)
        ckptm_discard_hear(from, kind, bytes, size);
    else if (kind == CKPTM_ENTERED)
        ckptm_entered_hear(from, bytes, size);
    else if (kind >= CKPTM_ENTER)
        ckptm_entry_hear(from, kind, bytes, size);
    else
        ckptm_line_hear(&ckptm.line, from, kind, number, bytes, size);
}

void ckptm_tell(int to, uint32_t kind, const void *bytes, size_t size) { ckptm_parcel_send(to, kind, 0, bytes, size); }

static void send(void *owner, int to, uint32_t kind, uint64_t number, const void *bytes, size_t size)
{
    (void)owner;
    ckptm_parcel_send(to, kind, number, bytes, size);
}

/* ---- what the line asks ---------------------------------------------------------------------------------------------- */

static int members(ckptm_u64 comm) { return ckptm_comm_all(&ckptm_state.comms[ckptm_comm_by_key(comm)]); }

static void prepare(void *owner, uint64_t number, bool stop)
{
    (void)owner, (void)stop;
    ckptm_requests_poll();
    ckptm_window_clear(&ckptm.window);
    ckptm_made_clear();
    ckptm.window.members = members;
    ckptm.window.heard = ckptm_private(0, (size_t)ckptm.size * sizeof *ckptm.window.heard);
    memset(ckptm.window.heard, 0, (size_t)ckptm.size * sizeof *ckptm.window.heard);
    ckptm.window.listening = !ckptm_mutant(positions_kept);
    ckptm.window.tagged = ckptm.tagging ? number : 0;
    ckptm_match_open();
    ckptm_limits_begin();
    ckptm_sharing_begin();
    ckptm_readies_begin();
#ifdef CKPTM_MUTANTS
    ckptm_positions_acknowledged();
#endif
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

/* Which of the messages kept from this rank are late. */
static void sort_out(int from)
{
    ckptm_copies *late = &ckptm.window.late;
    size_t kept = 0;

    if (ckptm.tagging)
        return;                                      /* their headers have told */
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

/* All positions are known. */
static void now_known(void)
{
    ckptm_window *w = &ckptm.window;

    w->missing = (ckptm.tagging ? ckptm_tagging_late_total() : ckptm_window_late_total(w)) - (long)w->late.count;
    ckptm_drain_known();
}

static void positions(void *owner, int from, const void *bytes, size_t size)
{
    ckptm_window *w = &ckptm.window;

    (void)owner;
    ckptm_positions_hear(from, bytes, size);
    w->heard[from] = true;
    ckptm_step(positions_heard);
    if (!w->logging)
        return;                                      /* we have not checkpointed ourselves: checkpointed() goes on */
    sort_out(from);
    ckptm_early_tell(from);
    if (ckptm_line_known(&ckptm.line))
        now_known();
}

static void early(void *owner, int from, const void *bytes, size_t size)
{
    (void)owner, (void)from;
    ckptm_early_hear(bytes, size);
    ckptm_step(early_heard);
}

static void end(void *owner, int from, const void *bytes, size_t size)
{
    (void)owner, (void)from;
    ckptm_end_hear(from, bytes, size);
    ckptm_step(end_heard);
}

static void tell_end(void *owner, unsigned char parity, unsigned char moved)
{
    ckptm_window *w = &ckptm.window;

    (void)owner;
    if (w->logging) {
        ckptm_requests_poll();                       /* what has come is within the log */
        w->cut = w->noutcomes, w->cut_when = w->when;
    }
    w->logging = false;
    ckptm_fresh_memory();
    ckptm_drain_end(CKPTM_DRAIN_LINE);
    ckptm_ends_own(w);
    ckptm_end_tell(parity, moved);
    ckptm_step(log_ended);
}

static bool cut(void *owner)
{
    (void)owner;
    return ckptm_ends_cut(&ckptm.window) || ckptm_ends_unanswered(&ckptm.window);
}

static void write_part(void *owner)
{
    (void)owner;                                     /* when the image is there, too: see progress */
    ckptm_step(ends_agreed);
}

static void keep(void *owner, const void *bytes, size_t size)
{
    (void)owner;
    ckptm_readies_add(bytes, size);
}

static void tell_ready(void *owner, int to)
{
    (void)owner;
    ckptm_readies_tell(to);
}

static bool record(void *owner, uint64_t number, const char **why)
{
    ckpt_status status;

    (void)owner;
    ckptm_step(all_ready);
    ckptm_readies_open();
    if ((status = ckptm_sharing_check()) == CKPT_OK)
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
    if (ckptm_control_min(ckptm_can_finalize()))
        ckptm_finalize();
    _Exit(CKPT_EXIT_STOPPED);
}

static void close_window(void)
{
    ckptm_window_clear(&ckptm.window);
    ckptm_fresh_memory();
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
    .write = write_part, .keep = keep, .tell_ready = tell_ready, .record = record, .committed = committed, .abandoned = abandoned,
};

/* ---- what happens here ---------------------------------------------------------------------------------------------- */

/* The image is being written; from here on this is the time after the checkpoint. */
static void checkpointed(void)
{
    ckptm_window *w = &ckptm.window;

    ckptm_step(checkpoint);
    ckptm.due = ckptm.image_done = false;
    w->listening |= ckptm_mutant(positions_kept);
    ckptm_window_checkpoint(w, &ckptm_state.sent, &ckptm_state.received, &ckptm_state.ends);
    ckptm_fresh_memory();
    for (int i = 0; i < ckptm_state.ncomms; i++) {
        const ckptm_comm *c = &ckptm_state.comms[i];
        ckptm_u64 *done = c->how && c->key ? ckptm_count_private(&w->done_before, c->key, CKPTM_ALL, CKPTM_ALL) : 0;

        if (done && *done < c->collectives)
            *done = c->collectives;
    }
    if (ckptm.tagging && !ckptm_tagging_checkpoint())
        ckptm_line_failed(&ckptm.line, "Message Tagging: a message had been probed at the checkpoint, and not received");
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
        unsigned char *bytes = ckptm_positions_for(r, &size);

        ckptm_line_tell(&ckptm.line, r, CKPTM_POSITIONS, bytes, size);
        free(bytes);
    }
    ckptm_step(positions_sent);
    for (int r = 0; r < ckptm.size; r++)
        if (w->heard[r])
            ckptm_early_tell(r);
    if (ckptm_line_known(&ckptm.line))
        now_known();
}

/* Is everything here that the line needs of what the program does? */
static bool settled(void)
{
    const ckptm_window *w = &ckptm.window;

    if (!ckptm_line_known(&ckptm.line) || w->missing > 0)
        return false;
    return ckptm_discard_settled() && ckptm_made_settled() && ckptm_numbers_settled(&w->done);
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
    if (!ckptm_ends_cover_rendezvous(&ckptm.window)) {
        snprintf(summary, sizeof summary, "rank %d: a synchronous send was complete at the checkpoint whose receiver took it after the end of its log", ckptm.rank);
        ckptm_line_failed(&ckptm.line, summary);
        return;
    }
    status = ckptm_linefile_write(ckptm.line.number, summary, sizeof summary);
    if (status != CKPT_OK) {
        ckptm_line_failed(&ckptm.line, ckpti_fail_text(status));
        return;
    }
    ckptm_step(part_written);
    if ((status = ckptm_readies_own(summary)) != CKPT_OK) {
        ckptm_line_failed(&ckptm.line, ckpti_fail_text(status));
        return;
    }
    ckptm_line_ready(&ckptm.line);
    ckptm_step(ready);
}

void ckptm_progress(void)
{
    ckptm_line *line = &ckptm.line;

    if (ckptm_type_of_op)                            /* the real MPI is in a call of its own */
        return;
    if (ckptm_turns_wait())
        ckptm_turns_poll();
    if (!ckptm.on)
        return;
    while (ckptm_parcel_hear_own() || ckptm_parcel_hear())
        ;
    leave_if_stopping();
    ckptm_comms_reap();
    ckptm_drain_step();
    ckptm_arrivals_poll();
    ckptm_limits_look();
    if (ckpti_heap_clear)
        ckptm_fresh_memory();                        /* a replay may be over */
    if (line->phase < CKPTM_WINDOW || line->failed)
        return;
    if (line->phase == CKPTM_WINDOW) {
        ckptm_requests_poll();
        if (!line->settled && settled()) {
            ckptm_limits_look();                     /* of all that has come by now */
            if (line->failed)
                return;
            ckptm_step(drained);
            ckptm_line_settled(line);
        }
    }
    if (!ckptm.image_done && line->phase < CKPTM_DONE)
        ckpti_coordinate_poll();
    if (line->phase == CKPTM_WRITING && ckptm.image_done)
        write_now();
    while (ckptm_parcel_hear_own())
        ;
    leave_if_stopping();
}

void ckptm_pause(int slot)
{
    if (ckptm_turns_wait() || (slot && ckptm_state.requests[slot].state != CKPTM_PENDING))
        sched_yield();                               /* MPI does not have it */
    else if (ckptm.on && (ckptm.line.phase != CKPTM_IDLE || ckptm.ending || ckptm.stopping || ckptm.draining || ckptm_parcel_own_waits()))
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

/* A site in an operation of the program's, which the real MPI calls from within a call of its own: what is asked for waits for a site outside. */
static bool asked_in_op, stop_in_op;

static bool at_site_in_op(const char *reason, bool stop)
{
    if (reason && strcmp(reason, "interval") != 0) {
        asked_in_op = true;
        stop_in_op = stop_in_op || stop;
    }
    if (asked_in_op || ckptm.due)
        ckpti_coordinate_due();
    return false;
}

static bool at_site(const char *reason, bool stop)
{
    ckpt_status status;
    double now;

    if (ckptm_type_of_op)
        return at_site_in_op(reason, stop);
    if (ckptm_state.initialised == 2) {              /* no rank hears of another any more: an image would be of no line, and push out those that are */
        if (reason && strcmp(reason, "term") == 0) {
            signal(SIGTERM, SIG_DFL);
            raise(SIGTERM);
        }
        return false;
    }
    if (asked_in_op || (reason && (ckptm.line.phase == CKPTM_IDLE || strcmp(reason, "interval") != 0)))
        wish(stop || stop_in_op);
    asked_in_op = stop_in_op = false;
    ckptm_progress();
    if (!ckptm.due)
        return false;
    ckptm_requests_settle();
    if ((status = ckptm_types_settle()) != CKPT_OK) {
        outcome(false, status, ckpti_fail_text(status));
        return false;
    }
    ckptm_comms_compact();
    now = ckptm_wtime() + ckptm.clock_offset;
    memcpy(&ckptm_state.clock, &now, sizeof now);
    ckptm_state.line = ckptm.line.number;
    ckptm_state.rank = ckptm.rank;
    return true;
}

static const ckpti_coordinator coordinator = { .at_site = at_site, .number = line_number, .captured = ckptm_told_settle, .outcome = outcome };

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
    ckptm_parcel_open(hear);
    ckptm_line_open(&ckptm.line, &io, 0, ckptm.rank, ckptm.size, last);
    ckptm.on = true;
    ckpti_coordinate(&coordinator);
    ckpti_coordinate_due();                          /* sites were armed when there was nobody to ask: the next one looks */
}

void ckptm_layer_close(void)
{
    bool there = ckptm_mutant(finalize_serves);
    char text[80];

    ckptm.ending = ckptm.line.closing = true;
    while (!there || ckptm.line.phase > CKPTM_WISHED || ckptm_parcel_own_waits()) {
        if (ckptm.line.phase == CKPTM_PREPARED || ckptm.line.phase == CKPTM_DUE) {
            snprintf(text, sizeof text, "the program ends: rank %d came to no site any more", ckptm.rank);
            ckptm_line_failed(&ckptm.line, text);
        }
        if (ckptm.line.phase == CKPTM_WINDOW && ckptm_line_known(&ckptm.line) && !settled())
            ckptm_line_failed(&ckptm.line, "the program ends");
        ckptm_progress();
        if (ckptm.line.phase <= CKPTM_WISHED && !there)
            there = ckptm_control_all_there();
        sched_yield();
    }
    ckptm_comms_finish();
    ckptm.on = false;
}
