/* communicators.c - dup, idup, split, split_type, create, create_group: equal tags on different communicators, communicators
 * made on one rank's side of a site and used on the other's, freed while their messages are on the way. */
#include "result.h"

static uint64_t ring(uint64_t sum, MPI_Comm comm, int round)
{
    int me, n;
    uint32_t v = value_of(round, rank), w;

    MPI_Comm_rank(comm, &me);
    MPI_Comm_size(comm, &n);
    MPI_Sendrecv(&v, 1, MPI_UINT32_T, (me + 1) % n, 1, &w, 1, MPI_UINT32_T, (me + n - 1) % n, 1, comm, MPI_STATUS_IGNORE);
    return fold(fold(sum, w), (uint64_t)(me * 100 + n));
}

/* The same tag on three communicators, received in another order than sent. */
static uint64_t crossed(uint64_t sum, MPI_Comm a, MPI_Comm b, int round)
{
    MPI_Comm comms[3] = { MPI_COMM_WORLD, a, b };
    int to = (rank + 1) % size, from = (rank + size - 1) % size;
    uint32_t v;

    for (int i = 0; i < 3; i++) {
        v = value_of(round * 3 + i, rank);
        MPI_Send(&v, 1, MPI_UINT32_T, to, 7, comms[i]);
    }
    #pragma ckpt name(crossed)
    for (int i = 2; i >= 0; i--) {
        MPI_Recv(&v, 1, MPI_UINT32_T, from, 7, comms[i], MPI_STATUS_IGNORE);
        CHECK(v == value_of(round * 3 + i, from));
        sum = fold(sum, v);
    }
    return sum;
}

/* Freed by the sender and by the receiver while a message is on the way and a receive is posted. */
static uint64_t freed(uint64_t sum, int round)
{
    MPI_Comm comm;
    MPI_Request requests[2];
    uint32_t out = value_of(round, rank), in = 0;

    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Irecv(&in, 1, MPI_UINT32_T, (rank + size - 1) % size, 3, comm, &requests[0]);
    work(rank * 1000);
    MPI_Isend(&out, 1, MPI_UINT32_T, (rank + 1) % size, 3, comm, &requests[1]);
    MPI_Comm_free(&comm);
    CHECK(comm == MPI_COMM_NULL);
    #pragma ckpt name(freed_with_traffic)
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    CHECK(in == value_of(round, (rank + size - 1) % size));
    return fold(sum, in);
}

int main(int argc, char **argv)
{
    int rounds = begin(&argc, &argv, 6), result;
    MPI_Comm copy, later, half, turned, some, group_made, node;
    MPI_Group world, evens;
    MPI_Request request;
    uint64_t sum = 1;

    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_range_incl(world, 1, (int[1][3]){ { 0, size - 1, 2 } }, &evens);
    for (int round = 0; round < rounds; round++) {
        #pragma ckpt name(round)
        MPI_Comm_idup(copy, &later, &request);
        #pragma ckpt name(idup_pending)
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        sum = crossed(sum, copy, later, round);
        MPI_Comm_split(later, rank % 2, -rank, &half);
        #pragma ckpt name(split) if(rank % 2)
        sum = ring(sum, half, round);
        MPI_Comm_split(MPI_COMM_WORLD, rank == round % size ? MPI_UNDEFINED : 1, (rank + round) % size, &turned);
        CHECK((turned == MPI_COMM_NULL) == (rank == round % size));
        #pragma ckpt name(turned)
        if (turned != MPI_COMM_NULL) {
            sum = ring(sum, turned, round);
            MPI_Comm_free(&turned);
        }
        MPI_Comm_create(MPI_COMM_WORLD, evens, &some);
        if (rank % 2 == 0) {
            MPI_Comm_create_group(MPI_COMM_WORLD, evens, round, &group_made);
            #pragma ckpt name(create_group)
            MPI_Comm_compare(some, group_made, &result);
            CHECK(result == MPI_CONGRUENT);
            sum = ring(sum, group_made, round);
            sum = ring(sum, some, round);
            MPI_Comm_free(&some);
            MPI_Comm_free(&group_made);
        } else {
            CHECK(some == MPI_COMM_NULL);
        }
        MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
        sum = ring(sum, node, round);
        #pragma ckpt name(many)
        sum = freed(sum, round);
        MPI_Comm_free(&half);
        MPI_Comm_free(&later);
        MPI_Comm_free(&node);
    }
    MPI_Group_free(&world);
    MPI_Group_free(&evens);
    MPI_Comm_free(&copy);
    return end(sum);
}
