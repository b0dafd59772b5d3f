/* nonblocking_collectives.c - every non-blocking collective (of neighbours: topologies.c), several pending at a site, completed in another order than they
 * were posted; ranks pass the site at different moments of them. */
#include "result.h"

enum { PENDING = 17, MOST = 16 };

static uint32_t out[PENDING][MOST * 2], in[PENDING][MOST * 2];
static int counts[MOST], places[MOST], mine[MOST], bytes[MOST];
static MPI_Datatype types[MOST];
static MPI_Request requests[PENDING];

static void fill(int round)
{
    for (int k = 0; k < PENDING; k++)
        for (int i = 0; i < MOST * 2; i++) {
            out[k][i] = value_of((round * PENDING + k) * 100 + i, rank) >> 1;   /* Open MPI 4.1.4 compares uint32_t as int */
            in[k][i] = 0;
        }
    for (int i = 0; i < size; i++) {
        counts[i] = 1 + (i + round) % 2;
        places[i] = 2 * i;
        mine[i] = 1 + (rank + round) % 2;               /* counts[rank], of each */
        bytes[i] = 4 * places[i];
        types[i] = MPI_UINT32_T;
    }
}

static void post(int round)
{
    int root = round % size, k = 0;
    const MPI_Comm world = MPI_COMM_WORLD;
    const MPI_Datatype type = MPI_UINT32_T;

    MPI_Ibarrier(world, &requests[k++]);
    MPI_Ibcast(rank == root ? out[1] : in[1], 5, type, root, world, &requests[k++]);
    MPI_Iallreduce(out[2], in[2], 4, type, MPI_SUM, world, &requests[k++]);
    #pragma ckpt name(three_posted)
    MPI_Igather(out[3], 2, type, in[3], 2, type, root, world, &requests[k++]);
    MPI_Iscatter(out[4], 2, type, in[4], 2, type, root, world, &requests[k++]);
    MPI_Iallgather(out[5], 2, type, in[5], 2, type, world, &requests[k++]);
    MPI_Iallgatherv(out[6], counts[rank], type, in[6], counts, places, type, world, &requests[k++]);
    #pragma ckpt name(seven_posted) if(rank == root)
    MPI_Ialltoall(out[7], 2, type, in[7], 2, type, world, &requests[k++]);
    MPI_Ireduce(out[8], in[8], 3, type, MPI_BXOR, root, world, &requests[k++]);
    MPI_Iscan(out[9], in[9], 3, type, MPI_SUM, world, &requests[k++]);
    MPI_Ireduce_scatter_block(out[10], in[10], 1, type, MPI_MAX, world, &requests[k++]);
    MPI_Igatherv(out[11], counts[rank], type, in[11], counts, places, type, root, world, &requests[k++]);
    MPI_Iscatterv(out[12], counts, places, type, in[12], counts[rank], type, root, world, &requests[k++]);
    MPI_Ialltoallv(out[13], counts, places, type, in[13], mine, places, type, world, &requests[k++]);
    #pragma ckpt name(fourteen_posted) if(rank != root)
    MPI_Ialltoallw(out[14], counts, bytes, types, in[14], mine, bytes, types, world, &requests[k++]);
    MPI_Iexscan(out[15], in[15], 3, type, MPI_SUM, world, &requests[k++]);
    MPI_Ireduce_scatter(out[16], in[16], counts, type, MPI_MAX, world, &requests[k++]);
    CHECK(k == PENDING);
}

static void complete(int round)
{
    if (round % 3 == 0) {
        MPI_Waitall(PENDING, requests, MPI_STATUSES_IGNORE);
    } else if (round % 3 == 1) {
        for (int k = PENDING - 1; k >= 0; k--) {
            #pragma ckpt name(backwards) if(k == 4)
            MPI_Wait(&requests[k], MPI_STATUS_IGNORE);
        }
    } else {
        for (int left = PENDING, index, flag; left; left -= flag) {
            MPI_Testany(PENDING, requests, &index, &flag, MPI_STATUS_IGNORE);
            #pragma ckpt name(any) if(flag && left == 6)
            CHECK(left > 0);
        }
    }
}

int main(int argc, char **argv)
{
    int rounds = begin(&argc, &argv, 9), to = (rank + 1) % size, from = (rank + size - 1) % size;
    uint64_t sum = 1;

    CHECK(size <= MOST);
    for (int round = 0; round < rounds; round++) {
        uint32_t v = value_of(round, rank);

        fill(round);
        MPI_Send(&v, 1, MPI_UINT32_T, to, 1, MPI_COMM_WORLD);
        post(round);
        #pragma ckpt name(all_posted)
        MPI_Recv(&v, 1, MPI_UINT32_T, from, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        sum = fold(sum, v);
        work(rank * 1000);
        complete(round);
        for (int k = 1; k < PENDING; k++)
            for (int i = 0; i < 2 * size; i++)
                sum = fold(sum, in[k][i]);
    }
    return end(sum);
}
