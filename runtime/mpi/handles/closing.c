/* closing.c - communicators that the program has freed. See comms.h. */
#include <stdlib.h>
#include <string.h>
#include "mpi/envelopes/envelopes.h"
#include "mpi/handles/comms.h"
#include "mpi/handles/handles.h"
#include "mpi/protocol/mutants.h"
#include "mpi/requests/discard.h"
#include "shim.h"

/* How far the end of one has come, by its number; of this process, not of images. */
typedef struct progress {
    int rounds;                   /* barriers still to come */
    bool begun, freed;
} progress;

static progress *closing;
static int nclosing;
static bool any = true;           /* some are freed; at first perhaps, after a restart */

/* Keys of those that have gone since the last line. */
static ckptm_u64 *gone;
static size_t ngone, gone_room;

bool ckptm_comm_in_use(int comm, bool incomplete)
{
    for (int i = 1; i < ckptm_state.nrequests; i++) {
        const ckptm_request *r = &ckptm_state.requests[i];

        if (r->kind && r->comm == comm && !(incomplete && (r->state == CKPTM_COMPLETE || r->state == CKPTM_INACTIVE)))
            return true;
    }
    if (incomplete)
        return false;
    for (int i = 0; i < ckptm_state.nheld; i++)
        if (ckptm_state.held[i] && ckptm_state.held[i]->comm == ckptm_state.comms[comm].key)
            return true;
    return comm == ckptm_failed_on;
}

bool ckptm_comm_gone(ckptm_u64 key)
{
    for (size_t i = 0; i < ngone; i++)
        if (gone[i] == key)
            return true;
    return false;
}

bool ckptm_comm_over(ckptm_u64 key)
{
    int at = ckptm_comm_by_key(key);

    return at ? ckptm_state.comms[at].stage == CKPTM_OVER : ckptm_comm_gone(key);
}

void ckptm_comms_forget(bool (*named)(ckptm_u64 key))
{
    size_t kept = 0;

    for (size_t i = 0; i < ngone; i++)
        if (named(gone[i]))
            gone[kept++] = gone[i];
    ngone = kept;
}

static void remember(ckptm_u64 key)
{
    if (ngone == gone_room) {
        gone_room = gone_room ? 2 * gone_room : 64;
        gone = ckptm_private(gone, gone_room * sizeof *gone);
    }
    gone[ngone++] = key;
}

static progress *progress_of(int comm)
{
    if (comm >= nclosing) {
        closing = ckptm_private(closing, (size_t)ckptm_state.ncomms * sizeof *closing);
        memset(closing + nclosing, 0, (size_t)(ckptm_state.ncomms - nclosing) * sizeof *closing);
        nclosing = ckptm_state.ncomms;
    }
    return &closing[comm];
}

void ckptm_comm_close(int comm)
{
    ckptm_comm *c = &ckptm_state.comms[comm];

    c->live = 0;
    c->stage = CKPTM_FREED;
    *progress_of(comm) = (progress){ 0 };
    any = true;
    ckptm_comms_reap();
}

/* No line is pending in which a member might name it. */
static bool may_go(void) { return !ckptm.on || ckptm.line.phase <= CKPTM_WISHED; }

void ckptm_comm_end(int comm)
{
    ckptm_u64 key = ckptm_state.comms[comm].key;

    ckptm_forget(&ckptm_state.sent, key);            /* at a restart, too: counters of it would be a line's */
    ckptm_forget(&ckptm_state.received, key);
    ckptm_forget(&ckptm_state.ends, key);
    ckptm_forget(&ckptm_state.grouped, key);
    ckptm_discard_forget(key);
    if (ckptm.on)
        remember(key);
    *progress_of(comm) = (progress){ 0 };
    ckptm_comm_drop(comm);
}

/* One that is freed and has no request here: true if all others are as far. Of an intercommunicator a barrier says only that the other group
 * has entered it; the second one, that this one has, too. */
static bool all_closed(int comm, progress *p)
{
    const ckptm_comm *c = &ckptm_state.comms[comm];

    if (!ckptm.on)
        return true;
    if (!p->begun) {
        p->begun = true;
        p->rounds = c->members ? 2 : 1;
        ckptm_comm_close_begin(comm);
    }
    while (p->rounds && ckptm_comm_closed(comm))
        if (--p->rounds)
            ckptm_comm_close_begin(comm);
    return !p->rounds;
}

static void go_on(int comm)
{
    progress *p = progress_of(comm);

    if (!p->freed) {
        if (ckptm_comm_in_use(comm, false))
            return;
        if (may_go())
            ckptm_state.comms[comm].stage = CKPTM_OVER;
        if (!all_closed(comm, p))
            return;
        ckptm_comm_free(comm);
        p->freed = true;
    }
    if (may_go())
        ckptm_comm_end(comm);
}

void ckptm_comms_reap(void)
{
    bool left = false;

    ckptm_released_reap();
    if (!any || ckptm_mutant(prune))
        return;
    for (int i = CKPTM_FIRST; i < ckptm_state.ncomms; i++)
        if (ckptm_state.comms[i].stage >= CKPTM_FREED) {
            go_on(i);
            left |= ckptm_state.comms[i].stage >= CKPTM_FREED;
        }
    any = left;
}

/* ---- at the end of the program ----------------------------------------------------------------------------------------------- */

/* Freed here, whatever has become of it. */
static ckptm_u64 *freed_keys(size_t *count)
{
    ckptm_u64 *keys = ckptm_private(0, (ngone + (size_t)ckptm_state.ncomms) * sizeof *keys);
    size_t n = 0;

    for (size_t i = 0; i < ngone; i++)
        keys[n++] = gone[i];
    for (int i = CKPTM_FIRST; i < ckptm_state.ncomms; i++)
        if (ckptm_state.comms[i].stage >= CKPTM_FREED && progress_of(i)->begun)
            keys[n++] = ckptm_state.comms[i].key;
    *count = n;
    return keys;
}

static int freed_by(ckptm_u64 key, const ckptm_u64 *all, size_t count)
{
    int members = 0;

    for (size_t k = 0; k < count; k++)
        members += all[k] == key;
    return members;
}

/* All that all members have freed: by turns, for each rank has numbers of its own for them. */
void ckptm_comms_finish(void)
{
    size_t count, size;
    ckptm_u64 *own = freed_keys(&count), *all;
    unsigned char *bytes = ckptm_control_gather(own, count * sizeof *own, &size);
    bool left = true;

    all = (ckptm_u64 *)(void *)bytes;
    while (left) {
        left = false;
        for (int i = CKPTM_FIRST; i < ckptm_state.ncomms; i++) {
            const ckptm_comm *c = &ckptm_state.comms[i];

            if (c->stage < CKPTM_FREED || freed_by(c->key, all, size / sizeof *all) < ckptm_comm_all(c))
                continue;
            go_on(i);
            left = true;
        }
    }
    free(bytes);
    free(own);
}
