/* queue.c - the matching queue: messages between MPI and the program, in the order of matching. See requests.h.
 *
 * Invariants `next` links all of them; `same` those of an envelope, of which the first is known by a table. Both lists have the same order,
 *            so what a receive takes is always the first of its envelope. Only `next` is part of images.
 */
#include <stdlib.h>
#include "mpi/envelopes/envelopes.h"
#include "mpi/handles/comms.h"
#include "mpi/handles/data.h"
#include "mpi/requests/requests.h"

static ckptm_message *last;
static ckptm_table first, latest;  /* by envelope: addresses of its first and its last one */

static void link_same(ckptm_message *m)
{
    ckptm_u64 *head = ckptm_count_private(&first, m->comm, m->source, m->tag), *end = ckptm_count_private(&latest, m->comm, m->source, m->tag);

    m->same = 0;
    if (*head)
        ((ckptm_message *)(uintptr_t)*end)->same = m;
    else
        *head = (ckptm_u64)(uintptr_t)m;
    *end = (ckptm_u64)(uintptr_t)m;
}

void ckptm_queue_append(ckptm_message *m)
{
    m->next = 0;
    m->before = last;
    if (ckptm_state.queue)
        last->next = m;
    else
        ckptm_state.queue = m, m->before = 0;
    last = m;
    link_same(m);
}

void ckptm_queue_remove(ckptm_message *m)
{
    ckptm_u64 *head = ckptm_count_private(&first, m->comm, m->source, m->tag);

    *head = (ckptm_u64)(uintptr_t)m->same;
    if (m->next)
        m->next->before = m->before;
    else
        last = m->before;
    if (m->before)
        m->before->next = m->next;
    else
        ckptm_state.queue = m->next;
    m->next = 0;
    if (!ckptm_state.queue) {
        ckptm_table_clear(&first);
        ckptm_table_clear(&latest);
    }
}

void ckptm_queue_index(void)
{
    ckptm_table_clear(&first);
    ckptm_table_clear(&latest);
    last = 0;
    for (ckptm_message *m = ckptm_state.queue; m; last = m, m = m->next) {
        m->before = last;
        link_same(m);
    }
}

/* A message found by any tag: was it sent before the others of its sender? Not known means that another one might be right. */
static void check_first(const ckptm_message *found)
{
    const ckptm_comm *c = &ckptm_state.comms[ckptm_comm_by_key(found->comm)];

    if (!found->unordered)
        return;
    for (const ckptm_message *l = found->next; l; l = l->next)
        if (l->comm == found->comm && l->source == found->source && l->tag != found->tag && l->unordered == found->unordered &&
            !(l->drained && found->drained))
            ckptm_fatal("rank %d receives by any tag from rank %d (%s) where messages of tag %d and tag %d have come with "
                        "line %llu, and which of them was sent first is not known; receive them by their tags, or restart from another line",
                        ckptm.rank, c->world[found->source], ckptm_comm_text(c), found->tag, l->tag, (unsigned long long)found->unordered);
}

ckptm_message *ckptm_queue_find(ckptm_u64 comm, int source, int tag)
{
    ckptm_message *m;

    if (source != MPI_ANY_SOURCE && tag != MPI_ANY_TAG)
        return (ckptm_message *)(uintptr_t)ckptm_counted(&first, comm, source, tag);
    for (m = ckptm_state.queue; m && !(m->comm == comm && ckptm_fits(source, tag, m->source, m->tag)); m = m->next)
        ;
    if (m && tag == MPI_ANY_TAG)
        check_first(m);
    return m;
}

static bool is_it(const ckptm_message *m, ckptm_u64 comm, int source, int tag, ckptm_u64 position)
{
    return m && m->comm == comm && m->source == source && m->tag == tag && m->position == position;
}

ckptm_message *ckptm_queue_position(ckptm_u64 comm, int source, int tag, ckptm_u64 position)
{
    for (int i = 0; i < ckptm_state.nheld; i++)
        if (is_it(ckptm_state.held[i], comm, source, tag, position))
            return ckptm_state.held[i];
    for (int i = 1; i < ckptm_state.nrequests; i++)
        if (is_it(ckptm_state.requests[i].message, comm, source, tag, position))
            return ckptm_state.requests[i].message;
    for (ckptm_message *m = ckptm_state.reserved; m; m = m->next)
        if (is_it(m, comm, source, tag, position))
            return m;
    for (ckptm_message *m = (ckptm_message *)(uintptr_t)ckptm_counted(&first, comm, source, tag); m; m = m->same)
        if (m->position == position)
            return m;
    return 0;
}

void ckptm_message_free(ckptm_message *m)
{
    ckptm_data_clear(&m->data);
    free(m);
}
