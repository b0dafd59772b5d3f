/* groups.c - groups are lists of ranks in MPI_COMM_WORLD. See handles.h. */
#include <stdlib.h>
#include <string.h>
#include "mpi/handles/handles.h"

static const ckptm_group empty = { .used = 1 };

const ckptm_group *ckptm_group_get(int group)
{
    if (group == MPI_GROUP_EMPTY)
        return &empty;
    return group >= CKPTM_FIRST && group < ckptm_handles.ngroups && ckptm_handles.groups[group].used ? &ckptm_handles.groups[group] : 0;
}

int ckptm_group_make(const int *world, int size)
{
    int at;
    ckptm_group *g;

    if (!size)
        return MPI_GROUP_EMPTY;
    at = ckptm_handle_new(CKPTM_H_GROUP);
    g = &ckptm_handles.groups[at];
    g->size = size;
    g->world = ckptm_new(CKPTM_T_INT, (size_t)size);
    memcpy(g->world, world, (size_t)size * sizeof *world);
    return at;
}

int ckptm_place(const int *world, int size, int rank)
{
    for (int i = 0; i < size; i++)
        if (world[i] == rank)
            return i;
    return MPI_UNDEFINED;
}

int ckptm_members_compare(const int *a, int na, const int *b, int nb)
{
    if (na != nb)
        return MPI_UNEQUAL;
    if (!na || !memcmp(a, b, (size_t)na * sizeof *a))
        return MPI_IDENT;
    for (int i = 0; i < na; i++)
        if (ckptm_place(b, nb, a[i]) == MPI_UNDEFINED)
            return MPI_UNEQUAL;
    return MPI_SIMILAR;
}
