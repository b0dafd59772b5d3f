/* linefile.c - a rank's part of a line that its image cannot have, for it became known after it: late messages, early ones, results of
 * collectives, outcomes. See layer.h.
 *
 * Form       big-endian words: magic, number, layout of the origin, whether bytes without a type are in it; envelopes with late messages
 *            (comm, source, tag, sent before the line); late messages, in the order of sending (order or 0, comm, source, tag, position,
 *            type, count, common form); early messages
 *            (comm, peer, tag, position, hash); results (comm, index, part, type, count, common form); outcomes (kind, flag, source, tag,
 *            value); XXH64 of all of it.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>
#include "mpi/envelopes/envelopes.h"
#include "mpi/handles/basics.h"
#include "mpi/layer.h"
#include "mpi/store/order.h"
#include "objects/heap.h"
#include "storage/storage.h"

#define MAGIC 0x434b50544c4e0001u    /* "CKPTLN", version 1 */

static void path_of(uint64_t number, char *path, size_t size)
{
    size_t used;

    ckptm_rank_directory(ckptm.rank, path, size);
    used = strlen(path);
    snprintf(path + used, size - used, "/line-%06llu.msg", (unsigned long long)number);
}

/* ---- writing ------------------------------------------------------------------------------------------------------- */

typedef struct out {
    unsigned char *bytes;
    size_t size, room;
} out;

static unsigned char *more(out *o, size_t n)
{
    if (o->size + n > o->room)
        o->bytes = ckptm_private(o->bytes, o->room = 2 * (o->size + n));
    o->size += n;
    return o->bytes + o->size - n;
}

static void put(out *o, uint64_t v)
{
    unsigned char *p = more(o, 8);

    for (int b = 0; b < 8; b++)
        p[b] = (unsigned char)(v >> (56 - 8 * b));
}

static void put_copy(out *o, const ckptm_copy *c)
{
    size_t n = ckptm_common_size(c->type, c->count);

    put(o, c->comm);
    put(o, (uint64_t)(int64_t)c->peer);
    put(o, (uint64_t)(int64_t)c->tag);
    put(o, c->position);
    put(o, (uint64_t)c->type);
    put(o, c->count);
    if (n)
        memcpy(more(o, n), c->common, n);
}

static bool is_late(const ckptm_window *w, const ckptm_sent_before *b)
{
    for (size_t i = 0; i < w->late.count; i++)
        if (w->late.list[i].comm == b->comm && w->late.list[i].peer == b->source && w->late.list[i].tag == b->tag)
            return true;
    return false;
}

static bool has_bytes(const ckptm_copies *copies)
{
    for (size_t i = 0; i < copies->count; i++)
        if (copies->list[i].type == MPI_BYTE && copies->list[i].count)
            return true;
    return false;
}

/* Results that some member had before its checkpoint; the others are done again by all. */
static bool is_needed(const ckptm_window *w, const ckptm_copy *c) { return c->position <= ckptm_window_needed(w, c->comm); }

static void put_all(out *o, const ckptm_window *w)
{
    size_t n = 0;

    for (size_t i = 0; i < w->nbefore; i++)
        n += is_late(w, &w->before[i]);
    put(o, n);
    for (size_t i = 0; i < w->nbefore; i++)
        if (is_late(w, &w->before[i])) {
            put(o, w->before[i].comm);
            put(o, (uint64_t)(int64_t)w->before[i].source);
            put(o, (uint64_t)(int64_t)w->before[i].tag);
            put(o, w->before[i].count);
        }
    put(o, w->late.count);
    for (size_t i = 0; i < w->late.count; i++) {
        put(o, w->late.list[i].order);
        put_copy(o, &w->late.list[i]);
    }
    put(o, w->early.count);
    for (size_t i = 0; i < w->early.count; i++) {
        const ckptm_event *e = &w->early.list[i];

        put(o, e->comm);
        put(o, (uint64_t)(int64_t)e->peer);
        put(o, (uint64_t)(int64_t)e->tag);
        put(o, e->position);
        put(o, e->hash);
    }
    n = 0;
    for (size_t i = 0; i < w->results.count; i++)
        n += is_needed(w, &w->results.list[i]);
    put(o, n);
    for (size_t i = 0; i < w->results.count; i++)
        if (is_needed(w, &w->results.list[i]))
            put_copy(o, &w->results.list[i]);
    put(o, w->cut);
    for (size_t i = 0; i < w->cut; i++) {
        const ckptm_outcome *e = &w->outcomes[i];

        put(o, (uint64_t)e->kind);
        put(o, (uint64_t)(int64_t)e->flag);
        put(o, (uint64_t)(int64_t)e->source);
        put(o, (uint64_t)(int64_t)e->tag);
        put(o, e->value);
    }
}

ckpt_status ckptm_linefile_write(uint64_t number, char *summary, size_t room)
{
    const ckptm_window *w = &ckptm.window;
    char path[CKPTI_STORE_FILE];
    out o = { 0 };
    ckpt_status status;
    size_t results = 0;

    for (size_t i = 0; i < w->results.count; i++)
        results += is_needed(w, &w->results.list[i]);

    ckptm_order_late(&ckptm.window);
    put(&o, MAGIC);
    put(&o, number);
    put(&o, ckptm_layout());
    put(&o, has_bytes(&w->late) || has_bytes(&w->results));
    put_all(&o, w);
    put(&o, XXH64(o.bytes, o.size, 0));
    path_of(number, path, sizeof path);
    status = ckptm_write_file(path, o.bytes, o.size);
    snprintf(summary, room, "%zu late, %zu early, %zu parts of results, %zu outcomes, %zu bytes", w->late.count, w->early.count, results,
             w->cut, o.size);
    free(o.bytes);
    return status;
}

/* ---- reading ------------------------------------------------------------------------------------------------------- */

typedef struct in {
    const unsigned char *p, *end;
    bool bad;
} in;

static uint64_t take(in *i)
{
    uint64_t v = 0;

    if (i->end - i->p < 8) {
        i->bad = true;
        return 0;
    }
    for (int b = 0; b < 8; b++)
        v = v << 8 | *i->p++;
    return v;
}

/* A number of records of at least `least` bytes each. */
static uint64_t take_count(in *i, size_t least)
{
    uint64_t n = take(i);

    if (n > (uint64_t)(i->end - i->p) / least)
        i->bad = true;
    return i->bad ? 0 : n;
}

static void *take_data(in *i, int type, uint64_t count)
{
    void *data;

    if (!ckptm_basic_size(type) || count > (uint64_t)(i->end - i->p) || ckptm_common_size(type, (size_t)count) > (size_t)(i->end - i->p)) {
        i->bad = true;
        return 0;
    }
    data = ckptm_new_data(type, (size_t)count);
    if (!ckptm_common_get(type, (size_t)count, i->p, data))
        ckptm_fatal("line %llu: a value of a message does not fit %s on this machine", (unsigned long long)ckptm.restarted,
                    ckptm_basic_name(type));
    i->p += ckptm_common_size(type, (size_t)count);
    return data;
}

/* The queue has what was late: for counting, it is received, and no pending receive has its position. */
static void load_envelopes(in *i)
{
    for (uint64_t n = take_count(i, 32); n && !i->bad; n--) {
        uint64_t comm = take(i);
        int source = (int)take(i), tag = (int)take(i);
        uint64_t sent = take(i);
        ckptm_u64 *count = ckptm_count(&ckptm_state.received, comm, source, tag);

        if (*count < sent)
            *count = sent;
        for (int r = 1; r < ckptm_state.nrequests; r++) {
            ckptm_request *q = &ckptm_state.requests[r];

            if (q->kind == CKPTM_RECEIVE && q->state == CKPTM_PENDING && ckptm_state.comms[q->comm].key == comm && q->peer == source &&
                q->tag == tag && q->position <= sent)
                q->position = 0;
        }
    }
}

/* What the image itself had in the queue was sent before. */
static void load_late(in *i, uint64_t number)
{
    ckptm_late **end = &ckptm_state.late;

    while (*end)
        end = &(*end)->next;
    for (uint64_t n = take_count(i, 56); n && !i->bad; n--) {
        ckptm_late *l = ckptm_new(CKPTM_T_LATE, 1);

        l->unordered = take(i) ? 0 : number;
        l->comm = take(i);
        l->source = (int)take(i);
        l->tag = (int)take(i);
        take(i);
        l->type = (int)take(i);
        l->count = take(i);
        l->data = take_data(i, l->type, l->count);
        *end = l;
        end = &l->next;
    }
}

static void load_early(in *i)
{
    for (uint64_t n = take_count(i, 40); n && !i->bad; n--) {
        ckptm_early *e = ckptm_new(CKPTM_T_EARLY, 1);

        e->comm = take(i);
        e->peer = (int)take(i);
        e->tag = (int)take(i);
        e->position = take(i);
        e->hash = take(i);
        e->next = ckptm_state.early;
        ckptm_state.early = e;
    }
}

static void load_results(in *i)
{
    ckptm_result **end = &ckptm_state.results;

    while (*end)
        end = &(*end)->next;
    for (uint64_t n = take_count(i, 48); n && !i->bad; n--) {
        ckptm_result *r = ckptm_new(CKPTM_T_RESULT, 1);

        r->comm = take(i);
        take(i);
        r->part = (int)take(i);
        r->index = take(i);
        r->type = (int)take(i);
        r->count = take(i);
        r->data = take_data(i, r->type, r->count);
        *end = r;
        end = &r->next;
    }
}

static void load_outcomes(in *i)
{
    ckptm_outcome **end = &ckptm_state.outcomes;

    while (*end)
        end = &(*end)->next;
    for (uint64_t n = take_count(i, 40); n && !i->bad; n--) {
        ckptm_outcome *o = ckptm_new(CKPTM_T_OUTCOME, 1);

        o->kind = (int)take(i);
        o->flag = (int)take(i);
        o->source = (int)take(i);
        o->tag = (int)take(i);
        o->value = take(i);
        *end = o;
        end = &o->next;
    }
}

/* Map the file and check its frame. */
static ckpt_status open_file(uint64_t number, ckpti_store_bytes *bytes, in *i)
{
    char path[CKPTI_STORE_FILE];
    ckpt_status status;
    uint64_t layout;
    in sum;

    path_of(number, path, sizeof path);
    if ((status = ckpti_store_read(path, bytes)) != CKPT_OK)
        return status;
    *i = (in){ bytes->data, (const unsigned char *)bytes->data + bytes->size - 8, false };
    sum = (in){ i->end, i->end + 8, false };
    if (bytes->size < 48 || take(&sum) != XXH64(bytes->data, bytes->size - 8, 0) || take(i) != MAGIC || take(i) != number) {
        ckpti_store_release(bytes);
        return ckpti_fail(CKPT_EBADIMAGE, "%s: damaged, or of another version", path);
    }
    layout = take(i);
    if (take(i) && layout != ckptm_layout()) {
        ckpti_store_release(bytes);
        return ckpti_fail(CKPT_ELAYOUT, "%s: messages of MPI_BYTE cross this line, which mean something else on this machine", path);
    }
    return CKPT_OK;
}

ckpt_status ckptm_linefile_check(uint64_t number)
{
    ckpti_store_bytes bytes;
    in i;
    ckpt_status status = open_file(number, &bytes, &i);

    if (status == CKPT_OK)
        ckpti_store_release(&bytes);
    return status;
}

ckpt_status ckptm_linefile_load(uint64_t number)
{
    ckpti_store_bytes bytes;
    in i;
    ckpt_status status = open_file(number, &bytes, &i);

    if (status != CKPT_OK)
        return status;
    load_envelopes(&i);
    load_late(&i, number);
    load_early(&i);
    load_results(&i);
    load_outcomes(&i);
    if (i.bad || i.p != i.end)
        status = ckpti_fail(CKPT_EBADIMAGE, "line %llu: this rank's part is damaged", (unsigned long long)number);
    ckpti_store_release(&bytes);
    return status;
}
