/* intercomm.c - two groups: messages and collectives between them, MPI_ROOT, merging in both orders. */
#include "result.h"

int main(int argc, char **argv)
{
    int rounds = begin(&argc, &argv, 8), side = rank % 2, me, far, inter;
    MPI_Comm half, bridge, merged;
    uint64_t sum = 1;

    if (size < 2)
        return end(sum);
    MPI_Comm_split(MPI_COMM_WORLD, side, rank, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - side, 12, &bridge);
    MPI_Comm_test_inter(bridge, &inter);
    CHECK(inter);
    MPI_Comm_rank(bridge, &me);
    MPI_Comm_remote_size(bridge, &far);
    for (int round = 0; round < rounds; round++) {
        uint32_t v = value_of(round, rank), w = 0, all[16] = { 0 };
        MPI_Request requests[16];
        int low;

        CHECK(far <= 16);
        #pragma ckpt name(round)
        for (int i = 0; i < far; i++)
            MPI_Isend(&v, 1, MPI_UINT32_T, i, me, bridge, &requests[i]);
        #pragma ckpt name(sent) if(side == round % 2)
        for (int i = far - 1; i >= 0; i--) {
            MPI_Recv(&w, 1, MPI_UINT32_T, i, i, bridge, MPI_STATUS_IGNORE);
            CHECK(w == value_of(round, 2 * i + 1 - side));
            sum = fold(sum, w);
        }
        MPI_Waitall(far, requests, MPI_STATUSES_IGNORE);
        w = value_of(round, 500);
        if (side == round % 2)
            MPI_Bcast(&w, 1, MPI_UINT32_T, me ? MPI_PROC_NULL : MPI_ROOT, bridge);
        else
            MPI_Bcast(&w, 1, MPI_UINT32_T, 0, bridge);
        #pragma ckpt name(bcast)
        MPI_Allgather(&v, 1, MPI_UINT32_T, all, 1, MPI_UINT32_T, bridge);
        MPI_Allreduce(&v, &w, 1, MPI_UINT32_T, MPI_SUM, bridge);
        for (int i = 0; i < far; i++)
            w -= all[i];
        CHECK(w == 0);
        MPI_Intercomm_merge(bridge, side == round % 2, &merged);
        #pragma ckpt name(merged)
        MPI_Comm_rank(merged, &low);
        MPI_Scan(&v, &w, 1, MPI_UINT32_T, MPI_SUM, merged);
        sum = fold(fold(sum, w), (uint64_t)low);
        MPI_Comm_free(&merged);
    }
    MPI_Comm_free(&bridge);
    MPI_Comm_free(&half);
    return end(sum);
}
