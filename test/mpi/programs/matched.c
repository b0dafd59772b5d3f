/* matched.c - a probe has matched a message, a receive is posted that gets the next one, then the matched one is received: all of it is under way at
 * a site, and its sender sends it again after a restart. Each gets its own. */
#include <unistd.h>
#include "result.h"

enum { LONG = 60000, HELD = 2 };         /* so long that it is under way until its sender is in MPI again */

static uint32_t out[HELD + 1][LONG], in[HELD + 1][LONG];

static void fill(int round, int which)
{
    for (int i = 0; i < LONG; i++)
        out[which][i] = value_of(round * 4 + which, i);
}

static void expect(int round, int which)
{
    for (int i = 0; i < LONG; i++)
        CHECK(in[which][i] == value_of(round * 4 + which, i));
}

static void sender(int round)
{
    MPI_Request requests[HELD + 1];
    int ready;

    #pragma ckpt name(sender)
    MPI_Recv(&ready, 1, MPI_INT, 1, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int k = 0; k <= HELD; k++) {
        fill(round, k);
        MPI_Isend(out[k], LONG, MPI_UINT32_T, 1, 1, MPI_COMM_WORLD, &requests[k]);
    }
    usleep(30000);
    MPI_Waitall(HELD + 1, requests, MPI_STATUSES_IGNORE);
}

/* The first is matched first and received last, or (odd rounds) the second is matched by a probe, too. */
static uint64_t receiver(int round, uint64_t sum)
{
    MPI_Message first, second = MPI_MESSAGE_NULL;
    MPI_Request requests[HELD + 1];

    MPI_Send(&round, 1, MPI_INT, 0, 2, MPI_COMM_WORLD);
    MPI_Mprobe(0, 1, MPI_COMM_WORLD, &first, MPI_STATUS_IGNORE);
    if (round % 2)
        MPI_Mprobe(round % 4 == 1 ? MPI_ANY_SOURCE : 0, 1, MPI_COMM_WORLD, &second, MPI_STATUS_IGNORE);
    else
        MPI_Irecv(in[1], LONG, MPI_UINT32_T, round % 4 ? MPI_ANY_SOURCE : 0, 1, MPI_COMM_WORLD, &requests[1]);
    MPI_Irecv(in[2], LONG, MPI_UINT32_T, 0, 1, MPI_COMM_WORLD, &requests[2]);
    if (round % 2)
        MPI_Imrecv(in[1], LONG, MPI_UINT32_T, &second, &requests[1]);
    MPI_Imrecv(in[0], LONG, MPI_UINT32_T, &first, &requests[0]);
    #pragma ckpt name(receiver)
    MPI_Waitall(HELD + 1, requests, MPI_STATUSES_IGNORE);
    for (int k = 0; k <= HELD; k++)
        expect(round, k);
    return fold(sum, in[HELD][round]);
}

int main(int argc, char **argv)
{
    int rounds = begin(&argc, &argv, 12);
    uint64_t sum = 1;

    for (int round = 0; size > 1 && round < rounds; round++) {
        if (rank == 0)
            sender(round);
        else if (rank == 1)
            sum = receiver(round, sum);
        else {
            #pragma ckpt name(others)
            usleep(20000);
        }
    }
    return end(sum);
}
