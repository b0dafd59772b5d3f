/* messages.c - sends and receives of storm, each way of them. See storm.h. */
#include "storm.h"

static int words_of(int round, int item)
{
    int kind = planned(round, item, 5, 40);

    return HEAD + (kind == 0 ? 12000 : kind < 4 ? 700 : planned(round, item, 6, 30));
}

int slot(void)
{
    for (int i = 0; i < OPEN; i++)
        if (!opens[i].kind)
            return i;
    return -1;
}

int many(void)
{
    int n = 0;

    for (int i = 0; i < OPEN; i++)
        n += opens[i].kind != 0;
    return n >= MANY;
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

void finished(open_t *o, const MPI_Status *status)
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

void send_one(int round, int item)
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
    if (how == 0 && FEATURES & SYNCHRONOUS) {
        use(SYNCHRONOUS);
        MPI_Issend(o->buffer, n, MPI_UINT64_T, to, tag, comms[comm], &o->request);
#if FEATURES & 4
    } else if (how == 1 && n < 2000) {
        use(BUFFERED);
        MPI_Ibsend(o->buffer, n, MPI_UINT64_T, to, tag, comms[comm], &o->request);
#endif
#if FEATURES & 16
    } else if (how == 2 && n % 2 == 0) {
        MPI_Datatype pairs;

        use(DERIVED);
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

void receive_later(void)
{
    int at = slot(), comm, source, tag, most = HEAD + 12000;
    open_t *o = &opens[at];

    if (many() || !choose(&comm, &source, &tag))
        return;
    *o = (open_t){ .kind = 2, .comm = comm, .posted = post(comm), .source = source, .tag = tag, .words = most };
    o->buffer = calloc((size_t)most, sizeof *o->buffer);
#if FEATURES & 2
    if (draw(5) == 0) {
        use(PERSISTENT);
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
void receive_probed(int now)
{
    int comm, source, tag, there = 1, count, place;
    uint64_t *buffer;
    MPI_Status status;

    if (!(FEATURES & PROBES)) {
        receive_later();
        return;
    }
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
    use(PROBES);
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

void receive_matched(int now)
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
    use(MATCHED);
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

void receive_now(void)
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
void cancel_one(void)
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
        use(CANCELLED);
        owed[comm][source == MPI_ANY_SOURCE ? 0 : source][tag == MPI_ANY_TAG ? 0 : tag]++;
        gots[comm].at[place].source = -2;
    } else {
        MPI_Get_count(&status, MPI_UINT64_T, &count);
        came(comm, place, status.MPI_SOURCE, status.MPI_TAG, buffer, count);
    }
    free(buffer);
#endif
}
