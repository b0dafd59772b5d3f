/* arrivals.c - does a message overtake an earlier one of another tag? MPI allows it; without a delaying layer it hardly
 * happens. What was seen goes to stderr, "N overtaken"; the result does not depend on it. */
#include "result.h"

int main(int argc, char **argv)
{
    int rounds = begin(&argc, &argv, 100), to = (rank + 1) % size, from = (rank + size - 1) % size, overtaken = 0, all;
    uint64_t sum = 1;

    for (int round = 0; round < rounds; round++) {
        uint32_t first = value_of(round, rank), second = value_of(round, rank + 100);
        int flag = 0, early = 0;

        MPI_Send(&first, 1, MPI_UINT32_T, to, 1, MPI_COMM_WORLD);
        MPI_Send(&second, 1, MPI_UINT32_T, to, 2, MPI_COMM_WORLD);
        #pragma ckpt name(round)
        while (!flag)
            MPI_Iprobe(from, 2, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
        MPI_Iprobe(from, 1, MPI_COMM_WORLD, &early, MPI_STATUS_IGNORE);
        overtaken += !early;
        MPI_Recv(&second, 1, MPI_UINT32_T, from, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(&first, 1, MPI_UINT32_T, from, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        CHECK(first == value_of(round, from) && second == value_of(round, from + 100));
        sum = fold(fold(sum, first), second);
    }
    MPI_Reduce(&overtaken, &all, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    if (!rank)
        fprintf(stderr, "%d overtaken\n", all);
    return end(sum);
}
