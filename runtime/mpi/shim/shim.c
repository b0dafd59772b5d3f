/* shim.c - our MPI onto the real one: numbers of handles, values, life. See shim.h, real.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "real.h"

#ifdef MPICH_VERSION
const char *const ckptm_shim_name = "MPICH";
const bool ckptm_gives_cut_off = false;
#elif defined OPEN_MPI
const char *const ckptm_shim_name = "Open MPI";
const bool ckptm_gives_cut_off = true;
#else
const char *const ckptm_shim_name = "MPI";
const bool ckptm_gives_cut_off = false;
#endif

/* ---- handles ----------------------------------------------------------------------------------------------------- */

MPI_Datatype ckptm_basics[OUR_BASICS];
MPI_Comm *ckptm_comms;
int ckptm_ncomms;
MPI_Request *ckptm_requests;
int ckptm_nrequests;

/* Values of some MPIs are addresses that are not known before the program runs. */
static void __attribute__((constructor)) fill_basics(void)
{
    for (int i = 0; i < OUR_BASICS; i++)
        ckptm_basics[i] = MPI_DATATYPE_NULL;
#define CKPTM_BASIC(number, NAME, class, T) ckptm_basics[number] = MPI_##NAME;
#define CKPTM_PAIR(number, NAME, value, T) ckptm_basics[number] = MPI_##NAME;
#include "mpi/basics.def"
#undef CKPTM_BASIC
#undef CKPTM_PAIR
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

void ckptm_put_comm(int at, MPI_Comm comm)
{
    if (at >= ckptm_ncomms) {
        int room = at < 16 ? 32 : 2 * at;

        ckptm_comms = realloc(ckptm_comms, (size_t)room * sizeof *ckptm_comms);
        if (!ckptm_comms)
            abort();
        for (int i = ckptm_ncomms; i < room; i++)
            ckptm_comms[i] = MPI_COMM_NULL;
        ckptm_ncomms = room;
    }
    ckptm_comms[at] = comm;
    if (comm != MPI_COMM_NULL)
        PMPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);     /* what an error means is the layer's affair */
}

MPI_Request *ckptm_new_request(int slot)
{
    int room = slot < 32 ? 64 : 2 * slot;

    ckptm_requests = realloc(ckptm_requests, (size_t)room * sizeof *ckptm_requests);
    if (!ckptm_requests)
        abort();
    while (ckptm_nrequests < room)
        ckptm_requests[ckptm_nrequests++] = MPI_REQUEST_NULL;
    return &ckptm_requests[slot];
}

/* ---- values ------------------------------------------------------------------------------------------------------ */

int ckptm_our_class(int code)
{
    int class = MPI_ERR_OTHER;

    PMPI_Error_class(code, &class);
#define CKPTM_ERROR(number, NAME, text) if (class == MPI_ERR_##NAME) return number;
#include "mpi/errors.def"
#undef CKPTM_ERROR
    return 16;
}

void ckptm_give_any_status(const MPI_Status *from, bool cancelled, our_status *to)
{
    int was = 0;

    if (cancelled)
        PMPI_Test_cancelled(from, &was);
    to->source = from->MPI_SOURCE == MPI_PROC_NULL ? OUR_PROC_NULL : from->MPI_SOURCE == MPI_ANY_SOURCE ? OUR_ANY_SOURCE : from->MPI_SOURCE;
    to->tag = from->MPI_TAG == MPI_ANY_TAG ? OUR_ANY_TAG : from->MPI_TAG;
    to->cancelled = was;
    to->type = OUR_BYTE;
    to->elements = ckptm_bytes_of(from);
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

int ckptm_library_version(char *version, int *resultlen)
{
    return ckptm_our_error(PMPI_Get_library_version(version, resultlen));
}

/* ---- what it says of itself -------------------------------------------------------------------------------------------- */

static bool own_value(int keyval, int *value)
{
    int flag = 0, *at;

    PMPI_Comm_get_attr(MPI_COMM_WORLD, keyval, &at, &flag);
    if (flag)
        *value = *at;
    return flag;
}

int ckptm_tag_ub(void)
{
    int bound = 0;

    own_value(MPI_TAG_UB, &bound);
    return bound;
}

bool ckptm_appnum(int *number) { return own_value(MPI_APPNUM, number); }

bool ckptm_info_env(int n, char *key, size_t key_room, char *value, size_t value_room)
{
    char name[MPI_MAX_INFO_KEY + 1] = "", text[MPI_MAX_INFO_VAL + 1] = "";
    int count = 0, flag = 0;

    PMPI_Info_get_nkeys(MPI_INFO_ENV, &count);
    if (n >= count)
        return false;
    PMPI_Info_get_nthkey(MPI_INFO_ENV, n, name);
    PMPI_Info_get(MPI_INFO_ENV, name, MPI_MAX_INFO_VAL, text, &flag);
    snprintf(key, key_room, "%s", name);
    snprintf(value, value_room, "%s", text);
    return true;
}

#include "shim_calls.inc"
