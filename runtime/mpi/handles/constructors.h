/* constructors.h - the map of a derived datatype, from its constructor and that one's arguments. Knows no MPI and no state.
 *
 * Form       arguments stand as MPI_Type_get_contents gives them: integers, addresses, datatypes.
 */
#ifndef CKPTM_CONSTRUCTORS_H
#define CKPTM_CONSTRUCTORS_H

#include "mpi/handles/typemap.h"

typedef struct ckptm_made_of {
    int combiner;                 /* MPI_COMBINER_VECTOR, ... */
    const int *ints;
    const long long *addresses;   /* bytes */
    ckptm_map *const *maps;       /* of the datatypes */
} ckptm_made_of;

/* How many of each, from the integers that are there first; false: a combiner that has none. */
bool ckptm_contents(int combiner, const int *ints, int *nints, int *naddresses, int *ntypes);

/* rule: how bounds are told (typemap.h). */
ckptm_map *ckptm_map_make(const ckptm_made_of *made, int rule);

/* MPI_LB, MPI_UB */
ckptm_map *ckptm_map_marker(bool upper);

/* "MPI_Type_vector" */
const char *ckptm_combiner_name(int combiner);
#endif
