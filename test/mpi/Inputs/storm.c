/* storm.c - random message passing that checks itself: whatever order things happen in, every message must arrive once, in its order, as it was
 * sent by the run that its sender remembers.
 *
 * usage    mpiexec -n RANKS ./storm SEED [ROUNDS [MESSAGES A ROUND]]
 * Output   rank 0: "storm SEED: N messages, C collectives, 0 errors"; the same for every schedule, so for every restart. Errors: on stderr.
 *
 * A rank's state is mixed with all that it sees, in the order in which it sees it: contents, sources, tags, what a test found, clocks; and
 * every message and contribution carries the state of its sender. So a restart that repeats anything otherwise than it was shows as a message that
 * is not the one its sender remembers (it remembers a hash of each), as a missing, doubled or overtaking one, or as a comparison that ends the run.
 *
 * Which messages there are is a plan that depends on the seed alone. When they are sent and received, and how, depends on the state. Each
 * communicator has a discipline, so that receives can take any of the messages they fit: source and tag given; any tag; any source; both.
 * No deadlock: a rank blocks for messages only when it has begun all sends of the round, and then only for messages of rounds up to this.
 *
 * -DFEATURES: 1 matched probes, 2 persistent requests, 4 buffered sends, 8 non-blocking collectives, 16 derived datatypes, 32 cancelled
 * receives, 64 communicators made and freed on the way. All, unless told.
 */
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef FEATURES
#define FEATURES 127
#endif
enum { MATCHED = 1, PERSISTENT = 2, BUFFERED = 4, NONBLOCKING = 8, DERIVED = 16, CANCELLED = 32, MAKING = 64 };
enum { COMMS = 4, TAGS = 3, RANKS = 8, OPEN = 24, HEAD = 4, ATTACHED = 1 << 20, GATHERED = 2, LOG_TAG = 1000 };
enum discipline { GIVEN, ANY_TAG, ANY_SOURCE, ANY_BOTH };

typedef struct list { uint64_t *at; int count, room; } list_t;
/* A receive in the order of posting: what it got. */
typedef struct { int source, tag; uint64_t number, index; } got_t;
typedef struct { got_t *at; int count, room; } gots_t;

typedef struct {
    MPI_Request request;
    int kind;                        /* 0 free, 1 send, 2 receive, 3 collective, 4 persistent receive */
    int comm, posted;                /* receive: its place in gots; collective: in results */
    int source, tag;                 /* asked for */
    int words;
    uint64_t *buffer, *more;         /* more: a collective's result */
} open_t;

static int rank, size, rounds, per_round;
static uint64_t seed, state;
static MPI_Comm comms[COMMS];
static int rank_in[COMMS];           /* ours */
static list_t sent[COMMS][RANKS];    /* hashes, by their number to that rank */
static list_t have[COMMS][RANKS];    /* the same of what has come; 0: not yet */
static uint64_t sent_of[COMMS][RANKS][TAGS];
static gots_t gots[COMMS];
static int owed[COMMS][RANKS][TAGS]; /* receives to be posted; summed over what the discipline does not tell apart */
static open_t opens[OPEN];
static list_t results;               /* of collectives */
static int messages, errors, collectives;
static char *attached;

/* ---- numbers ---- */

static uint64_t mix(uint64_t h)
{
    h = (h ^ h >> 30) * 0xbf58476d1ce4e5b9u;
    h = (h ^ h >> 27) * 0x94d049bb133111ebu;
    return h ^ h >> 31;
}

static void see_at(uint64_t what, int line)
{
    static int seen;

    state = mix(state + 0x9e3779b97f4a7c15u + what);
    seen++;
    (void)line;
#ifdef TRACE                         /* compared between runs that saw the same, or should have */
    fprintf(stderr, "seen %d %d %d %llx %llx\n", rank, seen, line, (unsigned long long)what, (unsigned long long)state);
#endif
}
#define see(WHAT) see_at(WHAT, __LINE__)

/* From the state: how things are done. */
static int draw(int below)
{
    state = mix(state + 0x9e3779b97f4a7c15u);
    return (int)(state >> 33) % below;
}

/* From the seed alone: what is done. */
static int planned(int round, int item, int field, int below)
{
    return (int)(mix(mix(seed + (uint64_t)round * 1000003u) + (uint64_t)item * 8191u + (uint64_t)field) >> 33) % below;
}

static uint64_t hash_of(const uint64_t *words, int n)
{
    uint64_t h = (uint64_t)n;

    for (int i = 0; i < n; i++)
        h = mix(h ^ words[i]) + 0x9e3779b97f4a7c15u;
    return h ? h : 1;
}

static void put(list_t *l, int at, uint64_t value)
{
    if (at >= l->room) {
        int room = l->room ? l->room : 16;

        while (room <= at)
            room *= 2;
        l->at = realloc(l->at, (size_t)room * sizeof *l->at);
        memset(l->at + l->room, 0, (size_t)(room - l->room) * sizeof *l->at);
        l->room = room;
    }
    l->at[at] = value;
    if (at >= l->count)
        l->count = at + 1;
}

static void wrong(const char *what, int comm, int source, uint64_t number)
{
    errors++;
    fprintf(stderr, "storm %llu: rank %d: communicator %d, source %d, number %llu: %s\n", (unsigned long long)seed, rank, comm, source,
            (unsigned long long)number, what);
}

static void visit(void)
{
    #pragma ckpt name(visit)
    see(1);
}

/* ---- messages ---- */

static int words_of(int round, int item)
{
    int kind = planned(round, item, 5, 40);

    return HEAD + (kind == 0 ? 12000 : kind < 4 ? 700 : planned(round, item, 6, 30));
}

static int slot(void)
{
    for (int i = 0; i < OPEN; i++)
        if (!opens[i].kind)
            return i;
    return -1;
}

static void came(int comm, int posted, int source, int tag, const uint64_t *words, int n)
{
    list_t *h = &have[comm][source];
    uint64_t number = words[0];
    got_t *g = &gots[comm].at[posted];

    *g = (got_t){ source, tag, number, words[1] };
    if ((uint64_t)n != words[3])
        wrong("has another length than it was sent with", comm, source, number);
    if ((int)number < h->count && h->at[number])
        wrong("has come twice", comm, source, number);
    put(h, (int)number, hash_of(words, n));
    messages++;
    see(hash_of(words, n) ^ (uint64_t)(source * 64 + tag));
}

/* A receive is posted: its place in the order. */
static int post(int comm)
{
    gots_t *g = &gots[comm];

    if (g->count == g->room)
        g->at = realloc(g->at, (size_t)(g->room = g->room ? 2 * g->room : 16) * sizeof *g->at);
    g->at[g->count] = (got_t){ .source = -1 };
    return g->count++;
}

static void finished(open_t *o, const MPI_Status *status)
{
    int count = 0;

    if (o->kind == 2 || o->kind == 4) {
        MPI_Get_count(status, MPI_UINT64_T, &count);
        if (status->MPI_TAG >= 0 && status->MPI_TAG < TAGS)
            came(o->comm, o->posted, status->MPI_SOURCE, status->MPI_TAG, o->buffer, count);
        else
            wrong("has a tag that nobody sends", o->comm, status->MPI_SOURCE, (uint64_t)status->MPI_TAG);
    } else if (o->kind == 3) {
        put(&results, o->posted, hash_of(o->more, GATHERED * size));
        if (o->more[GATHERED * rank] != o->buffer[0])
            wrong("a collective gives back what was not given", o->comm, rank, o->buffer[0]);
        see(hash_of(o->more, GATHERED * size));
    }
#if FEATURES & 2
    if (o->kind == 4)
        MPI_Request_free(&o->request);
#endif
    free(o->buffer);
    free(o->more);
    memset(o, 0, sizeof *o);
    see(2);
}

static void send(int round, int item)
{
    int comm = planned(round, item, 2, COMMS), to = planned(round, item, 1, size), tag = planned(round, item, 3, TAGS), at = slot();
    int n = words_of(round, item), how = draw(8);
    open_t *o = &opens[at];

    *o = (open_t){ .kind = 1, .comm = comm, .words = n, .buffer = calloc((size_t)n, sizeof *o->buffer) };
    o->buffer[0] = (uint64_t)sent[comm][to].count ? (uint64_t)sent[comm][to].count : 1;     /* numbers begin with 1 */
    o->buffer[1] = ++sent_of[comm][to][tag];
    o->buffer[2] = state;
    o->buffer[3] = (uint64_t)n;
    for (int i = HEAD; i < n; i++)
        o->buffer[i] = state * (uint64_t)i;
    put(&sent[comm][to], (int)o->buffer[0], hash_of(o->buffer, n));
    if (how == 0) {
        MPI_Issend(o->buffer, n, MPI_UINT64_T, to, tag, comms[comm], &o->request);
#if FEATURES & 4
    } else if (how == 1 && n < 2000) {
        MPI_Ibsend(o->buffer, n, MPI_UINT64_T, to, tag, comms[comm], &o->request);
#endif
#if FEATURES & 16
    } else if (how == 2 && n % 2 == 0) {
        MPI_Datatype pairs;

        MPI_Type_contiguous(2, MPI_UINT64_T, &pairs);
        MPI_Type_commit(&pairs);
        MPI_Isend(o->buffer, n / 2, pairs, to, tag, comms[comm], &o->request);
        MPI_Type_free(&pairs);
#endif
    } else {
        MPI_Isend(o->buffer, n, MPI_UINT64_T, to, tag, comms[comm], &o->request);
    }
    see(3);
}

/* Something that is owed in a communicator: what to ask for. False: nothing is. */
static int choose(int *comm, int *source, int *tag)
{
    int start = draw(COMMS * RANKS * TAGS);

    for (int i = 0; i < COMMS * RANKS * TAGS; i++) {
        int at = (start + i) % (COMMS * RANKS * TAGS), c = at / (RANKS * TAGS), s = at / TAGS % RANKS, t = at % TAGS;

        if (owed[c][s][t]) {
            owed[c][s][t]--;
            *comm = c;
            *source = c == ANY_SOURCE || c == ANY_BOTH ? MPI_ANY_SOURCE : s;
            *tag = c == ANY_TAG || c == ANY_BOTH ? MPI_ANY_TAG : t;
            return 1;
        }
    }
    return 0;
}

static void receive_later(void)
{
    int at = slot(), comm, source, tag, most = HEAD + 12000;
    open_t *o = &opens[at];

    if (at < 0 || !choose(&comm, &source, &tag))
        return;
    *o = (open_t){ .kind = 2, .comm = comm, .posted = post(comm), .source = source, .tag = tag, .words = most };
    o->buffer = calloc((size_t)most, sizeof *o->buffer);
#if FEATURES & 2
    if (draw(5) == 0) {
        o->kind = 4;
        MPI_Recv_init(o->buffer, most, MPI_UINT64_T, source, tag, comms[comm], &o->request);
        MPI_Start(&o->request);
        see(4);
        return;
    }
#endif
    MPI_Irecv(o->buffer, most, MPI_UINT64_T, source, tag, comms[comm], &o->request);
    see(5);
}

/* By a probe, if `now`: one that waits. */
static void receive_probed(int now)
{
    int comm, source, tag, there = 1, count, place;
    uint64_t *buffer;
    MPI_Status status;

    if (!choose(&comm, &source, &tag))
        return;
    if (now)
        MPI_Probe(source, tag, comms[comm], &status);
    else
        MPI_Iprobe(source, tag, comms[comm], &there, &status);
    see((uint64_t)there);
    if (!there) {
        owed[comm][source == MPI_ANY_SOURCE ? 0 : source][tag == MPI_ANY_TAG ? 0 : tag]++;
        return;
    }
    see((uint64_t)(status.MPI_SOURCE * 64 + status.MPI_TAG));
    MPI_Get_count(&status, MPI_UINT64_T, &count);
    if (draw(3) == 0)
        visit();
    place = post(comm);
    buffer = calloc((size_t)count + 1, sizeof *buffer);
    MPI_Recv(buffer, count, MPI_UINT64_T, status.MPI_SOURCE, status.MPI_TAG, comms[comm], &status);
    came(comm, place, status.MPI_SOURCE, status.MPI_TAG, buffer, count);
    free(buffer);
}

static void receive_matched(int now)
{
#if FEATURES & 1
    int comm, source, tag, there = 1, count, place;
    uint64_t *buffer;
    MPI_Message message;
    MPI_Status status;

    if (!choose(&comm, &source, &tag))
        return;
    place = post(comm);
    if (now)
        MPI_Mprobe(source, tag, comms[comm], &message, &status);
    else
        MPI_Improbe(source, tag, comms[comm], &there, &message, &status);
    see((uint64_t)there);
    if (!there) {
        gots[comm].count--;
        owed[comm][source == MPI_ANY_SOURCE ? 0 : source][tag == MPI_ANY_TAG ? 0 : tag]++;
        return;
    }
    MPI_Get_count(&status, MPI_UINT64_T, &count);
    if (draw(2) == 0)
        visit();
    buffer = calloc((size_t)count + 1, sizeof *buffer);
    MPI_Mrecv(buffer, count, MPI_UINT64_T, &message, &status);
    came(comm, place, status.MPI_SOURCE, status.MPI_TAG, buffer, count);
    free(buffer);
#else
    receive_probed(now);
#endif
}

static void receive_now(void)
{
    int comm, source, tag, count, place, most = HEAD + 12000;
    uint64_t *buffer;
    MPI_Status status;

    if (!choose(&comm, &source, &tag))
        return;
    place = post(comm);
    buffer = calloc((size_t)most, sizeof *buffer);
    MPI_Recv(buffer, most, MPI_UINT64_T, source, tag, comms[comm], &status);
    MPI_Get_count(&status, MPI_UINT64_T, &count);
    came(comm, place, status.MPI_SOURCE, status.MPI_TAG, buffer, count);
    free(buffer);
}

/* Asked for and taken back; the message, if there is one already, is received. */
static void cancel_one(void)
{
#if FEATURES & 32
    int comm, source, tag, gone, count, place;
    uint64_t *buffer;
    MPI_Request request;
    MPI_Status status;

    if (!choose(&comm, &source, &tag))
        return;
    place = post(comm);
    buffer = calloc(HEAD + 12000, sizeof *buffer);
    MPI_Irecv(buffer, HEAD + 12000, MPI_UINT64_T, source, tag, comms[comm], &request);
    if (draw(2) == 0)
        visit();
    MPI_Cancel(&request);
    MPI_Wait(&request, &status);
    MPI_Test_cancelled(&status, &gone);
    see((uint64_t)gone);
    if (gone) {
        owed[comm][source == MPI_ANY_SOURCE ? 0 : source][tag == MPI_ANY_TAG ? 0 : tag]++;
        gots[comm].at[place].source = -2;
    } else {
        MPI_Get_count(&status, MPI_UINT64_T, &count);
        came(comm, place, status.MPI_SOURCE, status.MPI_TAG, buffer, count);
    }
    free(buffer);
#endif
}

/* ---- completion ---- */

static void complete_some(int blocking)
{
    MPI_Request list[OPEN];
    MPI_Status statuses[OPEN];
    int place[OPEN], indices[OPEN], n = 0, done = 0, at, receives = 0, how;

    for (int i = 0; i < OPEN; i++)
        if (opens[i].kind) {
            list[n] = opens[i].request;
            place[n++] = i;
            receives += opens[i].kind == 2 || opens[i].kind == 4;
        }
    if (!n)
        return;
    how = draw(blocking && receives ? 6 : 4);
    if (how == 0) {
        MPI_Testsome(n, list, &done, indices, statuses);
    } else if (how == 1) {
        MPI_Testany(n, list, &at, &done, statuses);
        indices[0] = at;
    } else if (how == 2) {
        indices[0] = draw(n);
        MPI_Test(&list[indices[0]], &done, statuses);
    } else if (how == 3) {
        MPI_Request_get_status(list[indices[0] = draw(n)], &done, statuses);
        if (done)
            MPI_Wait(&list[indices[0]], statuses);
    } else if (how == 4) {
        for (at = 0; opens[place[at]].kind != 2 && opens[place[at]].kind != 4; at++)
            ;
        MPI_Wait(&list[at], statuses);
        indices[0] = at;
        done = 1;
    } else {
        MPI_Waitsome(n, list, &done, indices, statuses);
    }
    if (done == MPI_UNDEFINED)
        done = 0;
    see((uint64_t)done);
    for (int i = 0; i < done; i++) {
        see((uint64_t)indices[i]);
        opens[place[indices[i]]].request = list[indices[i]];
        finished(&opens[place[indices[i]]], &statuses[i]);
    }
}

static void complete_all(void)
{
    for (int i = 0; i < OPEN; i++)
        if (opens[i].kind) {
            MPI_Status status;

            MPI_Wait(&opens[i].request, &status);
            finished(&opens[i], &status);
            if (draw(6) == 0)
                visit();
        }
}

/* ---- collectives ---- */

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

static void collective(int round, int item)
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

        if (at < 0) {
            complete_some(0);
            at = slot();
        }
        while (at < 0) {
            complete_some(1);
            at = slot();
        }
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

/* ---- a round ---- */

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
            while (slot() < 0) {                     /* sends need no help to be begun; what fills the table may */
                complete_some(0);
                if (draw(50) == 0)
                    visit();
            }
            send(round, item);
        }
        if (draw(2) == 0)
            anything(0);
    }
    for (int k = draw(3 * per_round / size + 2); k > 0; k--)
        anything(1);
    for (int k = planned(round, 0, 7, 3); k > 0; k--)
        collective(round, 100000 + k);
}

/* ---- the end ---- */

static void check_order(int comm)
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

static void check_contents(int comm)
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

static void check_results(void)
{
    uint64_t mine = hash_of(results.at, results.count), all[RANKS];

    MPI_Allgather(&mine, 1, MPI_UINT64_T, all, 1, MPI_UINT64_T, MPI_COMM_WORLD);
    for (int i = 0; i < size; i++)
        if (all[i] != mine)
            wrong("collectives gave other results than here", 0, i, (uint64_t)results.count);
}

int main(int argc, char **argv)
{
    int totals[2], all[2] = { 0, 0 };

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
                    if (slot() >= 0)
                        receive_later();
                    else
                        complete_some(1);
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
    MPI_Reduce(totals, all, 2, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("storm %llu: %d messages, %d collectives, %d errors\n", (unsigned long long)seed, all[0], collectives, all[1]);
    MPI_Finalize();
    return errors != 0;
}
