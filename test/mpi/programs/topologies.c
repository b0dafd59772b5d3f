/* topologies.c - cart, graph and dist_graph communicators, made before and between sites, and their neighbourhood
 * collectives, blocking and not. */
#include "result.h"

/* What each neighbour is given is of its own length, or datatype; blocking and not. */
static uint64_t vectors(uint64_t sum, MPI_Comm comm, int degree_in, int degree_out, const uint32_t *out)
{
    int ones[16], places[16];
    MPI_Aint bytes[16];
    MPI_Datatype types[16];
    uint32_t in[32];
    MPI_Request request;

    for (int i = 0; i < 16; i++) {
        ones[i] = 1;
        places[i] = i;
        bytes[i] = 4 * i;
        types[i] = MPI_UINT32_T;
    }
    CHECK(degree_out <= 16);
    for (int way = 0; way < 4; way++) {
        for (int i = 0; i < degree_in; i++)
            in[i] = 0;
        if (way == 0)
            MPI_Neighbor_alltoallv(out, ones, places, MPI_UINT32_T, in, ones, places, MPI_UINT32_T, comm);
        else if (way == 1)
            MPI_Neighbor_alltoallw(out, ones, bytes, types, in, ones, bytes, types, comm);
        else if (way == 2)
            MPI_Ineighbor_alltoallv(out, ones, places, MPI_UINT32_T, in, ones, places, MPI_UINT32_T, comm, &request);
        else
            MPI_Ineighbor_alltoallw(out, ones, bytes, types, in, ones, bytes, types, comm, &request);
        #pragma ckpt name(each_its_own)
        if (way > 1)
            MPI_Wait(&request, MPI_STATUS_IGNORE);
        for (int i = 0; i < degree_in; i++)
            sum = fold(sum, in[i]);
    }
    return sum;
}

static uint64_t exchange(uint64_t sum, MPI_Comm comm, int degree_in, int degree_out, int round)
{
    uint32_t out[32], in[32] = { 0 };
    int counts[16], places[16];
    MPI_Request request;

    CHECK(degree_in <= 16 && degree_out <= 16);
    for (int i = 0; i < 32; i++)
        out[i] = value_of(round * 32 + i, rank);
    MPI_Neighbor_allgather(out, 2, MPI_UINT32_T, in, 2, MPI_UINT32_T, comm);
    for (int i = 0; i < 2 * degree_in; i++)
        sum = fold(sum, in[i]);
    #pragma ckpt name(neighbours)
    MPI_Ineighbor_alltoall(out, 1, MPI_UINT32_T, in, 1, MPI_UINT32_T, comm, &request);
    #pragma ckpt name(pending_neighbours)
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    for (int i = 0; i < degree_in; i++)
        sum = fold(sum, in[i]);
    for (int i = 0; i < degree_in; i++) {
        counts[i] = 1;
        places[i] = 2 * (degree_in - 1 - i);
    }
    MPI_Neighbor_allgatherv(out + 3, 1, MPI_UINT32_T, in, counts, places, MPI_UINT32_T, comm);
    for (int i = 0; i < 2 * degree_in; i++)
        sum = fold(sum, in[i]);
    MPI_Ineighbor_allgather(out + 5, 1, MPI_UINT32_T, in, 1, MPI_UINT32_T, comm, &request);
    #pragma ckpt name(pending_gathered)
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    for (int i = 0; i < degree_in; i++)
        sum = fold(sum, in[i]);
    MPI_Ineighbor_allgatherv(out + 7, 1, MPI_UINT32_T, in, counts, places, MPI_UINT32_T, comm, &request);
    #pragma ckpt name(pending_vectors)
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    for (int i = 0; i < 2 * degree_in; i++)
        sum = fold(sum, in[i]);
    return vectors(sum, comm, degree_in, degree_out, out + 10);
}

static uint64_t cartesian(uint64_t sum, MPI_Comm grid, int round)
{
    int dims[2], periods[2], coords[2], up, down, left, right, number;
    MPI_Comm row;
    uint32_t v = value_of(round, rank), w;

    MPI_Cart_get(grid, 2, dims, periods, coords);
    MPI_Cart_rank(grid, coords, &number);
    CHECK(number == rank && periods[0] && !periods[1]);
    MPI_Cart_shift(grid, 0, 1, &up, &down);
    MPI_Cart_shift(grid, 1, 1, &left, &right);
    MPI_Sendrecv(&v, 1, MPI_UINT32_T, down, 4, &w, 1, MPI_UINT32_T, up, 4, grid, MPI_STATUS_IGNORE);
    sum = fold(sum, w);
    w = 0;
    #pragma ckpt name(in_grid)
    MPI_Sendrecv(&v, 1, MPI_UINT32_T, right, 5, &w, 1, MPI_UINT32_T, left, 5, grid, MPI_STATUS_IGNORE);
    sum = fold(sum, w);
    MPI_Cart_sub(grid, (int[]){ 0, 1 }, &row);
    #pragma ckpt name(in_row)
    MPI_Allreduce(&v, &w, 1, MPI_UINT32_T, MPI_SUM, row);
    MPI_Comm_free(&row);
    return fold(sum, w);
}

int main(int argc, char **argv)
{
    int rounds = begin(&argc, &argv, 6), dims[2] = { 0, 0 }, degree, kind, n_in, n_out, weighted;
    int index[16], edges[32], before = (rank + size - 1) % size, next = (rank + 1) % size;
    int far = (rank + 2) % size, to[2] = { next, rank }, from[2] = { before, rank }, weights[2] = { 3, 4 }, sources[2], targets[2], sw[2], tw[2];
    MPI_Comm grid, ring, directed, adjacent;
    uint64_t sum = 1;

    CHECK(size <= 16);
    MPI_Dims_create(size, 2, dims);
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, (int[]){ 1, 0 }, 0, &grid);
    for (int i = 0; i < size; i++) {
        index[i] = 2 * (i + 1);
        edges[2 * i] = size > 2 ? (i + size - 1) % size : i;     /* no neighbour twice: the MPIs differ about those */
        edges[2 * i + 1] = (i + 1) % size;
    }
    MPI_Graph_create(MPI_COMM_WORLD, size, index, edges, 0, &ring);
    for (int round = 0; round < rounds; round++) {
        #pragma ckpt name(round)
        MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 2, from, weights, 2, to, weights, MPI_INFO_NULL, 0, &directed);
        #pragma ckpt name(one_made)
        MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, &before, MPI_UNWEIGHTED, 1, &next, MPI_UNWEIGHTED, MPI_INFO_NULL, 0,
                                       &adjacent);
        MPI_Topo_test(directed, &kind);
        CHECK(kind == MPI_DIST_GRAPH);
        MPI_Topo_test(ring, &kind);
        CHECK(kind == MPI_GRAPH);
        MPI_Dist_graph_neighbors_count(directed, &n_in, &n_out, &weighted);
        CHECK(n_in == 2 && n_out == 2 && weighted);
        MPI_Dist_graph_neighbors(directed, 2, sources, sw, 2, targets, tw);
        sum = fold(sum, (uint64_t)(tw[0] * 10 + tw[1]));
        MPI_Graph_neighbors_count(ring, rank, &degree);
        CHECK(degree == 2);
        MPI_Graph_neighbors(ring, rank, 2, targets);
        CHECK(targets[0] == (size > 2 ? before : rank) && targets[1] == next);
        sum = cartesian(sum, grid, round);
        sum = exchange(sum, ring, 2, 2, round);
        sum = exchange(sum, adjacent, 1, 1, round);
        sum = exchange(sum, directed, 2, 2, round);
        #pragma ckpt name(all_made)
        MPI_Comm_free(&directed);
        MPI_Comm_free(&adjacent);
        sum = fold(sum, (uint64_t)far);
    }
    MPI_Comm_free(&grid);
    MPI_Comm_free(&ring);
    return end(sum);
}
