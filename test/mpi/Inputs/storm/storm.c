/* storm.c - random message passing that checks itself: whatever order things happen in, every message must arrive once, in its order, as it was
 * sent by the run that its sender remembers.
 *
 * usage    mpiexec -n RANKS ./storm SEED [ROUNDS [MESSAGES A ROUND]]
 * Output   rank 0: "storm SEED: N messages, C collectives, 0 errors"; the same for every schedule, so for every restart. Then "used: K matched
 *          probes, ...": how often what FEATURES allows came to pass, on all ranks. Errors: on stderr.
 *
 * A rank's state is mixed with all that it sees, in the order in which it sees it: contents, sources, tags, what a test found, clocks; and
 * every message and contribution carries the state of its sender. So a restart that repeats anything otherwise than it was shows as a message that
 * is not the one its sender remembers (it remembers a hash of each), as a missing, doubled or overtaking one, or as a comparison that ends the run.
 *
 * Which messages there are is a plan that depends on the seed alone. When they are sent and received, and how, depends on the state. Each
 * communicator has a discipline, so that receives can take any of the messages they fit: source and tag given; any tag; any source; both.
 * No deadlock: a rank blocks for messages only when it has begun all sends of the round, and then only for messages of rounds up to this. With many
 * requests open it begins no receives, and completes some before it sends, but for a while only: what is open may be sends to a rank that
 * waits for this one.
 *
 * -DFEATURES: 1 matched probes, 2 persistent requests, 4 buffered sends, 8 non-blocking collectives, 16 derived datatypes, 32 cancelled
 * receives, 64 communicators made and freed on the way, 128 probes, 256 synchronous sends. All, unless told.
 */
#include "storm.h"

int rank, size, rounds, per_round;
uint64_t seed, state;
MPI_Comm comms[COMMS];
int rank_in[COMMS];           /* ours */
list_t sent[COMMS][RANKS];    /* hashes, by their number to that rank */
list_t have[COMMS][RANKS];    /* the same of what has come; 0: not yet */
uint64_t sent_of[COMMS][RANKS][TAGS];
gots_t gots[COMMS];
int owed[COMMS][RANKS][TAGS]; /* receives to be posted; summed over what the discipline does not tell apart */
open_t opens[OPEN];
list_t results;               /* of collectives */
int messages, errors, collectives, used[USES];
char *attached;

static void plan_round(int round)
{
    for (int item = 0; item < per_round; item++) {
        int from = planned(round, item, 0, size), to = planned(round, item, 1, size), comm = planned(round, item, 2, COMMS);
        int tag = planned(round, item, 3, TAGS);

        if (to == rank_in[comm])
            owed[comm][comm == ANY_SOURCE || comm == ANY_BOTH ? 0 : from][comm == ANY_TAG || comm == ANY_BOTH ? 0 : tag]++;
    }
}

static int mine(int round, int item) { return planned(round, item, 0, size) == rank_in[planned(round, item, 2, COMMS)]; }

static void anything(int blocking)
{
    switch (draw(10)) {
    case 0: visit(); break;
    case 1: case 2: receive_later(); break;
    case 3: receive_probed(blocking && draw(2)); break;
    case 4: receive_matched(blocking && draw(2)); break;
    case 5: if (blocking) receive_now(); break;
    case 6: if (draw(4) == 0) cancel_one(); break;
    case 7: if (draw(8) == 0) see((uint64_t)(MPI_Wtime() * 1e6)); break;
    default: complete_some(blocking); break;
    }
}

static void do_round(int round)
{
    plan_round(round);
    for (int item = 0; item < per_round; item++) {
        if (mine(round, item)) {
            for (int tries = 0; many() && tries < 100; tries++) {
                complete_some(0);
                if (draw(50) == 0)
                    visit();
            }
            send_one(round, item);
        }
        if (draw(2) == 0)
            anything(0);
    }
    for (int k = draw(3 * per_round / size + 2); k > 0; k--)
        anything(1);
    for (int k = planned(round, 0, 7, 3); k > 0; k--)
        collective(round, 100000 + k);
}

static void tell_used(const int *times)
{
    static const char *const names[USES] = { "matched probes", "persistent requests", "buffered sends", "non-blocking collectives", "derived datatypes",
                                             "cancelled receives", "communicators made", "probes", "synchronous sends" };

    printf("used");
    for (int i = 0; i < USES; i++)
        if (FEATURES & 1 << i)
            printf("%s %d %s", i ? "," : ":", times[i], names[i]);
    printf("\n");
}

int main(int argc, char **argv)
{
    int totals[2 + USES], all[2 + USES] = { 0 };

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    seed = argc > 1 ? strtoull(argv[1], 0, 10) : 1;
    rounds = argc > 2 ? atoi(argv[2]) : 40;
    per_round = argc > 3 ? atoi(argv[3]) : 6 * size;
    state = mix(seed * 64 + (uint64_t)rank);
    comms[0] = MPI_COMM_WORLD;
    MPI_Comm_dup(MPI_COMM_WORLD, &comms[1]);
    MPI_Comm_split(MPI_COMM_WORLD, 0, size - rank, &comms[2]);
    MPI_Comm_dup(comms[1], &comms[3]);
    for (int c = 0; c < COMMS; c++)
        MPI_Comm_rank(comms[c], &rank_in[c]);
#if FEATURES & 4
    attached = malloc(ATTACHED);
    MPI_Buffer_attach(attached, ATTACHED);
#endif
    for (int round = 0; round < rounds; round++)
        do_round(round);
    for (int c = 0; c < COMMS; c++)
        for (int s = 0; s < RANKS; s++)
            for (int t = 0; t < TAGS; t++)
                while (owed[c][s][t]) {
                    if (many())
                        complete_some(1);
                    else
                        receive_later();
                    if (draw(10) == 0)
                        visit();
                }
    complete_all();
    for (int c = 0; c < COMMS; c++) {
        check_order(c);
        check_contents(c);
    }
    check_results();
#if FEATURES & 4
    {
        int detached;

        MPI_Buffer_detach(&attached, &detached);
    }
#endif
    totals[0] = messages;
    totals[1] = errors;
    memcpy(totals + 2, used, sizeof used);
    MPI_Reduce(totals, all, 2 + USES, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0) {
        printf("storm %llu: %d messages, %d collectives, %d errors\n", (unsigned long long)seed, all[0], collectives, all[1]);
        tell_used(all + 2);
    }
    MPI_Finalize();
    return errors != 0;
}
