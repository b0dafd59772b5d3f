/* comms.c - records of communicators: found, numbered, described. What makes and ends them is in creation.c, closing.c, remake.c. See layer.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "mpi/envelopes/envelopes.h"
#include "mpi/handles/attributes.h"
#include "mpi/handles/comms.h"
#include "mpi/handles/handles.h"
#include "mpi/handles/infos.h"
#include "mpi/layer.h"
#include "shim.h"

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

void ckptm_comms_compact(void)
{
    ckptm_comm *old = ckptm_state.comms;
    int last = ckptm_state.ncomms - 1, room = 32;

    while (last > CKPTM_FIRST && !old[last].how)
        last--;
    while (room <= 2 * last)
        room *= 2;
    if (room < ckptm_state.ncomms) {
        ckptm_state.comms = ckptm_new(CKPTM_T_COMM, (size_t)room);
        memcpy(ckptm_state.comms, old, (size_t)room * sizeof *old);
        ckptm_state.ncomms = room;
        free(old);
    }
    ckptm_table_compact(&ckptm_state.sent);
    ckptm_table_compact(&ckptm_state.received);
    ckptm_table_compact(&ckptm_state.grouped);
}

static int *ranks(size_t count) { return ckptm_new(CKPTM_T_INT, count); }

void ckptm_comm_describe(int comm)
{
    int size = ckptm_comm_size(comm), far = ckptm_comm_remote_size(comm), *own = ranks((size_t)size), *other = far ? ranks((size_t)far) : 0;
    ckptm_comm *c = &ckptm_state.comms[comm];

    c->rank = ckptm_comm_rank(comm);
    ckptm_comm_members(comm, false, own);
    c->world = far ? other : own;
    c->size = far ? far : size;
    c->members = far ? own : 0;
    c->nmembers = far ? size : 0;
    if (far)
        ckptm_comm_members(comm, true, other);
}

void ckptm_comm_like(int comm, int other)
{
    int n = ckptm_state.comms[other].ntopology, *topology = n ? ranks((size_t)n) : 0;

    if (n)
        memcpy(topology, ckptm_state.comms[other].topology, (size_t)n * sizeof *topology);
    ckptm_state.comms[comm].topology = topology;
    ckptm_state.comms[comm].ntopology = n;
}

static int *copy_of(const int *list, int count)
{
    int *copy = list ? ranks((size_t)count) : 0;

    if (copy)
        memcpy(copy, list, (size_t)count * sizeof *copy);
    return copy;
}

void ckptm_comm_twin(int comm, int other)
{
    int *world = copy_of(ckptm_state.comms[other].world, ckptm_state.comms[other].size);
    int *members = copy_of(ckptm_state.comms[other].members, ckptm_state.comms[other].nmembers);
    ckptm_comm *c = &ckptm_state.comms[comm];

    c->rank = ckptm_state.comms[other].rank;
    c->size = ckptm_state.comms[other].size;
    c->world = world;
    c->nmembers = ckptm_state.comms[other].nmembers;
    c->members = members;
    ckptm_comm_like(comm, other);
}

void ckptm_comms_start(void)
{
    reserve(CKPTM_FIRST);
    ckptm_attributes_start();
    ckptm_infos_start();
    for (int at = MPI_COMM_WORLD; at <= MPI_COMM_SELF; at++) {
        bool world = at == MPI_COMM_WORLD;
        const char *name = world ? "MPI_COMM_WORLD" : "MPI_COMM_SELF";

        ckptm_state.comms[at] = (ckptm_comm){ .key = world ? 1 : 2 + (ckptm_u64)ckptm.rank, .how = world ? CKPTM_WORLD : CKPTM_SELF,
                                              .stage = CKPTM_MADE_HERE, .live = 1, .name = ckptm_new_text(name, strlen(name)) };
        ckptm_comm_describe(at);
    }
}

ckptm_comm *ckptm_comm_get(int comm, const char *call)
{
    if (comm <= 0 || comm >= ckptm_state.ncomms || !ckptm_state.comms[comm].live)
        ckptm_fatal("%s: %d is not a communicator", call, comm);
    return &ckptm_state.comms[comm];
}

const char *ckptm_comm_text(const ckptm_comm *c)
{
    static char text[160];

    if (c == &ckptm_state.comms[MPI_COMM_WORLD])
        snprintf(text, sizeof text, "MPI_COMM_WORLD of %d ranks", c->size);
    else
        snprintf(text, sizeof text, "communicator %llx%s%.80s%s of %d ranks", c->key, c->name ? " (" : "", c->name ? c->name : "", c->name ? ")" : "", c->size);
    return text;
}

const int *ckptm_comm_members_of(const ckptm_comm *c, int *size)
{
    *size = c->members ? c->nmembers : c->size;
    return c->members ? c->members : c->world;
}

int ckptm_comm_all(const ckptm_comm *c) { return c->size + c->nmembers; }

bool ckptm_comm_has(const ckptm_comm *c, int rank)
{
    return ckptm_place(c->world, c->size, rank) != MPI_UNDEFINED || ckptm_place(c->members, c->nmembers, rank) != MPI_UNDEFINED;
}

int ckptm_comm_by_key(ckptm_u64 key)
{
    for (int i = 1; key && i < ckptm_state.ncomms; i++)
        if (ckptm_state.comms[i].how && ckptm_state.comms[i].key == key)
            return i;
    return 0;
}

int ckptm_comm_number(void)
{
    int at = CKPTM_FIRST;

    while (at < ckptm_state.ncomms && ckptm_state.comms[at].how)
        at++;
    reserve(at);
    ckptm_state.comms[at] = (ckptm_comm){ .how = CKPTM_MADE, .stage = CKPTM_POSTED };
    return at;
}

void ckptm_comm_drop(int comm)
{
    ckptm_comm *c = &ckptm_state.comms[comm];

    ckptm_errhandler_set(comm, 0);
    free(c->world);
    free(c->members);
    free(c->topology);
    free(c->name);
    ckptm_state.comms[comm] = (ckptm_comm){ .how = CKPTM_FREE };
}
