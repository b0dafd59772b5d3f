/* columns.c - columns of matrices in one large structure, by strides in bytes: one datatype, used at every column. */
#include "result.h"

enum { N = 100 };

typedef struct { char mark; double in[N][N]; long counts[N][3]; double out[N][N]; } grid;

int main(int argc, char **argv)
{
    int rounds = begin(&argc, &argv, 6), to = (rank + 1) % size, from = (rank + size - 1) % size;
    grid *g = calloc(1, sizeof *g);
    MPI_Datatype column, of_counts;
    uint64_t sum = 1;

    CHECK(g);
    MPI_Type_create_hvector(N, 1, N * sizeof(double), MPI_DOUBLE, &column);
    MPI_Type_commit(&column);
    MPI_Type_create_hvector(N, 1, 3 * sizeof(long), MPI_LONG, &of_counts);
    MPI_Type_commit(&of_counts);
    for (int round = 0; round < rounds; round++) {
        for (int i = 0; i < N; i++) {
            for (int k = 0; k < N; k++)
                g->in[i][k] = rank + i * k % 7 + round;
            for (int k = 0; k < 3; k++)
                g->counts[i][k] = rank + round * i + k;
        }
        for (int k = 0; k < N; k++) {
            MPI_Sendrecv(&g->in[0][k], 1, column, to, 1, &g->out[0][k], 1, column, from, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            if (k % 20 == 0) {
                #pragma ckpt
                MPI_Sendrecv_replace(&g->counts[0][k / 20 % 3], 1, of_counts, to, 2, from, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            }
        }
        for (int i = 0; i < N; i++)
            for (int k = 0; k < N; k++)
                CHECK(g->out[i][k] == from + i * k % 7 + round);
        for (int i = 0; i < N; i++)
            sum = fold(sum, (uint64_t)g->counts[i][1]);
    }
    MPI_Type_free(&column);
    MPI_Type_free(&of_counts);
    free(g);
    return end(sum);
}
