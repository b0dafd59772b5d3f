/* dist_graph.c - MPI_Dist_graph_create, each rank naming its own edges: which come in is for the MPI to find out, in an order
 * of its choice, so neighbours are folded in the order of their ranks. Then rank 0 names all edges, and the others give null pointers; and
 * each rank names one between two others, if there are as many. */
#include "result.h"

/* A ring, its weights the numbers of the edges. */
static uint64_t named_by_one(uint64_t sum)
{
    int *from = calloc(4 * (size_t)size, sizeof *from), *degrees = from + size, *to = degrees + size, *weights = to + size;
    int in, in_weight, out, out_weight, n_in, n_out, weighted;
    MPI_Comm ring;

    for (int i = 0; i < size; i++) {
        from[i] = i;
        degrees[i] = 1;
        to[i] = (i + 1) % size;
        weights[i] = 10 + i;
    }
    if (rank)
        MPI_Dist_graph_create(MPI_COMM_WORLD, 0, NULL, NULL, NULL, NULL, MPI_INFO_NULL, 0, &ring);
    else
        MPI_Dist_graph_create(MPI_COMM_WORLD, size, from, degrees, to, weights, MPI_INFO_NULL, 0, &ring);
    #pragma ckpt name(named_by_one)
    MPI_Dist_graph_neighbors_count(ring, &n_in, &n_out, &weighted);
    CHECK(n_in == 1 && n_out == 1 && weighted);
    MPI_Dist_graph_neighbors(ring, 1, &in, &in_weight, 1, &out, &out_weight);
    CHECK(out == (rank + 1) % size && out_weight == 10 + rank && in == (rank + size - 1) % size && in_weight == 10 + in);
    MPI_Comm_free(&ring);
    free(from);
    return fold(sum, (uint64_t)(in_weight * 100 + out_weight));
}

/* A ring again, the edge from each rank named by the rank before it. */
static uint64_t named_by_others(uint64_t sum)
{
    int from = (rank + 1) % size, degree = 1, to = (rank + 2) % size, weight = 20 + rank, before = (rank + size - 1) % size;
    int in, in_weight, out, out_weight, n_in, n_out, weighted;
    MPI_Comm ring;

    MPI_Dist_graph_create(MPI_COMM_WORLD, 1, &from, &degree, &to, &weight, MPI_INFO_NULL, 0, &ring);
    #pragma ckpt name(named_by_others)
    MPI_Dist_graph_neighbors_count(ring, &n_in, &n_out, &weighted);
    CHECK(n_in == 1 && n_out == 1 && weighted);
    MPI_Dist_graph_neighbors(ring, 1, &in, &in_weight, 1, &out, &out_weight);
    CHECK(out == (rank + 1) % size && out_weight == 20 + before);
    CHECK(in == before && in_weight == 20 + (before + size - 1) % size);
    MPI_Comm_free(&ring);
    return fold(sum, (uint64_t)(in_weight * 100 + out_weight));
}

int main(int argc, char **argv)
{
    int rounds = begin(&argc, &argv, 4), next = (rank + 1) % size, degree = 2;
    int to[2] = { next, rank }, weights[2] = { 3, 4 };
    uint64_t sum = 1;

    for (int round = 0; round < rounds; round++) {
        MPI_Comm directed;
        int n_in, n_out, weighted, sources[4], targets[4], in_weights[4], out_weights[4];
        uint32_t out = value_of(round, rank), in[4];

        #pragma ckpt name(round)
        MPI_Dist_graph_create(MPI_COMM_WORLD, 1, &rank, &degree, to, weights, MPI_INFO_NULL, 0, &directed);
        #pragma ckpt name(made)
        MPI_Dist_graph_neighbors_count(directed, &n_in, &n_out, &weighted);
        CHECK(n_in == 2 && n_out == 2 && weighted);
        MPI_Dist_graph_neighbors(directed, 2, sources, in_weights, 2, targets, out_weights);
        MPI_Neighbor_allgather(&out, 1, MPI_UINT32_T, in, 1, MPI_UINT32_T, directed);
        for (int i = 0; i < 2; i++) {
            int k = sources[0] < sources[1] ? i : 1 - i;

            CHECK(in[k] == value_of(round, sources[k]));
            CHECK(in_weights[k] == (sources[k] == rank ? 4 : 3));
            sum = fold(sum, in[k]);
        }
        MPI_Comm_free(&directed);
        sum = named_by_others(named_by_one(sum));
    }
    return end(sum);
}
