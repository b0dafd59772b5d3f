/* generalized.c - generalized requests: the program's own operations as requests. See requests.h.
 *
 * Purpose    MPI has no part in them: a record of the program's functions and their argument, which an image carries like any variable.
 * State      CKPTM_OPEN until MPI_Grequest_complete, then CKPTM_COMPLETE.
 */
#include <stdlib.h>
#include "ckpt_abi.h"
#include "mpi/requests/generalized.h"
#include "mpi/wrappers/outcomes.h"
#include "objects/process_roots.h"

typedef struct ckptm_general {
    int request;
    void (*query)(void), (*free)(void), (*cancel)(void);
    void *argument;
    struct ckptm_general *next;
} ckptm_general;

static ckptm_general *generals;

static const ckptg_type t_general;
CKPTI_POINTER(t_generalp, t_general, "struct ckptm_general *");
static const ckptg_field general_fields[] = {
    CKPTI_FIELD(ckptm_general, request, ckpti_t_int), CKPTI_FIELD(ckptm_general, query, ckpti_t_functionp),
    CKPTI_FIELD(ckptm_general, free, ckpti_t_functionp), CKPTI_FIELD(ckptm_general, cancel, ckpti_t_functionp),
    CKPTI_FIELD(ckptm_general, argument, ckpti_t_voidp), CKPTI_FIELD(ckptm_general, next, t_generalp),
};
CKPTI_STRUCT(t_general, ckptm_general, "struct ckptm_general", general_fields);
static const ckptg_var variables[] = { CKPTI_VAR("generals", generals, t_generalp) };
static ckptg_unit unit = { .abi = CKPTG_ABI, .file = "libckpt/mpi/generalized", .vars = variables, .nvars = CKPTI_COUNT(variables) };

static void __attribute__((constructor)) add(void) { ckptg_register(&unit); }

static ckptm_general **of(int request)
{
    ckptm_general **at = &generals;

    while (*at && (*at)->request != request)
        at = &(*at)->next;
    return at;
}

static bool is_one(int request)
{
    return request > 0 && request < ckptm_state.nrequests && ckptm_request_at(request)->kind == CKPTM_GENERALIZED;
}

int ckpt_MPI_Grequest_start(MPI_Grequest_query_function *query, MPI_Grequest_free_function *free, MPI_Grequest_cancel_function *cancel,
                            void *argument, int *request)
{
    ckptm_general *g = ckptm_new_of(&t_general, 1);
    int at = ckptm_request_new(CKPTM_GENERALIZED);

    ckptm_request_at(at)->state = CKPTM_OPEN;
    ckptm_request_at(at)->comm = MPI_COMM_WORLD;
    *g = (ckptm_general){ at, (void (*)(void))query, (void (*)(void))free, (void (*)(void))cancel, argument, generals };
    generals = g;
    *request = at;
    return 0;
}

/* Its end: the program's function for that, the record, the number. */
static int end(int request)
{
    ckptm_general **at = of(request), *g = *at;
    int error = ((MPI_Grequest_free_function *)g->free)(g->argument);

    at = of(request);                                /* the function may have started others */
    *at = g->next;
    free(g);
    ckptm_request_drop(request);
    return error;
}

int ckpt_MPI_Grequest_complete(int request)
{
    ckptm_request *r;

    if (!is_one(request))
        return MPI_ERR_REQUEST;
    r = ckptm_request_at(request);
    ckptm_request_set(r, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_BYTE, 0);
    return r->released ? end(request) : 0;
}

int ckptm_generalized_query(int request, MPI_Status *status)
{
    const ckptm_general *g = *of(request);
    MPI_Status own = ckptm_request_at(request)->status;
    int error = ((MPI_Grequest_query_function *)g->query)(g->argument, &own);

    ckptm_tell_status(status, &own);
    return error;
}

int ckptm_generalized_finish(int request, MPI_Status *status)
{
    int error = ckptm_generalized_query(request, status), freed = end(request);

    return error ? error : freed;
}

int ckptm_generalized_cancel(int request)
{
    const ckptm_general *g = *of(request);

    return ((MPI_Grequest_cancel_function *)g->cancel)(g->argument, ckptm_request_at(request)->state == CKPTM_COMPLETE);
}

int ckptm_generalized_release(int request)
{
    if (ckptm_request_at(request)->state == CKPTM_COMPLETE)
        return end(request);
    ckptm_request_at(request)->released = 1;
    return 0;
}
