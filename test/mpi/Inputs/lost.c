/* lost.c - a datatype that goes from one block of the heap into another by a stride: no line can be made while it is there. */
#include "../programs/result.h"

int main(int argc, char **argv)
{
    int rounds = begin(&argc, &argv, 300);
    double *one = calloc(3, sizeof *one), *other = calloc(4000, sizeof *other);
    MPI_Aint from, to;
    MPI_Datatype type;
    uint64_t sum = 1;

    CHECK(one && other);
    MPI_Get_address(one, &from);
    MPI_Get_address(other, &to);
    MPI_Type_create_hvector(2, 1, MPI_Aint_diff(to, from), MPI_DOUBLE, &type);
    MPI_Type_set_name(type, "pair of blocks");
    MPI_Type_commit(&type);
    for (int round = 0; round < rounds; round++) {
        one[0] = round + rank;
        other[0] = round - rank;
        MPI_Bcast(one, 1, type, 0, MPI_COMM_WORLD);
        MPI_Barrier(MPI_COMM_WORLD);
        #pragma ckpt
        sum = fold(fold(sum, (uint64_t)one[0]), (uint64_t)other[0]);
    }
    MPI_Type_free(&type);
    return end(sum);
}
