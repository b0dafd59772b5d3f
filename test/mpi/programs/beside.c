/* beside.c - collectives with nothing on some ranks: a reduction in place of which a rank gets nothing, one from MPI_BOTTOM, data of no bytes, with which
 * no rank waits for another (MPICH, Open MPI: they are unsafe by MPI 3.1, 5.14, and work). Across lines. */
#include <unistd.h>
#include "result.h"

enum { MOST = 16 };

static int far, near;

/* Of a datatype with addresses it could not know where the numbers are. */
static void leave(void *in, void *out, int *count, MPI_Datatype *type)
{
    (void)in, (void)out, (void)count, (void)type;
}

static uint64_t scattered(int round, uint64_t sum)
{
    int counts[MOST] = { 2 }, values[2] = { rank + round, rank * 2 };  /* all to rank 0 */
    MPI_Request request;

    MPI_Ireduce_scatter(MPI_IN_PLACE, values, counts, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request);
    #pragma ckpt name(pending)
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    if (rank == 0) {
        CHECK(values[0] == size * round + size * (size - 1) / 2 && values[1] == size * (size - 1));
        sum = fold(sum, (uint64_t)values[0]);
    }
    return sum;
}

/* Where the two are is known by their addresses alone. */
static void everywhere(MPI_Datatype *type)
{
    int lengths[] = { 1, 1 };
    MPI_Aint at[2];
    MPI_Datatype types[] = { MPI_INT, MPI_INT };

    MPI_Get_address(&near, &at[0]);
    MPI_Get_address(&far, &at[1]);
    MPI_Type_create_struct(2, lengths, at, types, type);
    MPI_Type_commit(type);
}

static void bottom(MPI_Datatype type, MPI_Op op, int round)
{
    near = far = round + rank;
    if (rank)
        MPI_Reduce(MPI_BOTTOM, NULL, 1, type, op, 0, MPI_COMM_WORLD);
    else
        MPI_Reduce(MPI_IN_PLACE, MPI_BOTTOM, 1, type, op, 0, MPI_COMM_WORLD);
    CHECK(near == far && near >= round && near < round + size);      /* any rank's: the operation leaves what it finds */
}

static void no_bytes(void)
{
    int word = 1;

    if (rank == 0)
        MPI_Recv(&word, 1, MPI_INT, 1, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Bcast(&word, 0, MPI_INT, 0, MPI_COMM_WORLD);
    if (rank == 1)
        MPI_Send(&word, 1, MPI_INT, 0, 5, MPI_COMM_WORLD);
}

int main(int argc, char **argv)
{
    int steps = begin(&argc, &argv, 20);
    MPI_Datatype type;
    uint64_t sum = 1;
    MPI_Op op;

    everywhere(&type);
    MPI_Op_create(leave, 1, &op);
    for (int i = 0; i < steps; i++) {
        #pragma ckpt
        usleep(3000);
        sum = scattered(i, sum);
        bottom(type, op, i);
        no_bytes();
    }
    return end(sum);
}
