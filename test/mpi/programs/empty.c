/* empty.c - nothing named in two ways: no items, and items of a datatype without bytes, on the two sides of MPI_Alltoallv and MPI_Alltoallw; and many
 * distributed graphs, one after the other. Open MPI's non-blocking collectives wait for each other there, its MPI_Dist_graph_create now and then. */
#include "result.h"

enum { MOST = 16 };

static void alltoalls(int step)
{
    int zeros[MOST] = { 0 }, ones[MOST], out = step, in = -1;
    MPI_Datatype empty, empties[MOST], ints[MOST];

    MPI_Type_contiguous(0, MPI_INT, &empty);
    MPI_Type_commit(&empty);
    for (int i = 0; i < MOST; i++) {
        ones[i] = 1;
        empties[i] = empty;
        ints[i] = MPI_INT;
    }
    MPI_Alltoallw(&out, ones, zeros, empties, &in, zeros, zeros, ints, MPI_COMM_WORLD);
    MPI_Alltoallw(&out, zeros, zeros, ints, &in, ones, zeros, empties, MPI_COMM_WORLD);
    #pragma ckpt name(between)
    MPI_Alltoallv(&out, ones, zeros, empty, &in, zeros, zeros, MPI_INT, MPI_COMM_WORLD);
    MPI_Alltoallv(&out, zeros, zeros, MPI_INT, &in, ones, zeros, empty, MPI_COMM_WORLD);
    CHECK(in == -1);
    MPI_Type_free(&empty);
}

static int graphs(int step)
{
    int one = 1, to = (rank + 1) % size, sum = 0;

    for (int i = 0; i < 20; i++) {
        int mine = 100 * step + rank, got = 0;
        MPI_Comm ring;

        MPI_Dist_graph_create(MPI_COMM_WORLD, 1, &rank, &one, &to, MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &ring);
        #pragma ckpt name(ring)
        MPI_Neighbor_allgather(&mine, 1, MPI_INT, &got, 1, MPI_INT, ring);
        CHECK(got == 100 * step + (rank + size - 1) % size);
        sum += got;
        MPI_Comm_free(&ring);
    }
    return sum;
}

int main(int argc, char **argv)
{
    int steps = begin(&argc, &argv, 4);
    uint64_t sum = 1;

    for (int i = 0; i < steps; i++) {
        alltoalls(i);
        sum = fold(sum, (uint64_t)graphs(i));
    }
    return end(sum);
}
