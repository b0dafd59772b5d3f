/* modes.c - synchronous, buffered and ready sends, blocking and not; sites while a synchronous send is unmatched, while the
 * attached buffer is full of messages, between a ready receive and its send. */
#include "result.h"

enum { BUFFERED = 20 };

static uint64_t synchronous(uint64_t sum, int round, int to, int from)
{
    uint32_t out = value_of(round, rank), in[2];
    MPI_Request request;
    int flag;

    MPI_Issend(&out, 1, MPI_UINT32_T, to, 1, MPI_COMM_WORLD, &request);
    #pragma ckpt name(issend)
    MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
    CHECK(!flag || size == 1 || rank >= 0);
    MPI_Recv(&in[0], 1, MPI_UINT32_T, from, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    if (rank % 2 == 0 && rank + 1 < size) {
        MPI_Ssend(&out, 1, MPI_UINT32_T, rank + 1, 2, MPI_COMM_WORLD);
    } else if (rank % 2) {
        #pragma ckpt name(ssend_waits)
        MPI_Recv(&in[1], 1, MPI_UINT32_T, rank - 1, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        CHECK(in[1] == value_of(round, rank - 1));
        sum = fold(sum, in[1]);
    }
    CHECK(in[0] == value_of(round, from));
    return fold(sum, in[0]);
}

static uint64_t buffered(uint64_t sum, int round, int to, int from)
{
    int room = BUFFERED * (MPI_BSEND_OVERHEAD + 64), back;
    char *buffer = malloc((size_t)room), *detached;
    uint32_t v;

    CHECK(buffer);
    MPI_Buffer_attach(buffer, room);
    for (int i = 0; i < BUFFERED; i++) {
        v = value_of(round * BUFFERED + i, rank);
        if (i % 4) {
            MPI_Bsend(&v, 1, MPI_UINT32_T, to, 10 + i % 3, MPI_COMM_WORLD);
        } else {
            MPI_Request request;

            MPI_Ibsend(&v, 1, MPI_UINT32_T, to, 10 + i % 3, MPI_COMM_WORLD, &request);
            MPI_Wait(&request, MPI_STATUS_IGNORE);
        }
    }
    #pragma ckpt name(buffer_full)
    for (int tag = 2; tag >= 0; tag--)
        for (int i = tag; i < BUFFERED; i += 3) {
            MPI_Recv(&v, 1, MPI_UINT32_T, from, 10 + tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            CHECK(v == value_of(round * BUFFERED + i, from));
            sum = fold(sum, v);
        }
    #pragma ckpt name(before_detach)
    MPI_Buffer_detach(&detached, &back);
    CHECK(detached == buffer && back == room);
    free(buffer);
    return sum;
}

static uint64_t ready(uint64_t sum, int round, int to, int from)
{
    uint32_t in[2], out[2] = { value_of(round, rank), value_of(round, rank + 100) };
    MPI_Request requests[3];

    MPI_Irecv(&in[0], 1, MPI_UINT32_T, from, 20, MPI_COMM_WORLD, &requests[0]);
    MPI_Irecv(&in[1], 1, MPI_UINT32_T, from, 21, MPI_COMM_WORLD, &requests[1]);
    MPI_Barrier(MPI_COMM_WORLD);
    #pragma ckpt name(receiver_ready)
    MPI_Irsend(&out[1], 1, MPI_UINT32_T, to, 21, MPI_COMM_WORLD, &requests[2]);
    MPI_Rsend(&out[0], 1, MPI_UINT32_T, to, 20, MPI_COMM_WORLD);
    #pragma ckpt name(rsend)
    MPI_Waitall(3, requests, MPI_STATUSES_IGNORE);
    CHECK(in[0] == value_of(round, from) && in[1] == value_of(round, from + 100));
    return fold(fold(sum, in[0]), in[1]);
}

int main(int argc, char **argv)
{
    int rounds = begin(&argc, &argv, 10), to = (rank + 1) % size, from = (rank + size - 1) % size;
    uint64_t sum = 1;

    for (int round = 0; round < rounds; round++) {
        sum = synchronous(sum, round, to, from);
        sum = buffered(sum, round, to, from);
        sum = ready(sum, round, to, from);
    }
    return end(sum);
}
