/* waits.c - after a restart a rank waits for something else than the message that is to be sent again to it: a barrier, or its own send. All the same it
 * takes what others send that MPI does not take by itself. */
#include <unistd.h>
#include "result.h"

enum { LONG = 300000 };

static uint32_t big[LONG], in[LONG];

static void fill(int round)
{
    for (int i = 0; i < LONG; i++)
        big[i] = value_of(round, i);
}

/* At its site it has not sent what the other's probe has matched at that one's. */
static void sender(int round)
{
    int word = round;

    fill(round);
    #pragma ckpt name(sender)
    usleep(30000);
    MPI_Send(&word, 1, MPI_INT, 1, 1, MPI_COMM_WORLD);
    MPI_Send(big, LONG, MPI_UINT32_T, 1, 2, MPI_COMM_WORLD);
    if (round % 2)
        MPI_Recv(in, LONG, MPI_UINT32_T, 1, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    else
        MPI_Barrier(MPI_COMM_WORLD);
}

static uint64_t receiver(int round, uint64_t sum)
{
    MPI_Message message;
    MPI_Request request;
    int word = -1;

    fill(round);
    MPI_Mprobe(0, 1, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
    #pragma ckpt name(receiver)
    MPI_Irecv(in, LONG, MPI_UINT32_T, 0, 2, MPI_COMM_WORLD, &request);
    if (round % 2)
        MPI_Ssend(big, LONG, MPI_UINT32_T, 0, 3, MPI_COMM_WORLD);
    else
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Mrecv(&word, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    CHECK(word == round);
    for (int i = 0; i < LONG; i++)
        CHECK(in[i] == value_of(round, i));
    return fold(sum, in[round]);
}

int main(int argc, char **argv)
{
    int rounds = begin(&argc, &argv, 12);
    uint64_t sum = 1;

    for (int round = 0; size > 1 && round < rounds; round++) {
        if (rank == 0)
            sender(round);
        else
            sum = receiver(round, sum);
    }
    return end(sum);
}
