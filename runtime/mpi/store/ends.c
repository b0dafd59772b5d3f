/* ends.c - a consistent end of all ranks' logs. See window.h; docs/mpi.md, "Ends of the logs".
 *
 * A rank replays its outcomes up to the end of its log and is free after it. What another rank consumed of what it sent after that end may be
 * another message next time, so that rank's log is cut before the first such message, logged or not (repair 1 of test/model/README.md), and its
 * own end moves back; rounds of this end at a fixed point (ends only move back). What is not logged at all cuts always (repair 3).
 * A synchronous send that completes says that its receiver has taken the message: what is sent after that depends on what the receiver has done
 * up to there, so the log is cut there if the receiver's ends before. Receivers are asked with the first ENDs and answer with all others, for
 * theirs may move. If it had completed before the checkpoint, and the receiver took it after its own and later than its log, there is no such line.
 * An end is never before the checkpoint, nor before the end of the log that is being replayed (repair 2): what was sent up to there is fixed.
 */
#include <stdlib.h>
#include "mpi/collectives/members.h"
#include "mpi/envelopes/envelopes.h"
#include "mpi/protocol/mutants.h"
#include "mpi/store/window.h"

/* Where a sender's log ends for an envelope: as told, else at its checkpoint. */
static ckptm_u64 end_of(const ckptm_window *w, const ckptm_event *e)
{
    ckptm_u64 end = ckptm_counted(&w->ends, e->comm, e->peer, e->tag), before = ckptm_counted(&w->before, e->comm, e->peer, e->tag);

    return end > before ? end : before;
}

/* Have all for whom this collective waits posted it before their ends? */
static bool all_joined(const ckptm_window *w, const ckptm_event *e)
{
    int joined = 0, members = !w->members ? 0 : e->tag == CKPTM_WAITS_ROOT ? 1 : w->members(e->comm);

    for (unsigned i = 0; i < w->ends.room; i++) {
        const ckptm_counter *end = &w->ends.slots[i];

        if (end->comm != e->comm || end->tag != CKPTM_ALL || (e->tag == CKPTM_WAITS_ROOT && e->hash != (ckptm_u64)end->peer))
            continue;
        if (end->count < e->position)
            return false;
        joined++;
    }
    return joined >= members;                        /* a member may not have made the communicator yet */
}

void ckptm_ends_own(ckptm_window *w)
{
    for (unsigned i = 0; i < w->own.room; i++)           /* those that have moved back to nothing are told, too: others have the end of the round before */
        w->own.slots[i].count = 0;
    for (unsigned i = 0; i < w->done_before.room; i++)
        if (w->done_before.slots[i].comm) {
            const ckptm_counter *c = &w->done_before.slots[i];

            *ckptm_count_private(&w->own, c->comm, c->peer, c->tag) = c->count;
        }
    for (size_t i = 0; i < w->sent.count && w->sent.list[i].when < w->cut_when; i++) {
        const ckptm_event *e = &w->sent.list[i];
        ckptm_u64 *end = ckptm_count_private(&w->own, e->comm, e->peer, e->tag);

        if (*end < e->position)
            *end = e->position;
    }
}

static bool holds(const ckptm_window *w, const ckptm_event *e)
{
    if (e->peer == CKPTM_WORLD_OUTSIDE)
        return ckptm_mutant(unlogged);
    if (e->peer != CKPTM_ALL && w->tagged && e->epoch < w->tagged)
        return true;
    return e->peer == CKPTM_ALL ? ckptm_mutant(collective_ends) || all_joined(w, e) : e->position <= end_of(w, e);
}

static bool cut_at(ckptm_window *w, const ckptm_event *e)
{
    w->cut_when = e->when;
    w->cut = e->at;
    return true;
}

/* What is sent after a message that may be another one may be another one, whether or not anything is logged between the two. */
bool ckptm_ends_cut(ckptm_window *w)
{
    for (size_t i = w->consumed_before; i < w->consumed.count && w->consumed.list[i].when < w->cut_when; i++)
        if (!holds(w, &w->consumed.list[i]) && !ckptm_mutant(log_ends))
            return cut_at(w, &w->consumed.list[i]);
    for (size_t i = w->rendezvous_before; i < w->rendezvous.count && w->rendezvous.list[i].when < w->cut_when; i++)
        if (w->rendezvous.list[i].hash == CKPTM_TAKEN_LATER && !ckptm_mutant(rendezvous))
            return cut_at(w, &w->rendezvous.list[i]);
    return false;
}

bool ckptm_ends_unanswered(const ckptm_window *w)
{
    for (size_t i = 0; i < w->rendezvous.count && w->rendezvous.list[i].when < w->cut_when; i++)
        if (w->rendezvous.list[i].hash <= CKPTM_TAKEN_ASKED)
            return true;
    return false;
}

bool ckptm_ends_cover_rendezvous(const ckptm_window *w)
{
    for (size_t i = 0; i < w->rendezvous_before; i++)
        if (w->rendezvous.list[i].hash != CKPTM_TAKEN_LOGGED && !ckptm_mutant(rendezvous))
            return false;
    return true;
}

static bool cover(const ckptm_window *w, const ckptm_events *events)
{
    for (size_t i = 0; i < events->count; i++) {
        const ckptm_event *e = &events->list[i];

        if (e->position > ckptm_counted(&w->own, e->comm, e->peer, e->tag))
            return false;
    }
    return true;
}

bool ckptm_ends_cover_early(const ckptm_window *w)
{
    if (!cover(w, &w->early) || !cover(w, &w->again))
        return false;
    for (size_t i = 0; i < w->done.count; i++)
        if (ckptm_numbers_beyond(&w->done.list[i], ckptm_counted(&w->own, w->done.list[i].comm, CKPTM_ALL, CKPTM_ALL)))
            return false;
    return true;
}
