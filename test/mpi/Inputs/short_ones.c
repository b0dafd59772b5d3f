/* short_ones.c - messages shorter than their receives, in every way to receive them: what has not come leaves the buffer as it was. */
#include <string.h>
#include "../programs/result.h"

enum { ROOM = 12000 };            /* ints: some messages are longer than a buffer that is kept for the next */

typedef struct pair {
    double number;
    int place;
} pair;

static int in[ROOM], out[ROOM];
static pair pairs_in[8], pairs_out[8];

static uint64_t take(uint64_t sum, int k)
{
    MPI_Request request;
    MPI_Message message;
    MPI_Status status;
    int count;

    memset(in, -1, sizeof in);
    switch (k % 4) {
    case 0:
        MPI_Recv(in, ROOM, MPI_INT, 0, k, MPI_COMM_WORLD, &status);
        break;
    case 1:
        MPI_Irecv(in, ROOM, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &request);
        MPI_Wait(&request, &status);
        break;
    case 2:
        MPI_Mprobe(0, MPI_ANY_TAG, MPI_COMM_WORLD, &message, &status);
        MPI_Mrecv(in, ROOM, MPI_INT, &message, &status);
        break;
    default:
        MPI_Recv_init(in, ROOM, MPI_INT, 0, k, MPI_COMM_WORLD, &request);
        MPI_Start(&request);
        MPI_Wait(&request, &status);
        MPI_Request_free(&request);
    }
    MPI_Get_count(&status, MPI_INT, &count);
    sum = fold(sum, (uint64_t)count);
    for (int i = 0; i < ROOM; i++)
        sum = fold(sum, (uint64_t)in[i]);
    return sum;
}

int main(int argc, char **argv)
{
    int rounds = begin(&argc, &argv, 60);
    uint64_t sum = 1;

    for (int k = 0; k < rounds; k++) {
        int length = k % 7 == 6 ? ROOM - 1 - k : k % 7;

        if (rank == 0) {
            MPI_Request request;

            for (int i = 0; i < length; i++)
                out[i] = k * 100 + i;
            for (int i = 0; i < 3; i++)
                pairs_out[i] = (pair){ k + i / 4.0, i };
            MPI_Isend(out, length, MPI_INT, 1, k, MPI_COMM_WORLD, &request);
            MPI_Wait(&request, MPI_STATUS_IGNORE);
            MPI_Send(pairs_out, k % 4, MPI_DOUBLE_INT, 1, 1000 + k, MPI_COMM_WORLD);
        } else {
            sum = take(sum, k);
            memset(pairs_in, 0, sizeof pairs_in);
            MPI_Recv(pairs_in, 8, MPI_DOUBLE_INT, 0, 1000 + k, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            for (int i = 0; i < 8; i++)
                sum = fold(sum, (uint64_t)(pairs_in[i].number * 4 + pairs_in[i].place));
        }
        #pragma ckpt
    }
    return end(sum);
}
