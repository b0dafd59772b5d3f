/* logend.c - END: where a rank's log ends, by envelope, and by collectives done. See exchange.h, store/ends.c.
 *
 * Form       the number of ends, these; the number of synchronous sends to the rank told that have completed, these (in the first round only); the
 *            number of answers to its own, these.
 */
#include <stdlib.h>
#include <string.h>
#include "mpi/envelopes/envelopes.h"
#include "mpi/exchange/exchange.h"
#include "mpi/layer.h"
#include "mpi/requests/synchronous.h"

/* How many records of the next kind. */
static uint64_t take_number(const unsigned char **p)
{
    uint64_t n;

    memcpy(&n, *p, sizeof n);
    *p += sizeof n;
    return n;
}

/* A receiver's answer to one of ours. */
static void answered(const ckptm_event *answer)
{
    ckptm_events *own = &ckptm.window.rendezvous;

    for (size_t i = 0; i < own->count; i++)
        if (own->list[i].comm == answer->comm && own->list[i].peer == answer->peer && own->list[i].tag == answer->tag &&
            own->list[i].position == answer->position)
            own->list[i].hash = answer->hash;
}

void ckptm_end_hear(int from, const void *bytes, size_t size)
{
    const unsigned char *p = bytes;
    ckptm_sent_before e;
    ckptm_event event;

    (void)size;
    for (uint64_t n = take_number(&p); n--; p += sizeof e) {
        memcpy(&e, p, sizeof e);
        ckptm_ends_hear(&ckptm.window, &e);
    }
    for (uint64_t n = take_number(&p); n--; p += sizeof event) {
        memcpy(&event, p, sizeof event);
        event.hash = (ckptm_u64)from;
        ckptm_event_add(&ckptm.window.asked, event);
    }
    for (uint64_t n = take_number(&p); n--; p += sizeof event) {
        memcpy(&event, p, sizeof event);
        answered(&event);
    }
}

/* Where our log ends, for one rank: of its envelopes, and of collectives in each communicator. */
static size_t end_for(int to, ckptm_sent_before *out)
{
    const ckptm_table *own = &ckptm.window.own;
    size_t n = 0;

    for (int i = 1; i < ckptm_state.ncomms; i++) {
        const ckptm_comm *c = &ckptm_state.comms[i];

        if (c->how && c->world)
            out[n++] = (ckptm_sent_before){ .comm = c->key, .count = ckptm_counted(own, c->key, CKPTM_ALL, CKPTM_ALL), .source = ckptm.rank,
                                            .tag = CKPTM_ALL };
    }
    for (unsigned i = 0; i < own->room; i++) {
        const ckptm_counter *e = &own->slots[i];
        const ckptm_comm *c = e->comm && e->peer != CKPTM_ALL ? &ckptm_state.comms[ckptm_comm_by_key(e->comm)] : 0;

        if (c && c->world && c->world[e->peer] == to)    /* one that a restart has not made again yet is told when it is */
            out[n++] = (ckptm_sent_before){ .comm = e->comm, .count = e->count, .source = c->rank, .tag = e->tag };
    }
    return n;
}

/* Our synchronous sends to that rank about which it is to be asked. */
static size_t questions_for(int to, ckptm_event *out)
{
    ckptm_window *w = &ckptm.window;
    size_t n = 0;

    for (size_t i = 0; i < w->rendezvous.count && w->rendezvous.list[i].when < w->cut_when; i++) {
        ckptm_event *e = &w->rendezvous.list[i];
        const ckptm_comm *c = &ckptm_state.comms[ckptm_comm_by_key(e->comm)];

        if (e->hash != CKPTM_TAKEN_UNKNOWN || !c->world || c->world[e->peer] != to)
            continue;
        out[n++] = (ckptm_event){ .comm = e->comm, .peer = c->rank, .tag = e->tag, .position = e->position };
        e->hash = CKPTM_TAKEN_ASKED;
    }
    return n;
}

/* Which of that rank's we have taken within our log; as it names them. */
static size_t answers_for(int to, const enum ckptm_taken *taken, ckptm_event *out)
{
    const ckptm_events *asked = &ckptm.window.asked;
    size_t n = 0;

    for (size_t i = 0; i < asked->count; i++)
        if ((int)asked->list[i].hash == to) {
            out[n] = asked->list[i];
            out[n].peer = ckptm_state.comms[ckptm_comm_by_key(out[n].comm)].rank;
            out[n++].hash = taken[i];
        }
    return n;
}

static unsigned char *put(unsigned char *p, const void *records, uint64_t n, size_t each)
{
    memcpy(p, &n, sizeof n);
    memcpy(p + sizeof n, records, (size_t)n * each);
    return p + sizeof n + (size_t)n * each;
}

void ckptm_end_tell(unsigned char parity, unsigned char moved)
{
    const ckptm_window *w = &ckptm.window;
    size_t most = w->own.used + (size_t)ckptm_state.ncomms + w->rendezvous.count + w->asked.count;
    size_t each = sizeof(ckptm_event) > sizeof(ckptm_sent_before) ? sizeof(ckptm_event) : sizeof(ckptm_sent_before);
    unsigned char *bytes = ckptm_private(0, 2 + 3 * sizeof(uint64_t) + most * each);
    void *records = ckptm_private(0, most * each);
    enum ckptm_taken *taken = ckptm_private(0, w->asked.count * sizeof *taken);

    ckptm_synchronous_taken_logged(taken);
    for (int r = 0; r < ckptm.size; r++) {
        unsigned char *p = bytes;

        *p++ = parity;
        *p++ = moved;
        memset(records, 0, most * each);
        p = put(p, records, end_for(r, records), sizeof(ckptm_sent_before));
        memset(records, 0, most * each);
        p = put(p, records, questions_for(r, records), sizeof(ckptm_event));
        p = put(p, records, answers_for(r, taken, records), sizeof(ckptm_event));
        ckptm_line_tell(&ckptm.line, r, CKPTM_END, bytes, (size_t)(p - bytes));
    }
    free(taken);
    free(records);
    free(bytes);
}
