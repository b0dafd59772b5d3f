/* persistent.c - persistent requests; requests that are freed or cancelled. Each start is a new send or receive of MPI's. */
#include "mpi/handles/data.h"
#include "mpi/handles/handles.h"
#include "mpi/requests/generalized.h"
#include "mpi/requests/requests.h"
#include "shim.h"
#include "wrap_calls.h"

static int make_send(const void *buf, int count, int type, int dest, int tag, int comm, int mode, int *request)
{
    if (!ckptm_type_usable(type))
        return MPI_ERR_TYPE;
    *request = ckptm_make_send(buf, count, type, dest, tag, comm, mode);
    return 0;
}

int ckpt_MPI_Send_init(const void *buf, int count, int type, int dest, int tag, int comm, int *request)
{
    return make_send(buf, count, type, dest, tag, comm, CKPTM_MODE_STANDARD, request);
}

int ckpt_MPI_Ssend_init(const void *buf, int count, int type, int dest, int tag, int comm, int *request)
{
    return make_send(buf, count, type, dest, tag, comm, CKPTM_MODE_SYNCHRONOUS, request);
}

int ckpt_MPI_Bsend_init(const void *buf, int count, int type, int dest, int tag, int comm, int *request)
{
    return make_send(buf, count, type, dest, tag, comm, CKPTM_MODE_BUFFERED, request);
}

int ckpt_MPI_Rsend_init(const void *buf, int count, int type, int dest, int tag, int comm, int *request)
{
    return make_send(buf, count, type, dest, tag, comm, CKPTM_MODE_READY, request);
}

int ckpt_MPI_Recv_init(void *buf, int count, int type, int source, int tag, int comm, int *request)
{
    if (!ckptm_type_usable(type))
        return MPI_ERR_TYPE;
    *request = ckptm_make_receive(buf, count, type, source, tag, comm);
    return 0;
}

static bool is_one(int request) { return request > 0 && request < ckptm_state.nrequests && ckptm_request_at(request)->kind; }

int ckpt_MPI_Start(int *request)
{
    ckptm_request *r;

    if (!is_one(*request) || !(r = ckptm_request_at(*request))->persistent || r->state != CKPTM_INACTIVE)
        return MPI_ERR_REQUEST;
    r->sequence = ++ckptm_state.sequence;
    if (r->kind == CKPTM_SEND)
        ckptm_send_start(*request);
    else
        ckptm_receive_start(*request);
    return 0;
}

int ckpt_MPI_Startall(int count, int requests[])
{
    int error = 0;

    for (int i = 0; i < count && !error; i++)
        if ((error = ckpt_MPI_Start(&requests[i])) && is_one(requests[i]))
            ckptm_failed_on = ckptm_request_at(requests[i])->comm;
    return error;
}

/* What is sent goes its way without us, unless it may be cancelled: then it may never have been; what is received is counted when it comes. */
int ckpt_MPI_Request_free(int *request)
{
    ckptm_request *r;
    bool sent;

    ckptm_released_reap();
    if (!is_one(*request))
        return MPI_ERR_REQUEST;
    r = ckptm_request_at(*request);
    if (r->kind == CKPTM_GENERALIZED) {
        int error = ckptm_generalized_release(*request);

        *request = MPI_REQUEST_NULL;
        return error;
    }
    sent = r->kind == CKPTM_SEND && !r->cancel;
    if (sent && r->state == CKPTM_PENDING)
        ckptm_request_let_go(*request);
    if (sent || r->state == CKPTM_INACTIVE || r->state == CKPTM_COMPLETE || ckptm_request_done(*request) || ckptm_mutant(freed_request))
        ckptm_request_drop(*request);
    else
        ckptm_request_release(*request);
    *request = MPI_REQUEST_NULL;
    return 0;
}

int ckpt_MPI_Cancel(int *request) { return is_one(*request) ? ckptm_request_cancel(*request) : MPI_ERR_REQUEST; }

int ckpt_MPI_Test_cancelled(const MPI_Status *status, int *flag)
{
    *flag = status->ckpt_cancelled;
    return 0;
}
