/* persistent.c - persistent sends; requests freed and cancelled. See delay.h. */
#include <stdlib.h>
#include "delay.h"

STORE(Start);
STORE(Request_free);

typedef struct persistent {
    struct persistent *next;
    MPI_Request request;
    MPI_Comm comm;
    int dest, tag;
} persistent;

static persistent *persistents;

#define SEND_INIT(NAME)                                                                                         \
    STORE(NAME);                                                                                                \
    SHIM(NAME, (const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm, MPI_Request *request)) \
    {                                                                                                           \
        int result = REAL(NAME)(buf, count, type, dest, tag, comm, request);                                    \
        persistent *p;                                                                                          \
                                                                                                                \
        if (!on || result != MPI_SUCCESS || dest < 0)                                                           \
            return result;                                                                                      \
        p = malloc(sizeof *p);                                                                                  \
        if (!p)                                                                                                 \
            abort();                                                                                            \
        *p = (persistent){ persistents, *request, comm, dest, tag };                                            \
        persistents = p;                                                                                        \
        return result;                                                                                          \
    }
SEND_INIT(Send_init)
SEND_INIT(Bsend_init)
SEND_INIT(Ssend_init)
SEND_INIT(Rsend_init)

SHIM(Start, (MPI_Request *request))
{
    tick();
    for (persistent *p = persistents; p; p = p->next)
        if (p->request == *request) {
            append(START, p->dest, p->tag, p->comm)->wire = *request;
            sends++;
            held++;
            return MPI_SUCCESS;
        }
    return REAL(Start)(request);
}

SHIM(Startall, (int n, MPI_Request requests[]))
{
    int result = MPI_SUCCESS;

    for (int i = 0; i < n && result == MPI_SUCCESS; i++)
        result = delay_Start(&requests[i]);
    return result;
}

SHIM(Request_free, (MPI_Request *request))
{
    ask(1, request);
    for (persistent **at = &persistents, *p; (p = *at) != NULL; at = &p->next)
        if (p->request == *request) {
            *at = p->next;
            free(p);
            break;
        }
    return REAL(Request_free)(request);
}

STORE(Cancel);
SHIM(Cancel, (MPI_Request *request))
{
    ask(1, request);
    for (entry *e = queue; e; e = e->next)
        if (e->ticket_open && e->ticket == *request) {
            e->cancelled = 1;
            if (e->state == SENDING)
                return REAL(Cancel)(&e->wire);
            e->state = DONE;
            collect();
            return MPI_SUCCESS;
        }
    return REAL(Cancel)(request);
}
