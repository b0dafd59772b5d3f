/* types.h - datatypes by their numbers. */
#ifndef CKPTM_TYPES_H
#define CKPTM_TYPES_H

#include "mpi/handles/typemap.h"

/* What the datatype says of memory; ends the job on a number that is none. */
const ckptm_map *ckptm_map_of(int type);

/* Items that have so many elements; the last perhaps not all of its. */
static inline ckptm_u64 ckptm_map_items(const ckptm_map *map, ckptm_u64 elements)
{
    return map->elements ? (elements + map->elements - 1) / map->elements : 0;
}
#endif
