/* types.c - what is asked of datatypes by their numbers. See types.h, data.h. */
#include <stdlib.h>
#include "mpi/handles/basics.h"
#include "mpi/handles/constructors.h"
#include "mpi/handles/data.h"
#include "mpi/handles/types.h"
#include "mpi/layer.h"

static ckptm_map *predefined[CKPTM_BASICS];
static ckptm_map **derived;       /* [nderived] as far as they were asked for */
static int nderived;

static ckptm_map *make_pair(int value, size_t size, size_t align, size_t offset)
{
    ckptm_map *first = ckptm_map_basic(value), *place = ckptm_map_basic(MPI_INT), *map;
    const ckptm_block blocks[] = { { 0, 1, 0, first }, { (ptrdiff_t)offset, 1, 0, place } };

    map = ckptm_map_blocks(blocks, 2, 0);
    map->ub = (ptrdiff_t)size;
    map->align = align;
    ckptm_map_drop(first);
    ckptm_map_drop(place);
    return map;
}

static const ckptm_map *find_predefined(int type)
{
    size_t size, align, offset;
    int value;

    if (!predefined[type]) {
        if (ckptm_basic_size(type))
            predefined[type] = ckptm_map_basic(type);
        else if ((value = ckptm_pair(type, &size, &align, &offset)))
            predefined[type] = make_pair(value, size, align, offset);
        else if (type == MPI_LB || type == MPI_UB)
            predefined[type] = ckptm_map_marker(type == MPI_UB);
    }
    return predefined[type];
}

static ckptm_map *build(const ckptm_datatype *d)
{
    ckptm_map **maps = ckptm_private(0, (size_t)d->ntypes * sizeof *maps), *map;
    ckptm_made_of made = { d->combiner, d->ints, d->addresses, maps };

    for (int i = 0; i < d->ntypes; i++)
        maps[i] = (ckptm_map *)(uintptr_t)ckptm_map_of(d->types[i]);
    map = ckptm_map_make(&made, d->rule);
    free(maps);
    return map;
}

static const ckptm_map *find(int type)
{
    const ckptm_datatype *d;
    int at = type - CKPTM_BASICS;

    if (type > 0 && type < CKPTM_BASICS)
        return find_predefined(type);
    if (at >= 0 && at < nderived && derived[at])
        return derived[at];
    if (!(d = ckptm_datatype_get(type)))
        return 0;
    if (at >= nderived) {
        derived = ckptm_private(derived, (size_t)ckptm_datatypes.count * sizeof *derived);
        while (nderived < ckptm_datatypes.count)
            derived[nderived++] = 0;
    }
    return derived[at] = build(d);
}

void ckptm_map_forget(int type)
{
    int at = type - CKPTM_BASICS;

    if (at < nderived) {
        ckptm_map_drop(derived[at]);
        derived[at] = 0;
    }
}

const ckptm_map *ckptm_map_of(int type)
{
    const ckptm_map *map = find(type);

    if (!map)
        ckptm_fatal("%d is not a datatype", type);
    return map;
}

bool ckptm_type_predefined(int type) { return type > 0 && type < CKPTM_BASICS && find_predefined(type); }

int ckptm_type_of_op;

bool ckptm_type_known(int type)
{
    const ckptm_datatype *d = ckptm_datatype_get(type);

    return d ? d->live || type == ckptm_type_of_op : ckptm_type_predefined(type);
}

unsigned char ckptm_simple[64];

bool ckptm_type_usable_at_all(int type)
{
    const ckptm_datatype *d = ckptm_datatype_get(type);

    if (d)
        return ckptm_type_known(type) && d->committed;
    if (!ckptm_type_predefined(type) || type == MPI_LB || type == MPI_UB)
        return false;
    if (type != MPI_PACKED)
        ckptm_simple[type] = (unsigned char)ckptm_basic_size(type);
    return true;
}

bool ckptm_type_in_use(int type)
{
    const ckptm_datatype *d = ckptm_datatype_get(type);

    return d ? d->committed : ckptm_type_usable(type);
}

size_t ckptm_type_size(int type) { return (size_t)ckptm_map_of(type)->size; }
ptrdiff_t ckptm_type_extent(int type) { return ckptm_map_extent(ckptm_map_of(type)); }
ckptm_u64 ckptm_type_elements(int type) { return ckptm_map_of(type)->elements; }

const char *ckptm_type_name(int type)
{
    const ckptm_datatype *d = ckptm_datatype_get(type);

    return d ? d->name ? d->name : ckptm_combiner_name(d->combiner) : ckptm_basic_name(type);
}

ckptm_u64 ckptm_map_elements_in(int type, ckptm_u64 bytes)
{
    const ckptm_map *map;
    ckptm_u64 rest, n;

    map = ckptm_map_of(type);
    n = ckptm_elements_in(map->rows, map->nrows, bytes, &rest);

    return rest || (bytes && !n) ? ~(ckptm_u64)0 : n;
}

size_t ckptm_type_span(int type, ckptm_u64 count, ptrdiff_t *low)
{
    const ckptm_map *map = ckptm_map_of(type);
    ptrdiff_t extent = ckptm_map_extent(map), far = (ptrdiff_t)(count - 1) * extent, high;

    *low = 0;
    if (!count || !map->elements)
        return 0;
    *low = map->true_lb + (far < 0 ? far : 0);
    high = map->true_ub + (far > 0 ? far : 0);
    return (size_t)(high - *low);
}
