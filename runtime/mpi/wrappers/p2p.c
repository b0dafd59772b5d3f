/* p2p.c - point-to-point calls: post, complete, look. What they promise is in requests.c and window.h. */
#include <stdlib.h>
#include <string.h>
#include "mpi/handles/basics.h"
#include "mpi/handles/data.h"
#include "mpi/layer.h"
#include "mpi/wrappers/outcomes.h"
#include "shim.h"

/* ---- blocking ------------------------------------------------------------------------------------------------------ */

static int send(const void *buf, int count, int type, int dest, int tag, int comm, int mode)
{
    return ckptm_request_finish(ckptm_post_send(buf, count, type, dest, tag, comm, mode), 0);
}

int ckpt_MPI_Send(const void *buf, int count, int type, int dest, int tag, int comm)
{
    return send(buf, count, type, dest, tag, comm, CKPTM_MODE_STANDARD);
}

int ckpt_MPI_Ssend(const void *buf, int count, int type, int dest, int tag, int comm)
{
    return send(buf, count, type, dest, tag, comm, CKPTM_MODE_SYNCHRONOUS);
}

int ckpt_MPI_Rsend(const void *buf, int count, int type, int dest, int tag, int comm)
{
    return send(buf, count, type, dest, tag, comm, CKPTM_MODE_READY);
}

int ckpt_MPI_Recv(void *buf, int count, int type, int source, int tag, int comm, MPI_Status *status)
{
    return ckptm_request_finish(ckptm_post_receive(buf, count, type, source, tag, comm), status);
}

int ckpt_MPI_Sendrecv(const void *sendbuf, int sendcount, int sendtype, int dest, int sendtag, void *recvbuf, int recvcount,
                      int recvtype, int source, int recvtag, int comm, MPI_Status *status)
{
    int receive = ckptm_post_receive(recvbuf, recvcount, recvtype, source, recvtag, comm);
    int error = ckptm_request_finish(ckptm_post_send(sendbuf, sendcount, sendtype, dest, sendtag, comm, CKPTM_MODE_STANDARD), 0);
    int other = ckptm_request_finish(receive, status);

    return error ? error : other;
}

int ckpt_MPI_Sendrecv_replace(void *buf, int count, int type, int dest, int sendtag, int source, int recvtag, int comm, MPI_Status *status)
{
    ptrdiff_t low;
    size_t size = ckptm_type_span(type, (ckptm_u64)count, &low);
    unsigned char *copy = ckptm_private(0, size);    /* no site is passed while this is used */
    int error;

    if (size)
        memcpy(copy, (unsigned char *)buf + low, size);
    error = ckpt_MPI_Sendrecv(copy - low, count, type, dest, sendtag, buf, count, type, source, recvtag, comm, status);
    free(copy);
    return error;
}

/* ---- non-blocking -------------------------------------------------------------------------------------------------- */

int ckpt_MPI_Isend(const void *buf, int count, int type, int dest, int tag, int comm, int *request)
{
    *request = ckptm_post_send(buf, count, type, dest, tag, comm, CKPTM_MODE_STANDARD);
    return 0;
}

int ckpt_MPI_Issend(const void *buf, int count, int type, int dest, int tag, int comm, int *request)
{
    *request = ckptm_post_send(buf, count, type, dest, tag, comm, CKPTM_MODE_SYNCHRONOUS);
    return 0;
}

int ckpt_MPI_Irsend(const void *buf, int count, int type, int dest, int tag, int comm, int *request)
{
    *request = ckptm_post_send(buf, count, type, dest, tag, comm, CKPTM_MODE_READY);
    return 0;
}

int ckpt_MPI_Irecv(void *buf, int count, int type, int source, int tag, int comm, int *request)
{
    *request = ckptm_post_receive(buf, count, type, source, tag, comm);
    return 0;
}

int ckpt_MPI_Request_free(int *request)
{
    if (*request) {
        ckptm_state.requests[*request].released = 1;
        ckptm_requests_poll();
    }
    *request = MPI_REQUEST_NULL;
    return 0;
}

static void empty_status(MPI_Status *status)
{
    if (status)
        *status = (MPI_Status){ .MPI_SOURCE = MPI_ANY_SOURCE, .MPI_TAG = MPI_ANY_TAG, .ckpt_type = MPI_BYTE, .ckpt_layout = ckptm_layout() };
}

int ckpt_MPI_Wait(int *request, MPI_Status *status)
{
    int at = *request;

    *request = MPI_REQUEST_NULL;
    if (at)
        return ckptm_request_finish(at, status);
    empty_status(status);
    return 0;
}

int ckpt_MPI_Waitall(int count, int requests[], MPI_Status statuses[])
{
    int error = 0;

    for (int i = 0; i < count; i++) {
        int one = ckpt_MPI_Wait(&requests[i], statuses ? &statuses[i] : 0);

        if (one)
            error = MPI_ERR_IN_STATUS;
    }
    return error;
}

int ckpt_MPI_Test(int *request, int *flag, MPI_Status *status)
{
    ckptm_outcome outcome;

    if (!*request) {
        *flag = 1;
        empty_status(status);
        return 0;
    }
    if (ckptm_replay(CKPTM_O_TEST, &outcome)) {
        *flag = outcome.flag;
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
    } else {
        ckptm_progress();
        *flag = 1;
        for (int i = 0; i < count; i++)
            if (requests[i] && !ckptm_request_done(requests[i]))
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
        any |= requests[i] != MPI_REQUEST_NULL;
    if (!any) {
        empty_status(status);
        return 0;
    }
    if (ckptm_replay(CKPTM_O_ANY, &outcome)) {
        *index = outcome.flag;
        return ckpt_MPI_Wait(&requests[*index], status);
    }
    for (;;) {
        ckptm_progress();
        for (int i = 0; i < count && *index == MPI_UNDEFINED; i++)
            if (requests[i] && ckptm_request_done(requests[i]))
                *index = i;
        if (*index != MPI_UNDEFINED)
            break;
        ckptm_yield();
    }
    ckptm_log_outcome((ckptm_outcome){ .kind = CKPTM_O_ANY, .flag = *index });
    return ckpt_MPI_Wait(&requests[*index], status);
}

/* ---- some of several ---- */

static bool any_active(int count, const int requests[])
{
    for (int i = 0; i < count; i++)
        if (requests[i])
            return true;
    return false;
}

int ckpt_MPI_Request_get_status(int request, int *flag, MPI_Status *status)
{
    ckptm_outcome outcome;

    if (!request) {
        *flag = 1;
        empty_status(status);
        return 0;
    }
    if (ckptm_replay(CKPTM_O_TEST, &outcome)) {
        *flag = outcome.flag;
        while (*flag && !ckptm_request_done(request))
            ckptm_progress();
    } else {
        ckptm_progress();
        *flag = ckptm_request_done(request);
        ckptm_log_outcome((ckptm_outcome){ .kind = CKPTM_O_TEST, .flag = *flag });
    }
    if (*flag && status)
        *status = ckptm_state.requests[request].status;
    return 0;
}

/* The next that has completed, from `from` on, or -1; logged, and as it was then after a restart. */
static int next_done(int count, int requests[], int from)
{
    ckptm_outcome outcome = { .kind = CKPTM_O_ANY, .flag = -1 };

    if (ckptm_replay(CKPTM_O_ANY, &outcome))
        return outcome.flag;
    for (int i = from; i < count && outcome.flag < 0; i++)
        if (requests[i] && ckptm_request_done(requests[i]))
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
        empty_status(status);
        return 0;
    }
    ckptm_progress();
    at = next_done(count, requests, 0);
    *flag = at >= 0;
    if (!*flag)
        return 0;
    *index = at;
    return ckpt_MPI_Wait(&requests[at], status);
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
        if (ckpt_MPI_Wait(&requests[at], statuses ? &statuses[*done] : 0))
            error = MPI_ERR_IN_STATUS;
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

/* ---- probes -------------------------------------------------------------------------------------------------------- */

/* One look: in the queue, then in MPI. */
static int look(int source, int tag, int comm, bool *flag, MPI_Status *status)
{
    ckptm_late *l = ckptm_late_find(ckptm_comm_get(comm, "probe")->key, source, tag);
    int error = 0;

    memset(status, 0, sizeof *status);
    status->ckpt_layout = ckptm_layout();
    *flag = l != 0;
    if (l)
        *status = (MPI_Status){ .MPI_SOURCE = l->source, .MPI_TAG = l->tag, .ckpt_type = ckptm_signature_of(l->data.rows, l->data.nrows),
                                .ckpt_layout = ckptm_layout(), .ckpt_elements = (long long)l->data.elements };
    else
        error = ckptm_iprobe(source, tag, comm, flag, status);
    return error;
}

static void nothing_from_nobody(MPI_Status *status)
{
    empty_status(status);
    if (status)
        status->MPI_SOURCE = MPI_PROC_NULL;
}

int ckpt_MPI_Iprobe(int source, int tag, int comm, int *flag, MPI_Status *status)
{
    ckptm_outcome outcome;
    MPI_Status found;
    bool there = false;
    int error;

    if (source == MPI_PROC_NULL) {
        *flag = 1;
        nothing_from_nobody(status);
        return 0;
    }
    if (ckptm_replay(CKPTM_O_PROBE, &outcome)) {
        *flag = outcome.flag;
        if (!*flag)
            return 0;
        do {                                         /* it came then, it will come now */
            error = look(outcome.source, outcome.tag, comm, &there, &found);
            ckptm_progress();
        } while (!there && !error);
        if (status)
            *status = found;
        return error;
    }
    ckptm_progress();
    error = look(source, tag, comm, &there, &found);
    *flag = there;
    if (there && status)
        *status = found;
    ckptm_log_outcome((ckptm_outcome){ .kind = CKPTM_O_PROBE, .flag = there, .source = there ? found.MPI_SOURCE : 0,
                                       .tag = there ? found.MPI_TAG : 0 });
    return error;
}

int ckpt_MPI_Probe(int source, int tag, int comm, MPI_Status *status)
{
    ckptm_outcome outcome;
    MPI_Status found;
    bool there = false, again;
    int error;

    if (source == MPI_PROC_NULL) {
        nothing_from_nobody(status);
        return 0;
    }
    again = ckptm_replay(CKPTM_O_PROBE, &outcome);
    if (again) {
        source = outcome.source;
        tag = outcome.tag;
    }
    do {
        ckptm_progress();
        error = look(source, tag, comm, &there, &found);
        if (!there)
            ckptm_yield();
    } while (!there && !error);
    if (!again)
        ckptm_log_outcome((ckptm_outcome){ .kind = CKPTM_O_PROBE, .flag = 1, .source = found.MPI_SOURCE, .tag = found.MPI_TAG });
    if (status)
        *status = found;
    return error;
}
