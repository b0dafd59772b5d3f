/* overlap.c - calls that make communicators while duplicates are pending: of other parents, of the same one; by some members before the duplicate,
 * by others behind it. Open MPI 4.1 lets a call wait for those under way on parents with a lower number: without the layer it hangs here, if ranks are
 * not equally far. */
#include "result.h"

enum { PENDING = 4 };

static uint64_t use(uint64_t sum, MPI_Comm comm, int round)
{
    uint32_t v = value_of(round, rank), all = 0;
    int me, n;

    if (comm == MPI_COMM_NULL)
        return sum;
    MPI_Comm_rank(comm, &me);
    MPI_Comm_size(comm, &n);
    MPI_Allreduce(&v, &all, 1, MPI_UINT32_T, MPI_SUM, comm);
    MPI_Sendrecv_replace(&v, 1, MPI_UINT32_T, (me + 1) % n, 1, (me + n - 1) % n, 1, comm, MPI_STATUS_IGNORE);
    return fold(fold(sum, all), v);
}

static uint64_t use_up(uint64_t sum, MPI_Comm comm, int round)
{
    sum = use(sum, comm, round);
    if (comm != MPI_COMM_NULL)
        MPI_Comm_free(&comm);
    return sum;
}

static MPI_Comm of_even_ranks(MPI_Comm comm)
{
    int list[64], n = 0;
    MPI_Group all, even;
    MPI_Comm made = MPI_COMM_NULL;

    for (int r = 0; r < size; r += 2)
        list[n++] = r;
    MPI_Comm_group(comm, &all);
    MPI_Group_incl(all, n, list, &even);
    if (rank % 2 == 0)
        MPI_Comm_create_group(comm, even, 4, &made);
    MPI_Group_free(&even);
    MPI_Group_free(&all);
    return made;
}

/* Ranks get on differently with their duplicates before each call. */
static void look(MPI_Request *requests, int times)
{
    int done;

    while (times-- > 0)
        MPI_Testall(PENDING, requests, &done, MPI_STATUSES_IGNORE);
}

/* of: what is duplicated; in: what else communicators are made of. */
static uint64_t beside(uint64_t sum, MPI_Comm of, MPI_Comm in, int round)
{
    MPI_Comm duplicates[PENDING], made;
    MPI_Request requests[PENDING];

    for (int i = 0; i < PENDING; i++)
        MPI_Comm_idup(of, &duplicates[i], &requests[i]);
    look(requests, (rank + round) % 3);
    #pragma ckpt name(pending)
    MPI_Comm_split(in, (rank + round) % 2, size - rank, &made);
    sum = use_up(sum, made, round);
    look(requests, (rank + 2 * round) % 3);
    MPI_Comm_dup(in, &made);
    #pragma ckpt name(made)
    sum = use_up(sum, made, round);
    sum = use_up(sum, of_even_ranks(in), round);
    MPI_Waitall(PENDING, requests, MPI_STATUSES_IGNORE);
    for (int i = 0; i < PENDING; i++)
        sum = use_up(sum, duplicates[i], round + i);
    return sum;
}

/* A group's call has no place among the collectives of its parent: some make the duplicate first. */
static uint64_t either_way(uint64_t sum, int round)
{
    MPI_Comm duplicate, group;
    MPI_Request request;
    MPI_Group all;

    MPI_Comm_group(MPI_COMM_WORLD, &all);
    if ((rank + round) % 2)
        MPI_Comm_create_group(MPI_COMM_WORLD, all, 9, &group);
    #pragma ckpt name(between)
    MPI_Comm_idup(MPI_COMM_WORLD, &duplicate, &request);
    if ((rank + round) % 2 == 0)
        MPI_Comm_create_group(MPI_COMM_WORLD, all, 9, &group);
    #pragma ckpt name(both)
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Group_free(&all);
    return use_up(use_up(sum, group, round), duplicate, round + 1);
}

int main(int argc, char **argv)
{
    int rounds = begin(&argc, &argv, 4);
    uint64_t sum = 1;
    MPI_Comm other;

    MPI_Comm_dup(MPI_COMM_WORLD, &other);
    for (int round = 0; round < rounds; round++) {
        sum = beside(sum, MPI_COMM_WORLD, other, round);
        sum = beside(sum, other, MPI_COMM_WORLD, round);
        sum = beside(sum, other, other, round);
        sum = either_way(sum, round);
    }
    MPI_Comm_free(&other);
    return end(sum);
}
