/* suppress.c - messages that their receivers have had already: not sent again, but compared. See requests.h.
 *
 * Invariants of one envelope they are sent in the order of positions, so the next one to come is the first of its envelope's list.
 */
#include <stdlib.h>
#include "mpi/envelopes/envelopes.h"
#include "mpi/handles/data.h"
#include "mpi/requests/suppress.h"

static ckptm_table first;         /* by envelope: the first one's address */
static bool indexed;

static int by_envelope(const void *a, const void *b)
{
    const ckptm_early *x = *(ckptm_early *const *)a, *y = *(ckptm_early *const *)b;

    if (x->comm != y->comm)
        return x->comm < y->comm ? -1 : 1;
    if (x->peer != y->peer)
        return x->peer < y->peer ? -1 : 1;
    if (x->tag != y->tag)
        return x->tag < y->tag ? -1 : 1;
    return x->position < y->position ? -1 : x->position > y->position;
}

/* Link each to the one before it in the list of all, and to the next of its envelope. */
static void index_all(void)
{
    size_t n = 0;
    ckptm_early **list, *before = 0;

    for (ckptm_early *e = ckptm_state.early; e; before = e, e = e->next, n++)
        e->before = before;
    list = ckptm_private(0, (n + 1) * sizeof *list);
    n = 0;
    for (ckptm_early *e = ckptm_state.early; e; e = e->next)
        list[n++] = e;
    qsort(list, n, sizeof *list, by_envelope);
    for (size_t i = n; i-- > 0;) {
        ckptm_u64 *head = ckptm_count_private(&first, list[i]->comm, list[i]->peer, list[i]->tag);

        list[i]->same = (ckptm_early *)(uintptr_t)*head;
        *head = (ckptm_u64)(uintptr_t)list[i];
    }
    free(list);
    indexed = true;
}

static void take_off(ckptm_early *e)
{
    *ckptm_count_private(&first, e->comm, e->peer, e->tag) = (ckptm_u64)(uintptr_t)e->same;
    if (e->next)
        e->next->before = e->before;
    if (e->before)
        e->before->next = e->next;
    else
        ckptm_state.early = e->next;
    free(e);
    if (!ckptm_state.early) {
        ckptm_table_clear(&first);
        indexed = false;
    }
}

bool ckptm_suppressed(const ckptm_request *r)
{
    const ckptm_comm *c = &ckptm_state.comms[r->comm];
    ckptm_early *e;

    if (!indexed)
        index_all();
    e = (ckptm_early *)(uintptr_t)ckptm_counted(&first, c->key, r->peer, r->tag);
    if (!e || e->position != r->position)
        return false;
    if (!ckptm_mutant(no_early_hash) && !ckptm_data_is(e->hash, r->type, (ckptm_u64)r->count * ckptm_type_elements(r->type), r->buffer))
        ckptm_fatal("rank %d sends another message to rank %d (tag %d, communicator of %d ranks, number %llu) than it did before the "
                    "restart; what it depends on is not replayed", ckptm.rank, c->world[r->peer], r->tag, c->size, (unsigned long long)r->position);
    take_off(e);
    return true;
}
