/* tagging.c - see tagging.h, shim/tags.h
 *
 * Form       a header has the number of the last line that its sender had checkpointed for, and the message's number among all from this sender to
 *            this receiver. A message is early if its epoch is the pending line's and its receiver has not checkpointed, late if it is older than the
 *            line its receiver has checkpointed for. So nobody counts by envelope: two counters per rank are all, and POSITIONS tell one number
 *            to each. Positions, which the queue, suppression and the ends of logs want, are those of the header.
 * Limits     what a message is, is known when it has been received, no sooner: late messages are copied as the program receives them. A message that
 *            the program has probed ends the log, and one that it has probed and not received at its checkpoint abandons the line.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "mpi/envelopes/envelopes.h"
#include "mpi/requests/tagging.h"
#include "mpi/shim/tags.h"

static ckptm_u64 *had;            /* [size] at our checkpoint: consumed of what was sent before the sender's */

bool ckptm_tagging_read(const char *identify)
{
    ckptm_tag_joined = identify && strcmp(identify, "tagging-joined") == 0;
    ckptm.tagging = ckptm_tagged = ckptm_tag_joined || (identify && strcmp(identify, "tagging") == 0);
    return !identify || ckptm.tagging || strcmp(identify, "logging") == 0;
}

void ckptm_tagging_begin(void)
{
    if (!ckptm.tagging)
        return;
    ckptm_state.tag_sent = ckptm_new(CKPTM_T_COUNTER, (size_t)ckptm.size);
    ckptm_state.tag_received = ckptm_new(CKPTM_T_COUNTER, (size_t)ckptm.size);
}

bool ckptm_tagging_restored(void)
{
    ckptm.epoch = ckptm.restarted;
    return ckptm.tagging == (ckptm_state.tag_sent != 0);
}

ckptm_u64 ckptm_tagging_sent(const ckptm_comm *comm, int peer)
{
    ckptm_tag_out.epoch = ckptm.epoch;
    return ckptm_tag_out.position = ++ckptm_state.tag_sent[comm->world[peer]].count;
}

void ckptm_tagging_unsent(const ckptm_comm *comm, int peer) { ckptm_state.tag_sent[comm->world[peer]].count--; }

ckptm_u64 ckptm_tagging_received(int world, ckptm_u64 *epoch)
{
    ckptm_state.tag_received[world].count++;
    *epoch = ckptm_tag_in.epoch;
    return ckptm_tag_in.position;
}

void ckptm_tagging_unknown(int world, int tag)
{
    char why[200];

    snprintf(why, sizeof why, "rank %d receives a message of rank %d (tag %d) that is too long: this MPI gives nothing of it, so its header is not known "
             "(CKPT_MPI_IDENTIFY=tagging)", ckptm.rank, world, tag);
    ckptm_line_failed(&ckptm.line, why);
}

static void count_late(const ckptm_message *list)
{
    for (const ckptm_message *m = list; m; m = m->next) {
        const ckptm_comm *c = &ckptm_state.comms[ckptm_comm_by_key(m->comm)];

        if (m->line == ckptm.restarted && c->world)
            ckptm_state.tag_received[c->world[m->source]].count++;
    }
}

void ckptm_tagging_late(void)
{
    if (!ckptm.tagging)
        return;
    count_late(ckptm_state.queue);
    count_late(ckptm_state.reserved);
}

bool ckptm_tagging_checkpoint(void)
{
    const ckptm_window *w = &ckptm.window;

    ckptm.epoch = ckptm.line.number;
    had = ckptm_private(had, (size_t)ckptm.size * sizeof *had);
    for (int r = 0; r < ckptm.size; r++)
        had[r] = ckptm_state.tag_received[r].count;
    for (size_t i = 0; i < w->consumed_before; i++) {
        const ckptm_event *e = &w->consumed.list[i];

        if (e->peer >= 0 && e->epoch >= ckptm.line.number)
            had[ckptm_state.comms[ckptm_comm_by_key(e->comm)].world[e->peer]]--;
    }
    return !w->known.count;
}

ckptm_u64 ckptm_tagging_sent_to(int world) { return ckptm_state.tag_sent[world].count; }

/* POSITIONS have them as those of MPI_COMM_WORLD, of no tag. */
long ckptm_tagging_late_total(void)
{
    long total = 0;

    for (int r = 0; r < ckptm.size; r++)
        total += (long)(ckptm_counted(&ckptm.window.before, ckptm_state.comms[MPI_COMM_WORLD].key, r, CKPTM_ALL) - had[r]);
    return total;
}

void ckptm_tagging_probed(ckptm_u64 comm, int source, int tag)
{
    ckptm_window *w = &ckptm.window;

    if (w->logging)
        ckptm_window_unlogged(w);
    else if (w->listening)
        ckptm_event_add(&w->known, (ckptm_event){ .comm = comm, .peer = source, .tag = tag });
}

void ckptm_tagging_known(ckptm_u64 comm, int source, int tag)
{
    ckptm_events *known = &ckptm.window.known;

    for (int i = 0; i < ckptm_state.nheld; i++)
        if (ckptm_state.held[i])                     /* it may be another one that was probed */
            return;
    for (size_t i = 0; i < known->count;)
        if (known->list[i].comm == comm && known->list[i].peer == source && known->list[i].tag == tag)
            known->list[i] = known->list[--known->count];
        else
            i++;
}
