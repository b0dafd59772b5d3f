/* synchronous.c - see synchronous.h
 *
 * A synchronous send is complete when the receive has begun. If it was pending at the checkpoint its message may have crossed the line, and
 * the restarted receiver has it in its queue: the sender asks for it by its position. The receiver answers at once if it does not have it (then
 * its program had taken it before), else when the program takes it.
 */
#include <stdlib.h>
#include "mpi/envelopes/envelopes.h"
#include "mpi/requests/synchronous.h"
#include "mpi/requests/word.h"

void ckptm_synchronous_ask(int at)
{
    ckptm_request *r = ckptm_request_at(at);

    r->state = CKPTM_UNANSWERED;
    ckptm_word_tell(ckptm_state.comms[r->comm].world[r->peer], CKPTM_ASK, ckptm_request_key(r), r->tag, r->position, 0, 0);
}

static void answer(ckptm_u64 comm, int source, int tag, ckptm_u64 position)
{
    ckptm_word_tell(ckptm_state.comms[ckptm_comm_by_key(comm)].world[source], CKPTM_ANSWER, comm, tag, position, 0, 0);
}

void ckptm_synchronous_taken(ckptm_message *m)
{
    if (m->asked)
        answer(m->comm, m->source, m->tag, m->position);
    m->asked = 0;
}

static void answered(const ckptm_word *w)
{
    for (int i = 1; i < ckptm_state.nrequests; i++) {
        ckptm_request *r = ckptm_request_at(i);

        if (r->kind == CKPTM_SEND && r->state == CKPTM_UNANSWERED && ckptm_request_key(r) == w->comm && r->peer == w->peer && r->tag == w->tag &&
            r->position == w->position) {
            ckptm_request_set(r, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_BYTE, 0);
            ckptm_synchronous_completed(r);
        }
    }
}

/* ---- the line (store/ends.c) ----------------------------------------------------------------------------------------- */

void ckptm_synchronous_completed(const ckptm_request *r)
{
    ckptm_window *w = &ckptm.window;

    if (w->listening)
        ckptm_window_event(w, &w->rendezvous, (ckptm_event){ .comm = ckptm_request_key(r), .peer = r->peer, .tag = r->tag, .position = r->position });
}

/* Does MPI have it, or the layer, or has a receive that is not complete been given it? */
static bool is_untaken(const ckptm_event *e)
{
    if (ckptm.tagging || e->position > ckptm_counted(&ckptm_state.received, e->comm, e->peer, e->tag) || ckptm_queue_position(e->comm, e->peer, e->tag, e->position))
        return true;
    for (int i = 1; i < ckptm_state.nrequests; i++) {
        const ckptm_request *r = ckptm_request_at(i);

        if (r->kind == CKPTM_RECEIVE && r->state != CKPTM_COMPLETE && r->state != CKPTM_INACTIVE && r->position == e->position &&
            ckptm_request_key(r) == e->comm && r->peer == e->peer && r->tag == e->tag)
            return true;
    }
    return false;
}

/* One word for a place in an envelope: two that are alike by chance are looked at in full. */
static ckptm_u64 word_of(const ckptm_event *e) { return ((e->comm ^ e->position * 0x9e3779b97f4a7c15u) | 1); }

static bool is_same(const ckptm_event *a, const ckptm_event *b)
{
    return a->comm == b->comm && a->peer == b->peer && a->tag == b->tag && a->position == b->position;
}

void ckptm_synchronous_taken_logged(enum ckptm_taken *taken)
{
    const ckptm_window *w = &ckptm.window;
    ckptm_table places = { 0 };

    if (w->asked.count)
        for (size_t i = 0; i < w->consumed.count; i++)
            *ckptm_count_private(&places, word_of(&w->consumed.list[i]), w->consumed.list[i].peer, w->consumed.list[i].tag) = i + 1;
    for (size_t k = 0; k < w->asked.count; k++) {
        const ckptm_event *e = &w->asked.list[k];
        size_t i = (size_t)ckptm_counted(&places, word_of(e), e->peer, e->tag);
        bool logged;

        if (i && is_same(&w->consumed.list[i - 1], e))
            logged = i - 1 < w->consumed_before || w->consumed.list[i - 1].when < w->cut_when;
        else
            logged = !i && !is_untaken(e);           /* taken before this line was prepared */
        taken[k] = logged ? CKPTM_TAKEN_LOGGED : CKPTM_TAKEN_LATER;
    }
    ckptm_table_clear(&places);
}

void ckptm_synchronous_hear(int from, uint32_t kind, const void *bytes, size_t size)
{
    ckptm_word w;
    ckptm_message *m;

    (void)from;
    if (!ckptm_word_read(&w, bytes, size))
        return;
    if (kind == CKPTM_ANSWER)
        answered(&w);
    else if ((m = ckptm_queue_position(w.comm, w.peer, w.tag, w.position)))
        m->asked = 1;
    else
        answer(w.comm, w.peer, w.tag, w.position);
}
