/* collectives.c - collectives of storm. See storm.h. */
#include "storm.h"

static void gather_states(int round, int item, int comm)
{
    uint64_t mine[GATHERED] = { state, (uint64_t)round }, all[GATHERED * RANKS];
    (void)item;

    MPI_Allgather(mine, GATHERED, MPI_UINT64_T, all, GATHERED, MPI_UINT64_T, comms[comm]);
    put(&results, results.count, hash_of(all, GATHERED * size));
    if (all[GATHERED * rank_in[comm]] != mine[0])
        wrong("a collective gives back what was not given", comm, rank, mine[0]);
    see(hash_of(all, GATHERED * size));
}

void collective(int round, int item)
{
    int kind = planned(round, item, 1, 8), comm = planned(round, item, 2, COMMS), root = planned(round, item, 3, size);
    uint64_t value = state, sum = 0;

    collectives++;
    if (kind == 0) {
        MPI_Barrier(comms[comm]);
    } else if (kind == 1) {
        MPI_Bcast(&value, 1, MPI_UINT64_T, root, comms[comm]);
        put(&results, results.count, value);
        see(value);
    } else if (kind == 2) {
        MPI_Allreduce(&value, &sum, 1, MPI_UINT64_T, MPI_BXOR, comms[comm]);
        put(&results, results.count, sum);
        see(sum);
    } else if (kind == 3) {
        MPI_Reduce(&value, &sum, 1, MPI_UINT64_T, MPI_SUM, root, comms[comm]);
        see(sum);
    } else if (kind == 4) {
        value >>= 1;                     /* MPICH 4.0 takes MPI_UINT64_T for signed here */
        MPI_Scan(&value, &sum, 1, MPI_UINT64_T, MPI_MAX, comms[comm]);
        see(sum);
#if FEATURES & 8
    } else if (kind == 5) {
        int at = slot();

        use(NONBLOCKING);
        opens[at] = (open_t){ .kind = 3, .comm = 0, .posted = results.count };
        put(&results, results.count, 0);
        opens[at].buffer = calloc(GATHERED, sizeof(uint64_t));
        opens[at].more = calloc(GATHERED * RANKS, sizeof(uint64_t));
        opens[at].buffer[0] = state;
        opens[at].buffer[1] = (uint64_t)round;
        MPI_Iallgather(opens[at].buffer, GATHERED, MPI_UINT64_T, opens[at].more, GATHERED, MPI_UINT64_T, comms[0], &opens[at].request);
#endif
#if FEATURES & 64
    } else if (kind == 6) {
        MPI_Comm made;
        int rank_there;

        use(MAKING);
        MPI_Comm_split(comms[comm], 0, rank_in[comm], &made);
        MPI_Comm_rank(made, &rank_there);
        if (draw(2) == 0)
            visit();
        MPI_Allreduce(&value, &sum, 1, MPI_UINT64_T, MPI_SUM, made);
        put(&results, results.count, sum);
        see(sum + (uint64_t)rank_there);
        MPI_Comm_free(&made);
#endif
    } else {
        gather_states(round, item, comm);
    }
}
