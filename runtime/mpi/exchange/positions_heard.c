/* positions_heard.c - POSITIONS, read into the window. See exchange.h; positions.c writes it and has its layout. */
#include <stdlib.h>
#include <string.h>
#include "mpi/exchange/exchange.h"
#include "mpi/handles/comms.h"
#include "mpi/handles/data.h"
#include "mpi/layer.h"
#include "mpi/store/order.h"

/* How many records of the next kind. */
static uint64_t take_number(const unsigned char **p)
{
    uint64_t n;

    memcpy(&n, *p, sizeof n);
    *p += sizeof n;
    return n;
}

/* A sender's numbers of signatures, and ours. */
struct translation { int theirs, ours; };

static int translate(const struct translation *list, uint64_t count, int signature)
{
    for (uint64_t i = 0; i < count; i++)
        if (list[i].theirs == signature)
            return list[i].ours;
    return signature;
}

static const unsigned char *hear_signatures(const unsigned char *p, struct translation **list, uint64_t *count)
{
    *count = take_number(&p);
    *list = ckptm_private(0, (size_t)*count * sizeof **list);
    for (uint64_t i = 0; i < *count; i++) {
        int head[2];
        ckptm_row *rows;

        memcpy(head, p, sizeof head);
        p += sizeof head;
        rows = ckptm_private(0, (size_t)head[1] * sizeof *rows);
        memcpy(rows, p, (size_t)head[1] * sizeof *rows);
        p += (size_t)head[1] * sizeof *rows;
        (*list)[i] = (struct translation){ head[0], ckptm_signature_of(rows, head[1]) };
        free(rows);
    }
    return p;
}

/* How many envelopes, and those; signatures; runs (order.h); synchronous sends that are open; each after a word that tells how many. */
static const unsigned char *hear_messages(const unsigned char *p)
{
    ckptm_window *w = &ckptm.window;
    struct translation *signatures;
    uint64_t nsignatures, n = take_number(&p);
    ckptm_sent_before before;
    ckptm_run run;
    ckptm_event open;

    for (; n--; p += sizeof before) {
        memcpy(&before, p, sizeof before);
        if (!ckptm_comm_over(before.comm))           /* nobody receives there any more */
            ckptm_window_before(w, &before);
    }
    p = hear_signatures(p, &signatures, &nsignatures);
    for (n = take_number(&p); n--; p += sizeof run) {
        memcpy(&run, p, sizeof run);
        run.signature = translate(signatures, nsignatures, run.signature);
        ckptm_order_hear(w, &run);
    }
    for (n = take_number(&p); n--; p += sizeof open) {
        memcpy(&open, p, sizeof open);
        ckptm_window_open(w, open.comm, open.peer, open.tag, open.position);
    }
    free(signatures);
    return p;
}

void ckptm_positions_hear(int from, const void *bytes, size_t size)
{
    ckptm_window *w = &ckptm.window;
    const unsigned char *p = hear_messages(bytes);
    uint64_t n = take_number(&p);

    ckptm_numbers_hear(&w->done, from, p, (size_t)n);
    ckptm_numbers_drop_gone(&w->done);
    p += n;
    ckptm_made_hear(p, (size_t)((const unsigned char *)bytes + size - p));
}
