/* p2p.c - messages posted and completed. See shim.h. */
#include <stdlib.h>
#include <string.h>
#include "real.h"

enum our_mode { STANDARD, SYNCHRONOUS, READY, BUFFERED };

static int start_real(const void *buffer, int count, MPI_Datatype real, int to, int tag, MPI_Comm on, enum our_mode mode, MPI_Request *request)
{
    if (mode == SYNCHRONOUS)
        return PMPI_Issend(buffer, count, real, to, tag, on, request);
    if (mode == BUFFERED)
        return ckptm_send_buffered(buffer, count, real, to, tag, on, request);
    return PMPI_Isend(buffer, count, real, to, tag, on, request);
}

/* slot: -1, that is `now`. */
static int start(const void *buffer, int count, int type, int dest, int tag, int comm, enum our_mode mode, int slot, MPI_Request *request)
{
    MPI_Datatype real = ckptm_real_type(type);
    int result;

    if (__builtin_expect(!ckptm_tagged, 1))
        return start_real(buffer, count, real, real_rank(dest), tag, ckptm_real_comm(comm), mode, request);
    if ((result = ckptm_join_out(slot, &buffer, count, real, &real)) != MPI_SUCCESS)
        return result;
    result = start_real(buffer, 1, real, real_rank(dest), tag, ckptm_real_comm(comm), mode, request);
    PMPI_Type_free(&real);
    return result;
}

int ckptm_isend(const void *buffer, int count, int type, int dest, int tag, int comm, enum our_mode mode, int slot)
{
    return ckptm_our_error(start(buffer, count, type, dest, tag, comm, mode, slot, ckptm_real_request(slot)));
}

/* MPI_Irecv, or (message) MPI_Imrecv. */
static int receive(void *buffer, int count, int type, int source, int tag, int comm, MPI_Message *message, int slot, MPI_Request *request)
{
    MPI_Datatype real = ckptm_real_type(type);
    int result;

    if (__builtin_expect(ckptm_tagged, 0)) {
        const void *whole = buffer;

        if ((result = ckptm_join_in(slot, &whole, count, real, &real)) != MPI_SUCCESS)
            return result;
        buffer = (void *)(size_t)whole;
        count = 1;
    }
    result = message ? PMPI_Imrecv(buffer, count, real, message, request)
                     : PMPI_Irecv(buffer, count, real, real_rank(source), real_tag(tag), ckptm_real_comm(comm), request);
    if (__builtin_expect(ckptm_tagged, 0)) {
        PMPI_Type_free(&real);
        if (result != MPI_SUCCESS)
            ckptm_tag_came(slot, -1);                /* it was there, and too long */
    }
    return result;
}

int ckptm_receive_message(void *buffer, int count, int type, MPI_Message *message, int slot)
{
    return receive(buffer, count, type, 0, 0, 0, message, slot, ckptm_real_request(slot));
}

/* What a status says of a message, without its header. */
static void look_inside(our_status *status) { status->elements = ckptm_untagged(status->elements); }

int ckptm_isend_copy(const void *buffer, int count, int type, int dest, int tag, int comm, enum our_mode mode, int slot)
{
    if (mode == BUFFERED || dest == OUR_PROC_NULL)
        return ckptm_isend(buffer, count, type, dest, tag, comm, mode, slot);
    if (ckptm_tagged) {
        MPI_Datatype joined;
        int result = ckptm_join_out(slot, &buffer, count, ckptm_real_type(type), &joined);

        if (result == MPI_SUCCESS) {
            result = ckptm_send_copy(buffer, 1, joined, real_rank(dest), tag, ckptm_real_comm(comm), mode == SYNCHRONOUS, slot);
            PMPI_Type_free(&joined);
        }
        return ckptm_our_error(result);
    }
    return ckptm_our_error(ckptm_send_copy(buffer, count, ckptm_real_type(type), real_rank(dest), tag, ckptm_real_comm(comm),
                                           mode == SYNCHRONOUS, slot));
}

/* ---- blocking ones that are done at once ---- */

static MPI_Request now = MPI_REQUEST_NULL;

static int send_tagged(const void *buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm)
{
    MPI_Datatype joined;
    int result = ckptm_join_out(-1, &buffer, count, type, &joined);

    if (result != MPI_SUCCESS)
        return result;
    result = PMPI_Send(buffer, 1, joined, to, tag, comm);
    PMPI_Type_free(&joined);
    return result;
}

int ckptm_send_now(const void *buffer, int count, int type, int dest, int tag, int comm, enum our_mode mode, bool small, bool *done)
{
    int result, flag = 0;

    if (small && mode == STANDARD) {
        *done = true;
        if (ckptm_tagged)
            return ckptm_our_error(send_tagged(buffer, count, ckptm_real_type(type), real_rank(dest), tag, ckptm_real_comm(comm)));
        return ckptm_our_error(PMPI_Send(buffer, count, ckptm_real_type(type), real_rank(dest), tag, ckptm_real_comm(comm)));
    }
    result = start(buffer, count, type, dest, tag, comm, mode, -1, &now);
    if (result == MPI_SUCCESS)
        result = PMPI_Test(&now, &flag, MPI_STATUS_IGNORE);
    *done = flag;
    return ckptm_our_error(result);
}

int ckptm_send_at_once(const void *buffer, int count, int type, int dest, int tag, int comm)
{
    return ckptm_our_error(PMPI_Send(buffer, count, ckptm_basics[type], dest, tag, ckptm_real_comm(comm)));
}

int ckptm_receive_now(void *buffer, int count, int type, int source, int tag, int comm, bool *done, our_status *status)
{
    MPI_Status real;
    int flag = 0, result = receive(buffer, count, type, source, tag, comm, 0, -1, &now);

    *done = false;
    if (result != MPI_SUCCESS) {
        *done = ckptm_our_error(result) == OUR_ERR_TRUNCATE;   /* it was there, and is gone */
        status->source = source;
        status->tag = tag;
        return ckptm_our_error(result);
    }
    result = PMPI_Test(&now, &flag, &real);
    *done = flag || result != MPI_SUCCESS;
    if (*done)
        ckptm_give_status(&real, false, status);
    if (*done && ckptm_tagged) {
        look_inside(status);
        ckptm_tag_came(-1, result == MPI_SUCCESS ? status->elements : -1);
    }
    return ckptm_our_error(result);
}

void ckptm_request_move(int slot)
{
    *ckptm_real_request(slot) = now;
    if (ckptm_tagged)
        ckptm_tag_move(slot);
    now = MPI_REQUEST_NULL;
}

/* A buffered send is complete when it is begun. */
int ckptm_cancel(int slot)
{
    MPI_Request *request = ckptm_real_request(slot);

    return *request == MPI_REQUEST_NULL ? 0 : ckptm_our_error(PMPI_Cancel(request));
}

static __attribute__((noinline)) int irecv_any(void *buffer, int count, int type, int source, int tag, int comm, int slot)
{
    MPI_Request *request = ckptm_real_request(slot);

    return ckptm_our_error(receive(buffer, count, type, source, tag, comm, 0, slot, request));
}

/* Mostly a predefined datatype and a slot that has been used before: no call but MPI's. */
int ckptm_irecv(void *buffer, int count, int type, int source, int tag, int comm, int slot)
{
    if (ckptm_tagged || (unsigned)type >= OUR_BASICS || slot >= ckptm_nrequests)
        return irecv_any(buffer, count, type, source, tag, comm, slot);
    return ckptm_our_error(PMPI_Irecv(buffer, count, ckptm_basics[type], real_rank(source), real_tag(tag), ckptm_real_comm(comm), &ckptm_requests[slot]));
}

int ckptm_iprobe(int source, int tag, int comm, bool *flag, our_status *status)
{
    MPI_Status real;
    int there = 0, result = PMPI_Iprobe(real_rank(source), real_tag(tag), ckptm_real_comm(comm), &there, &real);

    *flag = there;
    if (there)
        ckptm_give_status(&real, false, status);
    if (there && ckptm_tagged)
        look_inside(status);
    return ckptm_our_error(result);
}

int ckptm_test(int slot, bool cancelled, bool *flag, our_status *status)
{
    MPI_Request *request = ckptm_real_request(slot);
    MPI_Status real;
    int done = 0, result;
    struct own *own = ckptm_own ? ckptm_own_of(slot) : 0;

    if (own)
        return status->error = ckptm_own_test(own, flag);
    memset(&real, 0, sizeof real);
#ifdef MPICH_VERSION
    result = PMPI_Request_get_status(*request, &done, MPI_STATUS_IGNORE);   /* its PMPI_Test drives all of communication once more even if it is done */
    if (done)                                        /* also with the error of a message that was cut off: its status says of what envelope it was */
        result = PMPI_Wait(request, &real);
#else
    result = PMPI_Test(request, &done, &real);
#endif
    *flag = done || result != MPI_SUCCESS;
    if (*flag) {
        ckptm_give_status(&real, cancelled, status);
        if (ckptm_tagged) {
            look_inside(status);
            ckptm_tag_came(slot, result == MPI_SUCCESS ? status->elements : -1);
        }
        ckptm_copy_done(slot);
    }
    return status->error = ckptm_our_error(result);
}
