/* creation.c - calls that make communicators, on both sides of a line. See comms.h.
 *
 * Invariants a communicator's key is the same on all its members and no other's: of the call (parent's key and number there, or group and tag) and
 *            the least first rank of its groups, for one call of split makes several.
 */
#include <stdlib.h>
#include <string.h>
#include "mpi/collectives/run.h"
#include "mpi/envelopes/envelopes.h"
#include "mpi/handles/comms.h"
#include "mpi/handles/handles.h"
#include "shim.h"

ckptm_u64 ckptm_mix(ckptm_u64 h)
{
    h = (h ^ h >> 30) * 0xbf58476d1ce4e5b9u;
    h = (h ^ h >> 27) * 0x94d049bb133111ebu;
    return h ^ h >> 31;
}

ckptm_u64 ckptm_mix_ints(ckptm_u64 seed, const int *list, int count)
{
    for (int i = 0; i < count; i++)
        seed = ckptm_mix(seed + 0x9e3779b97f4a7c15u * (ckptm_u64)(list[i] + 1ll));
    return seed;
}

/* ---- the call ------------------------------------------------------------------------------------------------------------ */

/* What a restart has made for that call; 0: nothing. */
static int awaited(ckptm_u64 call)
{
    for (int i = CKPTM_FIRST; i < ckptm_state.ncomms; i++)
        if (ckptm_state.comms[i].how && ckptm_state.comms[i].stage == CKPTM_COMM_AWAITED && ckptm_state.comms[i].call == call)
            return i;
    return 0;
}

static void inherit(int comm, int parent)
{
    ckptm_state.comms[comm].live = 1;
    ckptm_state.comms[comm].stage = CKPTM_MADE_HERE;
    ckptm_errhandler_set(comm, ckptm_state.comms[parent].errhandler);
}

static bool adopt(const ckptm_creation *c, int *newcomm)
{
    int at = awaited(c->call);

    if (!at)
        return false;
    inherit(at, c->parent);
    *newcomm = at;
    return true;
}

bool ckptm_creation_open(ckptm_creation *c, int parent, const char *name, ckptm_u64 given, int *newcomm)
{
    bool done;

    ckptm_comms_reap();
    *newcomm = MPI_COMM_NULL;
    *c = (ckptm_creation){ .parent = parent, .name = name, .given = given };
    done = ckptm_creation_begin(parent, name, given, &c->number);
    c->base = c->call = ckptm_mix(ckptm_state.comms[parent].key + 0x9e3779b97f4a7c15u * c->number);
    if (done) {
        adopt(c, newcomm);                           /* or none, for this rank was not in it */
        return true;
    }
    if (adopt(c, newcomm)) {                         /* members of the other group had made it (intercommunicators) */
        ckptm_creation_end(parent, c->number, name, given);
        return true;
    }
    c->at = ckptm_comm_number();
    return false;
}

bool ckptm_creation_open_group(ckptm_creation *c, int parent, const char *name, const int *world, int size, int tag, int *newcomm)
{
    ckptm_u64 call = ckptm_mix_ints(ckptm_mix(ckptm_state.comms[parent].key ^ (ckptm_u64)(unsigned)tag << 32), world, size);

    (void)name;
    ckptm_comms_reap();
    *newcomm = MPI_COMM_NULL;
    *c = (ckptm_creation){ .parent = parent };
    c->base = c->call = ckptm_mix(call + ++*ckptm_count(&ckptm_state.grouped, call, 0, 0));
    if (adopt(c, newcomm))
        return true;
    c->at = ckptm_comm_number();
    return false;
}

void ckptm_creation_enter(const ckptm_creation *c)
{
    const ckptm_comm *parent = &ckptm_state.comms[c->parent];
    int all = ckptm_comm_all(parent), *ranks;

    if (!ckptm.on)
        return;
    ranks = ckptm_private(0, (size_t)all * sizeof *ranks);
    memcpy(ranks, parent->world, (size_t)parent->size * sizeof *ranks);
    if (parent->members)
        memcpy(ranks + parent->size, parent->members, (size_t)parent->nmembers * sizeof *ranks);
    ckptm_enter_call(c->call, ranks, all);
    free(ranks);
}

/* The least of the first ranks of its groups. */
static ckptm_u64 first_of(const ckptm_comm *c)
{
    int first = c->world[0];

    return (ckptm_u64)(c->members && c->members[0] < first ? c->members[0] : first);
}

static void fill_in(const ckptm_creation *c)
{
    ckptm_comm *new;

    ckptm_comm_describe(c->at);
    new = &ckptm_state.comms[c->at];
    new->call = c->call;
    new->key = ckptm_mix(c->base + 0x9e3779b97f4a7c15u * (first_of(new) + 1));
    inherit(c->at, c->parent);
}

int ckptm_creation_close(ckptm_creation *c, int error, int *newcomm)
{
    *newcomm = MPI_COMM_NULL;
    if (error || !ckptm_comm_is_real(c->at)) {
        ckptm_comm_drop(c->at);
        c->at = MPI_COMM_NULL;
    } else {
        fill_in(c);
        *newcomm = c->at;
        if (ckptm.window.logging)
            ckptm_window_event(&ckptm.window, &ckptm.window.made, (ckptm_event){ .comm = ckptm_state.comms[c->at].key, .position = c->number,
                                                                                 .hash = ckptm_state.comms[c->parent].key });
    }
    if (!error && c->number)
        ckptm_creation_end(c->parent, c->number, c->name, c->given);
    return error;
}
