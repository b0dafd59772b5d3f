/* collectives.c - every blocking collective: v-forms with counts of zero and gaps, alltoallw with types, in place. */
#include "result.h"

enum { MOST = 16 };

static int counts[MOST], places[MOST], total;
static uint32_t out[MOST * MOST], in[MOST * MOST];

/* Rank i contributes (i + round) % 4 elements; the pieces lie in reverse order with a gap between. */
static void share(int round)
{
    total = 0;
    for (int i = size - 1; i >= 0; i--) {
        counts[i] = (i + round) % 4;
        places[i] = total;
        total += counts[i] + 1;
    }
}

static void fill(int round)
{
    for (int i = 0; i < MOST * MOST; i++) {
        out[i] = value_of(round * 1000 + i, rank) >> 1;  /* Open MPI 4.1.4 compares uint32_t as int */
        in[i] = 0;
    }
}

static uint64_t seal(uint64_t sum, int n)
{
    for (int i = 0; i < n; i++)
        sum = fold(sum, in[i]);
    return sum;
}

static uint64_t gathers(uint64_t sum, int round, int root)
{
    fill(round);
    MPI_Gatherv(out, counts[rank], MPI_UINT32_T, in, counts, places, MPI_UINT32_T, root, MPI_COMM_WORLD);
    sum = seal(sum, total);
    #pragma ckpt name(gatherv)
    MPI_Allgatherv(out + 1, counts[rank], MPI_UINT32_T, in, counts, places, MPI_UINT32_T, MPI_COMM_WORLD);
    sum = seal(sum, total);
    MPI_Scatterv(rank == root ? in : NULL, counts, places, MPI_UINT32_T, out, counts[rank], MPI_UINT32_T, root, MPI_COMM_WORLD);
    #pragma ckpt name(scatterv)
    MPI_Allgather(out, 2, MPI_UINT32_T, in, 2, MPI_UINT32_T, MPI_COMM_WORLD);
    sum = seal(sum, 2 * size);
    in[rank * 2] += (uint32_t)round;
    MPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, in, 2, MPI_UINT32_T, MPI_COMM_WORLD);
    sum = seal(sum, 2 * size);
    if (rank == root)
        MPI_Gather(MPI_IN_PLACE, 2, MPI_UINT32_T, in, 2, MPI_UINT32_T, root, MPI_COMM_WORLD);
    else
        MPI_Gather(out + 3, 2, MPI_UINT32_T, NULL, 0, MPI_UINT32_T, root, MPI_COMM_WORLD);
    #pragma ckpt name(gather_in_place) if(rank != root)
    if (rank == root)
        MPI_Scatter(in, 1, MPI_UINT32_T, MPI_IN_PLACE, 1, MPI_UINT32_T, root, MPI_COMM_WORLD);
    else
        MPI_Scatter(NULL, 0, MPI_UINT32_T, in, 1, MPI_UINT32_T, root, MPI_COMM_WORLD);
    return seal(sum, 2 * size);
}

static uint64_t exchanges(uint64_t sum, int round)
{
    int to_counts[MOST], to_places[MOST], bytes[MOST];
    MPI_Datatype types[MOST];

    fill(round);
    MPI_Alltoall(out, 3, MPI_UINT32_T, in, 3, MPI_UINT32_T, MPI_COMM_WORLD);
    sum = seal(sum, 3 * size);
    MPI_Alltoall(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, in, 2, MPI_UINT32_T, MPI_COMM_WORLD);
    sum = seal(sum, 3 * size);
    #pragma ckpt name(alltoall)
    for (int i = 0; i < size; i++) {
        to_counts[i] = (rank + round) % 4;
        to_places[i] = i * 4;
        counts[i] = (i + round) % 4;
        places[i] = i * 5;
        bytes[i] = i * 4 * 4;
        types[i] = MPI_UINT32_T;
    }
    MPI_Alltoallv(out, to_counts, to_places, MPI_UINT32_T, in, counts, places, MPI_UINT32_T, MPI_COMM_WORLD);
    sum = seal(sum, 5 * size);
    #pragma ckpt name(alltoallv)
    MPI_Alltoallw(out, to_counts, bytes, types, in, counts, bytes, types, MPI_COMM_WORLD);
    return seal(sum, 5 * size);
}

static uint64_t reductions(uint64_t sum, int round, int root)
{
    fill(round);
    MPI_Allreduce(out, in, 7, MPI_UINT32_T, MPI_SUM, MPI_COMM_WORLD);
    sum = seal(sum, 7);
    MPI_Allreduce(MPI_IN_PLACE, in, 5, MPI_UINT32_T, MPI_BXOR, MPI_COMM_WORLD);
    for (int i = 0; i < 7; i++)
        in[i] >>= 1;
    if (rank == root)
        MPI_Reduce(MPI_IN_PLACE, in, 6, MPI_UINT32_T, MPI_MAX, root, MPI_COMM_WORLD);
    else
        MPI_Reduce(in, NULL, 6, MPI_UINT32_T, MPI_MAX, root, MPI_COMM_WORLD);
    sum = seal(sum, 7);
    #pragma ckpt name(reduce)
    for (int i = 0; i < size; i++)
        counts[i] = (i + round) % 4;
    MPI_Reduce_scatter(out, in, counts, MPI_UINT32_T, MPI_SUM, MPI_COMM_WORLD);
    sum = seal(sum, 8);
    MPI_Reduce_scatter_block(out, in, 3, MPI_UINT32_T, MPI_MIN, MPI_COMM_WORLD);
    sum = seal(sum, 8);
    #pragma ckpt name(reduce_scatter)
    MPI_Scan(out, in, 4, MPI_UINT32_T, MPI_SUM, MPI_COMM_WORLD);
    sum = seal(sum, 4);
    in[0] = (uint32_t)rank;
    MPI_Exscan(out, in, 4, MPI_UINT32_T, MPI_SUM, MPI_COMM_WORLD);
    if (rank)
        sum = seal(sum, 4);
    MPI_Scan(MPI_IN_PLACE, out, 4, MPI_UINT32_T, MPI_BAND, MPI_COMM_WORLD);
    return fold(sum, out[3]);
}

int main(int argc, char **argv)
{
    int rounds = begin(&argc, &argv, 8);
    uint64_t sum = 1;

    CHECK(size <= MOST);
    for (int round = 0; round < rounds; round++) {
        share(round);
        sum = gathers(sum, round, round % size);
        MPI_Barrier(MPI_COMM_WORLD);
        sum = exchanges(sum, round);
        #pragma ckpt name(round)
        sum = reductions(sum, round, (round + 1) % size);
    }
    return end(sum);
}
