/* probe.c - Probe, Iprobe, Mprobe, Improbe, Mrecv, Imrecv: sizes that only the probe tells, messages taken out of the queue
 * and held over a site before they are received, in another order. */
#include "result.h"

static uint32_t buffer[4][64];

static int length_of(int round, int k) { return (round * 7 + k * 13) % 60 + 1; }

static void send_all(int round, int to, MPI_Request *requests)
{
    for (int k = 0; k < 4; k++) {
        for (int i = 0; i < length_of(round, k); i++)
            buffer[k][i] = value_of(round * 4 + k, rank + i);
        MPI_Isend(buffer[k], length_of(round, k), MPI_UINT32_T, to, k, MPI_COMM_WORLD, &requests[k]);
    }
}

static uint64_t take(uint64_t sum, const uint32_t *got, int count, int round, int k, int from)
{
    CHECK(count == length_of(round, k));
    for (int i = 0; i < count; i++) {
        CHECK(got[i] == value_of(round * 4 + k, from + i));
        sum = fold(sum, got[i]);
    }
    return sum;
}

int main(int argc, char **argv)
{
    int rounds = begin(&argc, &argv, 20), to = (rank + 1) % size, from = (rank + size - 1) % size;
    uint64_t sum = 1;

    for (int round = 0; round < rounds; round++) {
        MPI_Request requests[4], request;
        MPI_Message first, second;
        MPI_Status status;
        uint32_t got[64];
        int count, flag = 0;

        send_all(round, to, requests);
        #pragma ckpt name(sent)
        MPI_Probe(from, 2, MPI_COMM_WORLD, &status);
        MPI_Get_count(&status, MPI_UINT32_T, &count);
        #pragma ckpt name(probed)
        MPI_Recv(got, count, MPI_UINT32_T, status.MPI_SOURCE, status.MPI_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        sum = take(sum, got, count, round, 2, from);

        MPI_Mprobe(from, 0, MPI_COMM_WORLD, &first, MPI_STATUS_IGNORE);
        while (!flag)
            MPI_Improbe(MPI_ANY_SOURCE, 3, MPI_COMM_WORLD, &flag, &second, &status);
        MPI_Get_count(&status, MPI_UINT32_T, &count);
        #pragma ckpt name(message_held)
        MPI_Mrecv(got, count, MPI_UINT32_T, &second, &status);
        CHECK(second == MPI_MESSAGE_NULL && status.MPI_SOURCE == from && status.MPI_TAG == 3);
        sum = take(sum, got, count, round, 3, from);

        MPI_Imrecv(got, 64, MPI_UINT32_T, &first, &request);
        #pragma ckpt name(imrecv)
        MPI_Wait(&request, &status);
        MPI_Get_count(&status, MPI_UINT32_T, &count);
        sum = take(sum, got, count, round, 0, from);

        for (flag = 0; !flag;)
            MPI_Iprobe(from, 1, MPI_COMM_WORLD, &flag, &status);
        MPI_Get_count(&status, MPI_UINT32_T, &count);
        #pragma ckpt name(iprobed)
        MPI_Recv(got, 64, MPI_UINT32_T, from, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        sum = take(sum, got, count, round, 1, from);
        MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);

        MPI_Mprobe(MPI_PROC_NULL, 1, MPI_COMM_WORLD, &first, &status);
        CHECK(first == MPI_MESSAGE_NO_PROC && status.MPI_SOURCE == MPI_PROC_NULL);
        MPI_Mrecv(got, 0, MPI_INT, &first, &status);
        CHECK(first == MPI_MESSAGE_NULL);
    }
    return end(sum);
}
