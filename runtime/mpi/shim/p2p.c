/* p2p.c - messages posted and completed. See shim.h. */
#include <stdlib.h>
#include <string.h>
#include "real.h"

enum our_mode { STANDARD, SYNCHRONOUS, READY, BUFFERED };

static int start(const void *buffer, int count, int type, int dest, int tag, int comm, enum our_mode mode, MPI_Request *request)
{
    MPI_Datatype real = ckptm_real_type(type);
    MPI_Comm on = ckptm_real_comm(comm);
    int to = real_rank(dest);

    if (mode == SYNCHRONOUS)
        return PMPI_Issend(buffer, count, real, to, tag, on, request);
    if (mode == BUFFERED)
        return ckptm_send_buffered(buffer, count, real, to, tag, on, request);
    return PMPI_Isend(buffer, count, real, to, tag, on, request);
}

int ckptm_isend(const void *buffer, int count, int type, int dest, int tag, int comm, enum our_mode mode, int slot)
{
    return ckptm_our_error(start(buffer, count, type, dest, tag, comm, mode, ckptm_real_request(slot)));
}

int ckptm_isend_copy(const void *buffer, int count, int type, int dest, int tag, int comm, enum our_mode mode, int slot)
{
    if (mode == BUFFERED || dest == OUR_PROC_NULL)
        return ckptm_isend(buffer, count, type, dest, tag, comm, mode, slot);
    return ckptm_our_error(ckptm_send_copy(buffer, count, ckptm_real_type(type), real_rank(dest), tag, ckptm_real_comm(comm),
                                           mode == SYNCHRONOUS, slot));
}

/* ---- blocking ones that are done at once ---- */

static MPI_Request now = MPI_REQUEST_NULL;

int ckptm_send_now(const void *buffer, int count, int type, int dest, int tag, int comm, enum our_mode mode, bool *done)
{
    int result = start(buffer, count, type, dest, tag, comm, mode, &now), flag = 0;

    if (result == MPI_SUCCESS)
        result = PMPI_Test(&now, &flag, MPI_STATUS_IGNORE);
    *done = flag;
    return ckptm_our_error(result);
}

int ckptm_receive_now(void *buffer, int count, int type, int source, int tag, int comm, bool *done, our_status *status)
{
    MPI_Status real;
    int flag = 0, result = PMPI_Irecv(buffer, count, ckptm_real_type(type), real_rank(source), real_tag(tag), ckptm_real_comm(comm), &now);

    *done = false;
    if (result != MPI_SUCCESS)
        return ckptm_our_error(result);
    result = PMPI_Test(&now, &flag, &real);
    *done = flag || result != MPI_SUCCESS;
    if (*done)
        ckptm_give_status(&real, status);
    return ckptm_our_error(result);
}

void ckptm_request_move(int slot)
{
    *ckptm_real_request(slot) = now;
    now = MPI_REQUEST_NULL;
}

/* A buffered send is complete when it is begun. */
int ckptm_cancel(int slot)
{
    MPI_Request *request = ckptm_real_request(slot);

    return *request == MPI_REQUEST_NULL ? 0 : ckptm_our_error(PMPI_Cancel(request));
}

int ckptm_irecv(void *buffer, int count, int type, int source, int tag, int comm, int slot)
{
    MPI_Request *request = ckptm_real_request(slot);

    return ckptm_our_error(PMPI_Irecv(buffer, count, ckptm_real_type(type), real_rank(source), real_tag(tag), ckptm_real_comm(comm), request));
}

int ckptm_iprobe(int source, int tag, int comm, bool *flag, our_status *status)
{
    MPI_Status real;
    int there = 0, result = PMPI_Iprobe(real_rank(source), real_tag(tag), ckptm_real_comm(comm), &there, &real);

    *flag = there;
    if (there)
        ckptm_give_status(&real, status);
    return ckptm_our_error(result);
}

int ckptm_test(int slot, bool *flag, our_status *status)
{
    MPI_Status real;
    int done = 0, result;

    memset(&real, 0, sizeof real);
    result = PMPI_Test(ckptm_real_request(slot), &done, &real);
    *flag = done || result != MPI_SUCCESS;
    if (*flag) {
        ckptm_give_status(&real, status);
        ckptm_copy_done(slot);
    }
    return status->error = ckptm_our_error(result);
}
