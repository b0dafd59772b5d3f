/* replace.c - Sendrecv and Sendrecv_replace; MPI_PROC_NULL, messages to oneself, messages of no elements. */
#include "result.h"

int main(int argc, char **argv)
{
    int rounds = begin(&argc, &argv, 40), right = (rank + 1) % size, left = (rank + size - 1) % size;
    int up = rank + 1 < size ? rank + 1 : MPI_PROC_NULL, down = rank ? rank - 1 : MPI_PROC_NULL;
    uint32_t row[16], mine[4], got[4];
    MPI_Status status;
    MPI_Request request;
    uint64_t sum = 1;
    int count;

    for (int i = 0; i < 16; i++)
        row[i] = value_of(i, rank);
    for (int round = 0; round < rounds; round++) {
        #pragma ckpt name(round)
        MPI_Sendrecv_replace(row, 16, MPI_UINT32_T, right, 1, left, 1, MPI_COMM_WORLD, &status);
        CHECK(status.MPI_SOURCE == left && status.MPI_TAG == 1);
        row[round % 16] += (uint32_t)rank;

        for (int i = 0; i < 4; i++)
            got[i] = mine[i] = row[i] + (uint32_t)i;
        MPI_Sendrecv(mine, 4, MPI_UINT32_T, up, 2, got, 4, MPI_UINT32_T, down, 2, MPI_COMM_WORLD, &status);
        if (!rank)
            CHECK(status.MPI_SOURCE == MPI_PROC_NULL && status.MPI_TAG == MPI_ANY_TAG && got[3] == mine[3]);
        MPI_Get_count(&status, MPI_UINT32_T, &count);
        CHECK(count == (rank ? 4 : 0));
        sum = fold(sum, got[2]);

        MPI_Isend(mine, 1, MPI_UINT32_T, rank, 3, MPI_COMM_WORLD, &request);
        #pragma ckpt name(to_myself)
        MPI_Recv(got, 4, MPI_UINT32_T, rank, 3, MPI_COMM_WORLD, &status);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        CHECK(got[0] == mine[0]);

        for (int i = 0; i <= round % 3; i++)
            MPI_Send(NULL, 0, MPI_INT, right, 4, MPI_COMM_WORLD);
        #pragma ckpt name(empty)
        for (int i = 0; i <= round % 3; i++) {
            MPI_Recv(got, i, MPI_UINT32_T, left, 4, MPI_COMM_WORLD, &status);
            MPI_Get_count(&status, MPI_UINT32_T, &count);
            CHECK(count == 0);
        }

        MPI_Send(mine, 4, MPI_UINT32_T, MPI_PROC_NULL, 5, MPI_COMM_WORLD);
        MPI_Irecv(mine, 4, MPI_UINT32_T, MPI_PROC_NULL, 5, MPI_COMM_WORLD, &request);
        #pragma ckpt name(proc_null)
        MPI_Wait(&request, MPI_STATUS_IGNORE);           /* MPICH 4.0.2 does not fill in this status */
        MPI_Recv(mine, 4, MPI_UINT32_T, MPI_PROC_NULL, 5, MPI_COMM_WORLD, &status);
        CHECK(status.MPI_SOURCE == MPI_PROC_NULL && status.MPI_TAG == MPI_ANY_TAG);
        MPI_Probe(MPI_PROC_NULL, 5, MPI_COMM_WORLD, &status);
        CHECK(status.MPI_SOURCE == MPI_PROC_NULL);
        sum = fold(sum, row[round % 16]);
    }
    return end(sum);
}
