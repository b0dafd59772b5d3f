/* window.c - see window.h */
#include <stdlib.h>
#include <string.h>
#include "core/log.h"
#include "mpi/envelopes/envelopes.h"
#include "mpi/handles/data.h"
#include "mpi/protocol/mutants.h"
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

void ckptm_copy_add(ckptm_copies *copies, ckptm_copy copy)
{
    copies->list = grow(copies->list, copies->count, &copies->room, sizeof copy);
    copies->list[copies->count++] = copy;
    copies->bytes += copy.data.size;
}

void ckptm_outcome_add(ckptm_window *w, ckptm_outcome outcome)
{
    ckptm_outcome *last = w->noutcomes > w->fixed ? &w->outcomes[w->noutcomes - 1] : 0;

    if (outcome.kind == CKPTM_O_MATCH ? ckptm_mutant(log_matches) : ckptm_mutant(log_outcomes))
        return;
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
        ckptm_data_clear(&copies->list[i].data);
    free(copies->list);
}

void ckptm_window_clear(ckptm_window *w)
{
    clear_copies(&w->late);
    clear_copies(&w->results);
    free(w->consumed.list);
    free(w->sent.list);
    free(w->rendezvous.list);
    free(w->asked.list);
    free(w->holes.list);
    free(w->early.list);
    free(w->again.list);
    free(w->known.list);
    ckptm_table_clear(&w->open);
    ckptm_table_clear(&w->probed);
    free(w->made.list);
    free(w->outcomes);
    free(w->runs);
    ckptm_table_clear(&w->before);
    ckptm_table_clear(&w->received);
    ckptm_table_clear(&w->ends);
    ckptm_table_clear(&w->own);
    ckptm_table_clear(&w->done_before);
    free(w->heard);
    ckptm_numbers_clear(&w->done);
    memset(w, 0, sizeof *w);
}

static void raise_all(ckptm_table *to, const ckptm_table *from)
{
    for (unsigned i = 0; i < from->room; i++) {
        const ckptm_counter *c = &from->slots[i];
        ckptm_u64 *count = c->comm ? ckptm_count_private(to, c->comm, c->peer, c->tag) : 0;

        if (count && *count < c->count)
            *count = c->count;
    }
}

void ckptm_window_checkpoint(ckptm_window *w, const ckptm_table *sent, const ckptm_table *received, const ckptm_table *ends)
{
    raise_all(&w->received, received);
    raise_all(&w->done_before, sent);
    if (!ckptm_mutant(restored_end))
        raise_all(&w->done_before, ends);
    w->consumed_before = w->consumed.count;
    w->rendezvous_before = w->rendezvous.count;
    w->logging = true;
}

void ckptm_window_unlogged(ckptm_window *w)
{
    if (w->logging)
        ckptm_window_event(w, &w->consumed, (ckptm_event){ .peer = CKPTM_WORLD_OUTSIDE });
}

void ckptm_ends_hear(ckptm_window *w, const ckptm_sent_before *end)
{
    *ckptm_count_private(&w->ends, end->comm, end->source, end->tag) = end->count;
}

void ckptm_window_before(ckptm_window *w, const ckptm_sent_before *record)
{
    *ckptm_count_private(&w->before, record->comm, record->source, record->tag) = record->count;
}

bool ckptm_window_is_before(const ckptm_window *w, ckptm_u64 comm, int source, int tag, ckptm_u64 position)
{
    return position <= ckptm_counted(&w->before, comm, source, tag);
}

/* One key of communicator and position: two that are alike by chance would only make a line wait for the program. */
static ckptm_u64 open_key(ckptm_u64 comm, ckptm_u64 position) { return (comm ^ position * 0x9e3779b97f4a7c15u) | 1; }

void ckptm_window_open(ckptm_window *w, ckptm_u64 comm, int source, int tag, ckptm_u64 position)
{
    *ckptm_count_private(&w->open, open_key(comm, position), source, tag) = position;
}

bool ckptm_window_is_open(const ckptm_window *w, ckptm_u64 comm, int source, int tag, ckptm_u64 position)
{
    return ckptm_counted(&w->open, open_key(comm, position), source, tag) == position;
}

long ckptm_window_late_total(const ckptm_window *w)
{
    long total = 0;

    for (unsigned i = 0; i < w->before.room; i++) {
        const ckptm_counter *b = &w->before.slots[i];
        ckptm_u64 had = b->comm ? ckptm_counted(&w->received, b->comm, b->peer, b->tag) : 0;

        if (b->comm && b->count > had)
            total += (long)(b->count - had);
    }
    for (size_t k = 0; k < w->holes.count; k++) {
        const ckptm_event *h = &w->holes.list[k];

        total += ckptm_window_is_before(w, h->comm, h->peer, h->tag, h->position);
    }
    return total;
}
