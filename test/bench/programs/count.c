/* count.c - how many messages and collectives a program makes: preloaded under it, says so on stderr at MPI_Finalize, all ranks together. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <stdio.h>

static long long calls;

#define COUNTED(NAME, PARAMETERS, ARGUMENTS)            \
    int MPI_##NAME PARAMETERS                           \
    {                                                   \
        calls++;                                        \
        return PMPI_##NAME ARGUMENTS;                   \
    }
#define MESSAGE void *b, int n, MPI_Datatype t, int peer, int tag, MPI_Comm c
#define CMESSAGE const MESSAGE

COUNTED(Send, (CMESSAGE), (b, n, t, peer, tag, c))
COUNTED(Isend, (CMESSAGE, MPI_Request *r), (b, n, t, peer, tag, c, r))
COUNTED(Recv, (MESSAGE, MPI_Status *s), (b, n, t, peer, tag, c, s))
COUNTED(Irecv, (MESSAGE, MPI_Request *r), (b, n, t, peer, tag, c, r))
COUNTED(Bcast, (void *b, int n, MPI_Datatype t, int root, MPI_Comm c), (b, n, t, root, c))
COUNTED(Reduce, (const void *s, void *b, int n, MPI_Datatype t, MPI_Op op, int root, MPI_Comm c), (s, b, n, t, op, root, c))
COUNTED(Allreduce, (const void *s, void *b, int n, MPI_Datatype t, MPI_Op op, MPI_Comm c), (s, b, n, t, op, c))
COUNTED(Gather, (const void *s, int m, MPI_Datatype u, void *b, int n, MPI_Datatype t, int root, MPI_Comm c), (s, m, u, b, n, t, root, c))
COUNTED(Gatherv, (const void *s, int m, MPI_Datatype u, void *b, const int *n, const int *d, MPI_Datatype t, int root, MPI_Comm c),
        (s, m, u, b, n, d, t, root, c))
COUNTED(Allgather, (const void *s, int m, MPI_Datatype u, void *b, int n, MPI_Datatype t, MPI_Comm c), (s, m, u, b, n, t, c))
COUNTED(Allgatherv, (const void *s, int m, MPI_Datatype u, void *b, const int *n, const int *d, MPI_Datatype t, MPI_Comm c),
        (s, m, u, b, n, d, t, c))
COUNTED(Barrier, (MPI_Comm c), (c))

int MPI_Finalize(void)
{
    long long all = 0;
    int rank;

    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    PMPI_Reduce(&calls, &all, 1, MPI_LONG_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0)
        fprintf(stderr, "%lld calls\n", all);
    return PMPI_Finalize();
}
