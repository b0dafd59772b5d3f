/* empty_types.c - datatypes without data, by constructors that take another, made by one MPI and needed under the other. Plain Open MPI 4.1 makes no darray
 * of them. */
#include "../programs/result.h"

enum { KINDS = 6 };

static void make(MPI_Datatype types[KINDS])
{
    int sizes[] = { 4, 6 }, how[] = { MPI_DISTRIBUTE_BLOCK, MPI_DISTRIBUTE_CYCLIC }, plain[] = { MPI_DISTRIBUTE_DFLT_DARG, MPI_DISTRIBUTE_DFLT_DARG },
        grid[] = { 1, 1 }, part[] = { 2, 2 }, from[] = { 1, 0 };
    MPI_Datatype empty;

    MPI_Type_contiguous(0, MPI_INT, &empty);
    MPI_Type_create_darray(1, 0, 2, sizes, how, plain, grid, MPI_ORDER_C, empty, &types[0]);
    MPI_Type_create_subarray(2, sizes, part, from, MPI_ORDER_C, empty, &types[1]);
    MPI_Type_create_resized(empty, 0, 8, &types[2]);
    MPI_Type_vector(2, 2, 3, empty, &types[3]);
    MPI_Type_create_darray(1, 0, 2, sizes, how, plain, grid, MPI_ORDER_FORTRAN, types[2], &types[4]);
    MPI_Type_create_subarray(2, sizes, part, from, MPI_ORDER_FORTRAN, types[2], &types[5]);
    MPI_Type_free(&empty);
    for (int k = 0; k < KINDS; k++)
        MPI_Type_commit(&types[k]);
}

int main(int argc, char **argv)
{
    int rounds = begin(&argc, &argv, 30), to = (rank + 1) % size, from = (rank + size - 1) % size;
    MPI_Datatype types[KINDS];
    uint64_t sum = 1;

    make(types);
    for (int round = 0; round < rounds; round++) {
        #pragma ckpt
        for (int k = 0; k < KINDS; k++) {
            int out = round, in = -1, bytes;
            MPI_Aint lb, extent;

            MPI_Sendrecv(&out, 1, types[k], to, k, &in, 1, types[k], from, k, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            CHECK(in == -1);
            MPI_Type_size(types[k], &bytes);
            MPI_Type_get_extent(types[k], &lb, &extent);
            sum = fold(fold(fold(sum, (uint64_t)bytes), (uint64_t)(long long)lb), (uint64_t)(long long)extent);
        }
        sum = fold(sum, work(100000));
    }
    for (int k = 0; k < KINDS; k++)
        MPI_Type_free(&types[k]);
    return end(sum);
}
