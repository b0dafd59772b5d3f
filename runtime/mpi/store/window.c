/* window.c - see window.h */
#include <stdlib.h>
#include <string.h>
#include "core/log.h"
#include "mpi/handles/basics.h"
#include "mpi/store/window.h"
#include "objects/heap.h"

void *ckptm_private(void *old, size_t size)
{
    int depth = ckpti_heap_private_depth(1);
    void *p = realloc(old, size ? size : 1);

    ckpti_heap_private_depth(depth);
    if (!p) {
        ckpti_log("out of memory for the log of a recovery line");
        abort();
    }
    return p;
}

/* Room for one more. */
static void *grow(void *list, size_t count, size_t *room, size_t size)
{
    if (count < *room)
        return list;
    *room = *room ? 2 * *room : 16;
    return ckptm_private(list, *room * size);
}

void ckptm_event_add(ckptm_events *events, ckptm_event event)
{
    events->list = grow(events->list, events->count, &events->room, sizeof event);
    events->list[events->count++] = event;
}

void ckptm_window_event(ckptm_window *w, ckptm_events *events, ckptm_event event)
{
    event.at = w->noutcomes;
    event.when = w->when;
    ckptm_event_add(events, event);
    w->fixed = w->noutcomes;
    w->when++;
}

void ckptm_copy_add(ckptm_copies *copies, ckptm_copy copy, const void *memory)
{
    copy.common = ckptm_private(0, ckptm_common_size(copy.type, copy.count));
    ckptm_common_put(copy.type, copy.count, memory, copy.common);
    copies->list = grow(copies->list, copies->count, &copies->room, sizeof copy);
    copies->list[copies->count++] = copy;
}

void ckptm_outcome_add(ckptm_window *w, ckptm_outcome outcome)
{
    ckptm_outcome *last = w->noutcomes > w->fixed ? &w->outcomes[w->noutcomes - 1] : 0;

    if (last && ckptm_is_nothing(&outcome) && outcome.kind == last->kind && outcome.flag == last->flag) {
        last->value++;
        return;
    }
    w->outcomes = grow(w->outcomes, w->noutcomes, &w->outcome_room, sizeof outcome);
    w->outcomes[w->noutcomes++] = outcome;
}

static void clear_copies(ckptm_copies *copies)
{
    for (size_t i = 0; i < copies->count; i++)
        free(copies->list[i].common);
    free(copies->list);
}

void ckptm_window_clear(ckptm_window *w)
{
    clear_copies(&w->late);
    clear_copies(&w->results);
    free(w->consumed.list);
    free(w->sent.list);
    free(w->holes.list);
    free(w->early.list);
    free(w->outcomes);
    free(w->received);
    free(w->before);
    free(w->runs);
    free(w->ends);
    free(w->joined);
    free(w->heard);
    free(w->needed);
    memset(w, 0, sizeof *w);
}

void ckptm_window_checkpoint(ckptm_window *w, const ckptm_table *received)
{
    w->received = ckptm_private(0, (received->used + (size_t)1) * sizeof *w->received);
    w->nreceived = 0;
    for (unsigned i = 0; i < received->room; i++)
        if (received->slots[i].comm)
            w->received[w->nreceived++] = received->slots[i];
    w->consumed_before = w->consumed.count;
    w->logging = true;
}

static ckptm_u64 received(const ckptm_window *w, const ckptm_sent_before *b)
{
    for (size_t i = 0; i < w->nreceived; i++)
        if (w->received[i].comm == b->comm && w->received[i].peer == b->source && w->received[i].tag == b->tag)
            return w->received[i].count;
    return 0;
}

void ckptm_ends_hear(ckptm_window *w, const ckptm_sent_before *end)
{
    for (size_t i = 0; i < w->nends; i++)
        if (w->ends[i].comm == end->comm && w->ends[i].source == end->source && w->ends[i].tag == end->tag) {
            w->ends[i] = *end;
            return;
        }
    w->ends = grow(w->ends, w->nends, &w->end_room, sizeof *end);
    w->ends[w->nends++] = *end;
}

void ckptm_window_before(ckptm_window *w, const ckptm_sent_before *record)
{
    w->before = grow(w->before, w->nbefore, &w->before_room, sizeof *record);
    w->before[w->nbefore++] = *record;
}

bool ckptm_window_is_before(const ckptm_window *w, ckptm_u64 comm, int source, int tag, ckptm_u64 position)
{
    for (size_t i = 0; i < w->nbefore; i++)
        if (w->before[i].comm == comm && w->before[i].source == source && w->before[i].tag == tag)
            return position <= w->before[i].count;
    return false;
}

long ckptm_window_late_total(const ckptm_window *w)
{
    long total = 0;

    for (size_t i = 0; i < w->nbefore; i++) {
        const ckptm_sent_before *b = &w->before[i];
        ckptm_u64 had = received(w, b);

        if (b->count > had)
            total += (long)(b->count - had);
        for (size_t k = 0; k < w->holes.count; k++) {
            const ckptm_event *h = &w->holes.list[k];

            total += h->comm == b->comm && h->peer == b->source && h->tag == b->tag && h->position <= b->count && h->position <= had;
        }
    }
    return total;
}

void ckptm_window_need(ckptm_window *w, ckptm_u64 comm, ckptm_u64 count)
{
    for (size_t i = 0; i < w->nneeded; i++)
        if (w->needed[i].comm == comm) {
            if (w->needed[i].count < count)
                w->needed[i].count = count;
            return;
        }
    w->needed = grow(w->needed, w->nneeded, &w->needed_room, sizeof *w->needed);
    w->needed[w->nneeded++] = (ckptm_counter){ .comm = comm, .count = count };
}

void ckptm_window_made(ckptm_window *w, ckptm_u64 comm, int made)
{
    for (size_t i = 0; i < w->nneeded; i++)
        if (w->needed[i].comm == comm) {
            if (w->needed[i].peer && w->needed[i].tag != made)
                w->made_apart = true;
            w->needed[i].peer = 1;                   /* known; tag: how many */
            w->needed[i].tag = made;
        }
}

ckptm_u64 ckptm_window_needed(const ckptm_window *w, ckptm_u64 comm)
{
    for (size_t i = 0; i < w->nneeded; i++)
        if (w->needed[i].comm == comm)
            return w->needed[i].count;
    return 0;
}
