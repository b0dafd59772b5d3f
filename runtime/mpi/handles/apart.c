/* apart.c - see apart.h */
#include "core/log.h"
#include "mpi/handles/apart.h"
#include "mpi/handles/constructors.h"
#include "mpi/handles/leaves.h"
#include "mpi/handles/shapes.h"
#include "mpi/layer.h"

typedef struct range {
    const unsigned char *start, *end;
} range;

/* ---- learning -------------------------------------------------------------------------------------------------------- */

/* Is all of it in one object, as far as is known? */
static bool is_in_one(const unsigned char *first, const unsigned char *last)
{
    range object;

    if (ckptm_extent_at(first, &object.start, &object.end))
        return last < object.end;
    return !ckptm_extent_at(last, &object.start, &object.end);
}

static bool item_is_in_one(const ckptm_map *map, const unsigned char *buffer)
{
    return is_in_one(buffer + map->true_lb, buffer + map->true_ub - 1);
}

/* From one item to the next: more bytes than the object has? */
static bool steps_out(const ckptm_map *map, const unsigned char *buffer)
{
    const unsigned char *next = buffer + ckptm_map_extent(map);
    range object;

    return ckptm_extent_at(buffer + map->true_lb, &object.start, &object.end) && (next < object.start || next > object.end);
}

static void is_lost(ckptm_datatype *d)
{
    if (d->restored)
        ckptm_fatal("a datatype of %s that was made before the restart leads from one object into another, for the first time from this buffer: "
                    "its displacements are those of the old process", ckptm_combiner_name(d->combiner));
    d->apart = CKPTM_APART_LOST;
    d->base = 0;
}

static void mark(ckptm_datatype *d, const unsigned char *buffer)
{
    if (d->nshapes && d->shapes[0].guessed)
        ckptm_shapes_free(d);
    if (d->apart == CKPTM_APART_NOT && !d->restored && !d->nshapes && !d->misfit) {
        d->apart = CKPTM_APART_ONCE;
        d->base = (void *)(uintptr_t)buffer;
    } else if (d->apart != CKPTM_APART_ONCE || d->base != buffer) {
        is_lost(d);
    }
}

static void look(int type, const unsigned char *buffer)
{
    ckptm_datatype *d = ckptm_datatype_get(type);
    const ckptm_map *map;

    if (!d || d->absolute || !(map = ckptm_map_of(type))->elements)
        return;
    if (item_is_in_one(map, buffer)) {
        if (d->apart && d->base != buffer)
            mark(d, buffer);
    } else if (ckptm_has_places(d)) {
        mark(d, buffer);
        for (int i = 0; i < d->naddresses; i++)
            if (ckptm_place_counts(d, i)) {
                int part = d->types[d->ntypes > 1 ? i : 0];

                look(part, buffer + d->addresses[i]);
                ckptm_shapes_learn(part, buffer + d->addresses[i], 1);
            }
    } else {
        const ckptm_map *part = ckptm_map_of(d->types[0]);

        if (part->elements == map->elements)
            look(d->types[0], buffer + (map->true_lb - part->true_lb));
        else
            is_lost(d);
    }
}

void ckptm_apart_learn(int type, const void *buffer, ckptm_u64 count)
{
    const ckptm_map *map = ckptm_map_of(type);

    if (!ckptm.on || !count || !map->elements || !ckptm_datatype_get(type))
        return;
    look(type, buffer);
    if (count > 1 && steps_out(map, buffer))
        is_lost(ckptm_datatype_get(type));
}

/* ---- checkpoint and restart ------------------------------------------------------------------------------------------ */

ckpt_status ckptm_apart_settle(const ckptm_datatype *d)
{
    if (d->apart != CKPTM_APART_LOST)
        return CKPT_OK;
    return ckpti_fail(CKPT_ELAYOUT, "a datatype of %s%s%s leads from one object into another, and is used with several buffers or repeats that: no restart "
                      "could tell where; use one structure or block, or MPI_BOTTOM with the addresses of MPI_Get_address",
                      ckptm_combiner_name(d->combiner), d->name ? ", " : "", d->name ? d->name : "");
}

bool ckptm_apart_is_carried(const ckptm_datatype *d)
{
    for (int i = 0; i < d->naddresses; i++)
        if (!ckptm_place_counts(d, i) && d->addresses[i])
            return false;
    return d->apart == CKPTM_APART_ONCE;
}

void ckptm_apart_restore(ckptm_datatype *d)
{
    for (int i = 0; i < d->naddresses; i++)
        if (ckptm_place_counts(d, i))
            d->addresses[i] = (long long)((intptr_t)d->pointers[i] - (intptr_t)d->base);
}
