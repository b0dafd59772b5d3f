/* rooted.c - collectives with a root that runs ahead of the others or behind: Bcast, Scatter (root leaves first), Reduce,
 * Gather (root leaves last), with point-to-point messages overtaking them and a site between any two. */
#include "result.h"

int main(int argc, char **argv)
{
    int rounds = begin(&argc, &argv, 25);
    uint64_t sum = 1;
    uint32_t many[64], few[64], one, all;

    CHECK(size <= 64);
    for (int i = 0; i < rounds; i++) {
        int root = i / 4 % size;

        one = value_of(i, rank);
        MPI_Send(&one, 1, MPI_UINT32_T, (rank + 1) % size, 9, MPI_COMM_WORLD);
        sum = fold(sum, work((rank == root) == (i % 2) ? 20000 : 0));
        #pragma ckpt name(before_bcast)
        all = rank == root ? value_of(i, 1000) : 0;
        MPI_Bcast(&all, 1, MPI_UINT32_T, root, MPI_COMM_WORLD);
        CHECK(all == value_of(i, 1000));
        #pragma ckpt name(before_reduce) if(rank == root)
        one = value_of(i, rank) ^ all;
        all = 0;
        MPI_Reduce(&one, &all, 1, MPI_UINT32_T, MPI_SUM, root, MPI_COMM_WORLD);
        sum = fold(sum, all);
        for (int k = 0; k < size; k++)
            many[k] = all ^ value_of(k, i);
        #pragma ckpt name(before_scatter) if(rank != root)
        MPI_Scatter(many, 1, MPI_UINT32_T, &one, 1, MPI_UINT32_T, root, MPI_COMM_WORLD);
        sum = fold(sum, one);
        one += (uint32_t)rank;
        MPI_Gather(&one, 1, MPI_UINT32_T, few, 1, MPI_UINT32_T, root, MPI_COMM_WORLD);
        for (int k = 0; k < size && rank == root; k++)
            sum = fold(sum, few[k]);
        #pragma ckpt name(before_recv)
        MPI_Recv(&one, 1, MPI_UINT32_T, (rank + size - 1) % size, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        CHECK(one == value_of(i, (rank + size - 1) % size));
        sum = fold(sum, one);
    }
    return end(sum);
}
