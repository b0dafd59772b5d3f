/* operation.c - operations of the program's that ask about the datatype they are called with, which is freed by then, and have a site: lines are made
 * at the sites outside. */
#include "../programs/result.h"

static int sizes;

/* Pairs of int. */
static void add(void *in, void *inout, int *count, MPI_Datatype *type)
{
    int bytes = 0, ints, addresses, types, combiner;
    MPI_Aint lb, extent = 0;

    MPI_Type_size(*type, &bytes);
    MPI_Type_get_extent(*type, &lb, &extent);
    MPI_Type_get_envelope(*type, &ints, &addresses, &types, &combiner);
    sizes += bytes == 8 && extent == 8 && combiner == MPI_COMBINER_CONTIGUOUS ? 0 : 1;
    for (int i = 0; i < *count; i++) {
        #pragma ckpt name(operation)
        for (int k = 0; k < 2; k++)
            ((int *)inout)[2 * i + k] += ((int *)in)[2 * i + k];
    }
}

int main(int argc, char **argv)
{
    int rounds = begin(&argc, &argv, 400), in[2] = { 1, 2 }, out[2];
    uint64_t sum = 1;
    MPI_Op op;

    for (int k = 0; k < rounds; k++) {
        MPI_Datatype pair;
        MPI_Request request;

        MPI_Type_contiguous(2, MPI_INT, &pair);
        MPI_Type_commit(&pair);
        MPI_Op_create(add, 1, &op);
        MPI_Iallreduce(in, out, 1, pair, op, MPI_COMM_WORLD, &request);
        MPI_Type_free(&pair);
        MPI_Op_free(&op);
        if (k % 3 == 0) {
            #pragma ckpt name(pending)
        }
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        sum = fold(fold(sum, (uint64_t)out[0]), (uint64_t)out[1]);
        in[k % 2] = k % 7 + rank;
        #pragma ckpt name(round) if(k % 10 == 0)
    }
    CHECK(sizes == 0);
    return end(sum);
}
