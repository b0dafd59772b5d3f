/* clock.c - MPI_Wtime never goes back, and MPI_Wtick stays a fraction of a second; decisions from it do not reach the result. */
#include "result.h"

int main(int argc, char **argv)
{
    int rounds = begin(&argc, &argv, 60), to = (rank + 1) % size, from = (rank + size - 1) % size, *global, found;
    double start = MPI_Wtime(), last = start;
    uint64_t sum = 1;

    MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_WTIME_IS_GLOBAL, &global, &found);
    CHECK(MPI_Wtick() > 0 && MPI_Wtick() < 1);
    for (int round = 0; round < rounds; round++) {
        uint32_t v = value_of(round, rank);
        double now = MPI_Wtime();

        CHECK(now >= last);
        last = now;
        #pragma ckpt name(round)
        now = MPI_Wtime();
        CHECK(now >= last);
        CHECK(now - start < 3600);                  /* not the time since another machine was switched on */
        last = now;
        MPI_Sendrecv_replace(&v, 1, MPI_UINT32_T, to, 1, from, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        sum = fold(sum, v);
    }
    return end(sum);
}
