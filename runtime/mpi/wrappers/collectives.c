/* collectives.c - blocking collectives: the non-blocking one of the real MPI and a wait that hears control traffic.
 *
 * Each has a number in its communicator. What number k gave this rank is kept while a line is pending. If some member had done number k
 * before its checkpoint, that member will not take part again: all others get what they got then. Otherwise all do it again.
 */
#include <stdlib.h>
#include <string.h>
#include "mpi/handles/data.h"
#include "mpi/handles/types.h"
#include "mpi/layer.h"
#include "shim.h"

/* Where a collective puts its result: parts of one datatype. */
typedef struct result {
    ckptm_comm *comm;
    int type;
    int parts;
    struct { void *start; size_t count; } one;      /* if there is one */
    unsigned char *base;                             /* or several, at displacements in elements */
    const int *counts, *displs;
    const char *call;
    ckptm_u64 given;                                 /* hash of what this rank gave, and to which call; 0: not looked at */
} result;

static result nothing(int comm, const char *call) { return (result){ .comm = ckptm_comm_get(comm, call), .call = call }; }

static result whole(int comm, const char *call, void *start, size_t count, int type)
{
    if (!ckptm_type_usable(type))
        ckptm_fatal("%s: %d is not a committed datatype", call, type);
    return (result){ .comm = ckptm_comm_get(comm, call), .type = type, .parts = 1, .one = { start, count }, .call = call };
}

static result parts(int comm, const char *call, void *base, const int *counts, const int *displs, int type)
{
    result r = whole(comm, call, base, 0, type);

    r.parts = r.comm->size;
    r.base = base;
    r.counts = counts;
    r.displs = displs;
    return r;
}

static void *part(const result *r, int i, size_t *count)
{
    if (!r->base) {
        *count = r->one.count;
        return r->one.start;
    }
    *count = (size_t)r->counts[i];
    return r->base + (ptrdiff_t)r->displs[i] * ckptm_type_extent(r->type);
}

/* It goes there from now on. */
static void use(const result *r)
{
    for (int i = 0; i < r->parts; i++) {
        size_t count;
        const void *to = part(r, i, &count);

        ckptm_type_used_with(r->type, to, count, false);
    }
}

/* What this rank gives: if others have the result already, it must be what it gave then. */
static ckptm_u64 given(const void *buffer, size_t count, int type)
{
    if (ckptm_type_usable(type))
        ckptm_type_used_with(type, buffer, count, true);
    if (!ckptm_type_usable(type) || !(ckptm.window.logging || ckptm_state.results))
        return 0;
    return ckptm_data_hash(count * ckptm_type_elements(type), type, count * ckptm_type_elements(type), buffer);
}

static ckptm_u64 with_call(ckptm_u64 hash, const char *call)
{
    if (!(ckptm.window.logging || ckptm_state.results))
        return 0;
    return ckptm_bytes_hash(hash, call, strlen(call));
}

/* What this rank gives to each, at displacements in elements. */
static ckptm_u64 given_parts(const void *buffer, const int *counts, const int *displs, int type, int comm)
{
    ckptm_u64 hash = 1;

    if (!ckptm_type_usable(type) || !(ckptm.window.logging || ckptm_state.results))
        return 0;
    for (int i = 0; i < ckptm_state.comms[comm].size; i++)
        hash = ckptm_data_hash(hash + (ckptm_u64)counts[i], type, (ckptm_u64)counts[i] * ckptm_type_elements(type),
                               (const unsigned char *)buffer + (ptrdiff_t)displs[i] * ckptm_type_extent(type));
    return hash;
}

/* What this rank gives to a gathering call: with MPI_IN_PLACE, its part of the result, `at` elements from the start. */
static ckptm_u64 given_own(const void *sendbuf, int sendcount, int sendtype, const void *recvbuf, ptrdiff_t at, int recvcount, int recvtype)
{
    if (sendbuf != MPI_IN_PLACE)
        return given(sendbuf, (size_t)sendcount, sendtype);
    return given((const unsigned char *)recvbuf + at * ckptm_type_extent(recvtype), (size_t)recvcount, recvtype);
}

static void check_given(const result *r, const ckptm_result *logged)
{
    ckptm_u64 then, one;

    ckptm_data_give(&logged->data, MPI_UINT64_T, 1, &then, &one);
    if (then != r->given)
        ckptm_fatal("rank %d gives something else to a collective (communicator of %d ranks, number %llu) than it did before the restart; what "
                    "it depends on is not replayed", ckptm.rank, r->comm->size, (unsigned long long)logged->index);
}

/* The result of a collective that will not be done again, taken off the list. */
static void put_part(const result *r, const ckptm_result *logged)
{
    size_t count = 0;
    void *to = logged->part < r->parts ? part(r, logged->part, &count) : 0;

    if (logged->part >= r->parts || logged->data.elements != count * ckptm_type_elements(r->type))
        ckptm_fatal("rank %d: a collective (communicator of %d ranks, number %llu) is another one than before the restart", ckptm.rank,
                    r->comm->size, (unsigned long long)logged->index);
    ckptm_data_give_all(&logged->data, r->type, count, to, "rank %d: the result of a collective (communicator of %d ranks, number %llu) of before the "
                        "restart", ckptm.rank, r->comm->size, (unsigned long long)logged->index);
}

/* Is this collective's result known from before the restart? Then it is done. */
static bool replayed(const result *r)
{
    bool any = false;
    ckptm_u64 index = r->comm->collectives + 1;

    for (ckptm_result **at = &ckptm_state.results; *at;) {
        ckptm_result *logged = *at;

        if (logged->comm != r->comm->key || logged->index != index) {
            at = &logged->next;
            continue;
        }
        any = true;
        if (logged->part >= 0)
            put_part(r, logged);
        else
            check_given(r, logged);
        *at = logged->next;
        ckptm_data_clear(&logged->data);
        free(logged);
    }
    if (any)
        r->comm->collectives++;
    return any;
}

/* Part -1 says that it was done, and with what. */
static void log_result(const result *r)
{
    ckptm_copy copy = { .comm = r->comm->key, .position = r->comm->collectives, .tag = -1 };

    ckptm_data_take(&copy.data, MPI_UINT64_T, 1, &r->given);
    ckptm_copy_add(&ckptm.window.results, copy);
    for (int i = 0; i < r->parts; i++) {
        size_t count;
        const void *from = part(r, i, &count);

        copy.tag = i;
        ckptm_data_take(&copy.data, r->type, count * ckptm_type_elements(r->type), from);
        ckptm_copy_add(&ckptm.window.results, copy);
    }
}

/* Wait for the real one, count it, keep its result. */
static int finish(int request, int error, result r)
{
    int comm = (int)(r.comm - ckptm_state.comms);

    if (error)
        ckptm_state.requests[request].status.MPI_ERROR = error, ckptm_state.requests[request].state = CKPTM_COMPLETE;
    error = ckptm_request_finish(request, 0);
    r.comm = &ckptm_state.comms[comm];
    r.comm->collectives++;
    if (ckptm.window.logging && !error) {
        ckptm_event event = { .comm = r.comm->key, .peer = CKPTM_ALL, .tag = CKPTM_ALL, .position = r.comm->collectives };

        ckptm_window_event(&ckptm.window, &ckptm.window.consumed, event);
        ckptm_window_event(&ckptm.window, &ckptm.window.sent, event);
        log_result(&r);
    }
    return error;
}

/* The body of a collective: its result, what this rank gives, and the call of the shim, whose last argument is SLOT. */
#define COLLECTIVE(RESULT, GIVEN, CALL)                  \
    do {                                          \
        result r_ = RESULT;                       \
        int SLOT;                                 \
                                                  \
        r_.given = with_call(GIVEN, r_.call);     \
        use(&r_);                                 \
                                                  \
        if (ckptm_state.results && replayed(&r_)) \
            return 0;                             \
        SLOT = ckptm_post_collective();           \
        return finish(SLOT, CALL, r_);            \
    } while (0)

static bool is_root(int root, int comm, const char *call) { return root == ckptm_comm_get(comm, call)->rank; }
static int own_rank(int comm, const char *call) { return ckptm_comm_get(comm, call)->rank; }
static size_t per_rank(int count, int comm, const char *call) { return (size_t)count * (size_t)ckptm_comm_get(comm, call)->size; }

int ckpt_MPI_Barrier(int comm)
{
    COLLECTIVE(nothing(comm, "MPI_Barrier"), 0,
               ckptm_Ibarrier(comm, SLOT));
}

int ckpt_MPI_Bcast(void *buffer, int count, int type, int root, int comm)
{
    COLLECTIVE(whole(comm, "MPI_Bcast", buffer, (size_t)count, type), is_root(root, comm, "MPI_Bcast") ? given(buffer, (size_t)count, type) : 0,
               ckptm_Ibcast(buffer, count, type, root, comm, SLOT));
}

int ckpt_MPI_Reduce(const void *sendbuf, void *recvbuf, int count, int type, int op, int root, int comm)
{
    COLLECTIVE(is_root(root, comm, "MPI_Reduce") ? whole(comm, "MPI_Reduce", recvbuf, (size_t)count, type) : nothing(comm, "MPI_Reduce"),
               given(sendbuf == MPI_IN_PLACE ? recvbuf : sendbuf, (size_t)count, type),
               ckptm_Ireduce(sendbuf, recvbuf, count, type, op, root, comm, SLOT));
}

int ckpt_MPI_Allreduce(const void *sendbuf, void *recvbuf, int count, int type, int op, int comm)
{
    COLLECTIVE(whole(comm, "MPI_Allreduce", recvbuf, (size_t)count, type), given(sendbuf == MPI_IN_PLACE ? recvbuf : sendbuf, (size_t)count, type),
               ckptm_Iallreduce(sendbuf, recvbuf, count, type, op, comm, SLOT));
}

int ckpt_MPI_Scan(const void *sendbuf, void *recvbuf, int count, int type, int op, int comm)
{
    COLLECTIVE(whole(comm, "MPI_Scan", recvbuf, (size_t)count, type), given(sendbuf == MPI_IN_PLACE ? recvbuf : sendbuf, (size_t)count, type),
               ckptm_Iscan(sendbuf, recvbuf, count, type, op, comm, SLOT));
}

int ckpt_MPI_Exscan(const void *sendbuf, void *recvbuf, int count, int type, int op, int comm)
{
    COLLECTIVE(ckptm_comm_get(comm, "MPI_Exscan")->rank ? whole(comm, "MPI_Exscan", recvbuf, (size_t)count, type) : nothing(comm, "MPI_Exscan"),
               given(sendbuf == MPI_IN_PLACE ? recvbuf : sendbuf, (size_t)count, type),
               ckptm_Iexscan(sendbuf, recvbuf, count, type, op, comm, SLOT));
}

int ckpt_MPI_Reduce_scatter_block(const void *sendbuf, void *recvbuf, int recvcount, int type, int op, int comm)
{
    COLLECTIVE(whole(comm, "MPI_Reduce_scatter_block", recvbuf, (size_t)recvcount, type),
               given(sendbuf == MPI_IN_PLACE ? recvbuf : sendbuf, per_rank(recvcount, comm, "MPI_Reduce_scatter_block"), type),
               ckptm_Ireduce_scatter_block(sendbuf, recvbuf, recvcount, type, op, comm, SLOT));
}

int ckpt_MPI_Gather(const void *sendbuf, int sendcount, int sendtype, void *recvbuf, int recvcount, int recvtype, int root, int comm)
{
    COLLECTIVE(is_root(root, comm, "MPI_Gather") ? whole(comm, "MPI_Gather", recvbuf, per_rank(recvcount, comm, "MPI_Gather"), recvtype)
                                                 : nothing(comm, "MPI_Gather"),
               given_own(sendbuf, sendcount, sendtype, recvbuf, (ptrdiff_t)recvcount * own_rank(comm, "MPI_Gather"), recvcount, recvtype),
               ckptm_Igather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, SLOT));
}

int ckpt_MPI_Gatherv(const void *sendbuf, int sendcount, int sendtype, void *recvbuf, const int recvcounts[], const int displs[],
                     int recvtype, int root, int comm)
{
    COLLECTIVE(is_root(root, comm, "MPI_Gatherv") ? parts(comm, "MPI_Gatherv", recvbuf, recvcounts, displs, recvtype) : nothing(comm, "MPI_Gatherv"),
               sendbuf != MPI_IN_PLACE ? given(sendbuf, (size_t)sendcount, sendtype)
                   : given_own(sendbuf, 0, 0, recvbuf, displs[root], recvcounts[root], recvtype),
               ckptm_Igatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm, SLOT));
}

int ckpt_MPI_Scatter(const void *sendbuf, int sendcount, int sendtype, void *recvbuf, int recvcount, int recvtype, int root, int comm)
{
    COLLECTIVE(recvbuf == MPI_IN_PLACE ? nothing(comm, "MPI_Scatter") : whole(comm, "MPI_Scatter", recvbuf, (size_t)recvcount, recvtype),
               is_root(root, comm, "MPI_Scatter") ? given(sendbuf, per_rank(sendcount, comm, "MPI_Scatter"), sendtype) : 0,
               ckptm_Iscatter(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, SLOT));
}

int ckpt_MPI_Scatterv(const void *sendbuf, const int sendcounts[], const int displs[], int sendtype, void *recvbuf, int recvcount,
                      int recvtype, int root, int comm)
{
    COLLECTIVE(recvbuf == MPI_IN_PLACE ? nothing(comm, "MPI_Scatterv") : whole(comm, "MPI_Scatterv", recvbuf, (size_t)recvcount, recvtype),
               is_root(root, comm, "MPI_Scatterv") ? given_parts(sendbuf, sendcounts, displs, sendtype, comm) : 0,
               ckptm_Iscatterv(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm, SLOT));
}

int ckpt_MPI_Allgather(const void *sendbuf, int sendcount, int sendtype, void *recvbuf, int recvcount, int recvtype, int comm)
{
    COLLECTIVE(whole(comm, "MPI_Allgather", recvbuf, per_rank(recvcount, comm, "MPI_Allgather"), recvtype),
               given_own(sendbuf, sendcount, sendtype, recvbuf, (ptrdiff_t)recvcount * own_rank(comm, "MPI_Allgather"), recvcount, recvtype),
               ckptm_Iallgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, SLOT));
}

int ckpt_MPI_Allgatherv(const void *sendbuf, int sendcount, int sendtype, void *recvbuf, const int recvcounts[], const int displs[],
                        int recvtype, int comm)
{
    COLLECTIVE(parts(comm, "MPI_Allgatherv", recvbuf, recvcounts, displs, recvtype),
               given_own(sendbuf, sendcount, sendtype, recvbuf, displs[own_rank(comm, "MPI_Allgatherv")],
                         recvcounts[own_rank(comm, "MPI_Allgatherv")], recvtype),
               ckptm_Iallgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, SLOT));
}

int ckpt_MPI_Alltoall(const void *sendbuf, int sendcount, int sendtype, void *recvbuf, int recvcount, int recvtype, int comm)
{
    COLLECTIVE(whole(comm, "MPI_Alltoall", recvbuf, per_rank(recvcount, comm, "MPI_Alltoall"), recvtype),
               sendbuf == MPI_IN_PLACE ? given(recvbuf, per_rank(recvcount, comm, "MPI_Alltoall"), recvtype)
                                       : given(sendbuf, per_rank(sendcount, comm, "MPI_Alltoall"), sendtype),
               ckptm_Ialltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, SLOT));
}

int ckpt_MPI_Alltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[], int sendtype, void *recvbuf,
                       const int recvcounts[], const int rdispls[], int recvtype, int comm)
{
    COLLECTIVE(parts(comm, "MPI_Alltoallv", recvbuf, recvcounts, rdispls, recvtype),
               sendbuf == MPI_IN_PLACE ? given_parts(recvbuf, recvcounts, rdispls, recvtype, comm)
                                       : given_parts(sendbuf, sendcounts, sdispls, sendtype, comm),
               ckptm_Ialltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, SLOT));
}
