/* sends.c - sends, and the buffer of those that are buffered. See delay.h. */
#include <stdlib.h>
#include "delay.h"

static int query_ticket(void *extra, MPI_Status *status)
{
    PMPI_Status_set_elements(status, MPI_BYTE, 0);
    PMPI_Status_set_cancelled(status, ((entry *)extra)->cancelled);
    status->MPI_SOURCE = status->MPI_TAG = MPI_UNDEFINED;
    return MPI_SUCCESS;
}

static int free_ticket(void *extra)
{
    drop(extra);
    return MPI_SUCCESS;
}

static int cancel_ticket(void *extra, int complete)
{
    (void)extra;
    (void)complete;
    return MPI_SUCCESS;
}

/* Whether this send may be held at all: what is wrong with it is the MPI's to say, at once. */
int may_hold(int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm)
{
    int inter, n, found, *bound;

    if (!on || comm == MPI_COMM_NULL || type == MPI_DATATYPE_NULL || count < 0 || tag < 0 || dest < 0)
        return 0;
    PMPI_Comm_test_inter(comm, &inter);
    if (inter)
        PMPI_Comm_remote_size(comm, &n);
    else
        PMPI_Comm_size(comm, &n);
    PMPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, &bound, &found);
    return dest < n && tag <= *bound;
}

/* MPICH's MPI_Pack takes no MPI_BOTTOM: the same from an address that is one. */
static int pack(const void *buf, int count, MPI_Datatype type, entry *e, int room)
{
    char base;
    MPI_Aint back;
    MPI_Datatype from_base;
    int result;

    if (buf != MPI_BOTTOM || !count)
        return PMPI_Pack(buf, count, type, e->copy, room, &e->bytes, e->comm);
    PMPI_Get_address(&base, &back);
    back = -back;
    PMPI_Type_create_hindexed(1, &count, &back, type, &from_base);
    PMPI_Type_commit(&from_base);
    result = PMPI_Pack(&base, 1, from_base, e->copy, room, &e->bytes, e->comm);
    PMPI_Type_free(&from_base);
    return result;
}

entry *hold(enum mode mode, const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm)
{
    entry *e = append(mode, dest, tag, comm);
    int room;

    PMPI_Pack_size(count, type, comm, &room);
    e->copy = malloc((size_t)room + 1);
    if (!e->copy)
        abort();
    if (pack(buf, count, type, e, room) != MPI_SUCCESS)
        abort();
    sends++;
    if (random_below(4) == 0)
        release(e);
    else
        held++;
    return e;
}

static void give_ticket(entry *e, MPI_Request *request)
{
    PMPI_Grequest_start(query_ticket, free_ticket, cancel_ticket, e, &e->ticket);
    e->users++;
    e->ticket_open = 1;
    *request = e->ticket;
    if (e->mode != SYNCHRONOUS && random_below(2))
        complete_ticket(e);
}

static void until_done(entry *e)
{
    e->users++;
    while (e->users > 1)
        rest();
    drop(e);
}

#define SEND(NAME, MODE)                                                                                        \
    STORE(NAME);                                                                                                \
    SHIM(NAME, (const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm))               \
    {                                                                                                           \
        entry *e;                                                                                               \
                                                                                                                \
        tick();                                                                                                 \
        if (!may_hold(count, type, dest, tag, comm) || too_large(MODE, count, type, comm))                      \
            return REAL(NAME)(buf, count, type, dest, tag, comm);                                               \
        e = hold(MODE, buf, count, type, dest, tag, comm);                                                      \
        if (MODE == SYNCHRONOUS)                                                                                \
            until_done(e);                                                                                      \
        return MPI_SUCCESS;                                                                                     \
    }
#define ISEND(NAME, MODE)                                                                                       \
    STORE(NAME);                                                                                                \
    SHIM(NAME, (const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm, MPI_Request *request)) \
    {                                                                                                           \
        tick();                                                                                                 \
        if (!may_hold(count, type, dest, tag, comm) || too_large(MODE, count, type, comm))                      \
            return REAL(NAME)(buf, count, type, dest, tag, comm, request);                                      \
        give_ticket(hold(MODE, buf, count, type, dest, tag, comm), request);                                    \
        return MPI_SUCCESS;                                                                                     \
    }

/* A buffered send for which no buffer could ever do: an error. */
static int too_large(enum mode mode, int count, MPI_Datatype type, MPI_Comm comm)
{
    int room;

    if (mode != BUFFERED)
        return 0;
    PMPI_Pack_size(count, type, comm, &room);
    return attached < room + MPI_BSEND_OVERHEAD;
}

SEND(Send, STANDARD)
SEND(Rsend, STANDARD)
SEND(Bsend, BUFFERED)
SEND(Ssend, SYNCHRONOUS)
ISEND(Isend, STANDARD)
ISEND(Irsend, STANDARD)
ISEND(Ibsend, BUFFERED)
ISEND(Issend, SYNCHRONOUS)

STORE(Buffer_attach);
SHIM(Buffer_attach, (void *buffer, int bytes))
{
    int result = REAL(Buffer_attach)(buffer, bytes);

    if (result == MPI_SUCCESS)
        attached = bytes;
    return result;
}

STORE(Buffer_detach);
SHIM(Buffer_detach, (void *buffer, int *bytes))
{
    int waiting = on;

    while (waiting) {
        flush();
        rest();
        waiting = 0;
        for (entry *e = queue; e; e = e->next)
            waiting |= e->mode == BUFFERED;
    }
    attached = -1;
    return REAL(Buffer_detach)(buffer, bytes);
}
