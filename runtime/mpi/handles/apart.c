/* apart.c - see apart.h */
#include <stdlib.h>
#include "core/log.h"
#include "mpi/handles/apart.h"
#include "mpi/handles/constructors.h"
#include "mpi/handles/leaves.h"
#include "mpi/handles/shapes.h"
#include "mpi/layer.h"
#include "objects/heap.h"

typedef struct range {
    const unsigned char *start, *end;
} range;

/* ---- foreseeing ------------------------------------------------------------------------------------------------------ */

enum { ASKED = 128 };

static const unsigned char *asked[ASKED];          /* the last ones */
static unsigned nasked;
static bool any_foreseen;                           /* ever, in this process */

void ckptm_apart_asked(const void *address)
{
    asked[nasked++ % ASKED] = address;
}

static bool was_asked(const unsigned char *address)
{
    for (int i = 0; i < ASKED; i++)
        if (asked[i] == address)
            return true;
    return false;
}

/* All places, from this buffer, are addresses that were asked for. */
static bool are_asked(const ckptm_datatype *d, const unsigned char *buffer)
{
    bool any = false;

    for (int i = 0; i < d->naddresses; i++)
        if (ckptm_place_counts(d, i)) {
            if (!was_asked(buffer + d->addresses[i]))
                return false;
            any = true;
        }
    return any;
}

/* Are the buffer and all places in objects that are known? In how many, as far as told: one, or several. */
static enum { UNKNOWN, IN_ONE, IN_SEVERAL } objects_of(const ckptm_datatype *d, const unsigned char *buffer)
{
    range first, object;
    bool several = false;

    if (!ckptm_extent_at(buffer, &first.start, &first.end))
        return UNKNOWN;
    for (int i = 0; i < d->naddresses; i++)
        if (ckptm_place_counts(d, i)) {
            if (!ckptm_extent_at(buffer + d->addresses[i], &object.start, &object.end))
                return UNKNOWN;
            several |= object.start != first.start;
        }
    return several ? IN_SEVERAL : IN_ONE;
}

void ckptm_apart_foresee(ckptm_datatype *d)
{
    const unsigned char *buffer = 0;

    if (!ckptm.on || !ckptm_has_places(d))
        return;
    for (int i = 0; i < ASKED; i++) {
        if (!asked[i] || asked[i] == buffer || !are_asked(d, asked[i]))
            continue;
        if (buffer || objects_of(d, asked[i]) != IN_SEVERAL)
            return;                                  /* of one, or not to be told which */
        buffer = asked[i];
    }
    if (!buffer)
        return;
    d->apart = CKPTM_APART_FORESEEN;
    d->base = (void *)(uintptr_t)buffer;
    any_foreseen = true;
}

static void forget(ckptm_datatype *d)
{
    d->apart = CKPTM_APART_NOT;
    d->base = 0;
    free(d->pointers);
    d->pointers = 0;
}

static void first_elsewhere(const ckptm_datatype *d)
{
    ckptm_fatal("a datatype of %s that was made before the restart leads from one object into another, for the first time from this buffer: "
                "its displacements are those of the old process", ckptm_combiner_name(d->combiner));
}

void ckptm_apart_refute(ckptm_datatype *d)
{
    if (d->apart != CKPTM_APART_FORESEEN)
        return;
    if (d->restored)
        first_elsewhere(d);
    forget(d);
}

/* It, and what it is made of, lie in one object. */
static void refute_all(int type)
{
    ckptm_datatype *d = ckptm_datatype_get(type);

    if (!d || !any_foreseen)
        return;
    ckptm_apart_refute(d);
    for (int i = 0; i < d->ntypes; i++)
        refute_all(d->types[i]);
}

void ckptm_apart_review(ckptm_datatype *d)
{
    if (d->apart != CKPTM_APART_FORESEEN || objects_of(d, d->base) == IN_SEVERAL)
        return;
    forget(d);
    if (d->restored)
        d->misfit |= CKPTM_MISFIT_OBJECT;
}

void ckptm_apart_doubt(ckptm_datatype *d)
{
    if (d->apart == CKPTM_APART_FORESEEN)
        d->apart = CKPTM_APART_NOT;
}

void ckptm_apart_decide(ckptm_datatype *d)
{
    if (!d->base || d->absolute || d->apart != CKPTM_APART_NOT)
        return;
    for (int i = 0; i < d->nshapes; i++) {
        ckpti_block block;

        if (ckpti_heap_find(d->shapes[i].object, &block) && block.type->kind == CKPTG_STRUCT) {
            forget(d);
            return;
        }
    }
    ckptm_shapes_free(d);
    d->misfit = 0;
    d->apart = CKPTM_APART_FORESEEN;
}

/* ---- learning -------------------------------------------------------------------------------------------------------- */

/* Is all of it in one object, as far as is known? */
static bool is_in_one(const unsigned char *first, const unsigned char *last)
{
    range object;

    if (ckptm_extent_at(first, &object.start, &object.end)) /* 32 bits: a distance of more than half the memory is a negative one */
        return last >= object.start && last < object.end;
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
        first_elsewhere(d);
    d->apart = CKPTM_APART_LOST;
    d->base = 0;
}

static void mark(ckptm_datatype *d, const unsigned char *buffer)
{
    if (d->apart == CKPTM_APART_FORESEEN && d->base == buffer) {
        d->apart = CKPTM_APART_ONCE;
        return;
    }
    ckptm_apart_refute(d);
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
        refute_all(type);
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

void ckptm_apart_parts(const ckptm_datatype *d)
{
    for (int i = 0; any_foreseen && i < d->naddresses; i++)
        if (ckptm_place_counts(d, i))
            look(d->types[d->ntypes > 1 ? i : 0], (const unsigned char *)(intptr_t)d->addresses[i]);
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
    return d->apart == CKPTM_APART_ONCE || d->apart == CKPTM_APART_FORESEEN;
}

void ckptm_apart_restore(ckptm_datatype *d)
{
    bool same = true;

    for (int i = 0; i < d->naddresses; i++)
        if (ckptm_place_counts(d, i)) {
            long long now = (long long)((intptr_t)d->pointers[i] - (intptr_t)d->base);

            same &= now == d->addresses[i];
            d->addresses[i] = now;
        }
    if (d->apart == CKPTM_APART_FORESEEN && same && d->layout == ckptm_memory_layout())
        forget(d);                                   /* right either way */
    any_foreseen |= d->apart == CKPTM_APART_FORESEEN;
}
