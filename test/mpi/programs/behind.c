/* behind.c - a receive from any source is posted, others after it are complete, messages for it and those behind it come later: they come in order, whatever
 * of that was in the log of a line. Rank 2 is slow, so that what comes for rank 0 before the line's end and what after it is sure. */
#include <unistd.h>
#include "result.h"

enum { PENDING = 2, MATCHED, GO, READY, NEVER };

static uint64_t receiver(int round, uint64_t sum)
{
    uint32_t first, other, then;
    MPI_Request request;
    MPI_Status status;

    #pragma ckpt name(receiver)
    MPI_Irecv(&first, 1, MPI_UINT32_T, MPI_ANY_SOURCE, round % 2 ? PENDING : MPI_ANY_TAG, MPI_COMM_WORLD, &request);
    if (round % 2 == 0) {                            /* by any tag: one on the way to another must not be taken */
        MPI_Cancel(&request);
        MPI_Wait(&request, &status);
        MPI_Irecv(&first, 1, MPI_UINT32_T, MPI_ANY_SOURCE, PENDING, MPI_COMM_WORLD, &request);
    }
    MPI_Send(&round, 1, MPI_INT, 1, READY, MPI_COMM_WORLD);
    MPI_Recv(&other, 1, MPI_UINT32_T, MPI_ANY_SOURCE, MATCHED, MPI_COMM_WORLD, &status);
    if (round % 3 == 2)
        MPI_Probe(MPI_ANY_SOURCE, PENDING, MPI_COMM_WORLD, &status);
    MPI_Recv(&then, 1, MPI_UINT32_T, round % 3 ? status.MPI_SOURCE : MPI_ANY_SOURCE, PENDING, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    CHECK(other == value_of(round, 3));
    CHECK(first == value_of(round, 1));
    CHECK(then == value_of(round, 2));
    return fold(sum, then);
}

static void sender(int round)
{
    uint32_t v[3] = { value_of(round, 1), value_of(round, 2), value_of(round, 3) };
    int number;

    #pragma ckpt name(sender)
    MPI_Recv(&number, 1, MPI_INT, 0, READY, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Send(&v[2], 1, MPI_UINT32_T, 0, MATCHED, MPI_COMM_WORLD);
    MPI_Recv(&number, 1, MPI_INT, 2, GO, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    CHECK(number == round);
    MPI_Send(&v[0], 1, MPI_UINT32_T, 0, PENDING, MPI_COMM_WORLD);
    MPI_Send(&v[1], 1, MPI_UINT32_T, 0, PENDING, MPI_COMM_WORLD);
}

/* A while in which MPI moves on. */
static void idle(void)
{
    int there;

    for (int i = 0; i < 20; i++) {
        usleep(1000);
        MPI_Iprobe(MPI_ANY_SOURCE, NEVER, MPI_COMM_WORLD, &there, MPI_STATUS_IGNORE);
        CHECK(!there);
    }
}

static void slow(int round)
{
    idle();
    #pragma ckpt name(slow)
    idle();
    MPI_Send(&round, 1, MPI_INT, 1, GO, MPI_COMM_WORLD);
}

int main(int argc, char **argv)
{
    int rounds = begin(&argc, &argv, 12);
    uint64_t sum = 1;

    for (int round = 0; size > 2 && round < rounds; round++) {
        if (rank == 0)
            sum = receiver(round, sum);
        else if (rank == 1)
            sender(round);
        else if (rank == 2)
            slow(round);
    }
    return end(sum);
}
