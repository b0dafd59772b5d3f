/* graphs.c - a distributed graph of which each rank names edges of its choice: all edges are told to all ranks, and each makes it of its own.
 *
 * Open MPI 4.1's MPI_Dist_graph_create hangs now and then when graphs are made one after the other, even with a barrier between; its
 * MPI_Dist_graph_create_adjacent does not. And so neighbours have the same order under any MPI: that of the ranks that name the edges.
 */
#include <stdlib.h>
#include "real.h"

enum { FROM, TO, WEIGHT, WORDS };

static void *room(size_t count)
{
    void *at = calloc(count + 1, sizeof(int));

    if (!at)
        abort();
    return at;
}

/* The edges that this rank names, WORDS ints each. */
static int *own_edges(int n, const int *sources, const int *degrees, const int *destinations, const int *weights, int *count)
{
    int *edges, at = 0;

    *count = 0;
    for (int i = 0; i < n; i++)
        *count += degrees[i];
    edges = room((size_t)*count * WORDS);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < degrees[i]; k++, at++) {
            edges[WORDS * at + FROM] = sources[i];
            edges[WORDS * at + TO] = destinations[at];
            edges[WORDS * at + WEIGHT] = weights ? weights[at] : 0;
        }
    return edges;
}

static int *all_edges(MPI_Comm comm, const int *own, int count, int *total)
{
    int size, words = WORDS * count, *sizes, *all;

    PMPI_Comm_size(comm, &size);
    sizes = room(2 * (size_t)size);
    PMPI_Allgather(&words, 1, MPI_INT, sizes, 1, MPI_INT, comm);
    *total = 0;
    for (int r = 0; r < size; r++) {
        sizes[size + r] = *total;
        *total += sizes[r];
    }
    all = room((size_t)*total);
    PMPI_Allgatherv(own, words, MPI_INT, all, sizes, sizes + size, MPI_INT, comm);
    *total /= WORDS;
    free(sizes);
    return all;
}

/* Edges whose word `mine` is this rank: the ranks at their other end, and behind them the weights. */
static int *ends(const int *edges, int total, int rank, int mine, int other, int *count)
{
    int *list = room(2 * (size_t)total), *weights = list + total;

    *count = 0;
    for (int e = 0; e < total; e++)
        if (edges[WORDS * e + mine] == rank) {
            list[*count] = edges[WORDS * e + other];
            weights[(*count)++] = edges[WORDS * e + WEIGHT];
        }
    return list;
}

int ckptm_dist_graph_create(int comm, int n, const int *sources, const int *degrees, const int *destinations, const int *weights, int to)
{
    MPI_Comm real = ckptm_real_comm(comm), made = MPI_COMM_NULL;
    int rank, count, total, in, out, result;
    int *own = own_edges(n, sources, degrees, destinations, weights, &count), *all = all_edges(real, own, count, &total), *from, *onto;

    PMPI_Comm_rank(real, &rank);
    from = ends(all, total, rank, TO, FROM, &in);
    onto = ends(all, total, rank, FROM, TO, &out);
    result = PMPI_Dist_graph_create_adjacent(real, in, from, weights ? from + total : MPI_UNWEIGHTED, out, onto, weights ? onto + total : MPI_UNWEIGHTED,
                                             MPI_INFO_NULL, 0, &made);
    if (result == MPI_SUCCESS)
        ckptm_put_comm(to, made);
    free(own);
    free(all);
    free(from);
    free(onto);
    return ckptm_our_error(result);
}
