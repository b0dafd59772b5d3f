/* data.c - see data.h */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>
#include "mpi/handles/basics.h"
#include "mpi/handles/data.h"
#include "mpi/handles/types.h"
#include "mpi/layer.h"

/* ---- taking ------------------------------------------------------------------------------------------------------------ */

static bool has_bytes(const ckptm_row *rows, int nrows)
{
    for (int i = 0; i < nrows; i++)
        if (ckptm_is_bytes(rows[i].type))
            return true;
    return false;
}

/* Bytes of the common form that so many elements have. */
static ckptm_u64 common_size(const ckptm_row *rows, int nrows, ckptm_u64 elements)
{
    ckptm_u64 size = 0, each = 0, period = ckptm_period(rows, nrows);

    for (int i = 0; i < nrows; i++)
        each += ckptm_common_size(rows[i].type, (size_t)rows[i].count);
    size = period ? elements / period * each : 0;
    elements = period ? elements % period : 0;
    for (int i = 0; i < nrows && elements; i++) {
        ckptm_u64 n = elements < rows[i].count ? elements : rows[i].count;

        size += ckptm_common_size(rows[i].type, (size_t)n);
        elements -= n;
    }
    return size;
}

/* All but the bytes themselves. */
static void shape(ckptm_data *to, const ckptm_row *rows, int nrows, ckptm_u64 elements)
{
    *to = (ckptm_data){ .nrows = elements ? nrows : 0, .elements = elements };
    to->rows = ckptm_private(0, (size_t)to->nrows * sizeof *rows);
    if (to->nrows)
        memcpy(to->rows, rows, (size_t)to->nrows * sizeof *rows);
    to->layout = has_bytes(to->rows, to->nrows) ? ckptm_memory_layout() : 0;
    to->size = common_size(to->rows, to->nrows, elements);
    to->bytes = ckptm_private(0, (size_t)to->size);
}

static bool take_run(void *owner, int basic, ckptm_u64 count, unsigned char *at)
{
    unsigned char **out = owner;

    ckptm_common_put(basic, (size_t)count, at, *out);
    *out += ckptm_common_size(basic, (size_t)count);
    return true;
}

void ckptm_data_take(ckptm_data *to, int type, ckptm_u64 elements, const void *buffer)
{
    const ckptm_map *map = ckptm_map_of(type);
    unsigned char *out;

    shape(to, map->rows, map->nrows, elements);
    out = to->bytes;
    ckptm_map_walk(map, ckptm_map_items(map, elements), elements, (unsigned char *)(uintptr_t)buffer, take_run, &out);
}

void ckptm_data_of_packed(ckptm_data *to, const ckptm_row *rows, int nrows, const void *bytes, size_t size)
{
    static const ckptm_row packed = { MPI_PACKED, 1 };
    const unsigned char *p = bytes;
    unsigned char *out;
    ckptm_cursor c;
    ckptm_u64 n, rest = 0, elements = ckptm_elements_in(rows, nrows, size, &rest);
    int basic;

    if (!nrows || rest || (size && !elements)) {
        rows = &packed;
        nrows = 1;
        elements = size;
    }
    shape(to, rows, nrows, elements);
    out = to->bytes;
    ckptm_cursor_open(&c, to->rows, to->nrows, elements);
    while ((n = ckptm_cursor_next(&c, ~(ckptm_u64)0, &basic))) {
        ckptm_common_put(basic, (size_t)n, p, out);
        p += n * ckptm_basic_size(basic);
        out += ckptm_common_size(basic, (size_t)n);
    }
}

bool ckptm_data_usable(const ckptm_data *data) { return !data->layout || data->layout == ckptm_memory_layout(); }

bool ckptm_data_measure(ckptm_data *d)
{
    ckptm_u64 period = 0, elements = 0, rest;

    for (int i = 0; i < d->nrows; i++) {
        ckptm_u64 each = ckptm_basic_size(d->rows[i].type) ? ckptm_common_size(d->rows[i].type, 1) : 0, all;

        if (!each || !d->rows[i].count || __builtin_mul_overflow(each, d->rows[i].count, &all) || __builtin_add_overflow(period, all, &period))
            return false;
        elements += d->rows[i].count;
    }
    if (!period != !d->size)
        return false;
    d->elements = period ? d->size / period * elements : 0;
    rest = period ? d->size % period : 0;
    for (int i = 0; i < d->nrows && rest; i++) {
        ckptm_u64 each = ckptm_common_size(d->rows[i].type, 1), n = rest / each < d->rows[i].count ? rest / each : d->rows[i].count;

        d->elements += n;
        rest -= n * each;
        if (n < d->rows[i].count)
            break;
    }
    d->layout = has_bytes(d->rows, d->nrows) ? ckptm_memory_layout() : 0;
    return !rest;
}

bool ckptm_data_extremes(ckptm_data *d, size_t from, size_t to)
{
    unsigned char *at = d->bytes;
    bool any = false;
    ckptm_cursor c;
    ckptm_u64 n;
    int basic;

    if (d->layout)
        return false;
    ckptm_cursor_open(&c, d->rows, d->nrows, d->elements);
    while ((n = ckptm_cursor_next(&c, ~(ckptm_u64)0, &basic))) {
        any = ckptm_common_extremes(basic, (size_t)n, at, from, to) || any;
        at += ckptm_common_size(basic, (size_t)n);
    }
    return any;
}

ckptm_u64 ckptm_data_packed_size(const ckptm_data *data) { return ckptm_elements_size(data->rows, data->nrows, data->elements); }

/* ---- giving ------------------------------------------------------------------------------------------------------------ */

typedef struct giving {
    ckptm_cursor from;
    const unsigned char *in;
    enum ckptm_give result;
} giving;

/* Would the elements be of the right kinds? */
static bool look_run(void *owner, int basic, ckptm_u64 count, unsigned char *at)
{
    giving *g = owner;

    (void)at;
    while (count) {
        int have = 0;
        ckptm_u64 n = ckptm_cursor_next(&g->from, count, &have);

        if (!n)
            return false;
        if (!ckptm_basic_alike(have, basic)) {
            g->result = CKPTM_OTHER_TYPE;
            return false;
        }
        count -= n;
    }
    return true;
}

/* As the sender's kind: signed and unsigned have the same bits. */
static bool give_run(void *owner, int basic, ckptm_u64 count, unsigned char *at)
{
    giving *g = owner;

    while (count) {
        int have = 0;
        ckptm_u64 n = ckptm_cursor_next(&g->from, count, &have);

        if (!n)
            return false;
        if (!ckptm_common_get(have, (size_t)n, g->in, at))
            g->result = CKPTM_NO_FIT;
        g->in += ckptm_common_size(have, (size_t)n);
        at += n * ckptm_basic_size(basic);
        count -= n;
    }
    return g->result == CKPTM_GIVEN;
}

/* The elements as MPI_PACKED here. */
static unsigned char *pack(const ckptm_data *from, enum ckptm_give *result)
{
    unsigned char *bytes = ckptm_private(0, (size_t)ckptm_data_packed_size(from)), *out = bytes;
    const unsigned char *in = from->bytes;
    ckptm_cursor c;
    ckptm_u64 n;
    int basic;

    ckptm_cursor_open(&c, from->rows, from->nrows, from->elements);
    while ((n = ckptm_cursor_next(&c, ~(ckptm_u64)0, &basic))) {
        if (!ckptm_common_get(basic, (size_t)n, in, out))
            *result = CKPTM_NO_FIT;
        in += ckptm_common_size(basic, (size_t)n);
        out += n * ckptm_basic_size(basic);
    }
    return bytes;
}

static bool unpack_run(void *owner, int basic, ckptm_u64 count, unsigned char *at)
{
    giving *g = owner;
    size_t n = (size_t)count * ckptm_basic_size(basic);

    memcpy(at, g->in, n);
    g->in += n;
    return true;
}

/* Bytes on one side. */
static enum ckptm_give give_bytes(const ckptm_data *from, const ckptm_map *map, ckptm_u64 count, void *buffer, ckptm_u64 *elements)
{
    ckptm_u64 size = ckptm_data_packed_size(from), rest;
    giving g = { .result = CKPTM_GIVEN };
    unsigned char *bytes;

    if (size > count * map->size)
        return CKPTM_TRUNCATED;
    *elements = ckptm_elements_in(map->rows, map->nrows, size, &rest);
    if (rest)
        return CKPTM_OTHER_TYPE;
    bytes = pack(from, &g.result);
    g.in = bytes;
    ckptm_map_walk(map, count, *elements, buffer, unpack_run, &g);
    free(bytes);
    return g.result;
}

/* The same of data that may be longer: what goes into the buffer. */
static void give_first_bytes(const ckptm_data *from, const ckptm_map *map, ckptm_u64 count, void *buffer)
{
    ckptm_u64 size = ckptm_data_packed_size(from), rest;
    giving g = { .result = CKPTM_GIVEN };
    unsigned char *bytes = pack(from, &g.result);

    g.in = bytes;
    ckptm_map_walk(map, count, size < count * map->size ? ckptm_elements_in(map->rows, map->nrows, size, &rest) : count * map->elements, buffer, unpack_run, &g);
    free(bytes);
}

enum ckptm_give ckptm_data_give(const ckptm_data *from, int type, ckptm_u64 count, void *buffer, ckptm_u64 *elements)
{
    const ckptm_map *map = ckptm_map_of(type);
    giving g = { .in = from->bytes, .result = CKPTM_GIVEN };

    *elements = 0;
    if (!ckptm_data_usable(from))
        return CKPTM_OTHER_MACHINE;
    if (from->layout || has_bytes(map->rows, map->nrows))
        return give_bytes(from, map, count, buffer, elements);
    if (from->elements > count * map->elements)
        return CKPTM_TRUNCATED;
    ckptm_cursor_open(&g.from, from->rows, from->nrows, from->elements);
    ckptm_map_walk(map, count, from->elements, buffer, look_run, &g);
    if (g.result != CKPTM_GIVEN)
        return g.result;
    *elements = from->elements;
    ckptm_cursor_open(&g.from, from->rows, from->nrows, from->elements);
    ckptm_map_walk(map, count, from->elements, buffer, give_run, &g);
    return g.result;
}

void ckptm_data_give_first(const ckptm_data *from, int type, ckptm_u64 count, void *buffer)
{
    const ckptm_map *map = ckptm_map_of(type);
    ckptm_data first = *from;
    ckptm_u64 elements;

    if (ckptm_data_usable(from) && (from->layout || has_bytes(map->rows, map->nrows))) {
        give_first_bytes(from, map, count, buffer);
        return;
    }
    if (first.elements > count * map->elements)
        first.elements = count * map->elements;
    (void)ckptm_data_give(&first, type, count, buffer, &elements);
}

ckptm_u64 ckptm_data_give_all(const ckptm_data *from, int type, ckptm_u64 count, void *buffer, const char *what, ...)
{
    static const char *const why[] = {
        [CKPTM_TRUNCATED] = "is longer than the buffer", [CKPTM_OTHER_TYPE] = "has elements of other datatypes than the buffer",
        [CKPTM_OTHER_MACHINE] = "has bytes (MPI_BYTE, MPI_PACKED) that mean something else on this machine",
        [CKPTM_NO_FIT] = "has a value that does not fit the datatype on this machine",
    };
    ckptm_u64 elements;
    enum ckptm_give result = ckptm_data_give(from, type, count, buffer, &elements);
    char text[400];
    va_list list;

    if (result == CKPTM_GIVEN)
        return elements;
    va_start(list, what);
    vsnprintf(text, sizeof text, what, list);
    va_end(list);
    ckptm_fatal("%s %s (%llu of %s)", text, why[result], count, ckptm_type_name(type));
}

/* ---- hashes ------------------------------------------------------------------------------------------------------------ */

static bool hash_run(void *owner, int basic, ckptm_u64 count, unsigned char *at)
{
    enum { AT_ONCE = 256, LONGEST = 48 };
    unsigned char room[AT_ONCE * LONGEST];

    while (count) {
        size_t n = count < AT_ONCE ? (size_t)count : AT_ONCE;

        ckptm_common_put(basic, n, at, room);
        if (sizeof(long) < 8)                        /* where a long is wider what is the greatest may be that again */
            (void)ckptm_common_extremes(basic, n, room, sizeof(long), 8);
        XXH64_update(owner, room, ckptm_common_size(basic, n));
        at += n * ckptm_basic_size(basic);
        count -= n;
    }
    return true;
}

static bool hash_bytes(void *owner, int basic, ckptm_u64 count, unsigned char *at)
{
    XXH64_update(owner, at, (size_t)count * ckptm_basic_size(basic));
    return true;
}

static uint64_t hash_of(uint64_t seed, int type, ckptm_u64 elements, const void *buffer, ckptm_visit *visit)
{
    const ckptm_map *map = ckptm_map_of(type);
    XXH64_state_t *state = XXH64_createState();
    uint64_t hash;

    XXH64_reset(state, seed);
    ckptm_map_walk(map, ckptm_map_items(map, elements), elements, (unsigned char *)(uintptr_t)buffer, visit, state);
    hash = XXH64_digest(state);
    XXH64_freeState(state);
    return hash;
}

uint64_t ckptm_data_hash(uint64_t seed, int type, ckptm_u64 elements, const void *buffer)
{
    return hash_of(seed, type, elements, buffer, hash_run);
}

uint64_t ckptm_bytes_hash(uint64_t seed, const void *bytes, size_t size) { return XXH64(bytes, size, seed); }

bool ckptm_data_is(uint64_t hash, int type, ckptm_u64 elements, const void *buffer)
{
    return hash == ckptm_data_hash(0, type, elements, buffer) || hash == hash_of(0, type, elements, buffer, hash_bytes);
}

/* ---- signatures -------------------------------------------------------------------------------------------------------- */

static int *places;               /* [places_room] by hash, one or more places on if taken: a signature's number + 1; 0: free. Of this process, not of images */
static unsigned places_room;
static int nplaced, signatures_room;

/* The place of that signature, or the free one where it belongs. */
static int *place_of(const ckptm_row *rows, int nrows)
{
    unsigned long long hash = (unsigned)nrows;

    for (int i = 0; i < nrows; i++)
        hash = ((hash ^ (unsigned)rows[i].type) * 0x9e3779b97f4a7c15u ^ rows[i].count) * 0xbf58476d1ce4e5b9u;
    for (unsigned at = (unsigned)(hash >> 32);; at++) {
        int *place = &places[at & (places_room - 1)];
        const ckptm_signature_t *s = *place ? &ckptm_state.signatures[*place - 1] : 0;

        if (!s || (s->nrows == nrows && ckptm_rows_equal(s->rows, rows, nrows)))
            return place;
    }
}

/* Places for all, also of those that came with an image, and for one more. */
static void place_all(void)
{
    const ckptm_state_t *s = &ckptm_state;

    if (2 * ((unsigned)s->nsignatures + 1) > places_room) {
        places_room = places_room ? 2 * places_room : 64;
        while (2 * ((unsigned)s->nsignatures + 1) > places_room)
            places_room *= 2;
        places = ckptm_private(places, places_room * sizeof *places);
        memset(places, 0, places_room * sizeof *places);
        nplaced = 0;
    }
    for (; nplaced < s->nsignatures; nplaced++)
        *place_of(s->signatures[nplaced].rows, s->signatures[nplaced].nrows) = nplaced + 1;
}

int ckptm_signature_of(const ckptm_row *rows, int nrows)
{
    ckptm_state_t *s = &ckptm_state;
    ckptm_signature_t *old = s->signatures;
    const int *place;

    if (nrows <= 1)
        return nrows ? rows[0].type : MPI_BYTE;
    place_all();
    if (*(place = place_of(rows, nrows)))
        return CKPTM_BASICS + *place - 1;
    if (s->nsignatures >= signatures_room) {
        signatures_room = s->nsignatures < 8 ? 16 : 2 * s->nsignatures;
        s->signatures = ckptm_new(CKPTM_T_SIGNATURE, (size_t)signatures_room);
        if (old)
            memcpy(s->signatures, old, (size_t)s->nsignatures * sizeof *old);
        free(old);
    }
    s->signatures[s->nsignatures] = (ckptm_signature_t){ nrows, ckptm_new(CKPTM_T_ROW, (size_t)nrows) };
    memcpy(s->signatures[s->nsignatures].rows, rows, (size_t)nrows * sizeof *rows);
    return CKPTM_BASICS + s->nsignatures++;
}

int ckptm_signature_of_type(int type)
{
    ckptm_map *map = (ckptm_map *)(uintptr_t)ckptm_map_of(type);

    if (!map->signature)
        map->signature = ckptm_signature_of(map->rows, map->nrows);
    return map->signature;
}

const ckptm_row *ckptm_signature_rows(int signature, int *nrows)
{
    if (signature < CKPTM_BASICS) {
        const ckptm_map *map = ckptm_map_of(signature);

        *nrows = map->nrows;
        return map->rows;
    }
    *nrows = ckptm_state.signatures[signature - CKPTM_BASICS].nrows;
    return ckptm_state.signatures[signature - CKPTM_BASICS].rows;
}
