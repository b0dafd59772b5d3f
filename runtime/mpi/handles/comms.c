/* comms.c - communicators: what they were made of, so that a restart makes them again. See layer.h.
 *
 * Invariants a communicator's key is the same on all its members and no other's: of the parent's key, how many were made of the parent
 *            before, and the rank in MPI_COMM_WORLD of its first member.
 */
#include <stdlib.h>
#include <string.h>
#include "mpi/handles/handles.h"
#include "mpi/layer.h"
#include "shim.h"
#include "wrap_calls.h"

enum { FIRST_DERIVED = 16 };

static ckptm_u64 mix(ckptm_u64 h)
{
    h = (h ^ h >> 30) * 0xbf58476d1ce4e5b9u;
    h = (h ^ h >> 27) * 0x94d049bb133111ebu;
    return h ^ h >> 31;
}

/* Room for number `at`. */
static void reserve(int at)
{
    ckptm_comm *old = ckptm_state.comms;
    int room = ckptm_state.ncomms;

    if (at < room)
        return;
    while (room <= at)
        room = room ? 2 * room : 32;
    ckptm_state.comms = ckptm_new(CKPTM_T_COMM, (size_t)room);
    if (old)
        memcpy(ckptm_state.comms, old, (size_t)ckptm_state.ncomms * sizeof *old);
    ckptm_state.ncomms = room;
    free(old);
}

/* Fill in what the real communicator says. */
static void describe(int comm)
{
    ckptm_comm *c = &ckptm_state.comms[comm];

    c->rank = ckptm_comm_rank(comm);
    c->size = ckptm_comm_size(comm);
    c->world = ckptm_new(CKPTM_T_INT, (size_t)c->size);
    ckptm_comm_members(comm, c->world);
    c->live = 1;
}

void ckptm_comms_start(void)
{
    reserve(FIRST_DERIVED);
    ckptm_state.comms[MPI_COMM_WORLD] = (ckptm_comm){ .key = 1, .how = CKPTM_WORLD };
    describe(MPI_COMM_WORLD);
    ckptm_state.comms[MPI_COMM_SELF] = (ckptm_comm){ .key = 2 + (ckptm_u64)ckptm.rank, .how = CKPTM_SELF };
    describe(MPI_COMM_SELF);
}

ckptm_comm *ckptm_comm_get(int comm, const char *call)
{
    if (comm <= 0 || comm >= ckptm_state.ncomms || !ckptm_state.comms[comm].live)
        ckptm_fatal("%s: %d is not a communicator", call, comm);
    return &ckptm_state.comms[comm];
}

const int *ckptm_comm_members_of(const ckptm_comm *c, int *size)
{
    *size = c->members ? c->nmembers : c->size;
    return c->members ? c->members : c->world;
}

int ckptm_comm_by_key(ckptm_u64 key)
{
    for (int i = 1; i < ckptm_state.ncomms; i++)
        if (ckptm_state.comms[i].how && ckptm_state.comms[i].key == key)
            return i;
    return 0;
}

/* Numbers are given in order of creation and never again. */
static int next_number(void)
{
    int at = FIRST_DERIVED;

    while (at < ckptm_state.ncomms && ckptm_state.comms[at].how)
        at++;
    reserve(at);
    return at;
}

static int keep(int at, int parent, enum ckptm_how how, int color)
{
    ckptm_comm *c = &ckptm_state.comms[at];

    *c = (ckptm_comm){ .how = how, .parent = parent, .color = color };
    describe(at);
    c->order = c->rank;
    c->key = mix(ckptm_state.comms[parent].key + 0x9e3779b97f4a7c15u * ckptm_state.comms[parent].made) ^ mix((ckptm_u64)c->world[0] + 77);
    return at;
}

int ckpt_MPI_Comm_dup(int comm, int *newcomm)
{
    ckptm_comm *parent = ckptm_comm_get(comm, "MPI_Comm_dup");
    int at = next_number(), error = ckptm_comm_dup(comm, at);

    parent = &ckptm_state.comms[comm];
    if (error)
        return error;
    parent->made++;
    *newcomm = keep(at, comm, CKPTM_DUP, 0);
    return 0;
}

int ckpt_MPI_Comm_split(int comm, int color, int key, int *newcomm)
{
    int at, error;
    bool made = false;

    ckptm_comm_get(comm, "MPI_Comm_split");
    at = next_number();
    error = ckptm_comm_split(comm, color, key, at, &made);
    if (error)
        return error;
    ckptm_state.comms[comm].made++;
    *newcomm = made ? keep(at, comm, CKPTM_SPLIT, color) : MPI_COMM_NULL;
    if (!made) {                                     /* a restart takes part in it again */
        ckptm_state.comms[at] = (ckptm_comm){ .how = CKPTM_SPLIT, .parent = comm, .color = MPI_UNDEFINED };
    }
    return 0;
}

int ckpt_MPI_Comm_free(int *comm)
{
    ckptm_comm_get(*comm, "MPI_Comm_free")->live = 0;
    *comm = MPI_COMM_NULL;
    return 0;
}

void ckptm_comms_restore(void)
{
    for (int i = FIRST_DERIVED; i < ckptm_state.ncomms; i++) {
        const ckptm_comm *c = &ckptm_state.comms[i];
        bool made;

        if (c->how == CKPTM_DUP)
            ckptm_comm_dup(c->parent, i);
        else if (c->how == CKPTM_SPLIT)
            ckptm_comm_split(c->parent, c->color, c->order, i, &made);
    }
}

int ckpt_MPI_Comm_rank(int comm, int *rank)
{
    *rank = ckptm_state.comms[comm].rank;
    return 0;
}

int ckpt_MPI_Comm_size(int comm, int *size)
{
    ckptm_comm_members_of(&ckptm_state.comms[comm], size);
    return 0;
}

int ckpt_MPI_Comm_remote_size(int comm, int *size)
{
    *size = ckptm_state.comms[comm].size;
    return ckptm_state.comms[comm].members ? 0 : MPI_ERR_COMM;
}

int ckpt_MPI_Comm_test_inter(int comm, int *flag)
{
    *flag = ckptm_state.comms[comm].members != 0;
    return 0;
}

/* Of intercommunicators both groups have to be alike. */
int ckpt_MPI_Comm_compare(int comm1, int comm2, int *result)
{
    const ckptm_comm *a = &ckptm_state.comms[comm1], *b = &ckptm_state.comms[comm2];
    int na, nb, own;
    const int *ma = ckptm_comm_members_of(a, &na), *mb = ckptm_comm_members_of(b, &nb);

    *result = comm1 == comm2 ? MPI_IDENT : MPI_UNEQUAL;
    if (comm1 == comm2 || !a->members != !b->members)
        return 0;
    own = ckptm_members_compare(ma, na, mb, nb);
    *result = ckptm_members_compare(a->world, a->size, b->world, b->size);
    if (own > *result)
        *result = own;
    if (*result == MPI_IDENT)
        *result = MPI_CONGRUENT;
    return 0;
}
