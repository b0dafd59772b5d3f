/* members.c - see members.h */
#include <limits.h>
#include <stdlib.h>
#include "mpi/collectives/members.h"
#include "mpi/layer.h"
#include "shim.h"

enum ckptm_waits ckptm_waits(int call)
{
    switch (call) {
    case CKPTM_BCAST: case CKPTM_SCATTER: case CKPTM_SCATTERV:
        return CKPTM_WAITS_ROOT;
    case CKPTM_REDUCE: case CKPTM_GATHER: case CKPTM_GATHERV:
        return CKPTM_ROOT_WAITS;
    case CKPTM_SCAN: case CKPTM_EXSCAN:
        return CKPTM_WAITS_LOWER;
    case CKPTM_NEIGHBOR_ALLGATHER: case CKPTM_NEIGHBOR_ALLGATHERV: case CKPTM_NEIGHBOR_ALLTOALL: case CKPTM_NEIGHBOR_ALLTOALLV:
    case CKPTM_NEIGHBOR_ALLTOALLW:
        return CKPTM_WAITS_NEIGHBOURS;
    }
    return CKPTM_WAITS_ALL;
}

bool ckptm_members_two_groups(const ckptm_comm *c) { return c->members != 0; }
int ckptm_members_size(const ckptm_comm *c) { return c->size; }

/* The group with which this rank exchanges. */
static const int *others(const ckptm_comm *c, int *size)
{
    *size = c->size;
    return c->world;
}

/* Members from `first` up to `end` of that group. */
static int *some(const ckptm_comm *c, int first, int end, int *count)
{
    int size, *list, n = 0;
    const int *world = others(c, &size);

    list = ckptm_private(0, ((size_t)size + 1) * sizeof *list);
    for (int i = first > 0 ? first : 0; i < end && i < size; i++)
        if (world[i] != ckptm.rank)
            list[n++] = world[i];
    *count = n;
    return list;
}

static int *neighbours(const ckptm_collective *c, bool out, int *count)
{
    const int *world = ckptm_state.comms[c->comm].world;
    int all = ckptm_neighbours(c->comm, out, 0), *list = ckptm_private(0, ((size_t)all + 1) * sizeof *list), n = 0;

    ckptm_neighbours(c->comm, out, list);
    for (int i = 0; i < all; i++)
        if (list[i] != MPI_PROC_NULL && world[list[i]] != ckptm.rank)
            list[n++] = world[list[i]];
    *count = n;
    return list;
}

/* Is this rank the root? Of two groups, MPI_ROOT says so; a rank of the root's group that is not the root (MPI_PROC_NULL) does nothing. */
static bool is_root(const ckptm_collective *c, const ckptm_comm *comm)
{
    return ckptm_members_two_groups(comm) ? c->root == MPI_ROOT : c->root == comm->rank;
}

int *ckptm_members_before(const ckptm_collective *c, bool after, int *count)
{
    const ckptm_comm *comm = &ckptm_state.comms[c->comm];
    enum ckptm_waits how = ckptm_waits(c->call);

    switch (how) {
    case CKPTM_WAITS_ROOT: case CKPTM_ROOT_WAITS:
        if (c->root == MPI_PROC_NULL)
            return some(comm, 0, 0, count);
        if (is_root(c, comm))
            return (how == CKPTM_ROOT_WAITS) != after ? some(comm, 0, INT_MAX, count) : some(comm, 0, 0, count);
        return (how == CKPTM_WAITS_ROOT) != after ? some(comm, c->root, c->root + 1, count) : some(comm, 0, 0, count);
    case CKPTM_WAITS_LOWER:
        return after ? some(comm, comm->rank + 1, INT_MAX, count) : some(comm, 0, comm->rank, count);
    case CKPTM_WAITS_NEIGHBOURS:
        return neighbours(c, after, count);
    default:
        return some(comm, 0, INT_MAX, count);
    }
}
