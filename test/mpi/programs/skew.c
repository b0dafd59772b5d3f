/* skew.c - ranks pass the site at different iterations, and different numbers of times; messages run several rounds ahead.
 * Rank 0 is the slowest in one half of the run and the fastest in the other. */
#include "result.h"

enum { AHEAD = 6 };

static uint64_t visit(uint64_t sum, int i)
{
    #pragma ckpt name(skewed)
    return fold(sum, (uint64_t)i);
}

int main(int argc, char **argv)
{
    int rounds = begin(&argc, &argv, 120), next = (rank + 1) % size, before = (rank + size - 1) % size, sent = 0;
    uint64_t sum = 1;

    for (int i = 0; i < rounds; i++) {
        uint32_t v;

        if (i % (rank + 2) == rank)
            sum = visit(sum, i);
        for (; sent < rounds && sent < i + 1 + (rank + i) % AHEAD; sent++) {
            v = value_of(sent, rank);
            MPI_Send(&v, 1, MPI_UINT32_T, next, sent % 3, MPI_COMM_WORLD);
        }
        MPI_Recv(&v, 1, MPI_UINT32_T, before, i % 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        CHECK(v == value_of(i, before));
        sum = fold(sum, v);
        sum = fold(sum, work((i < rounds / 2 ? size - rank : rank) * 400));
    }
    return end(sum);
}
