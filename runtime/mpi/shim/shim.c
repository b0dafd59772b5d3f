/* shim.c - our MPI onto the real one. See shim.h. Compiled with the real mpi.h; ours is not seen here. */
#include <mpi.h>
#include <sched.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* What both sides see, spelt without either mpi.h. */
typedef struct our_status {
    int source, tag, error, cancelled, type;
    unsigned layout;
    long long elements;
} our_status;

enum { OUR_ANY_SOURCE = -1, OUR_PROC_NULL = -3, OUR_ROOT = -4, OUR_ANY_TAG = -1, OUR_UNDEFINED = -32766, OUR_BYTE = 4 };
enum our_mode { STANDARD, SYNCHRONOUS, READY };
enum { PIECE = 16384 };

#ifdef MPICH_VERSION
const char *const ckptm_shim_name = "MPICH";
#elif defined OPEN_MPI
const char *const ckptm_shim_name = "Open MPI";
#else
const char *const ckptm_shim_name = "MPI";
#endif

/* ---- handles ----------------------------------------------------------------------------------------------------- */

static MPI_Comm *comms;
static int ncomms;
static MPI_Request *requests;
static int nrequests;

static const MPI_Datatype *basics(void)
{
    static MPI_Datatype list[64];

    if (!list[1]) {
#define CKPTM_BASIC(number, NAME, kind, T) list[number] = MPI_##NAME;
#include "mpi/basics.def"
#undef CKPTM_BASIC
    }
    return list;
}

static MPI_Datatype ckptm_real_type(int type)
{
    return type > 0 && type < 64 && basics()[type] ? basics()[type] : MPI_DATATYPE_NULL;
}

static MPI_Op ckptm_real_op(int op)
{
    switch (op) {
#define CKPTM_OP(number, NAME) case number: return MPI_##NAME;
#include "mpi/ops.def"
#undef CKPTM_OP
    }
    return MPI_OP_NULL;
}

static MPI_Comm ckptm_real_comm(int comm)
{
    if (comm == 1)
        return MPI_COMM_WORLD;
    if (comm == 2)
        return MPI_COMM_SELF;
    return comm > 0 && comm < ncomms ? comms[comm] : MPI_COMM_NULL;
}

static void put_comm(int at, MPI_Comm comm)
{
    if (at >= ncomms) {
        int room = at < 16 ? 32 : 2 * at;

        comms = realloc(comms, (size_t)room * sizeof *comms);
        if (!comms)
            abort();
        for (int i = ncomms; i < room; i++)
            comms[i] = MPI_COMM_NULL;
        ncomms = room;
    }
    comms[at] = comm;
}

static MPI_Request *ckptm_real_request(int slot)
{
    if (slot >= nrequests) {
        int room = slot < 32 ? 64 : 2 * slot;

        requests = realloc(requests, (size_t)room * sizeof *requests);
        if (!requests)
            abort();
        for (int i = nrequests; i < room; i++)
            requests[i] = MPI_REQUEST_NULL;
        nrequests = room;
    }
    return &requests[slot];
}

/* ---- values ------------------------------------------------------------------------------------------------------ */

static int real_rank(int rank)
{
    return rank == OUR_ANY_SOURCE ? MPI_ANY_SOURCE : rank == OUR_PROC_NULL ? MPI_PROC_NULL : rank == OUR_ROOT ? MPI_ROOT : rank;
}

static int real_tag(int tag) { return tag == OUR_ANY_TAG ? MPI_ANY_TAG : tag; }

static void *real_buffer(const void *buffer)
{
    return buffer == (const void *)1 ? MPI_IN_PLACE : (void *)(size_t)buffer;
}

static int our_error(int code)
{
    int class = MPI_ERR_OTHER;

    if (code == MPI_SUCCESS)
        return 0;
    PMPI_Error_class(code, &class);
#define CKPTM_ERROR(number, NAME) if (class == MPI_ERR_##NAME) return number;
#include "mpi/errors.def"
#undef CKPTM_ERROR
    return 16;
}

static void give_status(const MPI_Status *from, our_status *to)
{
    int cancelled = 0, bytes = 0;
    MPI_Status copy = *from;

    PMPI_Test_cancelled(&copy, &cancelled);
    PMPI_Get_count(&copy, MPI_BYTE, &bytes);
    to->source = from->MPI_SOURCE == MPI_PROC_NULL ? OUR_PROC_NULL : from->MPI_SOURCE == MPI_ANY_SOURCE ? OUR_ANY_SOURCE : from->MPI_SOURCE;
    to->tag = from->MPI_TAG == MPI_ANY_TAG ? OUR_ANY_TAG : from->MPI_TAG;
    to->cancelled = cancelled;
    to->type = OUR_BYTE;
    to->elements = bytes == MPI_UNDEFINED ? -1 : bytes;
}

/* ---- life -------------------------------------------------------------------------------------------------------- */

bool ckptm_initialized(void)
{
    int flag = 0;

    PMPI_Initialized(&flag);
    return flag;
}

bool ckptm_finalized(void)
{
    int flag = 0;

    PMPI_Finalized(&flag);
    return flag;
}

int ckptm_init(int *argc, char ***argv, int required, int *provided)
{
    static const int levels[] = { MPI_THREAD_SINGLE, MPI_THREAD_FUNNELED, MPI_THREAD_SERIALIZED, MPI_THREAD_MULTIPLE };
    int got = 0, result = PMPI_Init_thread(argc, argv, levels[required & 3], &got);

    for (int i = 0; i < 4; i++)
        if (levels[i] == got)
            *provided = i;
    return our_error(result);
}

double ckptm_wtime(void) { return PMPI_Wtime(); }

int ckptm_finalize(void) { return our_error(PMPI_Finalize()); }

void ckptm_abort(int status)
{
    PMPI_Abort(MPI_COMM_WORLD, status);
    abort();
}

int ckptm_Abort(int comm, int errorcode)
{
    return our_error(PMPI_Abort(ckptm_real_comm(comm), errorcode));
}

/* Our classes are the real ones by name, so texts come from there. */
int ckptm_Error_string(int errorcode, char *string, int *resultlen)
{
    int real = MPI_ERR_OTHER;

    switch (errorcode) {
    case 0: real = MPI_SUCCESS; break;
#define CKPTM_ERROR(number, NAME) case number: real = MPI_ERR_##NAME; break;
#include "mpi/errors.def"
#undef CKPTM_ERROR
    }
    return our_error(PMPI_Error_string(real, string, resultlen));
}

int ckptm_Error_class(int errorcode, int *errorclass)
{
    *errorclass = errorcode;
    return 0;
}

int ckptm_Comm_compare(int comm1, int comm2, int *result)
{
    int real = MPI_UNEQUAL, code = PMPI_Comm_compare(ckptm_real_comm(comm1), ckptm_real_comm(comm2), &real);

    *result = real == MPI_IDENT ? 0 : real == MPI_CONGRUENT ? 1 : real == MPI_SIMILAR ? 2 : 3;
    return our_error(code);
}

/* ---- communicators ------------------------------------------------------------------------------------------------ */

int ckptm_comm_dup(int comm, int to)
{
    MPI_Comm made = MPI_COMM_NULL;
    int result = PMPI_Comm_dup(ckptm_real_comm(comm), &made);

    if (result == MPI_SUCCESS)
        put_comm(to, made);
    return our_error(result);
}

int ckptm_comm_split(int comm, int color, int key, int to, bool *made)
{
    MPI_Comm new = MPI_COMM_NULL;
    int result = PMPI_Comm_split(ckptm_real_comm(comm), color == OUR_UNDEFINED ? MPI_UNDEFINED : color, key, &new);

    *made = result == MPI_SUCCESS && new != MPI_COMM_NULL;
    if (*made)
        put_comm(to, new);
    return our_error(result);
}

int ckptm_comm_free(int comm)
{
    return our_error(PMPI_Comm_free(&comms[comm]));
}

int ckptm_comm_rank(int comm)
{
    int rank = 0;

    PMPI_Comm_rank(ckptm_real_comm(comm), &rank);
    return rank;
}

int ckptm_comm_size(int comm)
{
    int size = 0;

    PMPI_Comm_size(ckptm_real_comm(comm), &size);
    return size;
}

int ckptm_comm_members(int comm, int *world)
{
    MPI_Group all, some;
    int size = ckptm_comm_size(comm), *ranks = malloc(((size_t)size + 1) * sizeof *ranks), result;

    for (int i = 0; i < size; i++)
        ranks[i] = i;
    PMPI_Comm_group(MPI_COMM_WORLD, &all);
    PMPI_Comm_group(ckptm_real_comm(comm), &some);
    result = PMPI_Group_translate_ranks(some, size, ranks, all, world);
    PMPI_Group_free(&all);
    PMPI_Group_free(&some);
    free(ranks);
    return our_error(result);
}

/* ---- point to point ------------------------------------------------------------------------------------------------ */

int ckptm_isend(const void *buffer, int count, int type, int dest, int tag, int comm, enum our_mode mode, int slot)
{
    MPI_Request *request = ckptm_real_request(slot);
    MPI_Datatype real = ckptm_real_type(type);
    MPI_Comm on = ckptm_real_comm(comm);
    int to = real_rank(dest);

    if (mode == SYNCHRONOUS)
        return our_error(PMPI_Issend(buffer, count, real, to, tag, on, request));
    return our_error(PMPI_Isend(buffer, count, real, to, tag, on, request));
}

int ckptm_irecv(void *buffer, int count, int type, int source, int tag, int comm, int slot)
{
    MPI_Request *request = ckptm_real_request(slot);

    return our_error(PMPI_Irecv(buffer, count, ckptm_real_type(type), real_rank(source), real_tag(tag), ckptm_real_comm(comm), request));
}

int ckptm_iprobe(int source, int tag, int comm, bool *flag, our_status *status)
{
    MPI_Status real;
    int there = 0, result = PMPI_Iprobe(real_rank(source), real_tag(tag), ckptm_real_comm(comm), &there, &real);

    *flag = there;
    if (there)
        give_status(&real, status);
    return our_error(result);
}

int ckptm_test(int slot, bool *flag, our_status *status)
{
    MPI_Status real;
    int done = 0, result;

    memset(&real, 0, sizeof real);
    result = PMPI_Test(ckptm_real_request(slot), &done, &real);
    *flag = done || result != MPI_SUCCESS;
    if (*flag)
        give_status(&real, status);
    return status->error = our_error(result);
}

/* ---- control ------------------------------------------------------------------------------------------------------- */

static MPI_Comm control = MPI_COMM_NULL, collective = MPI_COMM_NULL;
static MPI_Request incoming = MPI_REQUEST_NULL;
static unsigned char piece[PIECE];
static struct outgoing {
    struct outgoing *next;
    MPI_Request request;
    unsigned char bytes[];
} *outgoing;

static void listen(void)
{
    PMPI_Irecv(piece, PIECE, MPI_BYTE, MPI_ANY_SOURCE, 1, control, &incoming);
}

void ckptm_control_open(void)
{
    PMPI_Comm_dup(MPI_COMM_WORLD, &control);
    PMPI_Comm_dup(MPI_COMM_WORLD, &collective);
    listen();
}

/* MPI moves on while it waits; what is there is found by a test. MPI_Waitany would complete it, so the first step waits here only as
 * long as nothing has come, and lets others have the processor. */
void ckptm_wait_some(int slot)
{
    for (unsigned round = 0;; round++) {
        int there = 0;

        PMPI_Request_get_status(*ckptm_real_request(slot), &there, MPI_STATUS_IGNORE);
        if (!there && incoming != MPI_REQUEST_NULL)
            PMPI_Request_get_status(incoming, &there, MPI_STATUS_IGNORE);
        if (there)
            return;
        if (round > 200)
            sched_yield();
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

void ckptm_control_close(void)
{
    while (outgoing)
        reap();
    PMPI_Barrier(collective);
    PMPI_Cancel(&incoming);
    PMPI_Wait(&incoming, MPI_STATUS_IGNORE);
    PMPI_Comm_free(&control);
    PMPI_Comm_free(&collective);
}

void ckptm_control_send(int to, const void *bytes, size_t size)
{
    struct outgoing *o = malloc(sizeof *o + size);

    if (!o)
        abort();
    memcpy(o->bytes, bytes, size);
    PMPI_Isend(o->bytes, (int)size, MPI_BYTE, to, 1, control, &o->request);
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
    listen();
    return size;
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

void ckptm_control_bcast(void *bytes, size_t size) { PMPI_Bcast(bytes, (int)size, MPI_BYTE, 0, collective); }

int ckptm_control_min(int value)
{
    int result = 0;

    PMPI_Allreduce(&value, &result, 1, MPI_INT, MPI_MIN, collective);
    return result;
}

#include "shim_calls.inc"
