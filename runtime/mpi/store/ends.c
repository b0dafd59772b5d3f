/* ends.c - a consistent end of all ranks' logs. See window.h; docs/mpi.md, "Ends of the logs".
 *
 * A rank replays its outcomes up to the end of its log and is free after it. What another rank consumed of what it sent after that end may be
 * another message next time, so that rank's log is cut before the first such message, and its own end moves back; rounds of this
 * end at a fixed point (ends only move back).
 */
#include <stdlib.h>
#include "mpi/store/window.h"

/* Where a sender's log ends for an envelope: as told, else at its checkpoint. */
static ckptm_u64 end_of(const ckptm_window *w, const ckptm_event *e)
{
    for (size_t i = 0; i < w->nends; i++)
        if (w->ends[i].comm == e->comm && w->ends[i].source == e->peer && w->ends[i].tag == e->tag)
            return w->ends[i].count;
    for (size_t i = 0; i < w->nbefore; i++)
        if (w->before[i].comm == e->comm && w->before[i].source == e->peer && w->before[i].tag == e->tag)
            return w->before[i].count;
    return 0;
}

/* Have all members of the communicator done this collective before their ends? */
static bool all_joined(const ckptm_window *w, const ckptm_event *e)
{
    for (size_t i = 0; i < w->nends; i++)
        if (w->ends[i].comm == e->comm && w->ends[i].tag == CKPTM_ALL && w->ends[i].count < e->position)
            return false;
    return true;
}

size_t ckptm_ends_own(const ckptm_window *w, ckptm_sent_before **list)
{
    ckptm_sent_before *ends = ckptm_private(0, (w->sent.count + 1) * sizeof *ends);
    size_t n = 0;

    for (size_t i = 0; i < w->sent.count; i++) {
        const ckptm_event *e = &w->sent.list[i];
        size_t at = 0;

        if (e->when >= w->cut_when)
            continue;
        while (at < n && !(ends[at].comm == e->comm && ends[at].source == e->peer && ends[at].tag == e->tag))
            at++;
        ends[at] = (ckptm_sent_before){ .comm = e->comm, .count = e->position, .source = e->peer, .tag = e->tag };
        n += at == n;
    }
    *list = ends;
    return n;
}

/* What is sent after a message that may be another one may be another one, whether or not anything is logged between the two. */
bool ckptm_ends_cut(ckptm_window *w)
{
    ckptm_u64 cut = w->cut_when;

    for (size_t i = w->consumed_before; i < w->consumed.count; i++) {
        const ckptm_event *e = &w->consumed.list[i];

        if (e->when < cut && (e->peer == CKPTM_ALL ? !all_joined(w, e) : e->position > end_of(w, e))) {
            cut = e->when;
            w->cut = e->at;
        }
    }
    if (cut == w->cut_when)
        return false;
    w->cut_when = cut;
    return true;
}

bool ckptm_ends_cover_early(const ckptm_window *w)
{
    for (size_t i = 0; i < w->early.count; i++)
        for (size_t k = 0; k < w->sent.count; k++) {
            const ckptm_event *early = &w->early.list[i], *sent = &w->sent.list[k];

            if (sent->comm == early->comm && sent->peer == early->peer && sent->tag == early->tag && sent->position == early->position &&
                sent->when >= w->cut_when)
                return false;
        }
    for (size_t k = 0; k < w->sent.count; k++) {
        const ckptm_event *done = &w->sent.list[k];

        if (done->peer == CKPTM_ALL && done->when >= w->cut_when && done->position <= ckptm_window_needed(w, done->comm))
            return false;
    }
    return true;
}
