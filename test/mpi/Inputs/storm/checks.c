/* checks.c - at the end of storm: the order of what came, and its contents, against what senders remember. See storm.h. */
#include "storm.h"

void check_order(int comm)
{
    uint64_t last_number[RANKS] = { 0 }, last_index[RANKS][TAGS] = { { 0 } };

    for (int i = 0; i < gots[comm].count; i++) {
        const got_t *g = &gots[comm].at[i];

        if (g->source == -2)
            continue;
        if (g->source < 0) {
            wrong("a receive got nothing", comm, g->source, (uint64_t)i);
            continue;
        }
        if (comm == ANY_TAG || comm == ANY_BOTH) {
            if (g->number <= last_number[g->source])
                wrong("was overtaken (any tag)", comm, g->source, g->number);
            last_number[g->source] = g->number;
        }
        if (g->index <= last_index[g->source][g->tag])
            wrong("was overtaken", comm, g->source, g->number);
        last_index[g->source][g->tag] = g->index;
    }
}

void check_contents(int comm)
{
    for (int step = 0; step < size; step++) {
        int to = (rank_in[comm] + step) % size, from = (rank_in[comm] - step + size) % size, count = 0;
        uint64_t *theirs;
        MPI_Status status;

        MPI_Sendrecv(&sent[comm][to].count, 1, MPI_INT, to, LOG_TAG, &count, 1, MPI_INT, from, LOG_TAG, comms[comm], &status);
        theirs = calloc((size_t)count + 1, sizeof *theirs);
        MPI_Sendrecv(sent[comm][to].at, sent[comm][to].count, MPI_UINT64_T, to, LOG_TAG + 1, theirs, count, MPI_UINT64_T, from, LOG_TAG + 1,
                     comms[comm], &status);
        for (int i = 1; i < count || i < have[comm][from].count; i++) {
            uint64_t got = i < have[comm][from].count ? have[comm][from].at[i] : 0;

            if (i >= count || theirs[i] != got)
                wrong(i >= count ? "was never sent" : got ? "is not what its sender sent" : "has not come", comm, from, (uint64_t)i);
        }
        free(theirs);
    }
}

void check_results(void)
{
    uint64_t mine = hash_of(results.at, results.count), all[RANKS];

    MPI_Allgather(&mine, 1, MPI_UINT64_T, all, 1, MPI_UINT64_T, MPI_COMM_WORLD);
    for (int i = 0; i < size; i++)
        if (all[i] != mine)
            wrong("collectives gave other results than here", 0, i, (uint64_t)results.count);
}
