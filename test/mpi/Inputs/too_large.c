/* too_large.c - a late message of a long that only a machine with 64-bit longs can hold. */
#include "../programs/result.h"

int main(int argc, char **argv)
{
    int rounds = begin(&argc, &argv, 20), to = (rank + 1) % size, from = (rank + size - 1) % size, shift = sizeof(long) == 8 ? 40 : 20;
    uint64_t sum = 1;

    for (int round = 0; round < rounds; round++) {
        long number = (long)round << shift;

        MPI_Send(&number, 1, MPI_LONG, to, 1, MPI_COMM_WORLD);
        number = 0;
        #pragma ckpt name(flying)
        MPI_Recv(&number, 1, MPI_LONG, from, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        sum = fold(sum, (uint64_t)number >> shift);
        number = 0;
    }
    return end(sum);
}
