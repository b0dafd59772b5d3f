/* groups.c - group calls: the layer's own, for a group is a list of ranks. See handles/handles.h. */
#include <stdlib.h>
#include <string.h>
#include "mpi/handles/handles.h"
#include "mpi/layer.h"

/* A list being put together; of the runtime. */
typedef struct members {
    int *world;
    int size;
} members;

static members room_for(int count) { return (members){ ckptm_private(0, (size_t)count * sizeof(int)), 0 }; }
static bool has(const members *m, int rank) { return ckptm_place(m->world, m->size, rank) != MPI_UNDEFINED; }

static int made(members *m, int *newgroup)
{
    *newgroup = ckptm_group_make(m->world, m->size);
    free(m->world);
    return 0;
}

static int failed(members *m, int error)
{
    free(m->world);
    return error;
}

int ckpt_MPI_Comm_group(int comm, int *group)
{
    int size;
    const int *world = ckptm_comm_members_of(&ckptm_state.comms[comm], &size);

    *group = ckptm_group_make(world, size);
    return 0;
}

int ckpt_MPI_Comm_remote_group(int comm, int *group)
{
    const ckptm_comm *c = &ckptm_state.comms[comm];

    if (!c->members)
        return MPI_ERR_COMM;
    *group = ckptm_group_make(c->world, c->size);
    return 0;
}

int ckpt_MPI_Group_size(int group, int *size)
{
    *size = ckptm_group_get(group)->size;
    return 0;
}

int ckpt_MPI_Group_rank(int group, int *rank)
{
    const ckptm_group *g = ckptm_group_get(group);

    *rank = ckptm_place(g->world, g->size, ckptm.rank);
    return 0;
}

int ckpt_MPI_Group_compare(int group1, int group2, int *result)
{
    const ckptm_group *a = ckptm_group_get(group1), *b = ckptm_group_get(group2);

    *result = ckptm_members_compare(a->world, a->size, b->world, b->size);
    return 0;
}

int ckpt_MPI_Group_translate_ranks(int group1, int n, const int ranks1[], int group2, int ranks2[])
{
    const ckptm_group *a = ckptm_group_get(group1), *b = ckptm_group_get(group2);

    for (int i = 0; i < n; i++) {
        if (ranks1[i] != MPI_PROC_NULL && (ranks1[i] < 0 || ranks1[i] >= a->size))
            return MPI_ERR_RANK;
        ranks2[i] = ranks1[i] == MPI_PROC_NULL ? MPI_PROC_NULL : ckptm_place(b->world, b->size, a->world[ranks1[i]]);
    }
    return 0;
}

int ckpt_MPI_Group_union(int group1, int group2, int *newgroup)
{
    const ckptm_group *a = ckptm_group_get(group1), *b = ckptm_group_get(group2);
    members m = room_for(a->size + b->size);

    for (int i = 0; i < a->size; i++)
        m.world[m.size++] = a->world[i];
    for (int i = 0; i < b->size; i++)
        if (!has(&m, b->world[i]))
            m.world[m.size++] = b->world[i];
    return made(&m, newgroup);
}

/* Members of a that are, or are not, in b. */
static int part(int group1, int group2, bool in, int *newgroup)
{
    const ckptm_group *a = ckptm_group_get(group1), *b = ckptm_group_get(group2);
    members m = room_for(a->size);

    for (int i = 0; i < a->size; i++)
        if ((ckptm_place(b->world, b->size, a->world[i]) != MPI_UNDEFINED) == in)
            m.world[m.size++] = a->world[i];
    return made(&m, newgroup);
}

int ckpt_MPI_Group_intersection(int group1, int group2, int *newgroup) { return part(group1, group2, true, newgroup); }
int ckpt_MPI_Group_difference(int group1, int group2, int *newgroup) { return part(group1, group2, false, newgroup); }

/* The others, in order. */
static int all_but(const ckptm_group *g, members *out, int *newgroup)
{
    members m = room_for(g->size);

    for (int i = 0; i < g->size; i++)
        if (!has(out, g->world[i]))
            m.world[m.size++] = g->world[i];
    free(out->world);
    return made(&m, newgroup);
}

static int pick(const ckptm_group *g, members *m, int rank)
{
    if (rank < 0 || rank >= g->size || has(m, g->world[rank]))
        return MPI_ERR_RANK;
    m->world[m->size++] = g->world[rank];
    return 0;
}

static int picked(const ckptm_group *g, int n, const int ranks[], members *m)
{
    int error = n < 0 ? MPI_ERR_ARG : 0;

    *m = room_for(g->size);
    for (int i = 0; i < n && !error; i++)
        error = pick(g, m, ranks[i]);
    return error;
}

int ckpt_MPI_Group_incl(int group, int n, const int ranks[], int *newgroup)
{
    members m;
    int error = picked(ckptm_group_get(group), n, ranks, &m);

    return error ? failed(&m, error) : made(&m, newgroup);
}

int ckpt_MPI_Group_excl(int group, int n, const int ranks[], int *newgroup)
{
    const ckptm_group *g = ckptm_group_get(group);
    members m;
    int error = picked(g, n, ranks, &m);

    return error ? failed(&m, error) : all_but(g, &m, newgroup);
}

/* first, last, stride */
static int ranges_picked(const ckptm_group *g, int n, int ranges[][3], members *m)
{
    int error = n < 0 ? MPI_ERR_ARG : 0;

    *m = room_for(g->size);
    for (int i = 0; i < n && !error; i++) {
        int first = ranges[i][0], last = ranges[i][1], stride = ranges[i][2];

        if (!stride || (stride > 0 ? first > last : first < last))
            error = MPI_ERR_ARG;
        for (int r = first; !error && (stride > 0 ? r <= last : r >= last); r += stride)
            error = pick(g, m, r);
    }
    return error;
}

int ckpt_MPI_Group_range_incl(int group, int n, int ranges[][3], int *newgroup)
{
    members m;
    int error = ranges_picked(ckptm_group_get(group), n, ranges, &m);

    return error ? failed(&m, error) : made(&m, newgroup);
}

int ckpt_MPI_Group_range_excl(int group, int n, int ranges[][3], int *newgroup)
{
    const ckptm_group *g = ckptm_group_get(group);
    members m;
    int error = ranges_picked(g, n, ranges, &m);

    return error ? failed(&m, error) : all_but(g, &m, newgroup);
}

int ckpt_MPI_Group_free(int *group)
{
    if (*group >= CKPTM_FIRST) {
        ckptm_group *g = &ckptm_handles.groups[*group];

        free(g->world);
        *g = (ckptm_group){ 0 };
    }
    *group = MPI_GROUP_NULL;
    return 0;
}
