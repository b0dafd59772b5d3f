/* order.c - see order.h */
#include <stdlib.h>
#include <string.h>
#include "mpi/protocol/mutants.h"
#include "mpi/store/order.h"

/* ---- the sender ------------------------------------------------------------------------------------------------------ */

typedef struct history {          /* to one peer */
    ckptm_run *runs;
    size_t count, room;
    ckptm_u64 sent;
} history;

static struct of_comm {           /* by the communicator's number, which may be used again */
    ckptm_u64 comm;
    history *peers;
    int size;
} *comms;
static int ncomms;

struct ckptm_order_last ckptm_order_last;

static void forget(struct of_comm *c)
{
    ckptm_order_last.run = 0;
    for (int i = 0; i < c->size; i++)
        free(c->peers[i].runs);
    free(c->peers);
    memset(c, 0, sizeof *c);
}

static struct of_comm *comm_at(int number, ckptm_u64 comm, int size)
{
    if (number >= ncomms) {
        comms = ckptm_private(comms, ((size_t)number + 1) * sizeof *comms);
        memset(comms + ncomms, 0, (size_t)(number + 1 - ncomms) * sizeof *comms);
        ncomms = number + 1;
    }
    if (comms[number].comm != comm) {
        forget(&comms[number]);
        comms[number] = (struct of_comm){ comm, ckptm_private(0, (size_t)size * sizeof(history)), size };
        memset(comms[number].peers, 0, (size_t)size * sizeof(history));
    }
    return &comms[number];
}

/* Room for one more run: the older half goes when there are too many. */
static void make_room(history *h)
{
    if (h->count < h->room)
        return;
    if (h->room < CKPTM_RUNS) {
        h->room = h->room ? 2 * h->room : 4;
        h->runs = ckptm_private(h->runs, h->room * sizeof *h->runs);
        return;
    }
    h->count /= 2;
    memmove(h->runs, h->runs + h->room - h->count, h->count * sizeof *h->runs);
}

void ckptm_order_anew(int number, ckptm_u64 comm, int size, int peer, int tag, ckptm_u64 position, int signature)
{
    history *h = &comm_at(number, comm, size)->peers[peer];
    ckptm_run *last = h->count ? &h->runs[h->count - 1] : 0;

    h->sent++;
    if (last && last->tag == tag && last->signature == signature && position == last->last + 1) {
        last->last = position;
        ckptm_order_last = (struct ckptm_order_last){ last, &h->sent, number, peer };
        return;
    }
    make_room(h);
    ckptm_order_last.run = 0;
    h->runs[h->count++] = (ckptm_run){ .comm = comm, .tag = tag, .signature = signature, .first = position, .last = position, .order = h->sent };
}

void ckptm_order_forget(int number, int peer)
{
    if (number < ncomms && peer < comms[number].size)
        comms[number].peers[peer].count = 0;
    ckptm_order_last.run = 0;
}

const ckptm_run *ckptm_order_runs(int number, ckptm_u64 comm, int peer, size_t *count)
{
    *count = 0;
    if (number >= ncomms || comms[number].comm != comm)
        return 0;
    *count = comms[number].peers[peer].count;
    return comms[number].peers[peer].runs;
}

/* ---- the receiver ---------------------------------------------------------------------------------------------------- */

void ckptm_order_hear(ckptm_window *w, const ckptm_run *run)
{
    if (w->nruns == w->run_room) {
        w->run_room = w->run_room ? 2 * w->run_room : 64;
        w->runs = ckptm_private(w->runs, w->run_room * sizeof *w->runs);
    }
    w->runs[w->nruns++] = *run;
    w->runs_sorted = false;
}

#define COMPARE(A, B) do { if ((A) != (B)) return (A) < (B) ? -1 : 1; } while (0)

static int by_place(const void *a, const void *b)
{
    const ckptm_run *x = a, *y = b;

    COMPARE(x->comm, y->comm);
    COMPARE(x->source, y->source);
    COMPARE(x->tag, y->tag);
    COMPARE(x->last, y->last);
    return 0;
}

const ckptm_run *ckptm_order_find(ckptm_window *w, ckptm_u64 comm, int source, int tag, ckptm_u64 position)
{
    ckptm_run wanted = { .comm = comm, .source = source, .tag = tag, .last = position };
    size_t low = 0, high = w->nruns;

    if (!w->runs_sorted && w->nruns)
        qsort(w->runs, w->nruns, sizeof *w->runs, by_place);
    w->runs_sorted = true;
    while (low < high) {                             /* the first that does not end before it */
        size_t middle = low + (high - low) / 2;

        if (by_place(&w->runs[middle], &wanted) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == w->nruns || w->runs[low].comm != comm || w->runs[low].source != source || w->runs[low].tag != tag || w->runs[low].first > position)
        return 0;
    return &w->runs[low];
}

/* What is before the known runs was sent first; of that, messages of one tag have the order of their positions, and those that probes took off
 * MPI the order of that. */
static int by_order(const void *a, const void *b)
{
    const ckptm_copy *x = a, *y = b;

    COMPARE(x->comm, y->comm);
    COMPARE(x->peer, y->peer);
    COMPARE(x->order, y->order);
    COMPARE(x->arrival, y->arrival);
    COMPARE(x->tag, y->tag);
    COMPARE(x->position, y->position);
    return 0;
}

void ckptm_order_late(ckptm_window *w)
{
    for (size_t i = 0; i < w->late.count; i++) {
        ckptm_copy *c = &w->late.list[i];
        const ckptm_run *r = ckptm_mutant(sent_order) ? 0 : ckptm_order_find(w, c->comm, c->peer, c->tag, c->position);

        c->order = r ? r->order + (c->position - r->first) : w->tagged ? c->position : 0;
    }
    if (w->late.count)
        qsort(w->late.list, w->late.count, sizeof *w->late.list, by_order);
}
