/* shim.c - our MPI onto the real one: numbers of handles, values, life. See shim.h, real.h. */
#include <stdlib.h>
#include <string.h>
#include "real.h"

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
#define CKPTM_BASIC(number, NAME, class, T) list[number] = MPI_##NAME;
#define CKPTM_PAIR(number, NAME, value, T) list[number] = MPI_##NAME;
#include "mpi/basics.def"
#undef CKPTM_BASIC
#undef CKPTM_PAIR
    }
    return list;
}

MPI_Datatype ckptm_real_type(int type)
{
    if (type >= 64)
        return ckptm_real_derived(type);
    return type > 0 && basics()[type] ? basics()[type] : MPI_DATATYPE_NULL;
}

MPI_Op ckptm_real_op(int op)
{
    switch (op) {
#define CKPTM_OP(number, NAME) case number: return MPI_##NAME;
#include "mpi/ops.def"
#undef CKPTM_OP
    }
    return ckptm_real_own_op(op);
}

MPI_Comm ckptm_real_comm(int comm)
{
    if (comm == 1)
        return MPI_COMM_WORLD;
    if (comm == 2)
        return MPI_COMM_SELF;
    return comm > 0 && comm < ncomms ? comms[comm] : MPI_COMM_NULL;
}

void ckptm_put_comm(int at, MPI_Comm comm)
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
    if (comm != MPI_COMM_NULL)
        PMPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);     /* what an error means is the layer's affair */
}

MPI_Request *ckptm_real_request(int slot)
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

int ckptm_our_error(int code)
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

void ckptm_give_status(const MPI_Status *from, our_status *to)
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
    PMPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    PMPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    return ckptm_our_error(result);
}

double ckptm_wtime(void) { return PMPI_Wtime(); }

int ckptm_finalize(void) { return ckptm_our_error(PMPI_Finalize()); }

void ckptm_abort(int status)
{
    PMPI_Abort(MPI_COMM_WORLD, status);
    abort();
}

int ckptm_Abort(int comm, int errorcode)
{
    return ckptm_our_error(PMPI_Abort(ckptm_real_comm(comm), errorcode));
}

/* Our classes are the real ones by name, so texts come from there. */
int ckptm_error_text(int errorcode, char *string, int *resultlen)
{
    int real = MPI_ERR_OTHER;

    switch (errorcode) {
    case 0: real = MPI_SUCCESS; break;
#define CKPTM_ERROR(number, NAME) case number: real = MPI_ERR_##NAME; break;
#include "mpi/errors.def"
#undef CKPTM_ERROR
    }
    return ckptm_our_error(PMPI_Error_string(real, string, resultlen));
}

int ckptm_library_version(char *version, int *resultlen)
{
    return ckptm_our_error(PMPI_Get_library_version(version, resultlen));
}

#include "shim_calls.inc"
