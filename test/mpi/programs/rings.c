/* rings.c - grids in which both neighbours of a rank are the same, itself even: each gets what was sent its way, by all calls of neighbours with a block
 * for each, blocking and not. Some of either MPI's take the first message for the first receive there. */
#include "result.h"

enum { DIMS = 3, BLOCKS = 2 * DIMS, KINDS = 6 };

static int neighbours[BLOCKS];

/* What a rank sends to its neighbour `way`. */
static int sent_by(int who, int way, int step) { return 1000 * step + 10 * who + way; }

static void exchange(MPI_Comm grid, int kind, int *from, int *to)
{
    int counts[BLOCKS], places[BLOCKS];
    MPI_Aint bytes[BLOCKS];
    MPI_Datatype types[BLOCKS];
    MPI_Request request = MPI_REQUEST_NULL;

    for (int i = 0; i < BLOCKS; i++) {
        counts[i] = 1;
        places[i] = i;
        bytes[i] = i * (MPI_Aint)sizeof(int);
        types[i] = MPI_INT;
    }
    switch (kind) {
    case 0: MPI_Neighbor_alltoall(from, 1, MPI_INT, to, 1, MPI_INT, grid); break;
    case 1: MPI_Neighbor_alltoallv(from, counts, places, MPI_INT, to, counts, places, MPI_INT, grid); break;
    case 2: MPI_Neighbor_alltoallw(from, counts, bytes, types, to, counts, bytes, types, grid); break;
    case 3: MPI_Ineighbor_alltoall(from, 1, MPI_INT, to, 1, MPI_INT, grid, &request); break;
    case 4: MPI_Ineighbor_alltoallv(from, counts, places, MPI_INT, to, counts, places, MPI_INT, grid, &request); break;
    default: MPI_Ineighbor_alltoallw(from, counts, bytes, types, to, counts, bytes, types, grid, &request);
    }
    #pragma ckpt name(exchange)
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static uint64_t step(MPI_Comm grid, int number, uint64_t sum)
{
    for (int kind = 0; kind < KINDS; kind++) {
        int from[BLOCKS], to[BLOCKS];

        for (int way = 0; way < BLOCKS; way++) {
            from[way] = sent_by(rank, way, number);
            to[way] = -1;
        }
        exchange(grid, kind, from, to);
        for (int way = 0; way < BLOCKS; way++) {         /* from behind comes what it sent forwards */
            CHECK(to[way] == (neighbours[way] == MPI_PROC_NULL ? -1 : sent_by(neighbours[way], way ^ 1, number)));
            sum = fold(sum, (uint64_t)to[way]);
        }
    }
    return sum;
}

int main(int argc, char **argv)
{
    int steps = begin(&argc, &argv, 4), dims[DIMS] = { 1, size, 1 }, periods[DIMS] = { 1, 1, 0 };
    uint64_t sum = 1;
    MPI_Comm grid;

    MPI_Cart_create(MPI_COMM_WORLD, DIMS, dims, periods, 0, &grid);
    for (int d = 0; d < DIMS; d++)
        MPI_Cart_shift(grid, d, 1, &neighbours[2 * d], &neighbours[2 * d + 1]);
    for (int i = 0; i < steps; i++)
        sum = step(grid, i, sum);
    MPI_Comm_free(&grid);
    return end(sum);
}
