/* bottom.c - MPI_BOTTOM with the addresses of variables and of heap far apart: sent in all ways, also buffered and while outcomes of tests are replayed;
 * exchanged in place by MPI_Sendrecv_replace, which columns of a matrix and structures are, too. */
#include "result.h"

enum { N = 40 };

static int a;
static double m[N][N];
static char attached[4000];

typedef struct { char mark; long l; double x[2]; } item;
static item items[3];

static MPI_Datatype everywhere(int *far)
{
    int lengths[] = { 1, 1 };
    MPI_Aint at[2];
    MPI_Datatype types[] = { MPI_INT, MPI_INT }, type;

    MPI_Get_address(&a, &at[0]);
    MPI_Get_address(far, &at[1]);
    MPI_Type_create_struct(2, lengths, at, types, &type);
    MPI_Type_commit(&type);
    return type;
}

static MPI_Datatype of_items(void)
{
    int lengths[] = { 1, 1, 2 };
    MPI_Aint start, at[3];
    MPI_Datatype types[] = { MPI_CHAR, MPI_LONG, MPI_DOUBLE }, bare, type;

    MPI_Get_address(&items[0], &start);
    MPI_Get_address(&items[0].mark, &at[0]);
    MPI_Get_address(&items[0].l, &at[1]);
    MPI_Get_address(&items[0].x[0], &at[2]);
    for (int i = 0; i < 3; i++)
        at[i] = MPI_Aint_diff(at[i], start);
    MPI_Type_create_struct(3, lengths, at, types, &bare);
    MPI_Type_create_resized(bare, 0, sizeof(item), &type);
    MPI_Type_commit(&type);
    MPI_Type_free(&bare);
    return type;
}

static uint64_t replace(uint64_t sum, MPI_Datatype type, MPI_Datatype column, MPI_Datatype of_item, int to, int from, int round, int *far)
{
    int k = round % N;

    a = round + rank;
    *far = round * 3 - rank;
    MPI_Sendrecv_replace(MPI_BOTTOM, 1, type, to, 1, from, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    CHECK(a == round + from && *far == round * 3 - from);
    for (int i = 0; i < N; i++) {
        m[i][k] = round * i + rank;
        m[i][(k + 1) % N] = -1;
    }
    MPI_Sendrecv_replace(&m[0][k], 1, column, to, 2, from, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int i = 0; i < N; i++)
        CHECK(m[i][k] == round * i + from && m[i][(k + 1) % N] == -1);
    for (int i = 0; i < 3; i++)
        items[i] = (item){ (char)('a' + (round + i) % 20), round * 5L + rank + i, { round + i, round - rank } };
    MPI_Sendrecv_replace(items, 3, of_item, to, 3, from, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int i = 0; i < 3; i++)
        CHECK(items[i].mark == 'a' + (round + i) % 20 && items[i].l == round * 5L + from + i && items[i].x[0] == round + i && items[i].x[1] == round - from);
    return fold(fold(sum, (uint64_t)a), (uint64_t)m[N - 1][k]);
}

int main(int argc, char **argv)
{
    int rounds = begin(&argc, &argv, 24), to = (rank + 1) % size, from = (rank + size - 1) % size, *far = malloc(sizeof *far), in[2], flag, left;
    MPI_Datatype type, column, of_item = of_items();
    MPI_Request receive, send;
    void *detached;
    uint64_t sum = 1;

    CHECK(far);
    type = everywhere(far);
    MPI_Type_vector(N, 1, N, MPI_DOUBLE, &column);
    MPI_Type_commit(&column);
    MPI_Buffer_attach(attached, sizeof attached);
    for (int round = 0; round < rounds; round++) {
        MPI_Irecv(in, 2, MPI_INT, from, 4, MPI_COMM_WORLD, &receive);
        a = round;
        *far = rank * 3;
        if (round % (rank + 2) == 0) {
            #pragma ckpt name(skewed)
            ;
        }
        MPI_Isend(MPI_BOTTOM, 1, type, to, 4, MPI_COMM_WORLD, &send);
        for (flag = 0; !flag;)
            MPI_Test(&receive, &flag, MPI_STATUS_IGNORE);
        MPI_Wait(&send, MPI_STATUS_IGNORE);
        CHECK(in[0] == round && in[1] == from * 3);
        MPI_Bsend(MPI_BOTTOM, 1, type, to, 5, MPI_COMM_WORLD);
        MPI_Send(MPI_BOTTOM, 1, type, to, 6, MPI_COMM_WORLD);
        #pragma ckpt name(flying)
        for (int tag = 6; tag >= 5; tag--) {
            MPI_Recv(in, 2, MPI_INT, from, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            CHECK(in[0] == round && in[1] == from * 3);
        }
        sum = replace(sum, type, column, of_item, to, from, round, far);
    }
    MPI_Buffer_detach(&detached, &left);
    MPI_Type_free(&type);
    MPI_Type_free(&column);
    MPI_Type_free(&of_item);
    free(far);
    return end(sum);
}
