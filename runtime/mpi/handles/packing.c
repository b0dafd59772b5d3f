/* packing.c - see packing.h */
#include <float.h>
#include <stdlib.h>
#include <string.h>
#include "mpi/handles/basics.h"
#include "mpi/handles/packing.h"
#include "mpi/handles/types.h"
#include "mpi/layer.h"
#include "types/real.h"

/* ---- native ---------------------------------------------------------------------------------------------------------- */

static bool pack_run(void *owner, int basic, ckptm_u64 count, unsigned char *at)
{
    unsigned char **to = owner;
    size_t n = (size_t)count * ckptm_basic_size(basic);

    memcpy(*to, at, n);
    *to += n;
    return true;
}

static bool unpack_run(void *owner, int basic, ckptm_u64 count, unsigned char *at)
{
    const unsigned char **from = owner;
    size_t n = (size_t)count * ckptm_basic_size(basic);

    memcpy(at, *from, n);
    *from += n;
    return true;
}

void ckptm_pack(int type, ckptm_u64 count, const void *from, unsigned char *to)
{
    const ckptm_map *map = ckptm_map_of(type);

    ckptm_map_walk(map, count, count * map->elements, (unsigned char *)(uintptr_t)from, pack_run, &to);
}

void ckptm_unpack(int type, ckptm_u64 count, const unsigned char *from, void *to)
{
    const ckptm_map *map = ckptm_map_of(type);

    ckptm_map_walk(map, count, count * map->elements, to, unpack_run, &from);
}

/* ---- external32 (MPI 3.1, 13.5.2) ------------------------------------------------------------------------------------ */

/* Bytes of a scalar; complex numbers are two. */
static size_t external_scalar(int basic, int *scalars)
{
    *scalars = 1;
    switch (basic) {
    case MPI_LONG: case MPI_UNSIGNED_LONG: return 4;
    case MPI_WCHAR: return 2;
    case MPI_AINT: case MPI_OFFSET: case MPI_COUNT: return 8;
    case MPI_LONG_DOUBLE: return 16;
    default: break;
    }
    switch (ckptm_basic_class(basic)) {
    case CKPTM_COMPLEX: *scalars = 2; return ckptm_basic_size(basic) / 2;
    case CKPTM_LCOMPLEX: *scalars = 2; return 16;
    default: return ckptm_basic_size(basic);
    }
}

ckptm_u64 ckptm_external_size(int type, ckptm_u64 count)
{
    const ckptm_map *map = ckptm_map_of(type);
    ckptm_u64 size = 0, period = ckptm_period(map->rows, map->nrows);
    int scalars;

    for (int i = 0; i < map->nrows; i++)
        size += map->rows[i].count * external_scalar(map->rows[i].type, &scalars) * (ckptm_u64)scalars;
    return period ? count * (map->elements / period) * size : 0;
}

/* By the common form, which is big-endian already: 8 bytes an integer or float, of which the last count; long doubles as quadruples. */
static bool external_from_common(int basic, size_t size, const unsigned char *common, unsigned char *to)
{
    bool is_signed = ckptm_basic_signed(basic);

    if (size == 16)
        return ckptm_common_to_quad(common, to);
    for (size_t b = 0; b < 8 - size; b++)
        if (common[b] != (is_signed && common[8 - size] & 0x80 ? 0xff : 0))
            return false;
    memcpy(to, common + 8 - size, size);
    return true;
}

static bool common_from_external(int basic, size_t size, const unsigned char *from, unsigned char *common)
{
    if (size == 16)
        return ckptm_common_from_quad(from, common);
    memset(common, ckptm_basic_signed(basic) && from[0] & 0x80 ? 0xff : 0, 8 - size);
    memcpy(common + 8 - size, from, size);
    return true;
}

typedef struct external {
    unsigned char *bytes;
    bool out, fits;
} external;

static bool external_run(void *owner, int basic, ckptm_u64 count, unsigned char *at)
{
    external *e = owner;
    int scalars;
    size_t size = external_scalar(basic, &scalars), each = ckptm_common_size(basic, 1) / (size_t)scalars;
    unsigned char common[48];

    for (; count && e->fits; count--, at += ckptm_basic_size(basic)) {
        if (e->out)
            ckptm_common_put(basic, 1, at, common);
        for (int s = 0; s < scalars && e->fits; s++, e->bytes += size) {
            unsigned char *part = common + (size_t)s * each;

            if (each == 1)
                e->out ? (*e->bytes = *part) : (*part = *e->bytes);
            else
                e->fits = e->out ? external_from_common(basic, size, part, e->bytes) : common_from_external(basic, size, e->bytes, part);
        }
        if (!e->out && e->fits)
            e->fits = ckptm_common_get(basic, 1, common, at);
    }
    return e->fits;
}

bool ckptm_pack_external(int type, ckptm_u64 count, const void *from, unsigned char *to)
{
    const ckptm_map *map = ckptm_map_of(type);
    external e = { to, true, true };

    ckptm_map_walk(map, count, count * map->elements, (unsigned char *)(uintptr_t)from, external_run, &e);
    return e.fits;
}

bool ckptm_unpack_external(int type, ckptm_u64 count, const unsigned char *from, void *to)
{
    const ckptm_map *map = ckptm_map_of(type);
    external e = { (unsigned char *)(uintptr_t)from, false, true };

    ckptm_map_walk(map, count, count * map->elements, to, external_run, &e);
    return e.fits;
}

/* ---- across a restart ------------------------------------------------------------------------------------------------ */

/* Memory that has been packed into since the restart, on another machine than before: all other may be of that one. */
typedef struct range {
    uintptr_t start, end;
} range;
static range *fresh;
static size_t nfresh, room;

enum { MIXED = 1 };               /* as the layout of what is packed: no machine's */

static bool moved(void) { return ckptm_state.packed && ckptm_state.packed != ckptm_memory_layout(); }

void ckptm_packed_restore(void)
{
    if (moved())
        ckptm_state.packed = MIXED;
}

void ckptm_packed_here(const void *start, ckptm_u64 size)
{
    range r = { (uintptr_t)start, (uintptr_t)start + (uintptr_t)size };
    size_t kept = 0;

    if (!ckptm_state.packed)
        ckptm_state.packed = ckptm_memory_layout();
    if (!moved() || !size)
        return;
    for (size_t i = 0; i < nfresh; i++) {            /* joined with those that it touches */
        if (fresh[i].start <= r.end && r.start <= fresh[i].end) {
            r.start = fresh[i].start < r.start ? fresh[i].start : r.start;
            r.end = fresh[i].end > r.end ? fresh[i].end : r.end;
        } else {
            fresh[kept++] = fresh[i];
        }
    }
    if (kept == room)
        fresh = ckptm_private(fresh, (room = 2 * room + 8) * sizeof *fresh);
    fresh[kept] = r;
    nfresh = kept + 1;
}

void ckptm_packed_check(const void *start, ckptm_u64 size, const char *call)
{
    uintptr_t at = (uintptr_t)start;

    if (!moved() || !size)
        return;
    for (size_t i = 0; i < nfresh; i++)
        if (fresh[i].start <= at && at + size <= fresh[i].end)
            return;
    ckptm_fatal("%s: these bytes were packed before the restart, on a machine where they mean something else; use MPI_Pack_external", call);
}
