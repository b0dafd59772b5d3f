/* creation.c - calls that make communicators, on both sides of a line. See comms.h.
 *
 * Invariants a communicator's key is the same on all its members and no other's: of the call (parent's key and number there, or group and tag) and
 *            the least first rank of its groups, for one call of split makes several.
 */
#include <stdlib.h>
#include <string.h>
#include "mpi/collectives/run.h"
#include "mpi/collectives/turns.h"
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

/* A collective of its parent. */
static ckptm_u64 call_of(int parent, ckptm_u64 number) { return ckptm_mix(ckptm_state.comms[parent].key + 0x9e3779b97f4a7c15u * number); }

static void look_on(void)
{
    ckptm_progress();
    ckptm_pause(0);
}

bool ckptm_creation_open(ckptm_creation *c, int parent, const char *name, ckptm_u64 given, int *newcomm)
{
    bool done;

    ckptm_comms_reap();
    *newcomm = MPI_COMM_NULL;
    *c = (ckptm_creation){ .parent = parent, .name = name, .given = given };
    done = ckptm_creation_begin(parent, name, given, &c->number);
    c->base = c->call = call_of(parent, c->number);
    if (done) {
        adopt(c, newcomm);                           /* or none, for this rank was not in it */
        return true;
    }
    if (adopt(c, newcomm)) {                         /* members of the other group had made it (intercommunicators) */
        ckptm_creation_end(parent, c->number, name, given);
        return true;
    }
    while (ckptm_turns_busy(parent) || ckptm_turns_busy_elsewhere(parent))
        look_on();
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
    c->base = c->call = ckptm_mix(call + ++*ckptm_count(&ckptm_state.grouped, ckptm_state.comms[parent].key, (int)(call >> 32), (int)(unsigned)call));
    if (adopt(c, newcomm))
        return true;
    while (ckptm_turns_busy_elsewhere(parent))
        look_on();
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

static ckptm_u64 key_of(ckptm_u64 base, const ckptm_comm *c) { return ckptm_mix(base + 0x9e3779b97f4a7c15u * (first_of(c) + 1)); }

static void fill_in(const ckptm_creation *c)
{
    ckptm_comm *new;

    ckptm_comm_describe(c->at);
    new = &ckptm_state.comms[c->at];
    new->call = c->call;
    new->key = key_of(c->base, new);
    inherit(c->at, c->parent);
}

static void note_made(int comm, int parent, ckptm_u64 number)
{
    if (ckptm.window.logging)
        ckptm_window_event(&ckptm.window, &ckptm.window.made, (ckptm_event){ .comm = ckptm_state.comms[comm].key, .position = number,
                                                                             .hash = ckptm_state.comms[parent].key });
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
        note_made(c->at, c->parent, c->number);
    }
    if (!error && c->number)
        ckptm_creation_end(c->parent, c->number, c->name, c->given);
    return error;
}

/* ---- without waiting --------------------------------------------------------------------------------------------------- */

/* All of it is known at the call but the real one. Until that is there the record is POSTED (or AWAITED: a restart has made it, and the
 * request is replayed), and the program may not use it. */
int ckptm_creation_start(int parent)
{
    ckptm_u64 call = call_of(parent, ckptm_state.comms[parent].collectives + 1);
    int at = awaited(call);

    if (!at) {
        ckptm_comm *c;

        at = ckptm_comm_number();
        ckptm_comm_twin(at, parent);
        c = &ckptm_state.comms[at];
        c->call = call;
        c->key = key_of(call, c);
    }
    ckptm_errhandler_set(at, ckptm_state.comms[parent].errhandler);
    return at;
}

void ckptm_creation_complete(int comm, int parent, ckptm_u64 number, bool remade)
{
    if (!remade)
        ckptm_comm_idup_done(comm);
    ckptm_state.comms[comm].live = 1;
    ckptm_state.comms[comm].stage = CKPTM_MADE_HERE;
    note_made(comm, parent, number);
}
