/* suppress.c - messages that their receivers have had already: not sent again, but compared; and those that they only know of: sent again. See requests.h.
 *
 *            A receive that was too short for its message knows no hash of it: 0.
 * Invariants of one envelope they are sent in the order of positions, so the next one to come is the first of its envelope's list.
 */
#include <stdlib.h>
#include "mpi/envelopes/envelopes.h"
#include "mpi/handles/comms.h"
#include "mpi/handles/data.h"
#include "mpi/requests/call_site.h"
#include "mpi/requests/discard.h"
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

void ckptm_another_message(int peer, int tag, const ckptm_comm *c, ckptm_u64 position, const char *site)
{
    ckptm_fatal("rank %d sends another message to rank %d (tag %d, %s, number %llu) than it did before the restart; what it "
                "depends on is not replayed; %s", ckptm.rank, c->world[peer], tag, ckptm_comm_text(c), (unsigned long long)position, site);
}

static void compare(const ckptm_request *r, ckptm_u64 hash)
{
    ckptm_call_site site;
    char text[300];

    if (!hash || ckptm_mutant(no_early_hash) || ckptm_data_is(hash, r->type, (ckptm_u64)r->count * ckptm_type_elements(r->type), r->buffer))
        return;
    ckptm_call_site_find(&site);
    ckptm_another_message(r->peer, r->tag, &ckptm_state.comms[r->comm], r->position, ckptm_call_site_text(&site, text, sizeof text));
}

/* The next of its envelope, if it is this message's. */
static ckptm_early *record_of(const ckptm_request *r)
{
    ckptm_early *e;

    if (!indexed)
        index_all();
    e = (ckptm_early *)(uintptr_t)ckptm_counted(&first, ckptm_state.comms[r->comm].key, r->peer, r->tag);
    return e && e->position == r->position ? e : 0;
}

/* It may have been known of at one line, and had at the next: two records, and it is not sent. */
bool ckptm_suppressed(const ckptm_request *r)
{
    bool had = false;

    for (ckptm_early *e; ckptm_state.early && !ckptm_mutant(suppress) && (e = record_of(r)); take_off(e)) {
        if (e->again)
            continue;
        had = true;
        if (ckptm.discard)
            ckptm_discard_tell(r);
        else if (e->hash)
            compare(r, e->hash);
    }
    return had && !ckptm.discard;
}
