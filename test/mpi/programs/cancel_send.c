/* cancel_send.c - sends that are cancelled while held, on the way or done. The sender tells the receiver whether there will
 * be a message; either way the same number arrives. */
#include "result.h"

int main(int argc, char **argv)
{
    int rounds = begin(&argc, &argv, 25), to = (rank + 1) % size, from = (rank + size - 1) % size;
    uint64_t sum = 1;

    for (int round = 0; round < rounds; round++) {
        MPI_Request request;
        MPI_Status status;
        uint32_t out = value_of(round, rank), in;
        int cancelled, will_come;

        MPI_Isend(&out, 1, MPI_UINT32_T, to, 1, MPI_COMM_WORLD, &request);
        #pragma ckpt name(sent)
        MPI_Cancel(&request);
        #pragma ckpt name(cancelling)
        MPI_Wait(&request, &status);
        MPI_Test_cancelled(&status, &cancelled);
        if (cancelled)
            MPI_Send(&out, 1, MPI_UINT32_T, to, 3, MPI_COMM_WORLD);
        will_come = !cancelled;
        MPI_Send(&will_come, 1, MPI_INT, to, 2, MPI_COMM_WORLD);
        MPI_Recv(&will_come, 1, MPI_INT, from, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        #pragma ckpt name(told)
        MPI_Recv(&in, 1, MPI_UINT32_T, from, will_come ? 1 : 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        CHECK(in == value_of(round, from));
        sum = fold(sum, in);
    }
    return end(sum);
}
