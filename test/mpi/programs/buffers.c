/* buffers.c - buffers of pending requests on the stack of a caller, in static memory, and in heap to which nothing but the
 * request leads: the program gets the address back from a message that carries it. */
#include "result.h"

enum { N = 40 };

static uint32_t fixed[N];

/* The block is known to the library alone until the message for it has arrived: its address is then read from a table that
 * is filled only after the wait. */
static void post_hidden(int from, int round, MPI_Request *request, MPI_Datatype *type)
{
    uint32_t *block = malloc(N * sizeof *block);

    CHECK(block);
    block[N - 1] = (uint32_t)round;
    MPI_Type_contiguous(N - 1, MPI_UINT32_T, type);
    MPI_Type_commit(type);
    MPI_Irecv(block, 1, *type, from, 2, MPI_COMM_WORLD, request);
    MPI_Type_free(type);
}

static void send_hidden(int to, int round, MPI_Request *request)
{
    uint32_t *block = malloc(N * sizeof *block);

    CHECK(block);
    for (int i = 0; i < N; i++)
        block[i] = value_of(round * N + i, rank);
    MPI_Isend(block, N - 1, MPI_UINT32_T, to, 2, MPI_COMM_WORLD, request);
    /* Lost on purpose: freeing it would need the pointer that only the request keeps. */
}

static uint64_t inner(uint64_t sum, uint32_t *callers, int round, int from, MPI_Request *outer)
{
    uint32_t mine[N];
    MPI_Request requests[2];

    MPI_Irecv(mine, N, MPI_UINT32_T, from, 3, MPI_COMM_WORLD, &requests[0]);
    MPI_Irecv(fixed, N, MPI_UINT32_T, from, 4, MPI_COMM_WORLD, &requests[1]);
    #pragma ckpt name(on_stack)
    for (int tag = 4; tag >= 3; tag--) {
        uint32_t out[N];

        for (int i = 0; i < N; i++)
            out[i] = value_of(round * N + i, rank + tag);
        MPI_Send(out, N, MPI_UINT32_T, (rank + 1) % size, tag, MPI_COMM_WORLD);
    }
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    MPI_Wait(outer, MPI_STATUS_IGNORE);
    for (int i = 0; i < N; i++) {
        CHECK(mine[i] == value_of(round * N + i, from + 3) && fixed[i] == value_of(round * N + i, from + 4));
        sum = fold(fold(sum, mine[i]), callers[i]);
    }
    return sum;
}

int main(int argc, char **argv)
{
    int rounds = begin(&argc, &argv, 12), to = (rank + 1) % size, from = (rank + size - 1) % size;
    uint64_t sum = 1;

    for (int round = 0; round < rounds; round++) {
        uint32_t callers[N], out[N];
        MPI_Request request, hidden, hidden_send;
        MPI_Datatype type;
        MPI_Status status;
        int count;

        MPI_Irecv(callers, N, MPI_UINT32_T, from, 1, MPI_COMM_WORLD, &request);
        post_hidden(from, round, &hidden, &type);
        send_hidden(to, round, &hidden_send);
        #pragma ckpt name(hidden)
        for (int i = 0; i < N; i++)
            out[i] = value_of(round * N + i, rank);
        MPI_Send(out, N, MPI_UINT32_T, to, 1, MPI_COMM_WORLD);
        sum = inner(sum, callers, round, from, &request);
        MPI_Wait(&hidden, &status);
        MPI_Get_count(&status, MPI_UINT32_T, &count);
        CHECK(count == N - 1);
        MPI_Wait(&hidden_send, MPI_STATUS_IGNORE);
        sum = fold(sum, (uint64_t)count);
    }
    return end(sum);
}
