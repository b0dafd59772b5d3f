/* persistent.c - persistent requests of all modes: inactive, active or complete at a site, started one by one or together,
 * freed while active. */
#include "result.h"

enum { N = 6 };

static uint32_t in[N], out[N];

int main(int argc, char **argv)
{
    int rounds = begin(&argc, &argv, 20), to = (rank + 1) % size, from = (rank + size - 1) % size;
    int flag, room = 4096 + MPI_BSEND_OVERHEAD * 8;
    void *buffer = malloc((size_t)room);
    MPI_Request all[2 * N], last[2];
    MPI_Status status;
    uint64_t sum = 1;

    CHECK(buffer);
    MPI_Buffer_attach(buffer, room);
    for (int i = 0; i < N; i++)
        MPI_Recv_init(&in[i], 1, MPI_UINT32_T, i % 2 ? from : MPI_ANY_SOURCE, i, MPI_COMM_WORLD, &all[i]);
    MPI_Send_init(&out[0], 1, MPI_UINT32_T, to, 0, MPI_COMM_WORLD, &all[N + 0]);
    MPI_Ssend_init(&out[1], 1, MPI_UINT32_T, to, 1, MPI_COMM_WORLD, &all[N + 1]);
    MPI_Bsend_init(&out[2], 1, MPI_UINT32_T, to, 2, MPI_COMM_WORLD, &all[N + 2]);
    MPI_Send_init(&out[3], 1, MPI_UINT32_T, to, 3, MPI_COMM_WORLD, &all[N + 3]);
    MPI_Rsend_init(&out[4], 1, MPI_UINT32_T, to, 4, MPI_COMM_WORLD, &all[N + 4]);
    MPI_Send_init(&out[5], 1, MPI_UINT32_T, to, 5, MPI_COMM_WORLD, &all[N + 5]);
    for (int round = 0; round < rounds; round++) {
        #pragma ckpt name(inactive)
        MPI_Wait(&all[0], &status);
        CHECK(status.MPI_TAG == MPI_ANY_TAG && status.MPI_SOURCE == MPI_ANY_SOURCE);
        MPI_Startall(N, all);
        for (int i = 0; i < N; i++)
            out[i] = value_of(round * N + i, rank);
        MPI_Barrier(MPI_COMM_WORLD);                 /* for the ready send */
        #pragma ckpt name(half_started)
        for (int i = N - 1; i >= 0; i--)
            MPI_Start(&all[N + i]);
        #pragma ckpt name(started)
        if (round % 3 == 0) {
            MPI_Waitall(2 * N, all, MPI_STATUSES_IGNORE);
        } else if (round % 3 == 1) {
            int index;

            for (int i = 0; i < 2 * N; i++) {
                MPI_Waitany(2 * N, all, &index, &status);
                CHECK(index >= 0 && index < 2 * N);
                CHECK(index >= N || (status.MPI_SOURCE == from && status.MPI_TAG == index));
                #pragma ckpt name(some_complete) if(i == N)
                CHECK(all[index] != MPI_REQUEST_NULL);
            }
            MPI_Waitany(2 * N, all, &index, &status);
            CHECK(index == MPI_UNDEFINED);
        } else {
            for (int i = 0; i < 2 * N; i++)
                do
                    MPI_Test(&all[i], &flag, MPI_STATUS_IGNORE);
                while (!flag);
        }
        for (int i = 0; i < N; i++) {
            CHECK(in[i] == value_of(round * N + i, from));
            sum = fold(sum, in[i]);
        }
    }
    for (int i = 0; i < 2 * N; i++)
        MPI_Request_free(&all[i]);

    /* Freed while active: it goes through, and the message says so. */
    MPI_Recv_init(&in[0], 1, MPI_UINT32_T, from, 77, MPI_COMM_WORLD, &last[0]);
    MPI_Send_init(&out[0], 1, MPI_UINT32_T, to, 77, MPI_COMM_WORLD, &last[1]);
    out[0] = value_of(-1, rank);
    MPI_Startall(2, last);
    MPI_Request_free(&last[1]);
    #pragma ckpt name(freed)
    MPI_Wait(&last[0], MPI_STATUS_IGNORE);
    CHECK(last[0] != MPI_REQUEST_NULL && last[1] == MPI_REQUEST_NULL);
    MPI_Request_free(&last[0]);
    CHECK(in[0] == value_of(-1, from));
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Buffer_detach(&buffer, &room);
    free(buffer);
    return end(fold(sum, in[0]));
}
