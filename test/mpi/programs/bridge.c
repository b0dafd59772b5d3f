/* bridge.c - every collective of two groups, blocking and not: roots on either side by turns (MPI_ROOT, MPI_PROC_NULL), several pending at a site,
 * completed in another order than they were posted. A rank that neither gives nor gets names no count, as the standard allows. */
#include "result.h"

enum { FORMS = 13, MOST = 16, ROOM = MOST * MOST };

static MPI_Comm bridge;
static int me, near, far, root;          /* ranks of both groups; root as this rank says it */
static uint32_t out[FORMS][ROOM], in[FORMS][ROOM];
static int ones[MOST], counts[MOST], far_counts[MOST], places[MOST], bytes[MOST], shares[MOST];
static MPI_Datatype types[MOST];
static MPI_Request requests[FORMS];

/* The root of that round: now of this side, now of that, each member by turns. */
static void choose(int round)
{
    int side = round % 2, members = side == rank % 2 ? near : far, who = round / 2 % members;

    root = side != rank % 2 ? who : who == me ? MPI_ROOT : MPI_PROC_NULL;
}

static int is_idle(void) { return root == MPI_PROC_NULL; }

static int number;                       /* of the values given */

static uint32_t given(int form, int i, int by) { return value_of((number * FORMS + form) * ROOM + i, by); }

static void fill(int round)
{
    number = round;
    for (int k = 0; k < FORMS; k++)
        for (int i = 0; i < ROOM; i++) {
            out[k][i] = given(k, i, rank);
            in[k][i] = 0;
        }
    for (int i = 0; i < MOST; i++) {
        ones[i] = 1;
        counts[i] = 1 + (i + round) % 2;             /* what rank i of the far group sends here */
        far_counts[i] = 1 + (me + round) % 2;        /* and this rank there */
        places[i] = 2 * i;
        bytes[i] = 8 * i;
        types[i] = MPI_UINT32_T;
        shares[i] = 0;
    }
    for (int i = 0; i < near * far; i++)             /* of MPI_Reduce_scatter: as many for either side */
        shares[i * (round + 1) % near]++;
}

static void post_rooted(void)
{
    const MPI_Datatype type = is_idle() ? MPI_BYTE : MPI_UINT32_T;
    int n = is_idle() ? 0 : 2;

    MPI_Ibcast(root == MPI_ROOT ? out[0] : in[0], n, type, root, bridge, &requests[0]);
    MPI_Igather(out[1], n, type, in[1], n, type, root, bridge, &requests[1]);
    MPI_Igatherv(out[2], is_idle() ? 0 : far_counts[0], type, in[2], counts, places, type, root, bridge, &requests[2]);
    #pragma ckpt name(three_posted) if(root < -1)
    MPI_Iscatter(out[3], n, type, in[3], n, type, root, bridge, &requests[3]);
    MPI_Iscatterv(out[4], counts, places, type, in[4], is_idle() ? 0 : far_counts[0], type, root, bridge, &requests[4]);
    MPI_Ireduce(out[5], in[5], is_idle() ? 0 : 3, MPI_UINT32_T, MPI_SUM, root, bridge, &requests[5]);
}

static void post_all(void)
{
    const MPI_Datatype type = MPI_UINT32_T;

    MPI_Ibarrier(bridge, &requests[6]);
    MPI_Iallgather(out[7], 2, type, in[7], 2, type, bridge, &requests[7]);
    MPI_Iallgatherv(out[8], far_counts[0], type, in[8], counts, places, type, bridge, &requests[8]);
    #pragma ckpt name(nine_posted) if(me == 0)
    MPI_Ialltoall(out[9], 1, type, in[9], 1, type, bridge, &requests[9]);
    MPI_Ialltoallv(out[10], far_counts, places, type, in[10], counts, places, type, bridge, &requests[10]);
    MPI_Ialltoallw(out[11], far_counts, bytes, types, in[11], counts, bytes, types, bridge, &requests[11]);
    MPI_Iallreduce(out[12], in[12], 3, type, MPI_BXOR, bridge, &requests[12]);
}

static void complete(int round)
{
    if (round % 3 == 0) {
        MPI_Waitall(FORMS, requests, MPI_STATUSES_IGNORE);
        return;
    }
    for (int i = 0; i < FORMS; i++) {
        #pragma ckpt name(completing) if(i == 4 + round % 5)
        MPI_Wait(&requests[i * (round % 3 == 1 ? 5 : 12) % FORMS], MPI_STATUS_IGNORE);
    }
}

static void rooted(void)
{
    const MPI_Datatype type = MPI_UINT32_T;

    MPI_Bcast(root == MPI_ROOT ? out[0] : in[0], is_idle() ? 0 : 2, type, root, bridge);
    #pragma ckpt name(bcast)
    MPI_Gather(out[1], 2, type, in[1], 2, type, root, bridge);
    MPI_Gatherv(out[2], far_counts[0], type, in[2], counts, places, type, root, bridge);
    #pragma ckpt name(gathered) if(root >= 0)
    MPI_Scatter(out[3], 2, type, in[3], 2, type, root, bridge);
    MPI_Scatterv(out[4], counts, places, type, in[4], far_counts[0], type, root, bridge);
    #pragma ckpt name(scattered)
    MPI_Reduce(out[5], in[5], is_idle() ? 0 : 3, type, MPI_SUM, root, bridge);
}

static void all(void)
{
    const MPI_Datatype type = MPI_UINT32_T;

    MPI_Barrier(bridge);
    #pragma ckpt name(barrier) if(rank % 2)
    MPI_Allgather(out[7], 2, type, in[7], 2, type, bridge);
    MPI_Allgatherv(out[8], far_counts[0], type, in[8], counts, places, type, bridge);
    MPI_Alltoall(out[9], 1, type, in[9], 1, type, bridge);
    #pragma ckpt name(alltoall)
    MPI_Alltoallv(out[10], far_counts, places, type, in[10], counts, places, type, bridge);
    MPI_Alltoallw(out[11], far_counts, bytes, types, in[11], counts, bytes, types, bridge);
    MPI_Allreduce(out[12], in[12], 3, type, MPI_BXOR, bridge);
    #pragma ckpt name(allreduce) if(rank % 2 == 0)
    MPI_Reduce_scatter(out[0], in[0] + MOST, shares, type, MPI_SUM, bridge);
    MPI_Reduce_scatter_block(out[1], in[1] + 2 * MOST, far, type, MPI_SUM, bridge);
}

/* ---- what must have come ---- */

static int there(int i) { return 2 * i + 1 - rank % 2; }

/* Rows of values of that rank's, from its `from`th on. */
static void expect(int form, int at, int by, int from, int n)
{
    for (int i = 0; i < n; i++)
        CHECK(in[form][at + i] == given(form, from + i, by));
}

static uint32_t sum_of(int form, int i)
{
    uint32_t sum = 0;

    for (int k = 0; k < far; k++)
        sum += given(form, i, there(k));
    return sum;
}

static void expect_rooted(void)
{
    for (int i = 0; root == MPI_ROOT && i < far; i++) {
        expect(1, 2 * i, there(i), 0, 2);
        expect(2, places[i], there(i), 0, counts[i]);
    }
    for (int i = 0; root == MPI_ROOT && i < 3; i++)
        CHECK(in[5][i] == sum_of(5, i));
    if (root < 0)
        return;
    expect(0, 0, there(root), 0, 2);
    expect(3, 0, there(root), 2 * me, 2);
    expect(4, 0, there(root), 2 * me, far_counts[0]);
}

static void expect_all(void)
{
    for (int i = 0; i < far; i++) {
        expect(7, 2 * i, there(i), 0, 2);
        expect(8, places[i], there(i), 0, counts[i]);
        expect(9, i, there(i), me, 1);
        expect(10, places[i], there(i), places[me], counts[i]);
        expect(11, places[i], there(i), places[me], counts[i]);
    }
    for (int i = 0; i < 3; i++) {
        uint32_t all = 0;

        for (int k = 0; k < far; k++)
            all ^= given(12, i, there(k));
        CHECK(in[12][i] == all);
    }
}

/* Each member's share of the far group's sums. */
static void expect_shares(void)
{
    int first = 0;

    for (int i = 0; i < me; i++)
        first += shares[i];
    for (int i = 0; i < shares[me]; i++)
        CHECK(in[0][MOST + i] == sum_of(0, first + i));
    for (int i = 0; i < far; i++)
        CHECK(in[1][2 * MOST + i] == sum_of(1, far * me + i));
}

static uint64_t fold_all(uint64_t sum)
{
    for (int k = 0; k < FORMS; k++)
        for (int i = 0; i < 4 * MOST; i++)
            sum = fold(sum, in[k][i]);
    return sum;
}

int main(int argc, char **argv)
{
    int rounds = begin(&argc, &argv, 8);
    uint64_t sum = 1;
    MPI_Comm half;

    if (size < 2)
        return end(sum);
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - rank % 2, 3, &bridge);
    MPI_Comm_rank(bridge, &me);
    MPI_Comm_size(bridge, &near);
    MPI_Comm_remote_size(bridge, &far);
    CHECK(near <= MOST / 2 && far <= MOST / 2);
    for (int round = 0; round < rounds; round++) {
        choose(round);
        fill(round);
        post_rooted();
        work(rank * 1000);
        #pragma ckpt name(rooted_posted)
        post_all();
        complete(round);
        expect_rooted();
        expect_all();
        sum = fold_all(sum);
        choose(round + 1);
        fill(round + rounds);
        rooted();
        all();
        expect_rooted();
        expect_all();
        expect_shares();
        sum = fold_all(sum);
    }
    MPI_Comm_free(&bridge);
    MPI_Comm_free(&half);
    return end(sum);
}
