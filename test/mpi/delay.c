/* delay.c - a shim under an MPI program that delays messages and lets those of different envelopes overtake each other.
 *
 * use      mpicc -shared -fPIC delay.c -o delay.so -ldl; LD_PRELOAD=delay.so, or linked before the MPI. It takes the names
 *          MPI_X and PMPI_X, so it lies under any layer that calls PMPI_X.
 * Input    CKPT_DELAY_SEED=N    what the random choices start from, together with the rank; unset or 0: does nothing
 *          CKPT_DELAY_TAGS=1    tags of one communicator and destination overtake each other, too. Only for programs that
 *                               never receive or probe with MPI_ANY_TAG: for those the standard orders all tags (3.5).
 *          CKPT_DELAY_REPORT=1  MPI_Finalize prints "delay: rank R: N sends, H held, O overtook" on stderr
 *
 * A send is packed into a copy and put into a queue, from which each MPI call releases some, chosen at random: always the
 * oldest of its envelope, where an envelope is (communicator, destination[, tag]). Calls that would block ask the MPI again
 * and again instead, and release meanwhile; so what is held comes out while its sender waits for whatever it is.
 * Kept: the order in an envelope; a synchronous send completes when its receive has started; MPI_Buffer_detach waits for
 * buffered sends; persistent sends (held by not being started) go when they are asked for; what is held may be cancelled;
 * MPI_Comm_free and everything that makes a communicator flush; MPI_Finalize flushes and waits.
 * Blocking collectives become their non-blocking forms, so that messages are held beyond them.
 * Not for more than one thread; one-sided communication, files and dynamic processes are not looked at.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* Define MPI_NAME and PMPI_NAME as one function; REAL(NAME) is the MPI's own. */
#define SHIM(NAME, PARAMETERS)                                                  \
    int PMPI_##NAME PARAMETERS __attribute__((alias("delay_" #NAME), visibility("default"))); \
    int MPI_##NAME PARAMETERS __attribute__((alias("delay_" #NAME), visibility("default")));  \
    int delay_##NAME PARAMETERS;                                                \
    int delay_##NAME PARAMETERS
#define REAL(NAME) ((__typeof__(&MPI_##NAME))real(&real_##NAME, "PMPI_" #NAME))
#define STORE(NAME) static void *real_##NAME

enum mode { STANDARD, BUFFERED, SYNCHRONOUS, START };
enum state { HELD, SENDING, DONE };

typedef struct entry {
    struct entry *next;              /* in the order of sending */
    enum mode mode;
    enum state state;
    int users;                       /* 1 for the queue, 1 for the program's request */
    int dest, tag, bytes, cancelled;
    MPI_Comm comm;
    void *copy;
    MPI_Request wire;                /* the real send; of START: the program's persistent request */
    MPI_Request ticket;              /* what the program has: a generalized request, or null */
    int ticket_open;                 /* not completed yet */
} entry;

typedef struct persistent {
    struct persistent *next;
    MPI_Request request;
    MPI_Comm comm;
    int dest, tag;
} persistent;

static entry *queue;
static persistent *persistents;
static uint64_t state;
static int on, tags_overtake, report, me, attached = -1;
static long sends, held, overtook;

static void *real(void **where, const char *name)
{
    if (!*where && !(*where = dlsym(RTLD_NEXT, name))) {
        fprintf(stderr, "delay: no %s\n", name);
        abort();
    }
    return *where;
}

static unsigned random_below(unsigned n)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(state >> 33) % n;
}

static void setup(void)
{
    const char *seed = getenv("CKPT_DELAY_SEED"), *tags = getenv("CKPT_DELAY_TAGS");

    PMPI_Comm_rank(MPI_COMM_WORLD, &me);
    on = seed && atoi(seed);
    tags_overtake = tags && atoi(tags);
    report = getenv("CKPT_DELAY_REPORT") != NULL;
    state = (uint64_t)(seed ? atoi(seed) : 0) * 0x9E3779B97F4A7C15u + (uint64_t)me * 0xBF58476D1CE4E5B9u;
    random_below(2);
}

/* ---- the queue --------------------------------------------------------------------------------------------------- */

STORE(Isend);
STORE(Issend);
STORE(Start);
STORE(Test);
STORE(Request_free);

static int same_envelope(const entry *a, const entry *b)
{
    return a->comm == b->comm && a->dest == b->dest && (!tags_overtake || a->tag == b->tag);
}

static void drop(entry *e)
{
    if (--e->users)
        return;
    free(e->copy);
    free(e);
}

static void complete_ticket(entry *e)
{
    if (e->ticket_open) {
        e->ticket_open = 0;
        PMPI_Grequest_complete(e->ticket);
    }
}

/* Hand it to the MPI. */
static void post(entry *e)
{
    for (entry *f = queue; f != e; f = f->next)
        if (f->state == HELD) {
            overtook++;
            break;
        }
    e->state = SENDING;
    if (e->mode == START) {
        REAL(Start)(&e->wire);
        e->state = DONE;
    } else if (e->mode == SYNCHRONOUS) {
        REAL(Issend)(e->copy, e->bytes, MPI_PACKED, e->dest, e->tag, e->comm, &e->wire);
    } else {
        REAL(Isend)(e->copy, e->bytes, MPI_PACKED, e->dest, e->tag, e->comm, &e->wire);
    }
}

/* Everything of its envelope up to it. */
static void release(entry *last)
{
    for (entry *e = queue; e; e = e->next) {
        if (e->state == HELD && same_envelope(e, last))
            post(e);
        if (e == last)
            return;
    }
}

/* Before the real form of a call that may block, in which nothing would release them. */
static void flush(void)
{
    for (entry *e = queue; e; e = e->next)
        if (e->state == HELD)
            post(e);
}

/* Take out what is done. */
static void collect(void)
{
    for (entry **at = &queue, *e; (e = *at) != NULL;) {
        int flag = e->state == DONE;

        if (e->state == SENDING) {
            MPI_Status status;

            REAL(Test)(&e->wire, &flag, &status);
            if (flag && e->cancelled)
                PMPI_Test_cancelled(&status, &e->cancelled);
        }
        if (!flag) {
            at = &e->next;
            continue;
        }
        *at = e->next;
        complete_ticket(e);
        drop(e);
    }
}

static void release_some(void)
{
    int n = 0;

    for (entry *e = queue; e; e = e->next)
        n += e->state == HELD;
    while (n && (n > 200 || random_below(3) == 0)) {
        int pick = (int)random_below((unsigned)n), i = 0;
        entry *chosen = queue, *first = queue;

        for (; chosen; chosen = chosen->next)
            if (chosen->state == HELD && i++ == pick)
                break;
        while (first != chosen && !(first->state == HELD && same_envelope(first, chosen)))
            first = first->next;
        post(first);
        n--;
    }
}

/* What each call does first, and a call that waits does over and over. */
static void tick(void)
{
    if (!on)
        return;
    release_some();
    collect();
    if (random_below(64) == 0)
        nanosleep(&(struct timespec){ 0, 1000L * (1 + (long)random_below(200)) }, NULL);
}

static void rest(void)
{
    tick();
    sched_yield();
}

/* The program asks for these: persistent sends among them must have been started. */
static void ask(int n, const MPI_Request *requests)
{
    tick();
    for (entry *e = queue, *next; e; e = next) {
        next = e->next;
        for (int i = 0; e->mode == START && e->state == HELD && i < n; i++)
            if (requests[i] == e->wire)
                release(e);
    }
}

/* ---- sends ------------------------------------------------------------------------------------------------------- */

static int query_ticket(void *extra, MPI_Status *status)
{
    PMPI_Status_set_elements(status, MPI_BYTE, 0);
    PMPI_Status_set_cancelled(status, ((entry *)extra)->cancelled);
    status->MPI_SOURCE = status->MPI_TAG = MPI_UNDEFINED;
    return MPI_SUCCESS;
}

static int free_ticket(void *extra)
{
    drop(extra);
    return MPI_SUCCESS;
}

static int cancel_ticket(void *extra, int complete)
{
    (void)extra;
    (void)complete;
    return MPI_SUCCESS;
}

/* Whether this send may be held at all: what is wrong with it is the MPI's to say, at once. */
static int may_hold(int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm)
{
    int inter, n, found, *bound;

    if (!on || comm == MPI_COMM_NULL || type == MPI_DATATYPE_NULL || count < 0 || tag < 0 || dest < 0)
        return 0;
    PMPI_Comm_test_inter(comm, &inter);
    if (inter)
        PMPI_Comm_remote_size(comm, &n);
    else
        PMPI_Comm_size(comm, &n);
    PMPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, &bound, &found);
    return dest < n && tag <= *bound;
}

static entry *append(enum mode mode, int dest, int tag, MPI_Comm comm)
{
    entry *e = calloc(1, sizeof *e), **at = &queue;

    if (!e)
        abort();
    e->mode = mode;
    e->dest = dest;
    e->tag = tag;
    e->comm = comm;
    e->users = 1;
    e->wire = e->ticket = MPI_REQUEST_NULL;
    while (*at)
        at = &(*at)->next;
    return *at = e;
}

static entry *hold(enum mode mode, const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm)
{
    entry *e = append(mode, dest, tag, comm);
    int room;

    PMPI_Pack_size(count, type, comm, &room);
    e->copy = malloc((size_t)room + 1);
    if (!e->copy)
        abort();
    PMPI_Pack(buf, count, type, e->copy, room, &e->bytes, comm);
    sends++;
    if (random_below(4) == 0)
        release(e);
    else
        held++;
    return e;
}

static void give_ticket(entry *e, MPI_Request *request)
{
    PMPI_Grequest_start(query_ticket, free_ticket, cancel_ticket, e, &e->ticket);
    e->users++;
    e->ticket_open = 1;
    *request = e->ticket;
    if (e->mode != SYNCHRONOUS && random_below(2))
        complete_ticket(e);
}

static void until_done(entry *e)
{
    e->users++;
    while (e->users > 1)
        rest();
    drop(e);
}

#define SEND(NAME, MODE)                                                                                        \
    STORE(NAME);                                                                                                \
    SHIM(NAME, (const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm))               \
    {                                                                                                           \
        entry *e;                                                                                               \
                                                                                                                \
        tick();                                                                                                 \
        if (!may_hold(count, type, dest, tag, comm) || too_large(MODE, count, type, comm))                      \
            return REAL(NAME)(buf, count, type, dest, tag, comm);                                               \
        e = hold(MODE, buf, count, type, dest, tag, comm);                                                      \
        if (MODE == SYNCHRONOUS)                                                                                \
            until_done(e);                                                                                      \
        return MPI_SUCCESS;                                                                                     \
    }
#define ISEND(NAME, MODE)                                                                                       \
    SHIM(NAME, (const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm, MPI_Request *request)) \
    {                                                                                                           \
        tick();                                                                                                 \
        if (!may_hold(count, type, dest, tag, comm) || too_large(MODE, count, type, comm))                      \
            return REAL(NAME)(buf, count, type, dest, tag, comm, request);                                      \
        give_ticket(hold(MODE, buf, count, type, dest, tag, comm), request);                                    \
        return MPI_SUCCESS;                                                                                     \
    }

/* A buffered send for which no buffer could ever do: an error. */
static int too_large(enum mode mode, int count, MPI_Datatype type, MPI_Comm comm)
{
    int room;

    if (mode != BUFFERED)
        return 0;
    PMPI_Pack_size(count, type, comm, &room);
    return attached < room + MPI_BSEND_OVERHEAD;
}

STORE(Ibsend);
STORE(Irsend);
SEND(Send, STANDARD)
SEND(Rsend, STANDARD)
SEND(Bsend, BUFFERED)
SEND(Ssend, SYNCHRONOUS)
ISEND(Isend, STANDARD)
ISEND(Irsend, STANDARD)
ISEND(Ibsend, BUFFERED)
ISEND(Issend, SYNCHRONOUS)

STORE(Buffer_attach);
SHIM(Buffer_attach, (void *buffer, int bytes))
{
    int result = REAL(Buffer_attach)(buffer, bytes);

    if (result == MPI_SUCCESS)
        attached = bytes;
    return result;
}

STORE(Buffer_detach);
SHIM(Buffer_detach, (void *buffer, int *bytes))
{
    int waiting = on;

    while (waiting) {
        flush();
        rest();
        waiting = 0;
        for (entry *e = queue; e; e = e->next)
            waiting |= e->mode == BUFFERED;
    }
    attached = -1;
    return REAL(Buffer_detach)(buffer, bytes);
}

/* ---- persistent sends -------------------------------------------------------------------------------------------- */

#define SEND_INIT(NAME)                                                                                         \
    STORE(NAME);                                                                                                \
    SHIM(NAME, (const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm, MPI_Request *request)) \
    {                                                                                                           \
        int result = REAL(NAME)(buf, count, type, dest, tag, comm, request);                                    \
        persistent *p;                                                                                          \
                                                                                                                \
        if (!on || result != MPI_SUCCESS || dest < 0)                                                           \
            return result;                                                                                      \
        p = malloc(sizeof *p);                                                                                  \
        if (!p)                                                                                                 \
            abort();                                                                                            \
        *p = (persistent){ persistents, *request, comm, dest, tag };                                            \
        persistents = p;                                                                                        \
        return result;                                                                                          \
    }
SEND_INIT(Send_init)
SEND_INIT(Bsend_init)
SEND_INIT(Ssend_init)
SEND_INIT(Rsend_init)

SHIM(Start, (MPI_Request *request))
{
    tick();
    for (persistent *p = persistents; p; p = p->next)
        if (p->request == *request) {
            append(START, p->dest, p->tag, p->comm)->wire = *request;
            sends++;
            held++;
            return MPI_SUCCESS;
        }
    return REAL(Start)(request);
}

SHIM(Startall, (int n, MPI_Request requests[]))
{
    int result = MPI_SUCCESS;

    for (int i = 0; i < n && result == MPI_SUCCESS; i++)
        result = delay_Start(&requests[i]);
    return result;
}

SHIM(Request_free, (MPI_Request *request))
{
    ask(1, request);
    for (persistent **at = &persistents, *p; (p = *at) != NULL; at = &p->next)
        if (p->request == *request) {
            *at = p->next;
            free(p);
            break;
        }
    return REAL(Request_free)(request);
}

STORE(Cancel);
SHIM(Cancel, (MPI_Request *request))
{
    ask(1, request);
    for (entry *e = queue; e; e = e->next)
        if (e->ticket_open && e->ticket == *request) {
            e->cancelled = 1;
            if (e->state == SENDING)
                return REAL(Cancel)(&e->wire);
            e->state = DONE;
            collect();
            return MPI_SUCCESS;
        }
    return REAL(Cancel)(request);
}

/* ---- completion -------------------------------------------------------------------------------------------------- */

STORE(Request_get_status);
SHIM(Request_get_status, (MPI_Request request, int *flag, MPI_Status *status))
{
    ask(1, &request);
    return REAL(Request_get_status)(request, flag, status);
}

SHIM(Test, (MPI_Request *request, int *flag, MPI_Status *status))
{
    ask(1, request);
    return REAL(Test)(request, flag, status);
}

STORE(Testall);
SHIM(Testall, (int n, MPI_Request requests[], int *flag, MPI_Status statuses[]))
{
    ask(n, requests);
    return REAL(Testall)(n, requests, flag, statuses);
}

STORE(Testany);
SHIM(Testany, (int n, MPI_Request requests[], int *index, int *flag, MPI_Status *status))
{
    ask(n, requests);
    return REAL(Testany)(n, requests, index, flag, status);
}

STORE(Testsome);
SHIM(Testsome, (int n, MPI_Request requests[], int *done, int indices[], MPI_Status statuses[]))
{
    ask(n, requests);
    return REAL(Testsome)(n, requests, done, indices, statuses);
}

/* Until it would be complete; the call that follows says how. */
static void until_complete(MPI_Request request)
{
    int flag = 0;

    while (REAL(Request_get_status)(request, &flag, MPI_STATUS_IGNORE) == MPI_SUCCESS && !flag)
        rest();
}

STORE(Wait);
SHIM(Wait, (MPI_Request *request, MPI_Status *status))
{
    if (on) {
        ask(1, request);
        until_complete(*request);
    }
    return REAL(Wait)(request, status);
}

STORE(Waitall);
SHIM(Waitall, (int n, MPI_Request requests[], MPI_Status statuses[]))
{
    if (on) {
        ask(n, requests);
        for (int i = 0; i < n; i++)
            until_complete(requests[i]);
    }
    return REAL(Waitall)(n, requests, statuses);
}

STORE(Waitany);
SHIM(Waitany, (int n, MPI_Request requests[], int *index, MPI_Status *status))
{
    int result, flag = 0;

    if (!on)
        return REAL(Waitany)(n, requests, index, status);
    ask(n, requests);
    while ((result = REAL(Testany)(n, requests, index, &flag, status)) == MPI_SUCCESS && !flag)
        rest();
    return result;
}

STORE(Waitsome);
SHIM(Waitsome, (int n, MPI_Request requests[], int *done, int indices[], MPI_Status statuses[]))
{
    int result;

    if (!on)
        return REAL(Waitsome)(n, requests, done, indices, statuses);
    ask(n, requests);
    while ((result = REAL(Testsome)(n, requests, done, indices, statuses)) == MPI_SUCCESS && *done == 0)
        rest();
    return result;
}

/* ---- receives and probes ----------------------------------------------------------------------------------------- */

STORE(Irecv);
STORE(Recv);
SHIM(Recv, (void *buf, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm, MPI_Status *status))
{
    MPI_Request request;
    int result;

    tick();
    if (!on || source == MPI_PROC_NULL)
        return REAL(Recv)(buf, count, type, source, tag, comm, status);
    result = REAL(Irecv)(buf, count, type, source, tag, comm, &request);
    return result == MPI_SUCCESS ? delay_Wait(&request, status) : result;
}

SHIM(Irecv, (void *buf, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm, MPI_Request *request))
{
    tick();
    return REAL(Irecv)(buf, count, type, source, tag, comm, request);
}

STORE(Imrecv);
STORE(Mrecv);
SHIM(Mrecv, (void *buf, int count, MPI_Datatype type, MPI_Message *message, MPI_Status *status))
{
    MPI_Request request;
    int result;

    tick();
    if (!on || *message == MPI_MESSAGE_NO_PROC)
        return REAL(Mrecv)(buf, count, type, message, status);
    result = REAL(Imrecv)(buf, count, type, message, &request);
    return result == MPI_SUCCESS ? delay_Wait(&request, status) : result;
}

STORE(Iprobe);
SHIM(Iprobe, (int source, int tag, MPI_Comm comm, int *flag, MPI_Status *status))
{
    tick();
    return REAL(Iprobe)(source, tag, comm, flag, status);
}

STORE(Probe);
SHIM(Probe, (int source, int tag, MPI_Comm comm, MPI_Status *status))
{
    int flag = 0, result;

    if (!on)
        return REAL(Probe)(source, tag, comm, status);
    while ((result = REAL(Iprobe)(source, tag, comm, &flag, status)) == MPI_SUCCESS && !flag)
        rest();
    return result;
}

STORE(Improbe);
SHIM(Improbe, (int source, int tag, MPI_Comm comm, int *flag, MPI_Message *message, MPI_Status *status))
{
    tick();
    return REAL(Improbe)(source, tag, comm, flag, message, status);
}

STORE(Mprobe);
SHIM(Mprobe, (int source, int tag, MPI_Comm comm, MPI_Message *message, MPI_Status *status))
{
    int flag = 0, result;

    if (!on)
        return REAL(Mprobe)(source, tag, comm, message, status);
    while ((result = REAL(Improbe)(source, tag, comm, &flag, message, status)) == MPI_SUCCESS && !flag)
        rest();
    return result;
}

STORE(Sendrecv);
SHIM(Sendrecv, (const void *out, int nout, MPI_Datatype tout, int dest, int send_tag, void *in, int nin, MPI_Datatype tin,
                int source, int receive_tag, MPI_Comm comm, MPI_Status *status))
{
    tick();
    if (on && dest == MPI_PROC_NULL)
        return delay_Recv(in, nin, tin, source, receive_tag, comm, status);
    if (!may_hold(nout, tout, dest, send_tag, comm))
        return flush(), REAL(Sendrecv)(out, nout, tout, dest, send_tag, in, nin, tin, source, receive_tag, comm, status);
    hold(STANDARD, out, nout, tout, dest, send_tag, comm);
    return delay_Recv(in, nin, tin, source, receive_tag, comm, status);
}

STORE(Sendrecv_replace);
SHIM(Sendrecv_replace, (void *buf, int count, MPI_Datatype type, int dest, int send_tag, int source, int receive_tag,
                        MPI_Comm comm, MPI_Status *status))
{
    tick();
    if (on && dest == MPI_PROC_NULL)
        return delay_Recv(buf, count, type, source, receive_tag, comm, status);
    if (!may_hold(count, type, dest, send_tag, comm))
        return flush(), REAL(Sendrecv_replace)(buf, count, type, dest, send_tag, source, receive_tag, comm, status);
    hold(STANDARD, buf, count, type, dest, send_tag, comm);
    return delay_Recv(buf, count, type, source, receive_tag, comm, status);
}

/* ---- collectives ------------------------------------------------------------------------------------------------- */

/* A blocking collective by its non-blocking form. */
#define COLLECTIVE(NAME, INAME, PARAMETERS, ...)                                \
    STORE(NAME);                                                                \
    STORE(INAME);                                                               \
    SHIM(NAME, PARAMETERS)                                                      \
    {                                                                           \
        MPI_Request request;                                                    \
        int result;                                                             \
                                                                                \
        tick();                                                                 \
        if (!on)                                                                \
            return REAL(NAME)(__VA_ARGS__);                                     \
        result = REAL(INAME)(__VA_ARGS__, &request);                            \
        return result == MPI_SUCCESS ? delay_Wait(&request, MPI_STATUS_IGNORE) : result; \
    }
#define ONE const void *a, int n, MPI_Datatype t
#define TWO ONE, void *b, int m, MPI_Datatype u
#define RED const void *a, void *b, int n, MPI_Datatype t, MPI_Op op
COLLECTIVE(Barrier, Ibarrier, (MPI_Comm c), c)
COLLECTIVE(Bcast, Ibcast, (void *a, int n, MPI_Datatype t, int root, MPI_Comm c), a, n, t, root, c)
COLLECTIVE(Gather, Igather, (TWO, int root, MPI_Comm c), a, n, t, b, m, u, root, c)
COLLECTIVE(Gatherv, Igatherv, (ONE, void *b, const int *m, const int *d, MPI_Datatype u, int root, MPI_Comm c),
           a, n, t, b, m, d, u, root, c)
COLLECTIVE(Scatter, Iscatter, (TWO, int root, MPI_Comm c), a, n, t, b, m, u, root, c)
COLLECTIVE(Scatterv, Iscatterv, (const void *a, const int *n, const int *d, MPI_Datatype t, void *b, int m, MPI_Datatype u,
                                 int root, MPI_Comm c), a, n, d, t, b, m, u, root, c)
COLLECTIVE(Allgather, Iallgather, (TWO, MPI_Comm c), a, n, t, b, m, u, c)
COLLECTIVE(Allgatherv, Iallgatherv, (ONE, void *b, const int *m, const int *d, MPI_Datatype u, MPI_Comm c),
           a, n, t, b, m, d, u, c)
COLLECTIVE(Alltoall, Ialltoall, (TWO, MPI_Comm c), a, n, t, b, m, u, c)
COLLECTIVE(Alltoallv, Ialltoallv, (const void *a, const int *n, const int *d, MPI_Datatype t, void *b, const int *m,
                                   const int *e, MPI_Datatype u, MPI_Comm c), a, n, d, t, b, m, e, u, c)
COLLECTIVE(Alltoallw, Ialltoallw, (const void *a, const int *n, const int *d, const MPI_Datatype *t, void *b, const int *m,
                                   const int *e, const MPI_Datatype *u, MPI_Comm c), a, n, d, t, b, m, e, u, c)
COLLECTIVE(Reduce, Ireduce, (RED, int root, MPI_Comm c), a, b, n, t, op, root, c)
COLLECTIVE(Allreduce, Iallreduce, (RED, MPI_Comm c), a, b, n, t, op, c)
COLLECTIVE(Scan, Iscan, (RED, MPI_Comm c), a, b, n, t, op, c)
COLLECTIVE(Exscan, Iexscan, (RED, MPI_Comm c), a, b, n, t, op, c)
COLLECTIVE(Reduce_scatter, Ireduce_scatter, (const void *a, void *b, const int *n, MPI_Datatype t, MPI_Op op, MPI_Comm c),
           a, b, n, t, op, c)
COLLECTIVE(Reduce_scatter_block, Ireduce_scatter_block, (RED, MPI_Comm c), a, b, n, t, op, c)
COLLECTIVE(Neighbor_allgather, Ineighbor_allgather, (TWO, MPI_Comm c), a, n, t, b, m, u, c)
COLLECTIVE(Neighbor_alltoall, Ineighbor_alltoall, (TWO, MPI_Comm c), a, n, t, b, m, u, c)
COLLECTIVE(Neighbor_allgatherv, Ineighbor_allgatherv, (ONE, void *b, const int *m, const int *d, MPI_Datatype u, MPI_Comm c),
           a, n, t, b, m, d, u, c)
COLLECTIVE(Neighbor_alltoallv, Ineighbor_alltoallv, (const void *a, const int *n, const int *d, MPI_Datatype t, void *b,
           const int *m, const int *e, MPI_Datatype u, MPI_Comm c), a, n, d, t, b, m, e, u, c)
COLLECTIVE(Neighbor_alltoallw, Ineighbor_alltoallw, (const void *a, const int *n, const MPI_Aint *d, const MPI_Datatype *t,
           void *b, const int *m, const MPI_Aint *e, const MPI_Datatype *u, MPI_Comm c), a, n, d, t, b, m, e, u, c)

/* ---- what makes or ends communicators: all that is held goes first ----------------------------------------------- */

#define FLUSHES(NAME, PARAMETERS, ...)                                          \
    STORE(NAME);                                                                \
    SHIM(NAME, PARAMETERS)                                                      \
    {                                                                           \
        tick();                                                                 \
        flush();                                                                \
        return REAL(NAME)(__VA_ARGS__);                                         \
    }
FLUSHES(Comm_free, (MPI_Comm *c), c)
FLUSHES(Comm_disconnect, (MPI_Comm *c), c)
FLUSHES(Comm_dup, (MPI_Comm c, MPI_Comm *d), c, d)
FLUSHES(Comm_dup_with_info, (MPI_Comm c, MPI_Info i, MPI_Comm *d), c, i, d)
FLUSHES(Comm_create, (MPI_Comm c, MPI_Group g, MPI_Comm *d), c, g, d)
FLUSHES(Comm_create_group, (MPI_Comm c, MPI_Group g, int t, MPI_Comm *d), c, g, t, d)
FLUSHES(Comm_split, (MPI_Comm c, int k, int o, MPI_Comm *d), c, k, o, d)
FLUSHES(Comm_split_type, (MPI_Comm c, int k, int o, MPI_Info i, MPI_Comm *d), c, k, o, i, d)
FLUSHES(Intercomm_create, (MPI_Comm c, int l, MPI_Comm p, int r, int t, MPI_Comm *d), c, l, p, r, t, d)
FLUSHES(Intercomm_merge, (MPI_Comm c, int h, MPI_Comm *d), c, h, d)
FLUSHES(Cart_create, (MPI_Comm c, int n, const int *m, const int *p, int r, MPI_Comm *d), c, n, m, p, r, d)
FLUSHES(Cart_sub, (MPI_Comm c, const int *k, MPI_Comm *d), c, k, d)
FLUSHES(Graph_create, (MPI_Comm c, int n, const int *i, const int *e, int r, MPI_Comm *d), c, n, i, e, r, d)
FLUSHES(Dist_graph_create, (MPI_Comm c, int n, const int *s, const int *g, const int *t, const int *w, MPI_Info i, int r,
                            MPI_Comm *d), c, n, s, g, t, w, i, r, d)
FLUSHES(Dist_graph_create_adjacent, (MPI_Comm c, int n, const int *s, const int *v, int m, const int *t, const int *w,
                                     MPI_Info i, int r, MPI_Comm *d), c, n, s, v, m, t, w, i, r, d)

/* ---- beginning and end ------------------------------------------------------------------------------------------- */

STORE(Init);
SHIM(Init, (int *argc, char ***argv))
{
    int result = REAL(Init)(argc, argv);

    setup();
    return result;
}

STORE(Init_thread);
SHIM(Init_thread, (int *argc, char ***argv, int required, int *provided))
{
    int result = REAL(Init_thread)(argc, argv, required, provided);

    setup();
    return result;
}

/* Waits for what is on the way, but not for ever: a message that nobody receives is the program's affair. */
STORE(Finalize);
SHIM(Finalize, (void))
{
    double limit = PMPI_Wtime() + 5;

    flush();
    while (on && queue && PMPI_Wtime() < limit)
        rest();
    if (queue)
        fprintf(stderr, "delay: rank %d finalizes with sends that nobody receives\n", me);
    if (on && report)
        fprintf(stderr, "delay: rank %d: %ld sends, %ld held, %ld overtook\n", me, sends, held, overtook);
    return REAL(Finalize)();
}
