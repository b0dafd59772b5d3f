/* control.c - control traffic, on communicators of the layer's own. See shim.h. */
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "real.h"

enum { PIECE = 16384 };

MPI_Comm ckptm_world = MPI_COMM_WORLD, ckptm_messages = MPI_COMM_NULL;
static MPI_Comm control = MPI_COMM_NULL, collective = MPI_COMM_NULL;
static MPI_Request incoming = MPI_REQUEST_NULL;
static unsigned char piece[PIECE];
static unsigned *sent, heard;                    /* messages to each rank; from all */
static unsigned patience;                        /* how often to look for what has not come before others may have the processor */
static unsigned most, unwanted;                  /* its greatest value here; how often in a row nobody has wanted the processor */
static struct outgoing {
    struct outgoing *next;
    MPI_Request request;
    unsigned char bytes[];
} *outgoing;

static void listen(void)
{
    PMPI_Irecv(piece, PIECE, MPI_BYTE, MPI_ANY_SOURCE, 1, control, &incoming);
}

enum { SHORT = 200, LONG = 20000, MANY = 1000 };

/* Where each rank has a processor of its own nobody else wants it, and what comes is found later by whoever has let it go: a job of many small messages
 * takes 1 to 2 % longer. Where they share processors the one that is waited for may need it. */
static unsigned patience_here(void)
{
    MPI_Comm here;
    int ranks = 0;

    PMPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &here);
    PMPI_Comm_size(here, &ranks);
    PMPI_Comm_free(&here);
    return ranks <= sysconf(_SC_NPROCESSORS_ONLN) ? LONG : SHORT;
}

/* Others may have the processor. Whether they wanted it shows by how long they kept it: other jobs, or fewer processors than the machine has
 * (a container's share), are seen by nothing else. */
static void give_way(void)
{
    struct timespec before, after;

    clock_gettime(CLOCK_MONOTONIC, &before);
    sched_yield();
    clock_gettime(CLOCK_MONOTONIC, &after);
    if ((after.tv_sec - before.tv_sec) * 1000000000LL + after.tv_nsec - before.tv_nsec > 10000) {
        patience = SHORT;
        unwanted = 0;
    } else if (patience < most && ++unwanted > MANY) {
        patience = most;
    }
}

void ckptm_control_open(void)
{
    int ranks;

    PMPI_Comm_size(MPI_COMM_WORLD, &ranks);
    sent = calloc((size_t)ranks, sizeof *sent);
    if (!sent)
        abort();
    PMPI_Comm_dup(MPI_COMM_WORLD, &control);
    PMPI_Comm_dup(MPI_COMM_WORLD, &collective);
    PMPI_Comm_dup(MPI_COMM_WORLD, &ckptm_messages);
    PMPI_Comm_set_errhandler(ckptm_messages, MPI_ERRORS_RETURN);
    patience = most = patience_here();
#ifdef OPEN_MPI
    /* On each rank a call that makes a communicator waits for those that are under way on parents with a lower number there, a duplicate that
     * other members have yet to begin as well. What the layer makes on its own one is not to wait for the program's: that has the lowest. */
    ckptm_world = collective;
    collective = MPI_COMM_WORLD;
#endif
    listen();
}

/* MPI moves on while it waits; what is there is found by a test. MPI_Waitany would complete it, so the first step waits here only as
 * long as nothing has come, and lets others have the processor. */
void ckptm_wait_some(int slot)
{
    struct own *own = ckptm_own ? ckptm_own_of(slot) : 0;

    for (unsigned round = 0;; round++) {
        int there = 0;

        if (own)
            there = ckptm_own_there(own);
        else
            PMPI_Request_get_status(*ckptm_real_request(slot), &there, MPI_STATUS_IGNORE);
        if (!there && incoming != MPI_REQUEST_NULL)
            PMPI_Request_get_status(incoming, &there, MPI_STATUS_IGNORE);
        if (there)
            return;
        if (round > patience)
            give_way();
    }
}

/* Forget what has been sent. */
static void reap(void)
{
    for (struct outgoing **at = &outgoing; *at;) {
        struct outgoing *o = *at;
        int done = 0;

        PMPI_Test(&o->request, &done, MPI_STATUS_IGNORE);
        if (done) {
            *at = o->next;
            free(o);
        } else {
            at = &o->next;
        }
    }
}

void ckptm_control_send(int to, const void *bytes, size_t size)
{
    struct outgoing *o = malloc(sizeof *o + size);

    if (!o)
        abort();
    memcpy(o->bytes, bytes, size);
    PMPI_Isend(o->bytes, (int)size, MPI_BYTE, to, 1, control, &o->request);
    sent[to]++;
    o->next = outgoing;
    outgoing = o;
    reap();
}

long ckptm_control_receive(void *bytes, int *from)
{
    MPI_Status status;
    int done = 0, size = 0;

    if (incoming == MPI_REQUEST_NULL)
        return -1;
    PMPI_Test(&incoming, &done, &status);
    if (!done)
        return -1;
    PMPI_Get_count(&status, MPI_BYTE, &size);
    memcpy(bytes, piece, (size_t)size);
    *from = status.MPI_SOURCE;
    heard++;
    listen();
    return size;
}

/* What is still under way to us is thrown away: some MPIs complain of it when they end, and large messages would not leave their senders. */
static void hear_the_rest(void)
{
    static unsigned char nothing[PIECE];
    unsigned expected = 0;
    int from;

    PMPI_Reduce_scatter_block(sent, &expected, 1, MPI_UNSIGNED, MPI_SUM, collective);
    while (heard != expected)
        if (ckptm_control_receive(nothing, &from) < 0)
            sched_yield();
}

void ckptm_control_close(void)
{
    hear_the_rest();
    while (outgoing)
        reap();
    PMPI_Barrier(collective);
    PMPI_Cancel(&incoming);
    PMPI_Wait(&incoming, MPI_STATUS_IGNORE);
    PMPI_Comm_free(&control);
    PMPI_Comm_free(&ckptm_messages);
    PMPI_Comm_free(ckptm_world == MPI_COMM_WORLD ? &collective : &ckptm_world);
    ckptm_world = MPI_COMM_WORLD;
}

void ckptm_control_barrier(void) { PMPI_Barrier(collective); }

bool ckptm_control_all_there(void)
{
    static MPI_Request barrier = MPI_REQUEST_NULL;
    static bool begun;
    int done = 0;

    if (!begun)
        PMPI_Ibarrier(collective, &barrier);
    begun = true;
    PMPI_Test(&barrier, &done, MPI_STATUS_IGNORE);
    return done;
}

MPI_Comm ckptm_own_comm(void) { return collective; }

unsigned char *ckptm_control_gather(const void *bytes, size_t size, size_t *total)
{
    int ranks = 0, own = (int)size, *sizes, *places;
    unsigned char *all;

    PMPI_Comm_size(collective, &ranks);
    sizes = malloc(2 * (size_t)ranks * sizeof *sizes);
    if (!sizes)
        abort();
    places = sizes + ranks;
    PMPI_Allgather(&own, 1, MPI_INT, sizes, 1, MPI_INT, collective);
    *total = 0;
    for (int i = 0; i < ranks; i++) {
        places[i] = (int)*total;
        *total += (size_t)sizes[i];
    }
    all = malloc(*total + 1);
    if (!all)
        abort();
    PMPI_Allgatherv(bytes, own, MPI_BYTE, all, sizes, places, MPI_BYTE, collective);
    free(sizes);
    return all;
}

void ckptm_control_bcast(void *bytes, size_t size) { PMPI_Bcast(bytes, (int)size, MPI_BYTE, 0, collective); }

int ckptm_control_min(int value)
{
    int result = 0;

    PMPI_Allreduce(&value, &result, 1, MPI_INT, MPI_MIN, collective);
    return result;
}

static MPI_Request world;

void ckptm_world_begin(void) { PMPI_Ibarrier(MPI_COMM_WORLD, &world); }

bool ckptm_world_there(void)
{
    int there = 0;

    PMPI_Test(&world, &there, MPI_STATUS_IGNORE);
    return there;
}
