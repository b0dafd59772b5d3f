/* topologies.c - topologies are records of ours, put on the real communicator as well, for neighbourhood collectives. See handles/topologies.h. */
#include <stdlib.h>
#include <string.h>
#include "mpi/handles/comms.h"
#include "mpi/handles/handles.h"
#include "mpi/handles/topologies.h"
#include "shim.h"
#include "wrap_calls.h"

static ckptm_comm *get(int comm) { return &ckptm_state.comms[comm]; }

/* The topology of that kind, or 0. */
static const int *topology(int comm, int kind)
{
    const int *t = get(comm)->topology;

    return t && t[0] == kind ? t : 0;
}

void ckptm_comm_set_topology(int comm, const int *words, int count)
{
    ckptm_comm *c = get(comm);

    free(c->topology);
    c->topology = ckptm_new(CKPTM_T_INT, (size_t)count);
    c->ntopology = count;
    memcpy(c->topology, words, (size_t)count * sizeof *words);
}

/* ---- making ------------------------------------------------------------------------------------------------------------------ */

/* A communicator of the first `count` ranks with a topology of n words, which are copied. */
static int make(int comm, const char *name, const int *words, int n, int count, int *newcomm)
{
    ckptm_creation c;

    if (ckptm_creation_open(&c, comm, name, ckptm_mix_ints(1, words, n), newcomm))
        return 0;
    ckptm_creation_enter(&c);
    if (get(comm)->rank < count)
        ckptm_comm_set_topology(c.at, words, n);
    return ckptm_creation_close(&c, ckptm_comm_topology(comm, words, c.at), newcomm);
}

int ckpt_MPI_Cart_create(int comm, int ndims, const int dims[], const int periods[], int reorder, int *newcomm)
{
    int *words, count = 1, error;

    (void)reorder;
    if (get(comm)->members)
        return MPI_ERR_COMM;
    if (ndims < 0)
        return MPI_ERR_DIMS;
    for (int i = 0; i < ndims; i++) {
        if (dims[i] <= 0)
            return MPI_ERR_DIMS;
        if (dims[i] > get(comm)->size / count)
            return MPI_ERR_DIMS;                     /* more than there are */
        count *= dims[i];
    }
    words = ckptm_private(0, (2 + 2 * (size_t)ndims) * sizeof *words);
    words[0] = MPI_CART;
    words[1] = ndims;
    for (int i = 0; i < ndims; i++) {
        words[2 + i] = dims[i];
        words[2 + ndims + i] = periods[i] != 0;
    }
    error = make(comm, "MPI_Cart_create", words, 2 + 2 * ndims, count, newcomm);
    free(words);
    return error;
}

int ckpt_MPI_Graph_create(int comm, int nnodes, const int indx[], const int edges[], int reorder, int *newcomm)
{
    int *words, nedges = nnodes > 0 ? indx[nnodes - 1] : 0, error;

    (void)reorder;
    *newcomm = MPI_COMM_NULL;
    if (get(comm)->members)
        return MPI_ERR_COMM;
    if (nnodes < 0 || nnodes > get(comm)->size || nedges < 0)
        return MPI_ERR_ARG;
    for (int i = 0; i < nnodes; i++)
        if (indx[i] < (i ? indx[i - 1] : 0))
            return MPI_ERR_ARG;
    for (int i = 0; i < nedges; i++)
        if (edges[i] < 0 || edges[i] >= nnodes)
            return MPI_ERR_ARG;
    words = ckptm_private(0, (3 + (size_t)nnodes + (size_t)nedges) * sizeof *words);
    words[0] = MPI_GRAPH;
    words[1] = nnodes;
    words[2] = nedges;
    memcpy(words + 3, indx, (size_t)nnodes * sizeof *words);
    memcpy(words + 3 + nnodes, edges, (size_t)nedges * sizeof *words);
    error = make(comm, "MPI_Graph_create", words, 3 + nnodes + nedges, nnodes, newcomm);
    free(words);
    return error;
}

static int *dist_words(int weighted, int in, int out, int *n)
{
    int *words = ckptm_private(0, (4 + 2 * ((size_t)in + (size_t)out)) * sizeof *words);

    *n = 4 + 2 * (in + out);
    memset(words, 0, (size_t)*n * sizeof *words);
    words[0] = MPI_DIST_GRAPH;
    words[1] = weighted;
    words[2] = in;
    words[3] = out;
    return words;
}

static void put(int *to, const int *from, int count)
{
    if (count && from != MPI_UNWEIGHTED && from != MPI_WEIGHTS_EMPTY)
        memcpy(to, from, (size_t)count * sizeof *to);
}

static bool all_ranks(int comm, const int *list, int count)
{
    for (int i = 0; i < count; i++)
        if (list[i] < 0 || list[i] >= get(comm)->size)
            return false;
    return true;
}

int ckpt_MPI_Dist_graph_create_adjacent(int comm, int indegree, const int sources[], const int sourceweights[], int outdegree, const int destinations[],
                                        const int destweights[], int info, int reorder, int *newcomm)
{
    int *words, n, error;

    (void)info, (void)reorder;
    *newcomm = MPI_COMM_NULL;
    if (get(comm)->members)
        return MPI_ERR_COMM;
    if (indegree < 0 || outdegree < 0 || !all_ranks(comm, sources, indegree) || !all_ranks(comm, destinations, outdegree))
        return MPI_ERR_ARG;
    words = dist_words(sourceweights != MPI_UNWEIGHTED, indegree, outdegree, &n);
    put(words + 4, sources, indegree);
    put(words + 4 + indegree, sourceweights, indegree);
    put(words + 4 + 2 * indegree, destinations, outdegree);
    put(words + 4 + 2 * indegree + outdegree, destweights, outdegree);
    error = make(comm, "MPI_Dist_graph_create_adjacent", words, n, get(comm)->size, newcomm);
    free(words);
    return error;
}

/* What the real one has found out, in its order. */
static int note_neighbours(int at, int weighted)
{
    int in = 0, out = 0, n, *words, error = ckptm_dist_graph_degrees(at, &in, &out);

    if (error)
        return error;
    words = dist_words(weighted, in, out, &n);
    error = ckptm_dist_graph_neighbors(at, in, words + 4, words + 4 + in, out, words + 4 + 2 * in, words + 4 + 2 * in + out);
    if (!weighted) {
        memset(words + 4 + in, 0, (size_t)in * sizeof *words);
        memset(words + 4 + 2 * in + out, 0, (size_t)out * sizeof *words);
    }
    ckptm_comm_set_topology(at, words, n);
    free(words);
    return error;
}

int ckpt_MPI_Dist_graph_create(int comm, int n, const int sources[], const int degrees[], const int destinations[], const int weights[], int info,
                               int reorder, int *newcomm)
{
    bool weighted = weights != MPI_UNWEIGHTED;
    ckptm_creation c;
    int edges = 0, error;

    (void)info, (void)reorder;
    *newcomm = MPI_COMM_NULL;
    if (get(comm)->members)
        return MPI_ERR_COMM;
    if (n < 0 || !all_ranks(comm, sources, n))
        return MPI_ERR_ARG;
    for (int i = 0; i < n; i++) {
        if (degrees[i] < 0)
            return MPI_ERR_ARG;
        edges += degrees[i];
    }
    if (!all_ranks(comm, destinations, edges))
        return MPI_ERR_ARG;
    if (ckptm_creation_open(&c, comm, "MPI_Dist_graph_create",
                            ckptm_mix_ints(ckptm_mix_ints(ckptm_mix_ints((ckptm_u64)n, sources, n), degrees, n), destinations, edges), newcomm))
        return 0;
    ckptm_creation_enter(&c);
    error = ckptm_dist_graph_create(comm, n, sources, degrees, destinations, !weighted ? 0 : edges ? weights : &edges, c.at);
    if (!error)
        error = note_neighbours(c.at, weighted);
    return ckptm_creation_close(&c, error, newcomm);
}

int ckpt_MPI_Cart_sub(int comm, const int remain[], int *newcomm)
{
    const int *t = topology(comm, MPI_CART);
    int words[2 + 2 * 64], kept = 0, n = t ? t[1] : 0;
    ckptm_creation c;

    if (!t)
        return MPI_ERR_TOPOLOGY;
    if (n > 64)
        return MPI_ERR_DIMS;
    for (int i = 0; i < n; i++)
        kept += remain[i] != 0;
    words[0] = MPI_CART;
    words[1] = kept;
    for (int i = 0, k = 0; i < n; i++)
        if (remain[i]) {
            words[2 + k] = t[2 + i];
            words[2 + kept + k++] = t[2 + n + i];
        }
    if (ckptm_creation_open(&c, comm, "MPI_Cart_sub", ckptm_mix_ints(1, remain, n), newcomm))
        return 0;
    ckptm_creation_enter(&c);
    ckptm_comm_set_topology(c.at, words, 2 + 2 * kept);
    return ckptm_creation_close(&c, ckptm_cart_sub(comm, remain, c.at), newcomm);
}

/* ---- looking ----------------------------------------------------------------------------------------------------------------- */

int ckpt_MPI_Topo_test(int comm, int *status)
{
    *status = get(comm)->topology ? get(comm)->topology[0] : MPI_UNDEFINED;
    return 0;
}

int ckpt_MPI_Cartdim_get(int comm, int *ndims)
{
    const int *t = topology(comm, MPI_CART);

    if (!t)
        return MPI_ERR_TOPOLOGY;
    *ndims = t[1];
    return 0;
}

int ckpt_MPI_Cart_coords(int comm, int rank, int maxdims, int coords[])
{
    const int *t = topology(comm, MPI_CART);

    if (!t)
        return MPI_ERR_TOPOLOGY;
    if (rank < 0 || rank >= get(comm)->size)
        return MPI_ERR_RANK;
    if (maxdims < t[1])
        return MPI_ERR_ARG;
    for (int i = t[1] - 1; i >= 0; i--) {
        coords[i] = rank % t[2 + i];
        rank /= t[2 + i];
    }
    return 0;
}

int ckpt_MPI_Cart_get(int comm, int maxdims, int dims[], int periods[], int coords[])
{
    const int *t = topology(comm, MPI_CART);

    if (!t)
        return MPI_ERR_TOPOLOGY;
    if (maxdims < t[1])
        return MPI_ERR_ARG;
    for (int i = 0; i < t[1]; i++) {
        dims[i] = t[2 + i];
        periods[i] = t[2 + t[1] + i];
    }
    return ckpt_MPI_Cart_coords(comm, get(comm)->rank, maxdims, coords);
}

int ckpt_MPI_Cart_rank(int comm, const int coords[], int *rank)
{
    const int *t = topology(comm, MPI_CART);
    int at = 0;

    if (!t)
        return MPI_ERR_TOPOLOGY;
    for (int i = 0; i < t[1]; i++) {
        int c = coords[i], n = t[2 + i];

        if ((c < 0 || c >= n) && !t[2 + t[1] + i])
            return MPI_ERR_ARG;
        at = at * n + (c % n + n) % n;
    }
    *rank = at;
    return 0;
}

/* The rank that lies so far in that direction, or nobody. */
static int beside(int comm, const int *t, int direction, long long by)
{
    int coords[64], n = t[2 + direction], rank = MPI_PROC_NULL;
    long long at;

    ckpt_MPI_Cart_coords(comm, get(comm)->rank, 64, coords);
    at = coords[direction] + by;
    if (t[2 + t[1] + direction])
        at = (at % n + n) % n;
    if (at < 0 || at >= n)
        return MPI_PROC_NULL;
    coords[direction] = (int)at;
    ckpt_MPI_Cart_rank(comm, coords, &rank);
    return rank;
}

int ckpt_MPI_Cart_shift(int comm, int direction, int disp, int *source, int *dest)
{
    const int *t = topology(comm, MPI_CART);

    if (!t)
        return MPI_ERR_TOPOLOGY;
    if (direction < 0 || direction >= t[1] || t[1] > 64)
        return MPI_ERR_ARG;
    *source = beside(comm, t, direction, -(long long)disp);
    *dest = beside(comm, t, direction, disp);
    return 0;
}

/* Ranks are never put in another order. */
int ckpt_MPI_Cart_map(int comm, int ndims, const int dims[], const int periods[], int *newrank)
{
    int count = 1;

    (void)periods;
    for (int i = 0; i < ndims; i++) {
        if (dims[i] <= 0 || dims[i] > get(comm)->size / count)
            return MPI_ERR_DIMS;
        count *= dims[i];
    }
    *newrank = get(comm)->rank < count ? get(comm)->rank : MPI_UNDEFINED;
    return 0;
}

int ckpt_MPI_Graph_map(int comm, int nnodes, const int indx[], const int edges[], int *newrank)
{
    (void)indx, (void)edges;
    if (nnodes < 1 || nnodes > get(comm)->size)
        return MPI_ERR_ARG;
    *newrank = get(comm)->rank < nnodes ? get(comm)->rank : MPI_UNDEFINED;
    return 0;
}

int ckpt_MPI_Graphdims_get(int comm, int *nnodes, int *nedges)
{
    const int *t = topology(comm, MPI_GRAPH);

    if (!t)
        return MPI_ERR_TOPOLOGY;
    *nnodes = t[1];
    *nedges = t[2];
    return 0;
}

int ckpt_MPI_Graph_get(int comm, int maxindex, int maxedges, int indx[], int edges[])
{
    const int *t = topology(comm, MPI_GRAPH);

    if (!t)
        return MPI_ERR_TOPOLOGY;
    if (maxindex < t[1] || maxedges < t[2])
        return MPI_ERR_ARG;
    memcpy(indx, t + 3, (size_t)t[1] * sizeof *indx);
    memcpy(edges, t + 3 + t[1], (size_t)t[2] * sizeof *edges);
    return 0;
}

int ckpt_MPI_Graph_neighbors_count(int comm, int rank, int *count)
{
    const int *t = topology(comm, MPI_GRAPH);

    if (!t)
        return MPI_ERR_TOPOLOGY;
    if (rank < 0 || rank >= t[1])
        return MPI_ERR_RANK;
    *count = t[3 + rank] - (rank ? t[2 + rank] : 0);
    return 0;
}

int ckpt_MPI_Graph_neighbors(int comm, int rank, int max, int neighbors[])
{
    const int *t = topology(comm, MPI_GRAPH);
    int count, error = ckpt_MPI_Graph_neighbors_count(comm, rank, &count);

    if (error)
        return error;
    for (int i = 0; i < count && i < max; i++)
        neighbors[i] = t[3 + t[1] + (rank ? t[2 + rank] : 0) + i];
    return 0;
}

int ckpt_MPI_Dist_graph_neighbors_count(int comm, int *indegree, int *outdegree, int *weighted)
{
    const int *t = topology(comm, MPI_DIST_GRAPH);

    if (!t)
        return MPI_ERR_TOPOLOGY;
    *weighted = t[1];
    *indegree = t[2];
    *outdegree = t[3];
    return 0;
}

static void give(int *to, const int *from, int count)
{
    if (to != MPI_UNWEIGHTED && to != MPI_WEIGHTS_EMPTY)
        memcpy(to, from, (size_t)count * sizeof *to);
}

int ckpt_MPI_Dist_graph_neighbors(int comm, int maxin, int sources[], int sourceweights[], int maxout, int destinations[], int destweights[])
{
    const int *t = topology(comm, MPI_DIST_GRAPH);
    int in, out;

    if (!t)
        return MPI_ERR_TOPOLOGY;
    in = maxin < t[2] ? maxin : t[2];
    out = maxout < t[3] ? maxout : t[3];
    if (in < 0 || out < 0)
        return MPI_ERR_ARG;
    give(sources, t + 4, in);
    give(destinations, t + 4 + 2 * t[2], out);
    if (t[1]) {
        give(sourceweights, t + 4 + t[2], in);
        give(destweights, t + 4 + 2 * t[2] + t[3], out);
    }
    return 0;
}
