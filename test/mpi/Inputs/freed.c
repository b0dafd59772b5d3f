/* freed.c - communicators made and freed, 2,000 times each way; what is kept of them must not grow. */
#include "../programs/result.h"

int main(int argc, char **argv)
{
    int rounds = begin(&argc, &argv, 2000);
    uint64_t sum = 1;

    for (int round = 0; round < rounds; round++) {
        MPI_Comm copy, half;
        uint32_t v = value_of(round, rank), w = 0;

        if (round % 25 == 0) {
            #pragma ckpt
        }
        MPI_Comm_dup(MPI_COMM_WORLD, &copy);
        MPI_Sendrecv(&v, 1, MPI_UINT32_T, (rank + 1) % size, 1, &w, 1, MPI_UINT32_T, (rank + size - 1) % size, 1, copy, MPI_STATUS_IGNORE);
        sum = fold(sum, w);
        MPI_Comm_split(copy, rank % 2, rank, &half);
        MPI_Comm_free(&copy);
        MPI_Comm_free(&half);
    }
    return end(sum);
}
