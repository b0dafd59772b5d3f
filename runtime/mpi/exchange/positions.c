/* positions.c - POSITIONS, written: what one rank had sent another at its checkpoint. See exchange.h; positions_heard.c reads it.
 *
 * Layout: envelopes (ckptm_sent_before); signatures (number, rows, those rows); runs (order.h); synchronous sends that are open
 * (ckptm_event), each after a word that tells how many; the set of collectives completed (numbers.h) after its size; communicators
 * made (handles/made.c).
 */
#include <stdlib.h>
#include <string.h>
#include "mpi/envelopes/envelopes.h"
#include "mpi/exchange/exchange.h"
#include "mpi/handles/comms.h"
#include "mpi/handles/data.h"
#include "mpi/layer.h"
#include "mpi/protocol/mutants.h"
#include "mpi/requests/tagging.h"
#include "mpi/store/order.h"
#include "shim.h"

typedef struct bytes { unsigned char *list; size_t size, room; } bytes;

static void add(bytes *b, const void *from, size_t size)
{
    if (b->size + size > b->room)
        b->list = ckptm_private(b->list, b->room = 2 * (b->size + size));
    if (size)
        memcpy(b->list + b->size, from, size);
    b->size += size;
}

/* Put so many records' number before them. */
static void add_counted(bytes *to, const bytes *records, uint64_t count)
{
    add(to, &count, sizeof count);
    add(to, records->list, records->size);
    free(records->list);
}

static void add_envelopes(bytes *b, int to)
{
    const ckptm_table *t = &ckptm_state.sent;
    bytes records = { 0 };
    uint64_t n = 0;

    for (unsigned i = 0; i < t->room; i++) {
        const ckptm_counter *s = &t->slots[i];
        const ckptm_comm *c = s->comm ? &ckptm_state.comms[ckptm_comm_by_key(s->comm)] : 0;
        ckptm_sent_before before;

        if (!c || c->world[s->peer] != to)
            continue;
        memset(&before, 0, sizeof before);
        before = (ckptm_sent_before){ .comm = s->comm, .count = s->count, .source = c->rank, .tag = s->tag };
        add(&records, &before, sizeof before);
        n++;
    }
    if (ckptm.tagging) {                             /* headers say the rest */
        ckptm_sent_before all;

        memset(&all, 0, sizeof all);
        all = (ckptm_sent_before){ .comm = ckptm_state.comms[MPI_COMM_WORLD].key, .count = ckptm_tagging_sent_to(to), .source = ckptm.rank, .tag = CKPTM_ALL };
        add(&records, &all, sizeof all);
        n++;
    }
    add_counted(b, &records, n);
}

/* Those that are no predefined datatype's. */
static void add_signature(bytes *b, uint64_t *count, ckptm_table *told, int signature)
{
    int head[2] = { signature, 0 };
    const ckptm_row *rows = ckptm_signature_rows(signature, &head[1]);
    ckptm_u64 *is = ckptm_count_private(told, 1, signature, 0);

    if (*is)
        return;
    *is = 1;
    add(b, head, sizeof head);
    add(b, rows, (size_t)head[1] * sizeof *rows);
    ++*count;
}

/* What was sent to one rank: signatures, then runs. */
static void add_runs(bytes *b, int to)
{
    bytes records = { 0 }, signatures = { 0 };
    ckptm_table told = { 0 };
    uint64_t n = 0, nsignatures = 0;

    for (int i = 1; i < ckptm_state.ncomms; i++) {
        const ckptm_comm *c = &ckptm_state.comms[i];

        for (int peer = 0; c->key && c->world && peer < c->size; peer++) {
            size_t count = 0;
            const ckptm_run *runs = c->world[peer] == to ? ckptm_order_runs(i, c->key, peer, &count) : 0;

            for (size_t k = 0; k < count; k++, n++) {
                ckptm_run run;

                memcpy(&run, &runs[k], sizeof run);
                run.source = c->rank;
                add(&records, &run, sizeof run);
                add_signature(&signatures, &nsignatures, &told, run.signature);
            }
        }
    }
    ckptm_table_clear(&told);
    add_counted(b, &signatures, nsignatures);
    add_counted(b, &records, n);
}

static void add_synchronous(bytes *b, int to)
{
    bytes records = { 0 };
    uint64_t n = 0;

    for (int i = 1; i < ckptm_state.nrequests; i++) {
        const ckptm_request *r = &ckptm_state.requests[i];
        const ckptm_comm *c = &ckptm_state.comms[r->comm];
        ckptm_event open;

        if (r->kind != CKPTM_SEND || r->mode != CKPTM_MODE_SYNCHRONOUS || (r->state != CKPTM_PENDING && r->state != CKPTM_UNANSWERED) ||
            c->world[r->peer] != to)
            continue;
        memset(&open, 0, sizeof open);
        open = (ckptm_event){ .comm = c->key, .peer = c->rank, .tag = r->tag, .position = r->position };
        add(&records, &open, sizeof open);
        n++;
    }
    add_counted(b, &records, n);
}

static unsigned char *now_for(int to, size_t *size)
{
    bytes b = { 0 };
    size_t numbers_size;
    unsigned char *numbers = ckptm_numbers_own(to, &numbers_size), *made;
    uint64_t n = numbers_size;

    add_envelopes(&b, to);
    add_runs(&b, to);
    add_synchronous(&b, to);
    add(&b, &n, sizeof n);
    add(&b, numbers, numbers_size);
    free(numbers);
    made = ckptm_made_for(to, size);
    add(&b, made, *size);
    free(made);
    *size = b.size;
    return b.list;
}

#ifdef CKPTM_MUTANTS
static struct then {
    unsigned char *bytes;
    size_t size;
} *then;                                              /* by rank, of the acknowledgement */

void ckptm_positions_acknowledged(void)
{
    if (!ckptm_mutant(positions_then))
        return;
    then = ckptm_private(then, (size_t)ckptm.size * sizeof *then);
    for (int r = 0; r < ckptm.size; r++)
        then[r].bytes = now_for(r, &then[r].size);
}
#endif

/* POSITIONS for one rank, into a buffer of its own. */
unsigned char *ckptm_positions_for(int to, size_t *size)
{
#ifdef CKPTM_MUTANTS
    if (ckptm_mutant(positions_then)) {
        *size = then[to].size;
        return then[to].bytes;
    }
#endif
    return now_for(to, size);
}
