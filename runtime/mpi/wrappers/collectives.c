/* collectives.c - every collective of MPI 3.1, blocking and not: the call's arguments in the one form of collectives/record.h. */
#include <stdlib.h>
#include "mpi/collectives/members.h"
#include "mpi/collectives/run.h"
#include "mpi/handles/data.h"
#include "mpi/layer.h"
#include "shim.h"
#include "wrap_calls.h"

typedef ckptm_collective collective;
typedef ckptm_side side;

/* ---- running one ------------------------------------------------------------------------------------------------------- */

static void drop_places(collective *c)
{
    if (c->send.places != c->receive.places)
        free(c->send.places);
    free(c->receive.places);
}

/* Without a directory no line will come: there is nothing to do while this rank waits. */
static int run(collective c)
{
    int error = !ckptm.on && ckptm_can_be_blocking(&c) ? ckptm_do_blocking(&c) : ckptm_request_finish(ckptm_collective_post(&c), 0);

    drop_places(&c);
    return error;
}

static int start(collective c, int *request)
{
    int error;

    *request = ckptm_collective_post(ckptm_collective_keep(&c));
    drop_places(&c);
    error = ckptm_state.requests[*request].status.MPI_ERROR;
    if (error) {
        ckptm_request_finish(*request, 0);
        *request = MPI_REQUEST_NULL;
    }
    return error;
}

/* ---- sides ---------------------------------------------------------------------------------------------------------------- */

static void *plain(const void *buffer) { return (void *)(uintptr_t)buffer; }

static side none(void) { return (side){ .type = MPI_BYTE }; }

static side rows(const void *buffer, int rows, int count, int type)
{
    return (side){ .buffer = plain(buffer), .rows = rows, .count = count, .type = type };
}

static side blocks(const void *buffer, int n, const int *counts, const int *displs, int type)
{
    return (side){ .buffer = plain(buffer), .blocks = n, .counts = plain(counts), .displs = plain(displs), .type = type };
}

/* Blocks of datatypes of their own; displacements in bytes, of one kind of integer or the other. */
static side typed(const void *buffer, int n, const int *counts, const int *near, const MPI_Aint *far, const int *types)
{
    side s = blocks(buffer, n, counts, 0, MPI_BYTE);

    s.types = plain(types);
    s.places = ckptm_new(CKPTM_T_POINTER, (size_t)n + 1);
    for (int i = 0; i < n; i++)
        s.places[i] = (unsigned char *)s.buffer + (counts[i] > 0 ? near ? near[i] : far[i] : 0);
    return s;
}

/* Only block i of a side. */
static side only(const side *of, int i)
{
    ptrdiff_t extent = ckptm_type_usable(of->type) ? ckptm_type_extent(of->type) : 0;
    int count = of->blocks ? of->counts[i] : of->count;
    ptrdiff_t at = of->blocks ? of->displs[i] : (ptrdiff_t)i * of->count;

    return rows((const unsigned char *)of->buffer + at * extent, 1, count, of->type);
}

/* ---- calls ------------------------------------------------------------------------------------------------------------------ */

static collective call(int what, int comm, const char *name)
{
    ckptm_comm_get(comm, name);
    return (collective){ .call = what, .comm = comm, .send = none(), .receive = none() };
}

static const ckptm_comm *of(const collective *c) { return &ckptm_state.comms[c->comm]; }

/* What a rank is in a rooted call. */
enum part { LEAF, ROOT, IDLE };

static enum part part_of(const collective *c)
{
    if (ckptm_members_two_groups(of(c)))
        return c->root == MPI_ROOT ? ROOT : c->root == MPI_PROC_NULL ? IDLE : LEAF;
    return c->root == of(c)->rank ? ROOT : LEAF;
}

static collective barrier(int comm) { return call(CKPTM_BARRIER, comm, "MPI_Barrier"); }

static collective bcast(void *buffer, int count, int type, int root, int comm)
{
    collective c = call(CKPTM_BCAST, comm, "MPI_Bcast");

    c.root = root;
    if (part_of(&c) == IDLE)
        return c;
    c.receive = rows(buffer, 1, count, type);
    if (part_of(&c) == ROOT) {
        c.send = c.receive;
        c.receive.rows = 0;
    }
    return c;
}

static collective gather(int what, side from, side to, int root, int comm)
{
    collective c = call(what, comm, "MPI_Gather");

    c.root = root;
    if (part_of(&c) == ROOT) {
        c.receive = to;
        c.in_place = from.buffer == MPI_IN_PLACE;
    }
    if (c.in_place)
        c.send = only(&to, of(&c)->rank);
    else if (part_of(&c) == LEAF || (part_of(&c) == ROOT && !ckptm_members_two_groups(of(&c))))
        c.send = from;
    return c;
}

static collective scatter(int what, side from, side to, int root, int comm)
{
    collective c = call(what, comm, "MPI_Scatter");

    c.root = root;
    if (part_of(&c) == ROOT) {
        c.send = from;
        c.in_place = to.buffer == MPI_IN_PLACE ? 2 : 0;
    }
    if (part_of(&c) == LEAF || (part_of(&c) == ROOT && !c.in_place && !ckptm_members_two_groups(of(&c))))
        c.receive = to;
    return c;
}

/* All give and all get; in place, what is given lies where the result will be: `own` block of it, or (-1) all. */
static collective exchange(int what, side from, side to, int own, int comm)
{
    collective c = call(what, comm, "a collective");

    c.in_place = from.buffer == MPI_IN_PLACE;
    c.send = !c.in_place ? from : own < 0 ? to : only(&to, own);
    c.receive = to;
    return c;
}

/* `gives` and `gets` items; the shim looks at receive.count. gets -1: nothing comes back to this rank. */
static collective reduction(int what, const void *from, void *to, int gives, int gets, int type, int op, int comm)
{
    collective c = call(what, comm, "a reduction");

    c.op = op;
    c.in_place = from == MPI_IN_PLACE;
    c.send = rows(c.in_place ? to : from, 1, gives, type);
    c.receive = rows(to, gets >= 0, gets >= 0 ? gets : gives, type);
    return c;
}

static collective reduce(const void *from, void *to, int count, int type, int op, int root, int comm)
{
    collective c = call(CKPTM_REDUCE, comm, "MPI_Reduce");
    enum part part;

    c.root = root;
    part = part_of(&c);
    if (part == IDLE)
        return c;
    c = reduction(CKPTM_REDUCE, from, part == ROOT ? to : 0, count, part == ROOT ? count : -1, type, op, comm);
    c.root = root;
    if (part == ROOT && ckptm_members_two_groups(of(&c)))
        c.send = none();
    return c;
}

static collective reduce_scatter(const void *from, void *to, const int *counts, int type, int op, int comm)
{
    const ckptm_comm *record = ckptm_comm_get(comm, "MPI_Reduce_scatter");
    int total = 0, size;
    collective c;

    ckptm_comm_members_of(record, &size);
    for (int i = 0; i < size; i++)
        total += counts[i];
    c = reduction(CKPTM_REDUCE_SCATTER, from, to, total, counts[record->rank], type, op, comm);
    c.receive.counts = plain(counts);
    return c;
}

static int size_of(int comm, const char *name) { return ckptm_members_size(ckptm_comm_get(comm, name)); }
static int rank_of(int comm, const char *name) { return ckptm_comm_get(comm, name)->rank; }

static int own_size(int comm, const char *name)
{
    int size;

    ckptm_comm_members_of(ckptm_comm_get(comm, name), &size);
    return size;
}

static int edges(int comm, bool out, const char *name)
{
    ckptm_comm_get(comm, name);
    return ckptm_neighbours(comm, out, 0);
}

/* ---- what the program calls --------------------------------------------------------------------------------------------- */

/* Both forms of a call. RECORD: the call in the one form; the rest are the parameters. */
#define COLLECTIVE(NAME, STARTED, RECORD, ...)                               \
    int ckpt_MPI_##NAME(__VA_ARGS__) { return run(RECORD); }                 \
    int ckpt_MPI_##STARTED(__VA_ARGS__, int *request) { return start(RECORD, request); }

COLLECTIVE(Barrier, Ibarrier, barrier(comm), int comm)
COLLECTIVE(Bcast, Ibcast, bcast(buffer, count, type, root, comm), void *buffer, int count, int type, int root, int comm)
COLLECTIVE(Gather, Igather,
           gather(CKPTM_GATHER, rows(from, 1, n, type), rows(to, size_of(comm, "MPI_Gather"), m, into), root, comm),
           const void *from, int n, int type, void *to, int m, int into, int root, int comm)
COLLECTIVE(Gatherv, Igatherv,
           gather(CKPTM_GATHERV, rows(from, 1, n, type), blocks(to, size_of(comm, "MPI_Gatherv"), m, at, into), root, comm),
           const void *from, int n, int type, void *to, const int *m, const int *at, int into, int root, int comm)
COLLECTIVE(Scatter, Iscatter,
           scatter(CKPTM_SCATTER, rows(from, size_of(comm, "MPI_Scatter"), n, type), rows(to, 1, m, into), root, comm),
           const void *from, int n, int type, void *to, int m, int into, int root, int comm)
COLLECTIVE(Scatterv, Iscatterv,
           scatter(CKPTM_SCATTERV, blocks(from, size_of(comm, "MPI_Scatterv"), n, at, type), rows(to, 1, m, into), root, comm),
           const void *from, const int *n, const int *at, int type, void *to, int m, int into, int root, int comm)
COLLECTIVE(Allgather, Iallgather,
           exchange(CKPTM_ALLGATHER, rows(from, 1, n, type), rows(to, size_of(comm, "MPI_Allgather"), m, into),
                    rank_of(comm, "MPI_Allgather"), comm),
           const void *from, int n, int type, void *to, int m, int into, int comm)
COLLECTIVE(Allgatherv, Iallgatherv,
           exchange(CKPTM_ALLGATHERV, rows(from, 1, n, type), blocks(to, size_of(comm, "MPI_Allgatherv"), m, at, into),
                    rank_of(comm, "MPI_Allgatherv"), comm),
           const void *from, int n, int type, void *to, const int *m, const int *at, int into, int comm)
COLLECTIVE(Alltoall, Ialltoall,
           exchange(CKPTM_ALLTOALL, rows(from, size_of(comm, "MPI_Alltoall"), n, type), rows(to, size_of(comm, "MPI_Alltoall"), m, into),
                    -1, comm),
           const void *from, int n, int type, void *to, int m, int into, int comm)
COLLECTIVE(Alltoallv, Ialltoallv,
           exchange(CKPTM_ALLTOALLV, blocks(from, size_of(comm, "MPI_Alltoallv"), n, at, type),
                    blocks(to, size_of(comm, "MPI_Alltoallv"), m, to_at, into), -1, comm),
           const void *from, const int *n, const int *at, int type, void *to, const int *m, const int *to_at, int into, int comm)
COLLECTIVE(Alltoallw, Ialltoallw,
           exchange(CKPTM_ALLTOALLW, from == MPI_IN_PLACE ? rows(from, 0, 0, MPI_BYTE)
                                                          : typed(from, size_of(comm, "MPI_Alltoallw"), n, at, 0, type),
                    typed(to, size_of(comm, "MPI_Alltoallw"), m, to_at, 0, into), -1, comm),
           const void *from, const int *n, const int *at, const int *type, void *to, const int *m, const int *to_at, const int *into,
           int comm)
COLLECTIVE(Reduce, Ireduce, reduce(from, to, count, type, op, root, comm),
           const void *from, void *to, int count, int type, int op, int root, int comm)
COLLECTIVE(Allreduce, Iallreduce, reduction(CKPTM_ALLREDUCE, from, to, count, count, type, op, comm),
           const void *from, void *to, int count, int type, int op, int comm)
COLLECTIVE(Reduce_scatter_block, Ireduce_scatter_block,
           reduction(CKPTM_REDUCE_SCATTER_BLOCK, from, to, count * own_size(comm, "MPI_Reduce_scatter_block"), count, type, op, comm),
           const void *from, void *to, int count, int type, int op, int comm)
COLLECTIVE(Reduce_scatter, Ireduce_scatter, reduce_scatter(from, to, counts, type, op, comm),
           const void *from, void *to, const int *counts, int type, int op, int comm)
COLLECTIVE(Scan, Iscan, reduction(CKPTM_SCAN, from, to, count, count, type, op, comm),
           const void *from, void *to, int count, int type, int op, int comm)
COLLECTIVE(Exscan, Iexscan, reduction(CKPTM_EXSCAN, from, to, count, rank_of(comm, "MPI_Exscan") ? count : -1, type, op, comm),
           const void *from, void *to, int count, int type, int op, int comm)
COLLECTIVE(Neighbor_allgather, Ineighbor_allgather,
           exchange(CKPTM_NEIGHBOR_ALLGATHER, rows(from, 1, n, type), rows(to, edges(comm, false, "MPI_Neighbor_allgather"), m, into),
                    -1, comm),
           const void *from, int n, int type, void *to, int m, int into, int comm)
COLLECTIVE(Neighbor_allgatherv, Ineighbor_allgatherv,
           exchange(CKPTM_NEIGHBOR_ALLGATHERV, rows(from, 1, n, type),
                    blocks(to, edges(comm, false, "MPI_Neighbor_allgatherv"), m, at, into), -1, comm),
           const void *from, int n, int type, void *to, const int *m, const int *at, int into, int comm)
COLLECTIVE(Neighbor_alltoall, Ineighbor_alltoall,
           exchange(CKPTM_NEIGHBOR_ALLTOALL, rows(from, edges(comm, true, "MPI_Neighbor_alltoall"), n, type),
                    rows(to, edges(comm, false, "MPI_Neighbor_alltoall"), m, into), -1, comm),
           const void *from, int n, int type, void *to, int m, int into, int comm)
COLLECTIVE(Neighbor_alltoallv, Ineighbor_alltoallv,
           exchange(CKPTM_NEIGHBOR_ALLTOALLV, blocks(from, edges(comm, true, "MPI_Neighbor_alltoallv"), n, at, type),
                    blocks(to, edges(comm, false, "MPI_Neighbor_alltoallv"), m, to_at, into), -1, comm),
           const void *from, const int *n, const int *at, int type, void *to, const int *m, const int *to_at, int into, int comm)
COLLECTIVE(Neighbor_alltoallw, Ineighbor_alltoallw,
           exchange(CKPTM_NEIGHBOR_ALLTOALLW, typed(from, edges(comm, true, "MPI_Neighbor_alltoallw"), n, 0, at, type),
                    typed(to, edges(comm, false, "MPI_Neighbor_alltoallw"), m, 0, to_at, into), -1, comm),
           const void *from, const int *n, const MPI_Aint *at, const int *type, void *to, const int *m, const MPI_Aint *to_at,
           const int *into, int comm)
