/* rings.c - neighbours of a grid that are one rank: rings of two ranks, or of one.
 *
 * What a rank sends forwards in a dimension, its neighbour gets from behind (MPI 3.1, 7.6), also where both neighbours are the same rank. Open MPI
 * 4.1's non-blocking calls, with which the layer makes all, and MPICH 4.0's calls with counts or datatypes give the first message to the first
 * receive, which is the wrong one there. The library itself is asked, once for each call; where it is so, the receives of such a pair
 * change places.
 */
#include <stdlib.h>
#include "real.h"

/* What a ring of one rank sends itself both ways. */
static void exchange(ckptm_ring_call call, const int *sent, int *got)
{
    int one = 1, counts[2] = { 1, 1 }, places[2] = { 0, 1 };
    MPI_Aint bytes[2] = { 0, sizeof(int) };
    MPI_Datatype types[2] = { MPI_INT, MPI_INT };
    MPI_Comm ring;
    MPI_Request request;

    PMPI_Cart_create(MPI_COMM_SELF, 1, &one, &one, 0, &ring);
    if (call == CKPTM_RING_ALLTOALL)
        PMPI_Ineighbor_alltoall(sent, 1, MPI_INT, got, 1, MPI_INT, ring, &request);
    else if (call == CKPTM_RING_ALLTOALLV)
        PMPI_Ineighbor_alltoallv(sent, counts, places, MPI_INT, got, counts, places, MPI_INT, ring, &request);
    else
        PMPI_Ineighbor_alltoallw(sent, counts, bytes, types, got, counts, bytes, types, ring, &request);
    PMPI_Wait(&request, MPI_STATUS_IGNORE);
    PMPI_Comm_free(&ring);
}

/* Whether what was sent backwards goes to the receive from behind. */
static bool is_crossed(ckptm_ring_call call)
{
    static enum { UNKNOWN, RIGHT, CROSSED } known[CKPTM_RING_CALLS];
    int sent[2] = { 1, 2 }, got[2] = { 0 };

    if (known[call] == UNKNOWN) {
        exchange(call, sent, got);
        known[call] = got[0] == sent[0] ? CROSSED : RIGHT;
    }
    return known[call] == CROSSED;
}

int *ckptm_ring_order(MPI_Comm comm, ckptm_ring_call call)
{
    int kind = MPI_UNDEFINED, n = 0, *order;
    bool any = false;

    PMPI_Topo_test(comm, &kind);
    if (kind != MPI_CART)
        return 0;
    PMPI_Cartdim_get(comm, &n);
    order = malloc((5 * (size_t)n + 1) * sizeof *order);
    if (!order)
        abort();
    PMPI_Cart_get(comm, n, order + 2 * n, order + 3 * n, order + 4 * n);
    for (int d = 0; d < n; d++) {
        int swap = order[2 * n + d] <= 2 && order[3 * n + d];

        order[2 * d] = 2 * d + swap;
        order[2 * d + 1] = 2 * d + 1 - swap;
        any |= swap;
    }
    if (any && is_crossed(call))
        return order;
    free(order);
    return 0;
}
