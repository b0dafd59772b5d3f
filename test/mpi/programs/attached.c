/* attached.c - an attached buffer that is just large enough for the longs that are sent through it, in memory full of other things before; a site while
 * it is in use. On a machine with longer longs the messages are longer, too. */
#include "result.h"
#include <string.h>

enum { N = 400, MESSAGES = 6 };

int main(int argc, char **argv)
{
    int rounds = begin(&argc, &argv, 12), to = (rank + 1) % size, from = (rank + size - 1) % size, room;
    long out[N], in[N];
    void *buffer;
    uint64_t sum = 1;

    MPI_Pack_size(N, MPI_LONG, MPI_COMM_WORLD, &room);
    room = MESSAGES * (room + MPI_BSEND_OVERHEAD);
    buffer = malloc((size_t)room);
    CHECK(buffer);
    memset(buffer, 0xe9, (size_t)room);
    MPI_Buffer_attach(buffer, room);
    for (int round = 0; round < rounds; round++) {
        for (int m = 0; m < MESSAGES; m++) {
            for (int i = 0; i < N; i++)
                out[i] = (long)(value_of(round * MESSAGES + m, rank * N + i) >> 2) - 12345;
            MPI_Bsend(out, N, MPI_LONG, to, m, MPI_COMM_WORLD);
            #pragma ckpt name(half_full) if(m == 3)
            work(round * 100);
        }
        for (int m = 0; m < MESSAGES; m++) {
            MPI_Recv(in, N, MPI_LONG, from, m, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            for (int i = 0; i < N; i++) {
                CHECK(in[i] == (long)(value_of(round * MESSAGES + m, from * N + i) >> 2) - 12345);
                sum = fold(sum, (uint64_t)(long long)in[i]);
            }
        }
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Buffer_detach(&buffer, &room);
    free(buffer);
    return end(sum);
}
