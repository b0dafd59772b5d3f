/* types.c - datatypes by their numbers. See types.h, data.h. */
#include "mpi/handles/basics.h"
#include "mpi/handles/data.h"
#include "mpi/handles/types.h"
#include "mpi/layer.h"

static ckptm_map *predefined[CKPTM_BASICS];

static ckptm_map *make_pair(int value, size_t size, size_t offset)
{
    ckptm_map *first = ckptm_map_basic(value), *place = ckptm_map_basic(MPI_INT), *map;
    const ckptm_block blocks[] = { { 0, 1, 0, first }, { (ptrdiff_t)offset, 1, 0, place } };

    map = ckptm_map_blocks(blocks, 2, false);
    map->ub = (ptrdiff_t)size;
    ckptm_map_drop(first);
    ckptm_map_drop(place);
    return map;
}

static const ckptm_map *find(int type)
{
    size_t size, align, offset;
    int value;

    if (type <= 0 || type >= CKPTM_BASICS)
        return 0;
    if (!predefined[type]) {
        if (ckptm_basic_size(type))
            predefined[type] = ckptm_map_basic(type);
        else if ((value = ckptm_pair(type, &size, &align, &offset)))
            predefined[type] = make_pair(value, size, offset);
    }
    return predefined[type];
}

const ckptm_map *ckptm_map_of(int type)
{
    const ckptm_map *map = find(type);

    if (!map)
        ckptm_fatal("%d is not a datatype", type);
    return map;
}

bool ckptm_type_usable(int type) { return find(type) != 0; }
size_t ckptm_type_size(int type) { return (size_t)ckptm_map_of(type)->size; }
ptrdiff_t ckptm_type_extent(int type) { return ckptm_map_extent(ckptm_map_of(type)); }
ckptm_u64 ckptm_type_elements(int type) { return ckptm_map_of(type)->elements; }
const char *ckptm_type_name(int type) { return ckptm_basic_name(type); }

ckptm_u64 ckptm_type_elements_in(int type, ckptm_u64 bytes)
{
    const ckptm_map *map = ckptm_map_of(type);
    ckptm_u64 rest, n = ckptm_elements_in(map->rows, map->nrows, bytes, &rest);

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
