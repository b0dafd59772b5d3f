/* collectives.c - blocking collectives, which become non-blocking ones. See delay.h. */
#include "delay.h"

/* A blocking collective by its non-blocking form. */
#define COLLECTIVE(NAME, INAME, PARAMETERS, ...)                                \
    STORE(NAME);                                                                \
    STORE(INAME);                                                               \
    SHIM(NAME, PARAMETERS)                                                      \
    {                                                                           \
        MPI_Request request;                                                    \
        int result;                                                             \
                                                                                \
        tick();                                                                 \
        if (!on)                                                                \
            return REAL(NAME)(__VA_ARGS__);                                     \
        result = REAL(INAME)(__VA_ARGS__, &request);                            \
        return result == MPI_SUCCESS ? delay_Wait(&request, MPI_STATUS_IGNORE) : result; \
    }
#define ONE const void *a, int n, MPI_Datatype t
#define TWO ONE, void *b, int m, MPI_Datatype u
#define RED const void *a, void *b, int n, MPI_Datatype t, MPI_Op op
COLLECTIVE(Barrier, Ibarrier, (MPI_Comm c), c)
COLLECTIVE(Bcast, Ibcast, (void *a, int n, MPI_Datatype t, int root, MPI_Comm c), a, n, t, root, c)
COLLECTIVE(Gather, Igather, (TWO, int root, MPI_Comm c), a, n, t, b, m, u, root, c)
COLLECTIVE(Gatherv, Igatherv, (ONE, void *b, const int *m, const int *d, MPI_Datatype u, int root, MPI_Comm c),
           a, n, t, b, m, d, u, root, c)
COLLECTIVE(Scatter, Iscatter, (TWO, int root, MPI_Comm c), a, n, t, b, m, u, root, c)
COLLECTIVE(Scatterv, Iscatterv, (const void *a, const int *n, const int *d, MPI_Datatype t, void *b, int m, MPI_Datatype u,
                                 int root, MPI_Comm c), a, n, d, t, b, m, u, root, c)
COLLECTIVE(Allgather, Iallgather, (TWO, MPI_Comm c), a, n, t, b, m, u, c)
COLLECTIVE(Allgatherv, Iallgatherv, (ONE, void *b, const int *m, const int *d, MPI_Datatype u, MPI_Comm c),
           a, n, t, b, m, d, u, c)
COLLECTIVE(Alltoall, Ialltoall, (TWO, MPI_Comm c), a, n, t, b, m, u, c)
COLLECTIVE(Alltoallv, Ialltoallv, (const void *a, const int *n, const int *d, MPI_Datatype t, void *b, const int *m,
                                   const int *e, MPI_Datatype u, MPI_Comm c), a, n, d, t, b, m, e, u, c)
COLLECTIVE(Alltoallw, Ialltoallw, (const void *a, const int *n, const int *d, const MPI_Datatype *t, void *b, const int *m,
                                   const int *e, const MPI_Datatype *u, MPI_Comm c), a, n, d, t, b, m, e, u, c)
COLLECTIVE(Reduce, Ireduce, (RED, int root, MPI_Comm c), a, b, n, t, op, root, c)
COLLECTIVE(Allreduce, Iallreduce, (RED, MPI_Comm c), a, b, n, t, op, c)
COLLECTIVE(Scan, Iscan, (RED, MPI_Comm c), a, b, n, t, op, c)
COLLECTIVE(Exscan, Iexscan, (RED, MPI_Comm c), a, b, n, t, op, c)
COLLECTIVE(Reduce_scatter, Ireduce_scatter, (const void *a, void *b, const int *n, MPI_Datatype t, MPI_Op op, MPI_Comm c),
           a, b, n, t, op, c)
COLLECTIVE(Reduce_scatter_block, Ireduce_scatter_block, (RED, MPI_Comm c), a, b, n, t, op, c)
COLLECTIVE(Neighbor_allgather, Ineighbor_allgather, (TWO, MPI_Comm c), a, n, t, b, m, u, c)
COLLECTIVE(Neighbor_alltoall, Ineighbor_alltoall, (TWO, MPI_Comm c), a, n, t, b, m, u, c)
COLLECTIVE(Neighbor_allgatherv, Ineighbor_allgatherv, (ONE, void *b, const int *m, const int *d, MPI_Datatype u, MPI_Comm c),
           a, n, t, b, m, d, u, c)
COLLECTIVE(Neighbor_alltoallv, Ineighbor_alltoallv, (const void *a, const int *n, const int *d, MPI_Datatype t, void *b,
           const int *m, const int *e, MPI_Datatype u, MPI_Comm c), a, n, d, t, b, m, e, u, c)
COLLECTIVE(Neighbor_alltoallw, Ineighbor_alltoallw, (const void *a, const int *n, const MPI_Aint *d, const MPI_Datatype *t,
           void *b, const int *m, const MPI_Aint *e, const MPI_Datatype *u, MPI_Comm c), a, n, d, t, b, m, e, u, c)
