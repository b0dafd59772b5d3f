/* flush.c - a job that stops at a line: what is under way is taken off MPI and thrown away, for it is in the line, or will be sent again.
 *
 * MPI_Finalize may wait for sends that are not received. Each rank takes everything that comes until its own sends have left, and then until that is
 * so of all: a barrier that does not block says it.
 */
#include <sched.h>
#include <stdlib.h>
#include "mpi/requests/requests.h"
#include "shim.h"

static struct taken {
    struct taken *next;
    int held;
    unsigned char bytes[];
} *taken;

static void take(int held, size_t size)
{
    struct taken *t = ckptm_private(0, sizeof *t + size);

    t->held = held;
    t->next = taken;
    taken = t;
    ckptm_take_held(held, t->bytes, size);
}

static void take_held(ckptm_message *m)
{
    if (!m || m->form != CKPTM_HELD)
        return;
    m->form = CKPTM_AWAITED;
    take(m->held, m->size);
}

static void take_what_comes(void)
{
    MPI_Status status;
    int held;

    for (int i = 1; i < ckptm_state.ncomms; i++)
        while (ckptm_comm_is_real(i) && ckptm_improbe(MPI_ANY_SOURCE, MPI_ANY_TAG, i, &held, &status) == 0 && held)
            take(held, (size_t)status.ckpt_elements);
}

static bool all_taken(void)
{
    for (struct taken **at = &taken; *at;) {
        struct taken *t = *at;

        if (ckptm_taken(t->held)) {
            *at = t->next;
            free(t);
        } else {
            at = &t->next;
        }
    }
    return !taken;
}

static bool all_sent(void)
{
    bool all = ckptm_loose_done();

    for (int i = 1; i < ckptm_state.nrequests; i++) {
        ckptm_request *r = ckptm_request_at(i);
        MPI_Status status;
        bool done = false;

        if (r->kind != CKPTM_SEND || r->state != CKPTM_PENDING)
            continue;
        ckptm_test(i, true, &done, &status);
        if (done)
            r->state = CKPTM_COMPLETE;
        all &= done;
    }
    return all;
}

void ckptm_flush(void)
{
    bool sent = false;

    for (ckptm_message *m = ckptm_state.queue; m; m = m->next)
        take_held(m);
    for (int i = 0; i < ckptm_state.nheld; i++)
        take_held(ckptm_state.held[i]);
    do {
        take_what_comes();
        ckptm_arrivals_poll();
        all_taken();
        sent = sent || all_sent();
        sched_yield();
    } while (!sent || !ckptm_control_all_there() || !all_taken());
}
