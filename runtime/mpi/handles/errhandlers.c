/* errhandlers.c - what happens when a call fails. See handles.h.
 *
 * The real MPI returns all its errors; which handler a communicator has is known here only.
 */
#include "core/log.h"
#include "mpi/handles/handles.h"
#include "mpi/layer.h"
#include "shim.h"

/* The real MPIs have other texts each. */
const char *ckptm_error_text(int class)
{
    switch (class) {
    case 0: return "no error";
#define CKPTM_ERROR(number, NAME, text) case number: return text;
#include "mpi/errors.def"
#undef CKPTM_ERROR
    }
    return "an error of the program's";
}

static void die(int error, const char *call) __attribute__((noreturn));
static void die(int error, const char *call)
{
    ckpti_log("rank %d: %s: error class %d (%s); the error handler is MPI_ERRORS_ARE_FATAL", ckptm.rank, call, error, ckptm_error_text(error));
    ckptm_end_job(error);
}

/* One that is freed hears of what is still pending on it, but not of its handle, which is none any more. */
static ckptm_comm *comm_of(int comm, int error)
{
    ckptm_comm *c = comm > 0 && comm < ckptm_state.ncomms ? &ckptm_state.comms[comm] : 0;

    if (c && (c->live || (c->stage >= CKPTM_FREED && error != MPI_ERR_COMM)))
        return c;
    return MPI_COMM_WORLD < ckptm_state.ncomms ? &ckptm_state.comms[MPI_COMM_WORLD] : 0;
}

int ckptm_failed_on;

int ckptm_raise(int comm, int error, const char *call)
{
    const ckptm_comm *c = comm_of(comm, error);
    int handler = c && c->errhandler ? c->errhandler : MPI_ERRORS_ARE_FATAL;

    if (handler == MPI_ERRORS_ARE_FATAL)
        die(error, call);
    if (handler != MPI_ERRORS_RETURN) {
        MPI_Comm on = c == &ckptm_state.comms[MPI_COMM_WORLD] ? MPI_COMM_WORLD : comm;
        int code = error;

        ((MPI_Comm_errhandler_function *)ckptm_handles.errhandlers[handler].function)(&on, &code, call);
    }
    return error;
}

void ckptm_errhandler_set(int comm, int errhandler)
{
    ckptm_comm *c = &ckptm_state.comms[comm];
    int old = c->errhandler;

    c->errhandler = errhandler;
    if (errhandler >= CKPTM_FIRST)
        ckptm_handles.errhandlers[errhandler].used++;
    if (old >= CKPTM_FIRST)
        ckptm_handles.errhandlers[old].used--;
}
