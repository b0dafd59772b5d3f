/* p2p.c - messages posted and completed. See shim.h. */
#include <string.h>
#include "real.h"

enum our_mode { STANDARD, SYNCHRONOUS, READY };

int ckptm_isend(const void *buffer, int count, int type, int dest, int tag, int comm, enum our_mode mode, int slot)
{
    MPI_Request *request = ckptm_real_request(slot);
    MPI_Datatype real = ckptm_real_type(type);
    MPI_Comm on = ckptm_real_comm(comm);
    int to = real_rank(dest);

    if (mode == SYNCHRONOUS)
        return ckptm_our_error(PMPI_Issend(buffer, count, real, to, tag, on, request));
    return ckptm_our_error(PMPI_Isend(buffer, count, real, to, tag, on, request));
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
    if (*flag)
        ckptm_give_status(&real, status);
    return status->error = ckptm_our_error(result);
}
