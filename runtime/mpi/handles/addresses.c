/* addresses.c - bytes in the arguments of datatypes, across restarts: absolute addresses are pointers, others mean the layout of the machine.
 * See types.h. */
#include <stdlib.h>
#include <string.h>
#include "core/log.h"
#include "mpi/handles/apart.h"
#include "mpi/handles/basics.h"
#include "mpi/handles/blobs.h"
#include "mpi/handles/constructors.h"
#include "mpi/handles/data.h"
#include "mpi/handles/packing.h"
#include "mpi/handles/shapes.h"
#include "mpi/handles/told.h"
#include "mpi/handles/types.h"
#include "mpi/layer.h"
#include "objects/heap.h"

/* ---- absolute addresses ---------------------------------------------------------------------------------------------- */

/* Is address i one of something? */
bool ckptm_place_counts(const ckptm_datatype *d, int i)
{
    if (d->combiner == MPI_COMBINER_STRUCT && (d->types[i] == MPI_LB || d->types[i] == MPI_UB))
        return false;
    return d->combiner == MPI_COMBINER_HINDEXED_BLOCK || d->ints[1 + i] > 0;
}

bool ckptm_has_places(const ckptm_datatype *d)
{
    return d->combiner == MPI_COMBINER_STRUCT || d->combiner == MPI_COMBINER_HINDEXED || d->combiner == MPI_COMBINER_HINDEXED_BLOCK;
}

/* The one that has the addresses: this, or one that it is made of. */
static void mark_absolute(int type)
{
    ckptm_datatype *d = ckptm_datatype_get(type);
    bool any = false;

    if (!d || d->absolute)
        return;
    for (int i = 0; ckptm_has_places(d) && i < d->naddresses; i++)
        any |= ckptm_place_counts(d, i) && d->addresses[i];
    if (!any) {
        for (int i = 0; i < d->ntypes; i++)
            mark_absolute(d->types[i]);
        return;
    }
    if (d->restored)
        ckptm_fatal("a datatype of %s that was made before the restart is used with MPI_BOTTOM for the first time after it: its addresses are those of "
                    "the old process", ckptm_combiner_name(d->combiner));
    ckptm_apart_refute(d);
    d->absolute = 1;
    ckptm_apart_parts(d);
}

static bool is_packed(const ckptm_map *map)
{
    for (int i = 0; i < map->nrows; i++)
        if (map->rows[i].type == MPI_PACKED)
            return true;
    return false;
}

void ckptm_derived_used_with(int type, const void *buffer, ckptm_u64 count, bool sends)
{
    const ckptm_map *map;
    ptrdiff_t low;
    size_t size;

    if (buffer == MPI_BOTTOM) {
        mark_absolute(type);
    } else {
        ckptm_apart_learn(type, buffer, count);
        ckptm_shapes_learn(type, buffer, count);
    }
    ckptm_blobs_learn(type, buffer, count);
    map = ckptm_map_of(type);
    if (!is_packed(map))
        return;
    size = ckptm_type_span(type, count, &low);
    if (sends)
        ckptm_packed_check((const unsigned char *)buffer + low, size, "send");
    else
        ckptm_packed_here((const unsigned char *)buffer + low, size);
}

/* ---- checkpoint and restart ------------------------------------------------------------------------------------------ */

ckpt_status ckptm_types_settle(void)
{
    for (int k = 0; k < ckptm_datatypes.count; k++)
        if (ckptm_datatypes.list[k].used) {
            ckptm_apart_review(&ckptm_datatypes.list[k]);
            ckptm_apart_doubt(&ckptm_datatypes.list[k]);
        }
    ckptm_shapes_guess();
    for (int k = 0; k < ckptm_datatypes.count; k++)
        if (ckptm_datatypes.list[k].used)
            ckptm_apart_decide(&ckptm_datatypes.list[k]);
    ckptm_blobs_settle();
    for (int k = 0; k < ckptm_datatypes.count; k++) {
        ckptm_datatype *d = &ckptm_datatypes.list[k];

        if (!d->used || (!d->absolute && !d->apart))
            continue;
        if (ckptm_apart_settle(d) != CKPT_OK)
            return CKPT_ELAYOUT;
        if (!d->pointers)
            d->pointers = ckptm_new(CKPTM_T_POINTER, (size_t)d->naddresses);
        for (int i = 0; i < d->naddresses; i++)
            d->pointers[i] = ckptm_place_counts(d, i) ? (void *)((intptr_t)d->base + (intptr_t)d->addresses[i]) : 0;
    }
    return CKPT_OK;
}

ckpt_status ckptm_types_check(void)
{
    for (int k = 0; k < ckptm_datatypes.count; k++) {
        ckptm_datatype *d = &ckptm_datatypes.list[k];

        if (d->used && d->layout != ckptm_memory_layout() && !ckptm_shapes_apply(d))
            return ckpti_fail(CKPT_ELAYOUT, "rank %d: a datatype (%s%s%s) has displacements in bytes of another machine, and %s", ckptm.rank,
                              ckptm_combiner_name(d->combiner), d->name ? ", " : "", d->name ? d->name : "",
                              d->misfit & CKPTM_MISFIT_MANY ? "was used at more places of structures than are kept" :
                              d->misfit ? "was used with objects whose members they are not" :
                              d->nshapes ? "several structures that it fits differ on this one" : "no structure of the program is known that it fits");
    }
    return ckptm_blobs_check();
}

/* Those that others are made of come first: they may have greater numbers. */
static void restore(int type, bool *done)
{
    ckptm_datatype *d = ckptm_datatype_get(type);

    if (!d || done[type - CKPTM_BASICS])
        return;
    done[type - CKPTM_BASICS] = true;
    for (int i = 0; i < d->ntypes; i++)
        restore(d->types[i], done);
    if (d->absolute || d->apart)
        ckptm_apart_restore(d);
    d->layout = ckptm_memory_layout();
    d->restored = 1;
    if (ckptm_datatype_make_real(type, false))
        ckptm_fatal("%s: this MPI does not make the datatype again", ckptm_combiner_name(d->combiner));
}

void ckptm_types_restore(void)
{
    bool *done = ckptm_private(0, (size_t)ckptm_datatypes.count);

    memset(done, 0, (size_t)ckptm_datatypes.count);
    for (int i = 0; i < ckptm_datatypes.count; i++)
        restore(CKPTM_BASICS + i, done);
    free(done);
    ckptm_told_restore();
    ckptm_blobs_restore();
    ckptm_packed_restore();
}
