/* receives.c - receives and probes. See delay.h. */
#include "delay.h"

STORE(Irecv);
STORE(Recv);
SHIM(Recv, (void *buf, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm, MPI_Status *status))
{
    MPI_Request request;
    int result;

    tick();
    if (!on || source == MPI_PROC_NULL)
        return REAL(Recv)(buf, count, type, source, tag, comm, status);
    result = REAL(Irecv)(buf, count, type, source, tag, comm, &request);
    return result == MPI_SUCCESS ? delay_Wait(&request, status) : result;
}

SHIM(Irecv, (void *buf, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm, MPI_Request *request))
{
    tick();
    return REAL(Irecv)(buf, count, type, source, tag, comm, request);
}

STORE(Imrecv);
STORE(Mrecv);
SHIM(Mrecv, (void *buf, int count, MPI_Datatype type, MPI_Message *message, MPI_Status *status))
{
    MPI_Request request;
    int result;

    tick();
    if (!on || *message == MPI_MESSAGE_NO_PROC)
        return REAL(Mrecv)(buf, count, type, message, status);
    result = REAL(Imrecv)(buf, count, type, message, &request);
    return result == MPI_SUCCESS ? delay_Wait(&request, status) : result;
}

STORE(Iprobe);
SHIM(Iprobe, (int source, int tag, MPI_Comm comm, int *flag, MPI_Status *status))
{
    tick();
    return REAL(Iprobe)(source, tag, comm, flag, status);
}

STORE(Probe);
SHIM(Probe, (int source, int tag, MPI_Comm comm, MPI_Status *status))
{
    int flag = 0, result;

    if (!on)
        return REAL(Probe)(source, tag, comm, status);
    while ((result = REAL(Iprobe)(source, tag, comm, &flag, status)) == MPI_SUCCESS && !flag)
        rest();
    return result;
}

STORE(Improbe);
SHIM(Improbe, (int source, int tag, MPI_Comm comm, int *flag, MPI_Message *message, MPI_Status *status))
{
    tick();
    return REAL(Improbe)(source, tag, comm, flag, message, status);
}

STORE(Mprobe);
SHIM(Mprobe, (int source, int tag, MPI_Comm comm, MPI_Message *message, MPI_Status *status))
{
    int flag = 0, result;

    if (!on)
        return REAL(Mprobe)(source, tag, comm, message, status);
    while ((result = REAL(Improbe)(source, tag, comm, &flag, message, status)) == MPI_SUCCESS && !flag)
        rest();
    return result;
}

STORE(Sendrecv);
SHIM(Sendrecv, (const void *out, int nout, MPI_Datatype tout, int dest, int send_tag, void *in, int nin, MPI_Datatype tin,
                int source, int receive_tag, MPI_Comm comm, MPI_Status *status))
{
    tick();
    if (on && dest == MPI_PROC_NULL)
        return delay_Recv(in, nin, tin, source, receive_tag, comm, status);
    if (!may_hold(nout, tout, dest, send_tag, comm))
        return flush(), REAL(Sendrecv)(out, nout, tout, dest, send_tag, in, nin, tin, source, receive_tag, comm, status);
    hold(STANDARD, out, nout, tout, dest, send_tag, comm);
    return delay_Recv(in, nin, tin, source, receive_tag, comm, status);
}

STORE(Sendrecv_replace);
SHIM(Sendrecv_replace, (void *buf, int count, MPI_Datatype type, int dest, int send_tag, int source, int receive_tag,
                        MPI_Comm comm, MPI_Status *status))
{
    tick();
    if (on && dest == MPI_PROC_NULL)
        return delay_Recv(buf, count, type, source, receive_tag, comm, status);
    if (!may_hold(count, type, dest, send_tag, comm))
        return flush(), REAL(Sendrecv_replace)(buf, count, type, dest, send_tag, source, receive_tag, comm, status);
    hold(STANDARD, buf, count, type, dest, send_tag, comm);
    return delay_Recv(buf, count, type, source, receive_tag, comm, status);
}
