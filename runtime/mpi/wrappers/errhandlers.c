/* errhandlers.c - calls about error handlers, classes and codes. See handles/handles.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "mpi/handles/handles.h"
#include "mpi/layer.h"
#include "shim.h"

static bool is_handler(int errhandler)
{
    return errhandler == MPI_ERRORS_ARE_FATAL || errhandler == MPI_ERRORS_RETURN ||
           (errhandler >= CKPTM_FIRST && errhandler < ckptm_handles.nerrhandlers && ckptm_handles.errhandlers[errhandler].used);
}

int ckpt_MPI_Comm_create_errhandler(MPI_Comm_errhandler_function *function, int *errhandler)
{
    *errhandler = ckptm_handle_new(CKPTM_H_ERRHANDLER);
    ckptm_handles.errhandlers[*errhandler].function = (void (*)(void))function;
    return 0;
}

int ckpt_MPI_Comm_set_errhandler(int comm, int errhandler)
{
    if (!is_handler(errhandler))
        return MPI_ERR_ARG;
    ckptm_errhandler_set(comm, errhandler);
    return 0;
}

int ckpt_MPI_Comm_get_errhandler(int comm, int *errhandler)
{
    int now = ckptm_state.comms[comm].errhandler;

    *errhandler = now ? now : MPI_ERRORS_ARE_FATAL;
    if (now >= CKPTM_FIRST)
        ckptm_handles.errhandlers[now].used++;
    return 0;
}

int ckpt_MPI_Errhandler_free(int *errhandler)
{
    if (!is_handler(*errhandler))
        return MPI_ERR_ARG;
    if (*errhandler >= CKPTM_FIRST)
        ckptm_handles.errhandlers[*errhandler].used--;
    *errhandler = MPI_ERRHANDLER_NULL;
    return 0;
}

int ckpt_MPI_Comm_call_errhandler(int comm, int errorcode)
{
    ckptm_raise(comm, errorcode, "MPI_Comm_call_errhandler");
    return 0;
}

/* ---- names of MPI-1 ---- */

int ckpt_MPI_Errhandler_create(MPI_Comm_errhandler_function *function, int *errhandler)
{
    return ckpt_MPI_Comm_create_errhandler(function, errhandler);
}

int ckpt_MPI_Errhandler_set(int comm, int errhandler) { return ckpt_MPI_Comm_set_errhandler(comm, errhandler); }
int ckpt_MPI_Errhandler_get(int comm, int *errhandler) { return ckpt_MPI_Comm_get_errhandler(comm, errhandler); }

/* ---- classes and codes ---- */

/* One that the program has added; 0: there is none. */
static ckptm_added *added(int code)
{
    int at = code - CKPTM_FIRST_ADDED + CKPTM_FIRST;

    return at >= CKPTM_FIRST && at < ckptm_handles.nadded && ckptm_handles.added[at].used ? &ckptm_handles.added[at] : 0;
}

static int known(int code) { return (code >= 0 && code < CKPTM_CLASSES) || added(code); }

int ckpt_MPI_Add_error_class(int *errorclass)
{
    int at = ckptm_handle_new(CKPTM_H_ADDED);

    *errorclass = ckptm_handles.added[at].class = at - CKPTM_FIRST + CKPTM_FIRST_ADDED;
    return 0;
}

int ckpt_MPI_Add_error_code(int errorclass, int *errorcode)
{
    int at;

    if (!known(errorclass))
        return MPI_ERR_ARG;
    at = ckptm_handle_new(CKPTM_H_ADDED);
    ckptm_handles.added[at].class = errorclass;
    *errorcode = at - CKPTM_FIRST + CKPTM_FIRST_ADDED;
    return 0;
}

int ckpt_MPI_Add_error_string(int errorcode, const char *string)
{
    ckptm_added *a = added(errorcode);

    if (!a)
        return MPI_ERR_ARG;
    free(a->text);
    a = added(errorcode);
    a->text = ckptm_new_text(string, strlen(string));
    return 0;
}

int ckpt_MPI_Error_class(int errorcode, int *errorclass)
{
    const ckptm_added *a = added(errorcode);

    if (!known(errorcode))
        return MPI_ERR_ARG;
    *errorclass = a ? a->class : errorcode;
    return 0;
}

int ckpt_MPI_Error_string(int errorcode, char *string, int *resultlen)
{
    const ckptm_added *a = added(errorcode);

    if (!known(errorcode))
        return MPI_ERR_ARG;
    snprintf(string, MPI_MAX_ERROR_STRING, "%s", !a ? ckptm_error_text(errorcode) : a->text ? a->text : "");
    *resultlen = (int)strlen(string);
    return 0;
}
