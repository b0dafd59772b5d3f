/* width.c - the datatype that MPI_Type_match_size gives for a size_t is one of a size_t after a restart with another width, too. */
#include "../programs/result.h"

int main(int argc, char **argv)
{
    int rounds = begin(&argc, &argv, 20), to = (rank + 1) % size, from = (rank + size - 1) % size, bytes;
    MPI_Datatype first, now;
    MPI_Request request;
    uint64_t sum = 1;

    MPI_Type_match_size(MPI_TYPECLASS_INTEGER, sizeof(size_t), &first);
    for (int k = 0; k < rounds; k++) {
        size_t out[3], in[3];

        for (int i = 0; i < 3; i++)
            out[i] = (size_t)(value_of(k + i, rank) >> 1);
        MPI_Irecv(in, 3, first, from, 1, MPI_COMM_WORLD, &request);
        MPI_Send(out, 3, first, to, 1, MPI_COMM_WORLD);
        #pragma ckpt
        MPI_Type_size(first, &bytes);
        CHECK(bytes == (int)sizeof(size_t));
        MPI_Type_match_size(MPI_TYPECLASS_INTEGER, sizeof(size_t), &now);
        CHECK(now == first);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        for (int i = 0; i < 3; i++)
            sum = fold(sum, in[i]);
    }
    return end(sum);
}
