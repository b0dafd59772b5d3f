/* messages.c - MPI_Message: messages that a probe has matched for the program, out of the queue and held until it receives them. See requests.h. */
#include <stdlib.h>
#include "mpi/envelopes/envelopes.h"
#include "mpi/handles/data.h"
#include "mpi/requests/requests.h"
#include "mpi/requests/synchronous.h"
#include "mpi/requests/tagging.h"
#include "shim.h"

enum { FIRST = 2 };               /* MPI_MESSAGE_NULL, MPI_MESSAGE_NO_PROC */

int ckptm_held_new(ckptm_message *m)
{
    int at = FIRST;

    while (at < ckptm_state.nheld && ckptm_state.held[at])
        at++;
    if (at >= ckptm_state.nheld) {
        int room = ckptm_state.nheld ? 2 * ckptm_state.nheld : 8;
        ckptm_message **more = ckptm_new(CKPTM_T_MESSAGES, (size_t)room);

        for (int i = 0; i < ckptm_state.nheld; i++)
            more[i] = ckptm_state.held[i];
        free(ckptm_state.held);
        ckptm_state.held = more;
        ckptm_state.nheld = room;
    }
    ckptm_state.held[at] = m;
    return at;
}

ckptm_message *ckptm_held_take(int message)
{
    ckptm_message *m = message >= FIRST && message < ckptm_state.nheld ? ckptm_state.held[message] : 0;

    if (m)
        ckptm_state.held[message] = 0;
    return m;
}

/* What a status says of it. Contents that are not here yet are counted as bytes. */
static void describe(const ckptm_message *m, MPI_Status *status)
{
    *status = (MPI_Status){ .MPI_SOURCE = m->source, .MPI_TAG = m->tag, .ckpt_type = MPI_BYTE, .ckpt_layout = ckptm_layout(),
                            .ckpt_elements = (long long)m->size };
    if (m->form == CKPTM_STORED) {
        status->ckpt_type = ckptm_signature_of(m->data.rows, m->data.nrows);
        status->ckpt_elements = (long long)m->data.elements;
    }
}

/* The program knows of a message from now on that its sender may have sent after its checkpoint, or the end of its log. */
static void known(ckptm_u64 comm, int source, int tag, ckptm_u64 position)
{
    ckptm_window *w = &ckptm.window;

    if (ckptm.tagging) {
        ckptm_tagging_probed(comm, source, tag);
    } else if (w->logging) {
        ckptm_consumed_early(comm, source, tag, position);
        *ckptm_count_private(&w->probed, comm, source, tag) = position;
    } else if (w->listening) {
        ckptm_event_add(&w->known, (ckptm_event){ .comm = comm, .peer = source, .tag = tag, .position = position });
    }
}

/* Take the first in the queue that fits; 0: none. */
static ckptm_message *find(int source, int tag, int comm)
{
    ckptm_u64 key = ckptm_state.comms[comm].key;
    ckptm_message *m = ckptm_state.queue ? ckptm_queue_find(key, source, tag) : 0;

    if (!m && ckptm.draining) {
        ckptm_drain_step();
        m = ckptm_state.queue ? ckptm_queue_find(key, source, tag) : 0;
    }
    return m;
}

int ckptm_look(int source, int tag, int comm, bool *flag, MPI_Status *status)
{
    ckptm_message *m = find(source, tag, comm);
    int error = 0;

    *flag = m != 0;
    *status = (MPI_Status){ .ckpt_layout = ckptm_layout() };
    if (m)
        describe(m, status);
    else if (!ckptm.draining)
        error = ckptm_iprobe(source, tag, comm, flag, status);
    if (*flag && ckptm.window.listening && ckptm.on && (!m || m->form == CKPTM_HELD))
        known(ckptm_state.comms[comm].key, status->MPI_SOURCE, status->MPI_TAG,
              m ? m->position : ckptm.tagging ? 0 : ckptm_match_next(comm, status->MPI_SOURCE, status->MPI_TAG));
    return error;
}

int ckptm_look_and_take(int source, int tag, int comm, int *message, MPI_Status *status)
{
    ckptm_message *m = find(source, tag, comm);
    int held = 0, error;

    *message = MPI_MESSAGE_NULL;
    if (m) {
        ckptm_queue_remove(m);
        describe(m, status);
    } else {
        if (ckptm.draining)
            return 0;
        *status = (MPI_Status){ .ckpt_layout = ckptm_layout() };
        error = ckptm_improbe(source, tag, comm, &held, status);
        if (!held)
            return error;
        m = ckptm_new(CKPTM_T_MESSAGE, 1);
        *m = (ckptm_message){ .comm = ckptm_state.comms[comm].key, .source = status->MPI_SOURCE, .tag = status->MPI_TAG, .form = CKPTM_HELD,
                              .held = held, .size = (size_t)status->ckpt_elements };
        if (ckptm.on && !ckptm.tagging)
            m->position = ckptm_match_position(0, comm, m->source, m->tag);
    }
    if (ckptm.window.listening && m->form == CKPTM_HELD) {
        known(m->comm, m->source, m->tag, m->position);
        m->seen = ckptm.window.logging ? ckptm.line.number : 0;
    }
    *message = ckptm_held_new(m);
    return 0;
}
