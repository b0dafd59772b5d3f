/* inter_rooted.c - reductions and broadcasts between the two groups of an intercommunicator, with a root in each by turns, blocking and not: some ranks
 * have no part in one, and in the next. */
#include "result.h"

int main(int argc, char **argv)
{
    int rounds = begin(&argc, &argv, 6), own, far;
    MPI_Comm half, bridge;
    uint64_t sum = 1;

    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - rank % 2, 9, &bridge);
    MPI_Comm_rank(half, &own);
    MPI_Comm_remote_size(bridge, &far);
    for (int round = 0; round < rounds; round++) {
        int takes = rank % 2 == round % 2, root = !takes ? 0 : own ? MPI_PROC_NULL : MPI_ROOT;
        int give[3] = { round, rank, 1 }, got[3] = { 0, 0, 0 };
        int value = -1;
        MPI_Request request;

        #pragma ckpt name(round)
        if (round / 2 % 2) {
            MPI_Ireduce(give, got, 3, MPI_INT, MPI_SUM, root, bridge, &request);
            #pragma ckpt name(posted)
            MPI_Wait(&request, MPI_STATUS_IGNORE);
        } else {
            MPI_Reduce(give, got, 3, MPI_INT, MPI_SUM, root, bridge);
        }
        if (root == MPI_ROOT)
            CHECK(got[2] == far && got[0] == round * far);
        if (root == MPI_ROOT)
            value = (int)value_of(round, 0);
        MPI_Bcast(&value, 1, MPI_INT, root, bridge);
        CHECK(root == MPI_PROC_NULL || value == (int)value_of(round, 0));
        sum = fold(sum, (uint64_t)(got[0] + 10 * got[1] + 1000 * got[2]));
    }
    MPI_Comm_free(&bridge);
    MPI_Comm_free(&half);
    return end(sum);
}
