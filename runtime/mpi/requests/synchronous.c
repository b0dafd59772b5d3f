/* synchronous.c - see synchronous.h
 *
 * A synchronous send is complete when the receive has begun. If it was pending at the checkpoint its message may have crossed the line, and
 * the restarted receiver has it in its queue: the sender asks for it by its position. The receiver answers at once if it does not have it (then
 * its program had taken it before), else when the program takes it.
 */
#include <string.h>
#include "mpi/requests/synchronous.h"

struct word {
    ckptm_u64 comm, position;
    int peer, tag;                /* peer: the sender of this word, in the communicator */
};

static void tell(int to, uint32_t kind, ckptm_u64 comm, int tag, ckptm_u64 position)
{
    struct word w;

    memset(&w, 0, sizeof w);
    w.comm = comm;
    w.position = position;
    w.peer = ckptm_state.comms[ckptm_comm_by_key(comm)].rank;
    w.tag = tag;
    ckptm_tell(to, kind, &w, sizeof w);
}

void ckptm_synchronous_ask(int at)
{
    ckptm_request *r = ckptm_request_at(at);

    r->state = CKPTM_UNANSWERED;
    tell(ckptm_state.comms[r->comm].world[r->peer], CKPTM_ASK, ckptm_request_key(r), r->tag, r->position);
}

static void answer(ckptm_u64 comm, int source, int tag, ckptm_u64 position)
{
    tell(ckptm_state.comms[ckptm_comm_by_key(comm)].world[source], CKPTM_ANSWER, comm, tag, position);
}

void ckptm_synchronous_taken(ckptm_message *m)
{
    if (m->asked)
        answer(m->comm, m->source, m->tag, m->position);
    m->asked = 0;
}

static void answered(const struct word *w)
{
    for (int i = 1; i < ckptm_state.nrequests; i++) {
        ckptm_request *r = ckptm_request_at(i);

        if (r->kind == CKPTM_SEND && r->state == CKPTM_UNANSWERED && ckptm_request_key(r) == w->comm && r->peer == w->peer && r->tag == w->tag &&
            r->position == w->position)
            ckptm_request_set(r, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_BYTE, 0);
    }
}

void ckptm_synchronous_hear(int from, uint32_t kind, const void *bytes, size_t size)
{
    struct word w;
    ckptm_message *m;

    (void)from;
    if (size != sizeof w)
        return;
    memcpy(&w, bytes, sizeof w);
    if (kind == CKPTM_ANSWER)
        answered(&w);
    else if ((m = ckptm_queue_position(w.comm, w.peer, w.tag, w.position)))
        m->asked = 1;
    else
        answer(w.comm, w.peer, w.tag, w.position);
}
