/* collectives.c - a collective of one form (collectives/record.h) as the real MPI's non-blocking call. See shim.h. */
#include <stdlib.h>
#include "mpi/collectives/record.h"
#include "real.h"

/* Arrays that a call needs until it is complete, by slot. */
static void **held;
static int nheld;

static void *hold(int slot, size_t size)
{
    if (slot >= nheld) {
        int room = slot < 32 ? 64 : 2 * slot;

        held = realloc(held, (size_t)room * sizeof *held);
        if (!held)
            abort();
        while (nheld < room)
            held[nheld++] = 0;
    }
    held[slot] = realloc(held[slot], size ? size : 1);
    if (!held[slot])
        abort();
    return held[slot];
}

/* Both sides of a call with a datatype per block. */
typedef struct both {
    MPI_Datatype *types[2];
    MPI_Aint *places[2];
    int *near[2];                 /* the same displacements as int */
    int *counts[2];
} both;

/* Items of a datatype without bytes are none: Open MPI 4.1's non-blocking calls send a message where the count is not 0, and wait for none where
 * it is, whatever the datatype, so sides that name nothing in the two ways would wait for each other. */
static bool is_empty(MPI_Datatype type)
{
    int size = 0;

    PMPI_Type_size(type, &size);
    return !size;
}

/* order: of the blocks (rings.c), or 0. */
static void fill(const ckptm_side *side, const both *b, int which, const int *order)
{
    for (int i = 0; i < side->blocks; i++) {
        int from = order ? order[i] : i;

        b->types[which][i] = ckptm_real_type(side->types[from]);
        b->places[which][i] = (char *)side->places[from] - (char *)side->buffer;
        b->near[which][i] = (int)b->places[which][i];
        b->counts[which][i] = is_empty(b->types[which][i]) ? 0 : side->counts[from];
    }
}

static both unfold(const ckptm_collective *c, int slot, const int *order)
{
    size_t n = (size_t)c->send.blocks, m = (size_t)c->receive.blocks;
    char *p = hold(slot, (n + m) * (sizeof(MPI_Aint) + sizeof(MPI_Datatype) + 2 * sizeof(int)));
    both b;

    b.places[0] = (MPI_Aint *)p;
    b.places[1] = b.places[0] + n;
    b.types[0] = (MPI_Datatype *)(b.places[1] + m);
    b.types[1] = b.types[0] + n;
    b.near[0] = (int *)(b.types[1] + m);
    b.near[1] = b.near[0] + n;
    b.counts[0] = b.near[1] + m;
    b.counts[1] = b.counts[0] + n;
    fill(&c->send, &b, 0, 0);
    fill(&c->receive, &b, 1, order);
    return b;
}

static int with_types(const ckptm_collective *c, const void *from, void *to, MPI_Comm comm, int slot)
{
    MPI_Request *request = ckptm_real_request(slot);
    int *order = c->call == CKPTM_NEIGHBOR_ALLTOALLW ? ckptm_ring_order(comm, CKPTM_RING_ALLTOALLW) : 0;
    both b = unfold(c, slot, order);

    free(order);
    if (c->call == CKPTM_NEIGHBOR_ALLTOALLW)
        return PMPI_Ineighbor_alltoallw(from, b.counts[0], b.places[0], b.types[0], to, b.counts[1], b.places[1], b.types[1], comm, request);
    return PMPI_Ialltoallw(from, b.counts[0], b.near[0], b.types[0], to, b.counts[1], b.near[1], b.types[1], comm, request);
}

/* Receives in that order, or, if there is none, in their own. */
static int with_counts(const ckptm_collective *c, const int *order, const void *from, void *to, MPI_Comm comm, int slot)
{
    const ckptm_side *s = &c->send, *r = &c->receive;
    bool each = c->call == CKPTM_NEIGHBOR_ALLTOALLV;
    int dims = 0, n, *p[4];

    PMPI_Cartdim_get(comm, &dims);
    n = 2 * dims;
    p[0] = hold(slot, 4 * (size_t)n * sizeof *p[0]);
    for (int k = 1; k < 4; k++)
        p[k] = p[k - 1] + n;
    for (int i = 0; i < n; i++) {
        int at = order ? order[i] : i;

        p[0][i] = each ? s->counts[i] : s->count;
        p[1][i] = each ? s->displs[i] : i * s->count;
        p[2][i] = each ? r->counts[at] : r->count;
        p[3][i] = each ? r->displs[at] : at * r->count;
    }
    return PMPI_Ineighbor_alltoallv(from, p[0], p[1], ckptm_real_type(s->type), to, p[2], p[3], ckptm_real_type(r->type), comm, ckptm_real_request(slot));
}

static int alltoall_of_neighbours(const ckptm_collective *c, const void *from, void *to, MPI_Comm comm, int slot)
{
    const ckptm_side *s = &c->send, *r = &c->receive;
    MPI_Datatype t = ckptm_real_type(s->type), u = ckptm_real_type(r->type);
    MPI_Request *request = ckptm_real_request(slot);
    int *order = ckptm_ring_order(comm, CKPTM_RING_ALLTOALLV), result;
    int *plain = c->call == CKPTM_NEIGHBOR_ALLTOALL ? ckptm_ring_order(comm, CKPTM_RING_ALLTOALL) : order;

    if (plain)
        result = with_counts(c, order, from, to, comm, slot);
    else if (c->call == CKPTM_NEIGHBOR_ALLTOALL)
        result = PMPI_Ineighbor_alltoall(from, s->count, t, to, r->count, u, comm, request);
    else
        result = PMPI_Ineighbor_alltoallv(from, s->counts, s->displs, t, to, r->counts, r->displs, u, comm, request);
    if (plain != order)
        free(plain);
    free(order);
    return result;
}

/* ---- between two groups ------------------------------------------------------------------------------------------------- */

static bool has_two_groups(MPI_Comm comm)
{
    int inter = 0;

    PMPI_Comm_test_inter(comm, &inter);
    return inter;
}

/* From one rank to the other group: scattered, each gets the same place. MPICH 4.0's MPI_Ibcast gives all but one of that group what is in
 * their own buffers, if the root is not the first of its group; in Open MPI 4.1, ranks of the root's group must name a count that is not 0. */
static int bcast_over(const ckptm_collective *c, MPI_Comm comm, int slot)
{
    MPI_Request *request = ckptm_real_request(slot);
    MPI_Datatype type = ckptm_real_type(c->receive.type);
    int far = 0, *counts, *displs;
    void *own = c->receive.buffer;

    PMPI_Comm_remote_size(comm, &far);
    counts = hold(slot, 2 * (size_t)far * sizeof *counts);
    displs = counts + far;
    for (int i = 0; i < far; i++) {
        counts[i] = c->receive.count;
        displs[i] = 0;
    }
    return PMPI_Iscatterv(own, counts, displs, type, own, c->receive.count, type, real_rank(c->root), comm, request);
}

/* On all ranks if there are no items, and on those of the root's group that are not the root, who give nothing whatever count they name. Open MPI
 * 4.1 does nothing at once where the count is 0, and gives the call no number: then the next ones on the communicator meet others of
 * the far group. So nothing is one number that nobody looks at. */
static int reduce_to(const void *from, void *to, int count, MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm, MPI_Request *request)
{
    static int given, got;

    if (!count)
        return PMPI_Ireduce(&given, &got, 1, MPI_INT, MPI_SUM, root, comm, request);
    if (!from && (root == MPI_ROOT || root == MPI_PROC_NULL))   /* MPICH looks at what a root of two groups does not give; else 0 is MPI_BOTTOM */
        from = &given;
    return PMPI_Ireduce(from, to, count, type, op, root, comm, request);
}

/* ---- calls ------------------------------------------------------------------------------------------------------------------ */

static int reduce(const ckptm_collective *c, const void *from, void *to, MPI_Comm comm, int slot)
{
    MPI_Request *request = ckptm_real_request(slot);
    MPI_Datatype type = ckptm_real_type(c->receive.type);
    MPI_Op op = ckptm_real_op(c->op);
    int count = c->receive.count;

    switch (c->call) {
    case CKPTM_REDUCE: return reduce_to(from, to, count, type, op, real_rank(c->root), comm, request);
    case CKPTM_ALLREDUCE: return PMPI_Iallreduce(from, to, count, type, op, comm, request);
    case CKPTM_REDUCE_SCATTER_BLOCK: return PMPI_Ireduce_scatter_block(from, to, count, type, op, comm, request);
    case CKPTM_REDUCE_SCATTER: return PMPI_Ireduce_scatter(from, to, c->receive.counts, type, op, comm, request);
    case CKPTM_SCAN: return PMPI_Iscan(from, to, count, type, op, comm, request);
    default: return PMPI_Iexscan(from, to, count, type, op, comm, request);
    }
}

static int rooted(const ckptm_collective *c, const void *from, void *to, MPI_Comm comm, int slot)
{
    const ckptm_side *s = &c->send, *r = &c->receive;
    MPI_Request *request = ckptm_real_request(slot);
    MPI_Datatype t = ckptm_real_type(s->type), u = ckptm_real_type(r->type);
    int root = real_rank(c->root);

    switch (c->call) {
    case CKPTM_BCAST: return has_two_groups(comm) ? bcast_over(c, comm, slot) : PMPI_Ibcast(to, r->count, u, root, comm, request);
    case CKPTM_GATHER: return PMPI_Igather(from, s->count, t, to, r->count, u, root, comm, request);
    case CKPTM_GATHERV: return PMPI_Igatherv(from, s->count, t, to, r->counts, r->displs, u, root, comm, request);
    case CKPTM_SCATTER: return PMPI_Iscatter(from, s->count, t, to, r->count, u, root, comm, request);
    default: return PMPI_Iscatterv(from, s->counts, s->displs, t, to, r->count, u, root, comm, request);
    }
}

static int alltoallv(const ckptm_collective *c, const void *from, void *to, MPI_Comm comm, int slot)
{
    const ckptm_side *s = &c->send, *r = &c->receive;
    MPI_Datatype t = ckptm_real_type(s->type), u = ckptm_real_type(r->type);
    bool give = c->in_place & 1 || !is_empty(t), take = !is_empty(u);
    int far = 0, *none = 0;

    if (!give || !take) {
        if (has_two_groups(comm))
            PMPI_Comm_remote_size(comm, &far);
        else
            PMPI_Comm_size(comm, &far);
        none = hold(slot, (size_t)far * sizeof *none);
        for (int i = 0; i < far; i++)
            none[i] = 0;
    }
    return PMPI_Ialltoallv(from, give ? s->counts : none, give ? s->displs : none, t, to, take ? r->counts : none, take ? r->displs : none, u, comm,
                           ckptm_real_request(slot));
}

static int exchange(const ckptm_collective *c, const void *from, void *to, MPI_Comm comm, int slot)
{
    const ckptm_side *s = &c->send, *r = &c->receive;
    MPI_Request *request = ckptm_real_request(slot);
    MPI_Datatype t = ckptm_real_type(s->type), u = ckptm_real_type(r->type);

    switch (c->call) {
    case CKPTM_ALLGATHER: return PMPI_Iallgather(from, s->count, t, to, r->count, u, comm, request);
    case CKPTM_ALLGATHERV: return PMPI_Iallgatherv(from, s->count, t, to, r->counts, r->displs, u, comm, request);
    case CKPTM_ALLTOALL: return PMPI_Ialltoall(from, s->count, t, to, r->count, u, comm, request);
    case CKPTM_ALLTOALLV: return alltoallv(c, from, to, comm, slot);
    case CKPTM_NEIGHBOR_ALLGATHER: return PMPI_Ineighbor_allgather(from, s->count, t, to, r->count, u, comm, request);
    case CKPTM_NEIGHBOR_ALLGATHERV: return PMPI_Ineighbor_allgatherv(from, s->count, t, to, r->counts, r->displs, u, comm, request);
    case CKPTM_NEIGHBOR_ALLTOALL: case CKPTM_NEIGHBOR_ALLTOALLV: return alltoall_of_neighbours(c, from, to, comm, slot);
    default: return PMPI_Ibarrier(comm, request);
    }
}

int ckptm_start_collective(const ckptm_collective *c, int slot)
{
    const void *from = c->in_place & 1 ? MPI_IN_PLACE : c->send.buffer;
    void *to = c->in_place & 2 ? MPI_IN_PLACE : c->receive.buffer;
    MPI_Comm comm = ckptm_real_comm(c->comm);
    int result;

    switch (c->call) {
    case CKPTM_IDUP:
        return ckptm_comm_idup(c->comm, c->made, slot);
    case CKPTM_ALLTOALLW: case CKPTM_NEIGHBOR_ALLTOALLW:
        result = with_types(c, from, to, comm, slot);
        break;
    case CKPTM_REDUCE: case CKPTM_ALLREDUCE: case CKPTM_REDUCE_SCATTER_BLOCK: case CKPTM_REDUCE_SCATTER: case CKPTM_SCAN:
    case CKPTM_EXSCAN:
        result = reduce(c, from, to, comm, slot);
        break;
    case CKPTM_BCAST: case CKPTM_GATHER: case CKPTM_GATHERV: case CKPTM_SCATTER: case CKPTM_SCATTERV:
        result = rooted(c, from, to, comm, slot);
        break;
    default:
        result = exchange(c, from, to, comm, slot);
    }
    return ckptm_our_error(result);
}

/* ---- neighbours ---------------------------------------------------------------------------------------------------------- */

static int of_grid(MPI_Comm comm, int *list)
{
    int dims = 0, from, to;

    PMPI_Cartdim_get(comm, &dims);
    for (int d = 0; d < dims && list; d++) {
        PMPI_Cart_shift(comm, d, 1, &from, &to);
        list[2 * d] = from;
        list[2 * d + 1] = to;
    }
    return 2 * dims;
}

static int of_graph(MPI_Comm comm, int *list)
{
    int rank = 0, count = 0;

    PMPI_Comm_rank(comm, &rank);
    PMPI_Graph_neighbors_count(comm, rank, &count);
    if (list)
        PMPI_Graph_neighbors(comm, rank, count, list);
    return count;
}

static int of_edges(MPI_Comm comm, bool out, int *list)
{
    int in = 0, outs = 0, weighted, *other, *weights;

    PMPI_Dist_graph_neighbors_count(comm, &in, &outs, &weighted);
    if (!list)
        return out ? outs : in;
    other = malloc(((size_t)in + (size_t)outs + 1) * sizeof *other);
    weights = malloc(((size_t)in + (size_t)outs + 1) * sizeof *weights);
    if (!other || !weights)
        abort();
    if (out)
        PMPI_Dist_graph_neighbors(comm, in, other, weights, outs, list, weights + in);
    else
        PMPI_Dist_graph_neighbors(comm, in, list, weights, outs, other, weights + in);
    free(other);
    free(weights);
    return out ? outs : in;
}

int ckptm_neighbours(int comm, bool out, int *list)
{
    MPI_Comm real = ckptm_real_comm(comm);
    int kind = MPI_UNDEFINED, count = 0;

    PMPI_Topo_test(real, &kind);
    if (kind == MPI_CART)
        count = of_grid(real, list);
    else if (kind == MPI_GRAPH)
        count = of_graph(real, list);
    else if (kind == MPI_DIST_GRAPH)
        count = of_edges(real, out, list);
    for (int i = 0; list && i < count; i++)
        if (list[i] == MPI_PROC_NULL)
            list[i] = OUR_PROC_NULL;
    return count;
}
