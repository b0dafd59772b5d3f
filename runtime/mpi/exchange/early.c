/* early.c - EARLY: which of a rank's messages we had too early, for it not to send them again. See exchange.h. */
#include <stdlib.h>
#include <string.h>
#include "mpi/exchange/exchange.h"
#include "mpi/layer.h"
#include "mpi/protocol/steps.h"

static void add_early(ckptm_events *list, int to, const ckptm_event *e, bool again)
{
    const ckptm_comm *c = &ckptm_state.comms[ckptm_comm_by_key(e->comm)];
    bool before = ckptm.tagging ? e->epoch < ckptm.line.number : ckptm_window_is_before(&ckptm.window, e->comm, e->peer, e->tag, e->position);

    if (c->world[e->peer] == to && !before)
        ckptm_event_add(list, (ckptm_event){ .comm = e->comm, .peer = c->rank, .tag = e->tag, .position = e->position, .hash = e->hash, .at = again });
}

/* Tell a rank which of its messages we had before our checkpoint that it sent after its own; `at`: and which the program knew of only. */
void ckptm_early_tell(int to)
{
    ckptm_window *w = &ckptm.window;
    ckptm_events list = { 0 };

    for (size_t i = 0; i < w->consumed_before; i++)
        add_early(&list, to, &w->consumed.list[i], false);
    for (size_t i = 0; i < w->known.count; i++)
        add_early(&list, to, &w->known.list[i], true);
    ckptm_line_tell(&ckptm.line, to, CKPTM_EARLY, list.list, list.count * sizeof *list.list);
    free(list.list);
    ckptm_step(early_told);
}

void ckptm_early_hear(const void *bytes, size_t size)
{
    const unsigned char *p = bytes;
    ckptm_event e;

    for (; size >= sizeof e; size -= sizeof e, p += sizeof e) {
        memcpy(&e, p, sizeof e);
        ckptm_event_add(e.at ? &ckptm.window.again : &ckptm.window.early, e);
    }
}
