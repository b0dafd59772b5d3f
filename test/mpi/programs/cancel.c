/* cancel.c - receives that are cancelled, before or after a message could match; requests freed while they are active.
 * Whether a cancel comes in time may differ, so both outcomes lead to the same result. */
#include "result.h"

int main(int argc, char **argv)
{
    int rounds = begin(&argc, &argv, 25), to = (rank + 1) % size, from = (rank + size - 1) % size;
    uint64_t sum = 1;
    uint32_t kept[256];

    CHECK(rounds <= 256);
    for (int round = 0; round < rounds; round++) {
        MPI_Request request, maybe, forgotten;
        MPI_Status status;
        uint32_t in = 0, never = 0, out = value_of(round, rank), got;
        int cancelled;

        /* Nobody sends this: it must be cancelled. */
        MPI_Irecv(&never, 1, MPI_UINT32_T, from, 99, MPI_COMM_WORLD, &request);
        #pragma ckpt name(unmatched)
        MPI_Cancel(&request);
        #pragma ckpt name(cancelling)
        MPI_Wait(&request, &status);
        MPI_Test_cancelled(&status, &cancelled);
        CHECK(cancelled && !never);

        /* This may match before it is cancelled. */
        MPI_Irecv(&in, 1, MPI_UINT32_T, from, 1, MPI_COMM_WORLD, &maybe);
        MPI_Send(&out, 1, MPI_UINT32_T, to, 1, MPI_COMM_WORLD);
        work(rank * 2000);
        MPI_Cancel(&maybe);
        #pragma ckpt name(perhaps_cancelled)
        MPI_Wait(&maybe, &status);
        MPI_Test_cancelled(&status, &cancelled);
        if (cancelled)
            MPI_Recv(&in, 1, MPI_UINT32_T, from, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        CHECK(in == value_of(round, from));
        sum = fold(sum, in);

        /* A send freed at once: its buffer stays as it is until the answer comes. */
        kept[round] = out + 1;
        MPI_Isend(&kept[round], 1, MPI_UINT32_T, to, 2, MPI_COMM_WORLD, &forgotten);
        MPI_Request_free(&forgotten);
        CHECK(forgotten == MPI_REQUEST_NULL);
        #pragma ckpt name(send_freed)
        MPI_Recv(&got, 1, MPI_UINT32_T, from, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        CHECK(got == value_of(round, from) + 1);
        sum = fold(sum, got);

        /* A receive freed at once; a later message of the same envelope says that it is there. */
        in = 0;
        MPI_Irecv(&in, 1, MPI_UINT32_T, from, 3, MPI_COMM_WORLD, &forgotten);
        MPI_Request_free(&forgotten);
        MPI_Send(&out, 1, MPI_UINT32_T, to, 3, MPI_COMM_WORLD);
        MPI_Send(NULL, 0, MPI_INT, to, 3, MPI_COMM_WORLD);
        #pragma ckpt name(receive_freed)
        MPI_Recv(NULL, 0, MPI_INT, from, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Barrier(MPI_COMM_WORLD);
        sum = fold(sum, 3);
        work((int)(in & 1));
    }
    return end(sum);
}
