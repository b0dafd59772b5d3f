/* withdrawn.c - receives from any source that are cancelled, many sites before that: lines are made while what an older line's log says of the cancelling
 * is still to come, and the job restarts from those. Rank 2 is slow, so that logs last until after it. */
#include <unistd.h>
#include "result.h"

enum { SITES = 25, NEVER = 5 };

/* A while in which MPI moves on. */
static void idle(int microseconds)
{
    int there;

    usleep(microseconds);
    MPI_Iprobe(MPI_ANY_SOURCE, NEVER, MPI_COMM_WORLD, &there, MPI_STATUS_IGNORE);
    CHECK(!there);
}

static uint64_t one(int round, uint64_t sum)
{
    uint32_t v = value_of(round, rank), w[2] = { 0, 0 };
    MPI_Request requests[2];
    MPI_Status status;
    int to = (rank + 1) % size, gone;

    for (int i = 0; i < SITES; i++) {
        #pragma ckpt name(before)
        idle(rank == 2 ? 4000 : 200);
    }
    MPI_Irecv(&w[0], 1, MPI_UINT32_T, MPI_ANY_SOURCE, NEVER, MPI_COMM_WORLD, &requests[0]);
    MPI_Irecv(&w[0], 1, MPI_UINT32_T, MPI_ANY_SOURCE, NEVER, MPI_COMM_WORLD, &requests[1]);
    for (int i = 0; i < 2; i++) {
        MPI_Cancel(&requests[i]);
        MPI_Wait(&requests[i], &status);
        MPI_Test_cancelled(&status, &gone);
        CHECK(gone);
    }
    MPI_Send(&v, 1, MPI_UINT32_T, to, 1, MPI_COMM_WORLD);
    MPI_Recv(&w[1], 1, MPI_UINT32_T, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return fold(fold(sum, w[0]), w[1]);
}

int main(int argc, char **argv)
{
    int rounds = begin(&argc, &argv, 4);
    uint64_t sum = 1;

    for (int round = 0; round < rounds; round++)
        sum = one(round, sum);
    return end(sum);
}
