/* reverse.c - messages of many tags, received in the reverse of the order in which they were sent. */
#include "result.h"

enum { TAGS = 12 };

int main(int argc, char **argv)
{
    int rounds = begin(&argc, &argv, 30), right = (rank + 1) % size, left = (rank + size - 1) % size;
    uint64_t sum = 1;

    for (int round = 0; round < rounds; round++) {
        for (int tag = 0; tag < TAGS; tag++) {
            uint32_t v = value_of(round * TAGS + tag, rank);

            if (tag == TAGS / 2) {
                #pragma ckpt name(half_sent)
                sum = fold(sum, 0);
            }
            MPI_Send(&v, 1, MPI_UINT32_T, right, tag, MPI_COMM_WORLD);
        }
        for (int tag = TAGS - 1; tag >= 0; tag--) {
            uint32_t v;

            if (tag == TAGS / 3) {
                #pragma ckpt name(some_received)
                sum = fold(sum, 1);
            }
            MPI_Recv(&v, 1, MPI_UINT32_T, left, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            CHECK(v == value_of(round * TAGS + tag, left));
            sum = fold(sum, v);
        }
        sum = fold(sum, work(rank * 500));
    }
    return end(sum);
}
