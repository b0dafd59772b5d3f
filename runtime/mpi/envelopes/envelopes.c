/* envelopes.c - see envelopes.h */
#include <stdlib.h>
#include <string.h>
#include "mpi/envelopes/envelopes.h"
#include "mpi/store/window.h"

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

enum { SMALLEST = 64 };           /* room of a table that is not empty */

static ckptm_counter *slots_of_program(unsigned room) { return ckptm_new(CKPTM_T_COUNTER, room); }

static ckptm_counter *slots_of_runtime(unsigned room)
{
    ckptm_counter *slots = ckptm_private(0, room * sizeof *slots);

    memset(slots, 0, room * sizeof *slots);
    return slots;
}

static void move(ckptm_table *t, unsigned room, ckptm_counter *(*slots)(unsigned room))
{
    ckptm_table old = *t;

    t->room = room;
    t->slots = slots(t->room);
    for (unsigned i = 0; i < old.room; i++)
        if (old.slots[i].comm)
            *find(t, old.slots[i].comm, old.slots[i].peer, old.slots[i].tag) = old.slots[i];
    free(old.slots);
}

static ckptm_u64 *count(ckptm_table *t, ckptm_u64 comm, int peer, int tag, ckptm_counter *(*slots)(unsigned room))
{
    ckptm_counter *c = t->room ? find(t, comm, peer, tag) : 0;

    if (c && c->comm) {
        t->last = (unsigned)(c - t->slots);
        return &c->count;
    }
    if (2 * (t->used + 1) > t->room) {
        move(t, t->room ? 2 * t->room : SMALLEST, slots);
        c = find(t, comm, peer, tag);
    }
    *c = (ckptm_counter){ comm, peer, tag, 0 };
    t->used++;
    t->last = (unsigned)(c - t->slots);
    return &c->count;
}

ckptm_u64 *ckptm_count_anew(ckptm_table *t, ckptm_u64 comm, int peer, int tag) { return count(t, comm, peer, tag, slots_of_program); }

ckptm_u64 *ckptm_count_private(ckptm_table *t, ckptm_u64 comm, int peer, int tag) { return count(t, comm, peer, tag, slots_of_runtime); }

void ckptm_table_clear(ckptm_table *t)
{
    free(t->slots);
    *t = (ckptm_table){ 0 };
}

ckptm_u64 ckptm_counted(const ckptm_table *t, ckptm_u64 comm, int peer, int tag)
{
    const ckptm_counter *c = t->room ? find(t, comm, peer, tag) : 0;

    return c && c->comm ? c->count : 0;
}

/* What is left is put in again, for what stands behind a free slot is not found. */
void ckptm_forget(ckptm_table *t, ckptm_u64 comm)
{
    ckptm_counter *old;
    bool any = false;

    for (unsigned i = 0; i < t->room && !any; i++)
        any = t->slots[i].comm == comm;
    if (!any)
        return;
    old = ckptm_private(0, t->room * sizeof *old);
    memcpy(old, t->slots, t->room * sizeof *old);
    memset(t->slots, 0, t->room * sizeof *old);
    t->used = 0;
    for (unsigned i = 0; i < t->room; i++)
        if (old[i].comm && old[i].comm != comm) {
            *find(t, old[i].comm, old[i].peer, old[i].tag) = old[i];
            t->used++;
        }
    free(old);
}

void ckptm_table_compact(ckptm_table *t)
{
    unsigned room = SMALLEST;

    while (room < 4 * t->used)
        room *= 2;
    if (room < t->room)
        move(t, room, slots_of_program);
}
