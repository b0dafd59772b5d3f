/* truncate.c - messages longer than the receive: the error is returned, the message is consumed, later ones are intact; and
 * what statuses say: counts, elements of half a type, undefined. They are asked after a site. */
#include "result.h"

int main(int argc, char **argv)
{
    int rounds = begin(&argc, &argv, 25), to = (rank + 1) % size, from = (rank + size - 1) % size;
    uint64_t sum = 1;
    MPI_Datatype pair;

    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Type_contiguous(2, MPI_UINT32_T, &pair);
    MPI_Type_commit(&pair);
    for (int round = 0; round < rounds; round++) {
        uint32_t out[8], in[8] = { 0 };
        int error, class, pairs, elements, singles;
        MPI_Request requests[2];
        MPI_Status status, statuses[2];

        for (int i = 0; i < 8; i++)
            out[i] = value_of(round * 8 + i, rank);
        MPI_Send(out, 8, MPI_UINT32_T, to, 1, MPI_COMM_WORLD);
        MPI_Send(out, 7, MPI_UINT32_T, to, 1, MPI_COMM_WORLD);
        #pragma ckpt name(too_long)
        error = MPI_Recv(in, 4, MPI_UINT32_T, from, 1, MPI_COMM_WORLD, &status);
        MPI_Error_class(error, &class);
        CHECK(class == MPI_ERR_TRUNCATE);
        MPI_Recv(in, 4, pair, from, 1, MPI_COMM_WORLD, &status);
        #pragma ckpt name(ask_status)
        MPI_Get_count(&status, pair, &pairs);
        MPI_Get_elements(&status, pair, &elements);
        MPI_Get_count(&status, MPI_UINT32_T, &singles);
        CHECK(pairs == MPI_UNDEFINED && elements == 7 && singles == 7);
        CHECK(in[6] == value_of(round * 8 + 6, from) && in[7] == 0);
        sum = fold(sum, in[6]);

        /* One of two fails: the other's status stands. */
        MPI_Irecv(in, 1, MPI_UINT32_T, from, 2, MPI_COMM_WORLD, &requests[0]);
        MPI_Irecv(in + 1, 1, MPI_UINT32_T, from, 3, MPI_COMM_WORLD, &requests[1]);
        #pragma ckpt name(posted)
        MPI_Send(out, 2, MPI_UINT32_T, to, 2, MPI_COMM_WORLD);
        MPI_Send(out + 1, 1, MPI_UINT32_T, to, 3, MPI_COMM_WORLD);
        MPI_Barrier(MPI_COMM_WORLD);
        error = MPI_Waitall(2, requests, statuses);
        if (error == MPI_ERR_IN_STATUS && statuses[1].MPI_ERROR == MPI_ERR_PENDING)
            error = MPI_Wait(&requests[1], &statuses[1]);
        CHECK(error == MPI_ERR_IN_STATUS || error == MPI_SUCCESS);
        MPI_Error_class(statuses[0].MPI_ERROR, &class);
        CHECK(class == MPI_ERR_TRUNCATE);
        CHECK(in[1] == value_of(round * 8 + 1, from));
        sum = fold(sum, in[1]);
    }
    MPI_Type_free(&pair);
    return end(sum);
}
