/* remake.c - a restart makes all communicators again. See comms.h.
 *
 * All ranks tell all others which they have, the first member of each says who its members are. What some member does not have is over: it had
 * gone there, which it does only after all have freed it. The others are made in the order of their keys, one split of MPI_COMM_WORLD for as many
 * as have no member in common.
 */
#include <stdlib.h>
#include <string.h>
#include "mpi/handles/comms.h"
#include "mpi/handles/handles.h"
#include "mpi/protocol/mutants.h"
#include "shim.h"

/* As told: this, then [size] and [nmembers] ranks if it is the first member that tells. */
typedef struct told {
    ckptm_u64 key;
    int size, nmembers;           /* 0, 0: not told here */
} told;

/* One of the union of all ranks' records. */
typedef struct wanted {
    ckptm_u64 key;
    int have;                     /* members that have a record of it */
    int size, nmembers;
    const unsigned char *ranks;   /* [size + nmembers] ints, not aligned */
    int batch;                    /* 0: not in one yet */
} wanted;

static int rank_of(const wanted *w, int i)
{
    int rank;

    memcpy(&rank, w->ranks + (size_t)i * sizeof rank, sizeof rank);
    return rank;
}

/* ---- what there is ---------------------------------------------------------------------------------------------------------- */

static int least(const ckptm_comm *c)
{
    int first = ckptm.size;

    for (int i = 0; i < c->size; i++)
        first = c->world[i] < first ? c->world[i] : first;
    for (int i = 0; i < c->nmembers; i++)
        first = c->members[i] < first ? c->members[i] : first;
    return first;
}

static bool is_here(const ckptm_comm *c) { return c->how == CKPTM_MADE && c->stage >= CKPTM_COMM_AWAITED; }

static unsigned char *tell(size_t *size)
{
    size_t used = 0, room = 1;
    unsigned char *bytes;

    for (int i = CKPTM_FIRST; i < ckptm_state.ncomms; i++)
        room += sizeof(told) + (size_t)ckptm_comm_all(&ckptm_state.comms[i]) * sizeof(int);
    bytes = ckptm_private(0, room);
    for (int i = CKPTM_FIRST; i < ckptm_state.ncomms; i++) {
        const ckptm_comm *c = &ckptm_state.comms[i];
        bool first = is_here(c) && least(c) == ckptm.rank;
        told t = { c->key, first ? c->size : 0, first ? c->nmembers : 0 };

        if (!is_here(c))
            continue;
        memcpy(bytes + used, &t, sizeof t);
        used += sizeof t;
        if (t.size)
            memcpy(bytes + used, c->world, (size_t)t.size * sizeof(int));
        used += (size_t)t.size * sizeof(int);
        if (t.nmembers)
            memcpy(bytes + used, c->members, (size_t)t.nmembers * sizeof(int));
        used += (size_t)t.nmembers * sizeof(int);
    }
    *size = used;
    return bytes;
}

static int by_key(const void *a, const void *b)
{
    const wanted *x = a, *y = b;

    return x->key < y->key ? -1 : x->key > y->key;
}

/* Two that tell of the same one. */
static void add(wanted *to, const wanted *from)
{
    to->have += from->have;
    if (from->size) {
        to->size = from->size;
        to->nmembers = from->nmembers;
        to->ranks = from->ranks;
    }
}

/* All that was told, sorted, one of each key. */
static wanted *unite(const unsigned char *bytes, size_t size, size_t *count)
{
    wanted *list = ckptm_private(0, (size / sizeof(told) + 1) * sizeof *list);
    size_t n = 0, kept = 0;

    for (const unsigned char *p = bytes; p < bytes + size; n++) {
        told t;

        memcpy(&t, p, sizeof t);
        p += sizeof t;
        list[n] = (wanted){ t.key, 1, t.size, t.nmembers, t.size ? p : 0, 0 };
        p += (size_t)(t.size + t.nmembers) * sizeof(int);
    }
    qsort(list, n, sizeof *list, by_key);
    for (size_t i = 0; i < n; i++) {
        if (kept && list[kept - 1].key == list[i].key)
            add(&list[kept - 1], &list[i]);
        else
            list[kept++] = list[i];
    }
    *count = kept;
    return list;
}

/* ---- making them ----------------------------------------------------------------------------------------------------------- */

static bool is_whole(const wanted *w) { return w->size && w->have == w->size + w->nmembers; }

/* Put it in the batch unless one of its members is in it already. used [ranks] */
static void try_batch(wanted *w, int batch, int *used)
{
    int all = w->size + w->nmembers;

    for (int i = 0; i < all; i++)
        if (used[rank_of(w, i)] == batch)
            return;
    for (int i = 0; i < all; i++)
        used[rank_of(w, i)] = batch;
    w->batch = batch;
}

/* Returns how many batches there are; they begin with 1. */
static int divide(wanted *list, size_t count)
{
    int *used = ckptm_private(0, (size_t)ckptm.size * sizeof *used), batch = 0;
    bool left = true;

    memset(used, 0, (size_t)ckptm.size * sizeof *used);
    while (left) {
        left = false;
        batch++;
        for (size_t i = 0; i < count; i++)
            if (is_whole(&list[i]) && !list[i].batch) {
                try_batch(&list[i], batch, used);
                left = true;
            }
    }
    free(used);
    return batch - 1;
}

/* Our place in it, and our group; -1: we are not in it. */
static int place_in(const wanted *w, bool *second)
{
    for (int i = 0; i < w->size + w->nmembers; i++)
        if (rank_of(w, i) == ckptm.rank) {
            *second = i >= w->size;
            return *second ? i - w->size : i;
        }
    return -1;
}

/* All ranks call this for a batch; this one has at most one in it. */
static void make(const wanted *list, size_t count, int batch)
{
    const wanted *own = 0;
    bool second = false;
    int place = -1, color = -1, at, error;

    for (size_t i = 0; i < count && place < 0; i++)
        if (list[i].batch == batch && (place = place_in(&list[i], &second)) >= 0) {
            own = &list[i];
            color = 2 * (int)i + second;
        }
    at = own ? ckptm_comm_by_key(own->key) : 0;
    error = ckptm_comm_remake(color, ckptm_mutant(rank_order) ? 0 : place, at);
    if (!error && own && own->nmembers)
        error = ckptm_comm_remake_bridge(at, rank_of(own, second ? 0 : own->size), batch);
    if (!error && own && ckptm_state.comms[at].ntopology)
        error = ckptm_comm_remake_topology(at, ckptm_state.comms[at].topology);
    if (error)
        ckptm_fatal("line %llu: a communicator of %d ranks cannot be made again (error class %d)", (unsigned long long)ckptm.restarted,
                    own ? own->size + own->nmembers : 0, error);
}

/* What is not whole has gone at some member. */
static void drop_rest(const wanted *list, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        int at = is_whole(&list[i]) ? 0 : ckptm_comm_by_key(list[i].key);

        if (at && ckptm_state.comms[at].stage < CKPTM_FREED)
            ckptm_fatal("line %llu: another member of a communicator of %d ranks does not have it", (unsigned long long)ckptm.restarted,
                        ckptm_comm_all(&ckptm_state.comms[at]));
        if (at)
            ckptm_comm_end(at);
    }
}

void ckptm_comms_restore(void)
{
    size_t size, count;
    unsigned char *own = tell(&size), *bytes = ckptm_control_gather(own, size, &size);
    wanted *list = unite(bytes, size, &count);
    int batches = divide(list, count);

    for (int batch = 1; batch <= batches; batch++)
        make(list, count, batch);
    drop_rest(list, count);
    for (int i = CKPTM_FIRST; i < ckptm_state.ncomms; i++)
        if (ckptm_state.comms[i].stage == CKPTM_OVER)
            ckptm_state.comms[i].stage = CKPTM_FREED;
    free(list);
    free(bytes);
    free(own);
}
