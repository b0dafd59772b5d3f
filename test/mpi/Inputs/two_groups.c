/* two_groups.c - communicators made of an intercommunicator while collectives of it are pending, of which few were called on it since it was made, here or
 * by a restart. Before them the program calls some, without which Open MPI 4.1 by itself mixes up the two.
 * usage: two_groups ROUNDS PENDING duplicate | dup | merge | split: how many reductions are pending; what is called */
#include "../programs/result.h"
#include <string.h>
#include <unistd.h>

enum { MOST = 4 };

static MPI_Comm make(const char *how, MPI_Comm both, int side, MPI_Request *request)
{
    MPI_Comm made = MPI_COMM_NULL;

    *request = MPI_REQUEST_NULL;
    if (!strcmp(how, "dup"))
        MPI_Comm_dup(both, &made);
    else if (!strcmp(how, "merge"))
        MPI_Intercomm_merge(both, side, &made);
    else
        MPI_Comm_split(both, 0, rank, &made);
    return made;
}

/* The sum of what the other group gives in its numbers, of which there is one for each member of this group. */
static int expected(int round, int side, int k)
{
    int sum = 0;

    for (int i = 0; i < size; i++)
        if ((i >= size / 2) != side)
            sum += 1000 * round + 10 * i + k;
    return sum;
}

static uint64_t one_round(uint64_t sum, int round, int pending, const char *how, MPI_Comm both, int side)
{
    int give[MOST], all[MOST] = { 0 }, mine = -1, me;
    MPI_Request requests[MOST + 2], duplicate;
    MPI_Comm made;

    MPI_Comm_rank(both, &me);
    for (int k = 0; k < MOST; k++)
        give[k] = 1000 * round + 10 * rank + k;
    if (rank == size - 1) {
        #pragma ckpt name(before)
        usleep(5000);                                /* the others have all theirs pending */
    }
    for (int k = 0; k < pending; k++)
        MPI_Iallreduce(&give[k], &all[k], 1, MPI_INT, MPI_SUM, both, &requests[k]);
    MPI_Ireduce_scatter_block(give, &mine, 1, MPI_INT, MPI_SUM, both, &requests[pending]);
    if (rank != size - 1) {
        #pragma ckpt name(posted)
        sum = fold(sum, 1);
    } else {
        usleep(3000);                                /* the others make theirs already */
    }
    if (!strcmp(how, "duplicate"))
        MPI_Comm_idup(both, &made, &duplicate);
    else
        made = make(how, both, side, &duplicate);
    requests[pending + 1] = duplicate;
    MPI_Waitall(pending + 2, requests, MPI_STATUSES_IGNORE);
    for (int k = 0; k < pending; k++)
        CHECK(all[k] == expected(round, side, k));
    CHECK(mine == expected(round, side, me));
    MPI_Comm_free(&made);
    return fold(sum, (uint64_t)mine);
}

int main(int argc, char **argv)
{
    int rounds = begin(&argc, &argv, 4), pending = argc > 2 ? atoi(argv[2]) : 1, side = rank >= size / 2, one = 1, all;
    const char *how = argc > 3 ? argv[3] : "duplicate";
    MPI_Comm half, both;
    uint64_t sum = 1;

    MPI_Comm_split(MPI_COMM_WORLD, side, rank, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, side ? 0 : size / 2, 7, &both);
    for (int i = 0; i < 20; i++)
        MPI_Allreduce(&one, &all, 1, MPI_INT, MPI_SUM, both);
    for (int round = 0; round < rounds; round++) {
        sum = one_round(sum, round, pending, how, both, side);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Comm_free(&both);
    MPI_Comm_free(&half);
    return end(sum);
}
