/* idup.c - duplicates that are pending: members call it one after the other, each after a message of the one before, so none may wait in the call;
 * several at once, of one parent and of an intercommunicator; other collectives of the parent behind them; sites while some ranks have them and
 * others do not. Open MPI 4.1 by itself hangs here: its duplicates mix with what is started behind them, as far as each rank has got on. */
#include "result.h"

static uint64_t use(uint64_t sum, MPI_Comm comm, int round)
{
    uint32_t v = value_of(round, rank), all = 0;
    int me, n;

    MPI_Comm_rank(comm, &me);
    MPI_Comm_size(comm, &n);
    MPI_Allreduce(&v, &all, 1, MPI_UINT32_T, MPI_SUM, comm);
    MPI_Sendrecv_replace(&v, 1, MPI_UINT32_T, (me + 1) % n, 1, (me + n - 1) % n, 1, comm, MPI_STATUS_IGNORE);
    CHECK(v == value_of(round, (rank + size - 1) % size));
    return fold(fold(sum, all), v);
}

/* Wait, passing sites; how often is not the same in each run. */
static void pass(int n, MPI_Request *requests)
{
    int done = 0;

    while (!done) {
        #pragma ckpt name(pending)
        MPI_Testall(n, requests, &done, MPI_STATUSES_IGNORE);
    }
}

/* Let MPI get on, some ranks further than others. */
static void poke(int times)
{
    int flag;

    while (times--)
        MPI_Iprobe(MPI_ANY_SOURCE, 77, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
}

static uint64_t in_turn(uint64_t sum, int round)
{
    MPI_Comm made[3];
    MPI_Request requests[4];
    uint32_t token = value_of(round, 0), given = value_of(round, rank), all = 0;

    if (rank)
        MPI_Recv(&token, 1, MPI_UINT32_T, rank - 1, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int i = 0; i < 3; i++) {
        MPI_Comm_idup(MPI_COMM_WORLD, &made[i], &requests[i]);
        poke((rank + 7 * round + 3 * i) % 5 * 20);
    }
    MPI_Iallreduce(&given, &all, 1, MPI_UINT32_T, MPI_SUM, MPI_COMM_WORLD, &requests[3]);
    if (rank + 1 < size)
        MPI_Send(&token, 1, MPI_UINT32_T, rank + 1, 5, MPI_COMM_WORLD);
    sum = fold(sum, work((rank * 7 + round) % size * 3000));
    if (round % 2)
        pass(4, requests);
    else
        MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
    sum = fold(sum, all);
    #pragma ckpt name(made)
    for (int i = 2; i >= 0; i--) {
        sum = use(sum, made[i], round + i);
        MPI_Comm_free(&made[i]);
    }
    return sum;
}

static uint64_t of_two_groups(uint64_t sum, int round)
{
    MPI_Comm half, both, again;
    MPI_Request request;
    uint32_t v = value_of(round, rank), w = 0;
    int n;

    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - rank % 2, 3, &both);
    MPI_Comm_idup(both, &again, &request);
    #pragma ckpt name(two_groups)
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Comm_remote_size(again, &n);
    if (rank / 2 < n) {
        MPI_Sendrecv(&v, 1, MPI_UINT32_T, rank / 2, 1, &w, 1, MPI_UINT32_T, rank / 2, 1, again, MPI_STATUS_IGNORE);
        CHECK(w == value_of(round, rank ^ 1));
    }
    MPI_Comm_free(&again);
    MPI_Comm_free(&both);
    MPI_Comm_free(&half);
    return fold(sum, w);
}

int main(int argc, char **argv)
{
    int rounds = begin(&argc, &argv, 6);
    uint64_t sum = 1;

    for (int round = 0; round < rounds; round++) {
        sum = in_turn(sum, round);
        #pragma ckpt name(between) if(rank != round % size)
        if (round % 3 == 0 && size > 1)
            sum = of_two_groups(sum, round);
    }
    return end(sum);
}
