/* blocking.c - a collective of one form (collectives/record.h) as the real MPI's blocking call. See shim.h.
 *
 * Purpose    where no line can ever come, for there is no directory for it, nothing has to be done while a collective is waited for, and the
 *            blocking calls are faster: MPICH 4.0 needs half as long for a small one.
 * Invariants the two forms of a collective do not match (MPI 3.1, 5.12), so what this looks at is the same on all ranks. Not with Open MPI,
 *            where collectives take turns with duplicates (collectives/turns.h), which has to go on while this rank waits.
 */
#include "mpi/collectives/record.h"
#include "real.h"

bool ckptm_can_be_blocking(const ckptm_collective *c)
{
#ifdef OPEN_MPI
    (void)c;
    return false;
#else
    int inter = 0;

    if (c->call == CKPTM_ALLTOALLW || c->call > CKPTM_EXSCAN)
        return false;
    PMPI_Comm_test_inter(ckptm_real_comm(c->comm), &inter);
    return !inter;
#endif
}

static int reduce(const ckptm_collective *c, const void *from, void *to, MPI_Comm comm)
{
    MPI_Datatype type = ckptm_real_type(c->receive.type);
    MPI_Op op = ckptm_real_op(c->op);
    int count = c->receive.count;

    switch (c->call) {
    case CKPTM_REDUCE: return PMPI_Reduce(from, to, count, type, op, real_rank(c->root), comm);
    case CKPTM_ALLREDUCE: return PMPI_Allreduce(from, to, count, type, op, comm);
    case CKPTM_REDUCE_SCATTER_BLOCK: return PMPI_Reduce_scatter_block(from, to, count, type, op, comm);
    case CKPTM_REDUCE_SCATTER: return PMPI_Reduce_scatter(from, to, c->receive.counts, type, op, comm);
    case CKPTM_SCAN: return PMPI_Scan(from, to, count, type, op, comm);
    default: return PMPI_Exscan(from, to, count, type, op, comm);
    }
}

static int others(const ckptm_collective *c, const void *from, void *to, MPI_Comm comm)
{
    const ckptm_side *s = &c->send, *r = &c->receive;
    MPI_Datatype t = ckptm_real_type(s->type), u = ckptm_real_type(r->type);

    switch (c->call) {
    case CKPTM_BCAST: return PMPI_Bcast(to, r->count, u, real_rank(c->root), comm);
    case CKPTM_GATHER: return PMPI_Gather(from, s->count, t, to, r->count, u, real_rank(c->root), comm);
    case CKPTM_GATHERV: return PMPI_Gatherv(from, s->count, t, to, r->counts, r->displs, u, real_rank(c->root), comm);
    case CKPTM_SCATTER: return PMPI_Scatter(from, s->count, t, to, r->count, u, real_rank(c->root), comm);
    case CKPTM_SCATTERV: return PMPI_Scatterv(from, s->counts, s->displs, t, to, r->count, u, real_rank(c->root), comm);
    case CKPTM_ALLGATHER: return PMPI_Allgather(from, s->count, t, to, r->count, u, comm);
    case CKPTM_ALLGATHERV: return PMPI_Allgatherv(from, s->count, t, to, r->counts, r->displs, u, comm);
    case CKPTM_ALLTOALL: return PMPI_Alltoall(from, s->count, t, to, r->count, u, comm);
    case CKPTM_ALLTOALLV: return PMPI_Alltoallv(from, s->counts, s->displs, t, to, r->counts, r->displs, u, comm);
    default: return PMPI_Barrier(comm);
    }
}

int ckptm_do_blocking(const ckptm_collective *c)
{
    const void *from = c->in_place & 1 ? MPI_IN_PLACE : c->send.buffer;
    void *to = c->in_place & 2 ? MPI_IN_PLACE : c->receive.buffer;
    MPI_Comm comm = ckptm_real_comm(c->comm);
    bool reduces = c->call >= CKPTM_REDUCE && c->call <= CKPTM_EXSCAN;

    return ckptm_our_error(reduces ? reduce(c, from, to, comm) : others(c, from, to, comm));
}
