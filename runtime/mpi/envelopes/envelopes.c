/* envelopes.c - see envelopes.h */
#include <stdlib.h>
#include "mpi/envelopes/envelopes.h"

static uint64_t hash(uint64_t comm, int peer, int tag)
{
    uint64_t h = comm ^ ((uint64_t)(uint32_t)peer << 32 | (uint32_t)tag);

    h = (h ^ h >> 30) * 0xbf58476d1ce4e5b9u;          /* splitmix64's finish */
    h = (h ^ h >> 27) * 0x94d049bb133111ebu;
    return h ^ h >> 31;
}

static ckptm_counter *find(const ckptm_table *t, ckptm_u64 comm, int peer, int tag)
{
    for (unsigned i = (unsigned)hash(comm, peer, tag);; i++) {
        ckptm_counter *c = &t->slots[i & (t->room - 1)];

        if (!c->comm || (c->comm == comm && c->peer == peer && c->tag == tag))
            return c;
    }
}

static void grow(ckptm_table *t)
{
    ckptm_table old = *t;

    t->room = old.room ? 2 * old.room : 64;
    t->slots = ckptm_new(CKPTM_T_COUNTER, t->room);
    for (unsigned i = 0; i < old.room; i++)
        if (old.slots[i].comm)
            *find(t, old.slots[i].comm, old.slots[i].peer, old.slots[i].tag) = old.slots[i];
    free(old.slots);
}

ckptm_u64 *ckptm_count(ckptm_table *t, ckptm_u64 comm, int peer, int tag)
{
    ckptm_counter *c;

    if (2 * (t->used + 1) > t->room)
        grow(t);
    c = find(t, comm, peer, tag);
    if (!c->comm) {
        *c = (ckptm_counter){ comm, peer, tag, 0 };
        t->used++;
    }
    return &c->count;
}

ckptm_u64 ckptm_counted(const ckptm_table *t, ckptm_u64 comm, int peer, int tag)
{
    const ckptm_counter *c = t->room ? find(t, comm, peer, tag) : 0;

    return c && c->comm ? c->count : 0;
}
