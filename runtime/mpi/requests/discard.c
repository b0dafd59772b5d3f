/* discard.c - see discard.h
 *
 * Purpose    the other way of dealing with early messages: suppress.c does not send them again, here they are sent, taken off MPI by the receiver,
 *            and compared by position and hash there. Senders keep the list, images and lines have it there alone; at each restart receivers
 *            are told. So a message that is sent again before a new line and comes after it is thrown away, and in no list of that line.
 * Form       while any is to come, everything is taken off MPI through the matching queue (drain.c), for only its position says which message it is.
 *            Its sender tells its signature when it sends it, before it can be in a line: hashes are of the common form, and the
 *            bytes alone say nothing of types. One that differs is the sender's to report, which knows the call.
 */
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "mpi/envelopes/envelopes.h"
#include "mpi/handles/comms.h"
#include "mpi/handles/data.h"
#include "mpi/requests/call_site.h"
#include "mpi/requests/discard.h"
#include "mpi/requests/suppress.h"
#include "mpi/requests/word.h"
#include "shim.h"

/* One that is to come; what senders gather. */
struct coming {
    ckptm_u64 comm, position, hash;
    int source, tag, to;          /* to: the receiver's rank in MPI_COMM_WORLD */
};

static struct discard {
    struct discard *next;
    struct coming is;
    bool told, came, here;        /* its signature; the message; its bytes */
    int nrows, held;
    ckptm_row *rows;
    unsigned char *bytes;
    size_t size;
} *all;
static size_t ncoming;            /* of these, have not come */

/* ---- the receiver ---------------------------------------------------------------------------------------------------- */

/* What this rank has still to send again, each to its receiver. */
static struct coming *own_list(size_t *size)
{
    size_t n = 0;
    struct coming *list;

    for (const ckptm_early *e = ckptm_state.early; e; e = e->next)
        n += !e->again;
    list = ckptm_private(0, n * sizeof *list);
    memset(list, 0, n * sizeof *list);
    n = 0;
    for (const ckptm_early *e = ckptm_state.early; e; e = e->next) {
        const ckptm_comm *c = &ckptm_state.comms[ckptm_comm_by_key(e->comm)];

        if (e->again)
            continue;
        if (!c->world)
            ckptm_fatal("rank %d: an early message of tag %d is of a communicator that is not there", ckptm.rank, e->tag);
        list[n++] = (struct coming){ .comm = e->comm, .position = e->position, .hash = e->hash, .source = c->rank, .tag = e->tag, .to = c->world[e->peer] };
    }
    *size = n * sizeof *list;
    return list;
}

void ckptm_discard_open(void)
{
    size_t size, total;
    struct coming *own = own_list(&size);
    unsigned char *bytes = ckptm_control_gather(own, size, &total);

    for (size_t i = 0; i + sizeof *own <= total; i += sizeof *own) {
        struct coming c;
        struct discard *d;

        memcpy(&c, bytes + i, sizeof c);
        if (c.to != ckptm.rank)
            continue;
        d = ckptm_private(0, sizeof *d);
        memset(d, 0, sizeof *d);
        d->is = c;
        d->next = all;
        all = d;
        ncoming++;
    }
    free(bytes);
    free(own);
}

bool ckptm_discard_waits(void) { return ncoming != 0; }

static bool is_of(const struct discard *d, ckptm_u64 comm, int source, int tag) { return d->is.comm == comm && d->is.source == source && d->is.tag == tag; }

/* The next that is to come of an envelope. */
static struct discard *next_of(ckptm_u64 comm, int source, int tag)
{
    struct discard *least = 0;

    for (struct discard *d = all; d && ncoming; d = d->next)
        if (!d->came && is_of(d, comm, source, tag) && (!least || d->is.position < least->is.position))
            least = d;
    return least;
}

ckptm_u64 ckptm_discard_next(ckptm_u64 comm, int source, int tag)
{
    const struct discard *d = next_of(comm, source, tag);

    return d ? d->is.position : 0;
}

void ckptm_discard_take(ckptm_u64 comm, int source, int tag, int held, size_t size)
{
    struct discard *d = next_of(comm, source, tag);

    d->came = true;
    d->held = held;
    d->size = size;
    d->bytes = ckptm_private(0, size);
    ckptm_take_held(held, d->bytes, size);
    if (--ncoming == 0)
        ckptm_drain_end(CKPTM_DRAIN_DISCARD);
}

/* Received perhaps as MPI_PACKED or MPI_BYTE (see ckptm_data_is). */
static bool is_same(const struct discard *d)
{
    ckptm_data data;
    bool same;

    ckptm_data_of_packed(&data, d->rows, d->nrows, d->bytes, d->size);
    same = d->is.hash == ckptm_bytes_hash(0, data.bytes, (size_t)data.size) || d->is.hash == ckptm_bytes_hash(0, d->bytes, d->size);
    ckptm_data_clear(&data);
    return same;
}

/* The sender says where that was sent, if it hears of it in time. */
static void differs(const struct discard *d)
{
    const ckptm_comm *c = &ckptm_state.comms[ckptm_comm_by_key(d->is.comm)];
    int from = c->world[d->is.source];

    ckptm_word_tell(from, CKPTM_DIFFERS, d->is.comm, d->is.tag, d->is.position, 0, 0);
    if (from == ckptm.rank)
        return;                                      /* heard next */
    for (int i = 0; i < 500; i++) {
        ckptm_loose_done();                          /* MPI moves on */
        nanosleep(&(struct timespec){ .tv_nsec = 10000000 }, 0);
    }
    ckptm_fatal("rank %d has sent another message to rank %d (tag %d, %s, number %llu) than it did before the restart; what it "
                "depends on is not replayed", from, ckptm.rank, d->is.tag, ckptm_comm_text(c), (unsigned long long)d->is.position);
}

static void drop(struct discard **at)
{
    struct discard *d = *at;

    *at = d->next;
    free(d->rows);
    free(d->bytes);
    free(d);
}

void ckptm_discard_poll(void)
{
    for (struct discard **at = &all; *at;) {
        struct discard *d = *at;

        if (d->came && !d->here)
            d->here = ckptm_taken(d->held);
        if (!d->here || !d->told) {
            at = &d->next;
            continue;
        }
        if (d->is.hash && !ckptm_mutant(no_early_hash) && !is_same(d))
            differs(d);
        drop(at);
    }
}

bool ckptm_discard_settled(void)
{
    for (const struct discard *d = all; d; d = d->next)
        if (d->told || d->came)
            return false;
    return true;
}

void ckptm_discard_forget(ckptm_u64 comm)
{
    for (struct discard **at = &all; *at;)
        if ((*at)->is.comm == comm && !(*at)->came) {
            drop(at);
            if (--ncoming == 0)
                ckptm_drain_end(CKPTM_DRAIN_DISCARD);
        } else {
            at = &(*at)->next;
        }
}

static void resent(const ckptm_word *w, const unsigned char *rows)
{
    for (struct discard *d = all; d; d = d->next) {
        if (!is_of(d, w->comm, w->peer, w->tag) || d->is.position != w->position)
            continue;
        d->told = true;
        d->nrows = w->nrows;
        d->rows = ckptm_private(0, (size_t)w->nrows * sizeof *d->rows);
        if (w->nrows)
            memcpy(d->rows, rows, (size_t)w->nrows * sizeof *d->rows);
    }
}

/* ---- the sender ------------------------------------------------------------------------------------------------------ */

static struct sent {              /* again, and from where */
    struct sent *next;
    ckptm_u64 comm, position;
    int peer, tag;
    ckptm_call_site site;
} *sent;

void ckptm_discard_tell(const ckptm_request *r)
{
    const ckptm_comm *c = &ckptm_state.comms[r->comm];
    struct sent *s = ckptm_private(0, sizeof *s);
    int nrows;
    const ckptm_row *rows = ckptm_signature_rows(ckptm_signature(r->type), &nrows);

    *s = (struct sent){ .next = sent, .comm = c->key, .position = r->position, .peer = r->peer, .tag = r->tag };
    ckptm_call_site_find(&s->site);
    sent = s;
    ckptm_word_tell(c->world[r->peer], CKPTM_RESENT, c->key, r->tag, r->position, rows, nrows);
}

static void report(const ckptm_word *w)
{
    const ckptm_comm *c = &ckptm_state.comms[ckptm_comm_by_key(w->comm)];
    char text[300] = "the call is not known";

    for (const struct sent *s = sent; s; s = s->next)
        if (s->comm == w->comm && s->position == w->position && s->peer == w->peer && s->tag == w->tag)
            ckptm_call_site_text(&s->site, text, sizeof text);
    ckptm_another_message(w->peer, w->tag, c, w->position, text);
}

void ckptm_discard_hear(int from, uint32_t kind, const void *bytes, size_t size)
{
    ckptm_word w;

    (void)from;
    if (!ckptm_word_read(&w, bytes, size))
        return;
    if (kind == CKPTM_DIFFERS)
        report(&w);
    else
        resent(&w, (const unsigned char *)bytes + sizeof w);
}
