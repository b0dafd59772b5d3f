/* completion.c - MPI_Wait, MPI_Test and their kin. Which requests have completed may differ when it is done again: it is logged, and replayed. */
#include "mpi/handles/handles.h"
#include "mpi/requests/generalized.h"
#include "mpi/requests/requests.h"
#include "mpi/wrappers/outcomes.h"
#include "wrap_calls.h"

void ckptm_empty_status(MPI_Status *status)
{
    ckptm_tell_status(status, &(MPI_Status){ .MPI_SOURCE = MPI_ANY_SOURCE, .MPI_TAG = MPI_ANY_TAG, .ckpt_type = MPI_BYTE, .ckpt_layout = ckptm_layout() });
}

/* As the log has it: these were complete. */
static void decree(int count, const int requests[])
{
    for (int i = 0; i < count; i++)
        if (requests[i])
            ckptm_send_decree(requests[i]);
}

static bool is_active(int request) { return request && ckptm_request_at(request)->state != CKPTM_INACTIVE; }

int ckpt_MPI_Wait(int *request, MPI_Status *status)
{
    int at = *request, error;

    if (!is_active(at)) {
        ckptm_empty_status(status);
        return 0;
    }
    error = ckptm_request_finish(at, status);
    if (!ckptm_request_at(at)->kind)
        *request = MPI_REQUEST_NULL;
    return error;
}

/* One of several: where the first error belongs. */
static int wait_for_one(int *request, MPI_Status *status)
{
    int comm = *request ? ckptm_request_at(*request)->comm : MPI_COMM_NULL, error = ckpt_MPI_Wait(request, status);

    if (error && !ckptm_failed_on)
        ckptm_failed_on = comm;
    return error;
}

/* The error of one of several: all their statuses say, from the first that failed on, what came of each. */
static void note_error(MPI_Status statuses[], int at, int one, int *error)
{
    for (int i = 0; one && !*error && statuses && i < at; i++)
        statuses[i].MPI_ERROR = 0;
    if (one)
        *error = MPI_ERR_IN_STATUS;
    if (*error && statuses)
        statuses[at].MPI_ERROR = one;
}

int ckpt_MPI_Waitall(int count, int requests[], MPI_Status statuses[])
{
    int error = 0;

    for (int i = 0; i < count; i++)
        note_error(statuses, i, wait_for_one(&requests[i], statuses ? &statuses[i] : 0), &error);
    return error;
}

int ckpt_MPI_Test(int *request, int *flag, MPI_Status *status)
{
    ckptm_outcome outcome;

    if (!is_active(*request)) {
        *flag = 1;
        ckptm_empty_status(status);
        return 0;
    }
    if (ckptm_replay(CKPTM_O_TEST, &outcome)) {
        *flag = outcome.flag;
        if (*flag)
            decree(1, request);
    } else {
        ckptm_progress();
        *flag = ckptm_request_done(*request);
        ckptm_log_outcome((ckptm_outcome){ .kind = CKPTM_O_TEST, .flag = *flag });
    }
    return *flag ? ckpt_MPI_Wait(request, status) : 0;
}

int ckpt_MPI_Testall(int count, int requests[], int *flag, MPI_Status statuses[])
{
    ckptm_outcome outcome;

    if (ckptm_replay(CKPTM_O_TEST, &outcome)) {
        *flag = outcome.flag;
        if (*flag)
            decree(count, requests);
    } else {
        ckptm_progress();
        *flag = 1;
        for (int i = 0; i < count; i++)
            if (is_active(requests[i]) && !ckptm_request_done(requests[i]))
                *flag = 0;
        ckptm_log_outcome((ckptm_outcome){ .kind = CKPTM_O_TEST, .flag = *flag });
    }
    return *flag ? ckpt_MPI_Waitall(count, requests, statuses) : 0;
}

int ckpt_MPI_Waitany(int count, int requests[], int *index, MPI_Status *status)
{
    ckptm_outcome outcome;
    bool any = false;

    *index = MPI_UNDEFINED;
    for (int i = 0; i < count; i++)
        any |= is_active(requests[i]);
    if (!any) {
        ckptm_empty_status(status);
        return 0;
    }
    if (ckptm_replay(CKPTM_O_ANY, &outcome)) {
        *index = outcome.flag;
        decree(1, &requests[*index]);
        return wait_for_one(&requests[*index], status);
    }
    for (;;) {
        ckptm_progress();
        for (int i = 0; i < count && *index == MPI_UNDEFINED; i++)
            if (is_active(requests[i]) && ckptm_request_done(requests[i]))
                *index = i;
        if (*index != MPI_UNDEFINED)
            break;
        ckptm_yield();
    }
    ckptm_log_outcome((ckptm_outcome){ .kind = CKPTM_O_ANY, .flag = *index });
    return wait_for_one(&requests[*index], status);
}

/* ---- some of several ---- */

static bool any_active(int count, const int requests[])
{
    for (int i = 0; i < count; i++)
        if (is_active(requests[i]))
            return true;
    return false;
}

int ckpt_MPI_Request_get_status(int request, int *flag, MPI_Status *status)
{
    ckptm_outcome outcome;

    if (!is_active(request)) {
        *flag = 1;
        ckptm_empty_status(status);
        if (status)
            status->MPI_ERROR = MPI_SUCCESS;         /* MPI 3.1, 3.7.3; only here does MPICH do so, and programs look */
        return 0;
    }
    if (ckptm_replay(CKPTM_O_TEST, &outcome)) {
        *flag = outcome.flag;
        if (*flag)
            decree(1, &request);
        while (*flag && !ckptm_request_done(request))
            ckptm_progress();
    } else {
        ckptm_progress();
        *flag = ckptm_request_done(request);
        ckptm_log_outcome((ckptm_outcome){ .kind = CKPTM_O_TEST, .flag = *flag });
    }
    if (*flag && ckptm_request_at(request)->kind == CKPTM_GENERALIZED)
        return ckptm_generalized_query(request, status);
    if (*flag)
        ckptm_tell_status(status, &ckptm_state.requests[request].status);
    return 0;
}

/* The next that has completed, from `from` on, or -1; logged, and as it was then after a restart. */
static int next_done(int count, int requests[], int from)
{
    ckptm_outcome outcome = { .kind = CKPTM_O_ANY, .flag = -1 };

    if (ckptm_replay(CKPTM_O_ANY, &outcome)) {
        if (outcome.flag >= 0)
            decree(1, &requests[outcome.flag]);
        return outcome.flag;
    }
    for (int i = from; i < count && outcome.flag < 0; i++)
        if (is_active(requests[i]) && ckptm_request_done(requests[i]))
            outcome.flag = i;
    ckptm_log_outcome(outcome);
    return outcome.flag;
}

int ckpt_MPI_Testany(int count, int requests[], int *index, int *flag, MPI_Status *status)
{
    int at;

    *flag = 1;
    *index = MPI_UNDEFINED;
    if (!any_active(count, requests)) {
        ckptm_empty_status(status);
        return 0;
    }
    ckptm_progress();
    at = next_done(count, requests, 0);
    *flag = at >= 0;
    if (!*flag)
        return 0;
    *index = at;
    return wait_for_one(&requests[at], status);
}

int ckpt_MPI_Testsome(int count, int requests[], int *done, int indices[], MPI_Status statuses[])
{
    int error = 0, at = -1;

    *done = MPI_UNDEFINED;
    if (!any_active(count, requests))
        return 0;
    ckptm_progress();
    for (*done = 0; (at = next_done(count, requests, at + 1)) >= 0; ++*done) {
        indices[*done] = at;
        note_error(statuses, *done, wait_for_one(&requests[at], statuses ? &statuses[*done] : 0), &error);
    }
    return error;
}

int ckpt_MPI_Waitsome(int count, int requests[], int *done, int indices[], MPI_Status statuses[])
{
    int error;

    while ((error = ckpt_MPI_Testsome(count, requests, done, indices, statuses)) == 0 && *done == 0)
        ckptm_yield();
    return error;
}
