/* comms.c - communicators made, used and freed between sites that ranks pass at other times: some are made before a checkpoint on one rank and
 * after it on another, or freed there. */
#include "../programs/result.h"

static uint64_t ring(uint64_t sum, MPI_Comm comm, int round)
{
    int me, n;
    uint32_t v = value_of(round, rank), w;

    MPI_Comm_rank(comm, &me);
    MPI_Comm_size(comm, &n);
    MPI_Sendrecv(&v, 1, MPI_UINT32_T, (me + 1) % n, 1, &w, 1, MPI_UINT32_T, (me + n - 1) % n, 1, comm, MPI_STATUS_IGNORE);
    return fold(fold(sum, w), (uint64_t)(me * 100 + n));
}

/* A line falls between the sites of ranks: each passes its own, by its rank. */
static void site(int here)
{
    if (rank % 3 == here) {
        #pragma ckpt
    }
}

static uint64_t bridges(uint64_t sum, MPI_Comm half, int round)
{
    MPI_Comm bridge, copy, merged;
    uint32_t v = value_of(round, rank), w = 0;
    int far, near;

    MPI_Comm_size(half, &near);
    MPI_Intercomm_create(half, near - 1, MPI_COMM_WORLD, 1 - rank % 2, 12, &bridge);
    site(1);
    MPI_Comm_dup(bridge, &copy);
    site(2);
    MPI_Comm_remote_size(copy, &far);
    for (int i = 0; i < far; i++)
        MPI_Send(&v, 1, MPI_UINT32_T, i, 3, copy);
    site(0);
    for (int i = far - 1; i >= 0; i--) {
        MPI_Recv(&w, 1, MPI_UINT32_T, i, 3, copy, MPI_STATUS_IGNORE);
        CHECK(w == value_of(round, 2 * (far - 1 - i) + 1 - rank % 2));
        sum = fold(sum, w);
    }
    MPI_Intercomm_merge(bridge, rank % 2, &merged);
    site(1);
    MPI_Comm_free(&bridge);
    sum = ring(sum, merged, round);
    MPI_Comm_free(&copy);
    MPI_Comm_free(&merged);
    return sum;
}

int main(int argc, char **argv)
{
    int rounds = begin(&argc, &argv, 20);
    MPI_Comm copy, half, most, group_made;
    MPI_Group world, some;
    uint64_t sum = 1;

    MPI_Comm_group(MPI_COMM_WORLD, &world);
    for (int round = 0; round < rounds; round++) {
        int out = round % size;

        site(round % 3);
        MPI_Comm_dup(MPI_COMM_WORLD, &copy);
        site((round + 1) % 3);
        MPI_Comm_split(copy, rank % 2, -rank, &half);
        site((round + 2) % 3);
        sum = ring(sum, half, round);
        MPI_Group_excl(world, 1, &out, &some);
        MPI_Comm_create(copy, some, &most);
        CHECK((most == MPI_COMM_NULL) == (rank == out));
        site(round % 3);
        if (rank != out) {
            MPI_Comm_create_group(MPI_COMM_WORLD, some, 4, &group_made);
            site((round + 1) % 3);
            sum = ring(sum, group_made, round);
            MPI_Comm_free(&group_made);
            sum = ring(sum, most, round);
            MPI_Comm_free(&most);
        }
        MPI_Group_free(&some);
        MPI_Barrier(copy);                           /* MPICH 4.0 hangs now and then if another makes an intercommunicator during create_group */
        MPI_Comm_free(&copy);
        if (size > 1)
            sum = bridges(sum, half, round);
        MPI_Comm_free(&half);
    }
    return end(sum);
}
