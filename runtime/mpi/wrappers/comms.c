/* comms.c - calls about communicators. What they mean for a restart is in handles/comms.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "mpi/handles/attributes.h"
#include "mpi/collectives/run.h"
#include "mpi/handles/comms.h"
#include "mpi/handles/handles.h"
#include "shim.h"
#include "wrap_calls.h"

static ckptm_comm *get(int comm) { return &ckptm_state.comms[comm]; }

/* ---- looking ----------------------------------------------------------------------------------------------------------------- */

int ckpt_MPI_Comm_rank(int comm, int *rank)
{
    *rank = get(comm)->rank;
    return 0;
}

int ckpt_MPI_Comm_size(int comm, int *size)
{
    ckptm_comm_members_of(get(comm), size);
    return 0;
}

int ckpt_MPI_Comm_remote_size(int comm, int *size)
{
    *size = get(comm)->size;
    return get(comm)->members ? 0 : MPI_ERR_COMM;
}

int ckpt_MPI_Comm_test_inter(int comm, int *flag)
{
    *flag = get(comm)->members != 0;
    return 0;
}

/* Of intercommunicators both groups have to be alike. */
int ckpt_MPI_Comm_compare(int comm1, int comm2, int *result)
{
    const ckptm_comm *a = get(comm1), *b = get(comm2);
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

int ckpt_MPI_Comm_get_parent(int *parent)
{
    *parent = MPI_COMM_NULL;
    return 0;
}

int ckpt_MPI_Comm_set_name(int comm, const char *name)
{
    size_t length = strlen(name);

    free(get(comm)->name);
    get(comm)->name = ckptm_new_text(name, length < MPI_MAX_OBJECT_NAME ? length : MPI_MAX_OBJECT_NAME - 1);
    return 0;
}

int ckpt_MPI_Comm_get_name(int comm, char *name, int *length)
{
    *length = snprintf(name, MPI_MAX_OBJECT_NAME, "%s", get(comm)->name ? get(comm)->name : "");
    return 0;
}

/* The program's own copy functions say what a duplicate has; one that fails leaves none. */
static int copy_attributes(int comm, int *newcomm)
{
    int error = *newcomm ? ckptm_attributes_copy(CKPTM_OF_COMM, comm, *newcomm) : 0;

    if (error) {
        ckptm_attributes_end(CKPTM_OF_COMM, *newcomm);
        ckptm_comm_close(*newcomm);
        *newcomm = MPI_COMM_NULL;
    }
    return error;
}

/* ---- making ------------------------------------------------------------------------------------------------------------------ */

int ckpt_MPI_Comm_dup(int comm, int *newcomm)
{
    ckptm_creation c;
    int error = 0;

    if (!ckptm_creation_open(&c, comm, "MPI_Comm_dup", 0, newcomm)) {
        ckptm_comm_like(c.at, comm);
        ckptm_creation_enter(&c);
        error = ckptm_creation_close(&c, ckptm_comm_dup(comm, c.at), newcomm);
    }
    return error ? error : copy_attributes(comm, newcomm);
}

int ckpt_MPI_Comm_dup_with_info(int comm, int info, int *newcomm)
{
    (void)info;
    return ckpt_MPI_Comm_dup(comm, newcomm);
}

int ckpt_MPI_Comm_split(int comm, int color, int key, int *newcomm)
{
    ckptm_creation c;

    if (color < 0 && color != MPI_UNDEFINED)
        return MPI_ERR_ARG;
    if (ckptm_creation_open(&c, comm, "MPI_Comm_split", ckptm_mix_ints(1, (int[]){ color, key }, 2), newcomm))
        return 0;
    ckptm_creation_enter(&c);
    return ckptm_creation_close(&c, ckptm_comm_split(comm, color, key, c.at), newcomm);
}

int ckpt_MPI_Comm_split_type(int comm, int split_type, int key, int info, int *newcomm)
{
    ckptm_creation c;

    (void)info;
    if (split_type != MPI_COMM_TYPE_SHARED && split_type != MPI_UNDEFINED)
        return MPI_ERR_ARG;
    if (ckptm_creation_open(&c, comm, "MPI_Comm_split_type", ckptm_mix_ints(1, (int[]){ split_type, key }, 2), newcomm))
        return 0;
    ckptm_creation_enter(&c);
    return ckptm_creation_close(&c, ckptm_comm_split_type(comm, split_type == MPI_COMM_TYPE_SHARED, key, c.at), newcomm);
}

/* Is all of the group in the communicator's own group? */
static bool within(const ckptm_group *g, int comm)
{
    int size;
    const int *members = ckptm_comm_members_of(get(comm), &size);

    for (int i = 0; i < g->size; i++)
        if (ckptm_place(members, size, g->world[i]) == MPI_UNDEFINED)
            return false;
    return true;
}

int ckpt_MPI_Comm_create(int comm, int group, int *newcomm)
{
    const ckptm_group *g = ckptm_group_get(group);
    ckptm_creation c;

    if (!within(g, comm))
        return MPI_ERR_GROUP;
    if (ckptm_creation_open(&c, comm, "MPI_Comm_create", ckptm_mix_ints(1, g->world, g->size), newcomm))
        return 0;
    ckptm_creation_enter(&c);
    return ckptm_creation_close(&c, ckptm_comm_create(comm, g->world, g->size, c.at), newcomm);
}

int ckpt_MPI_Comm_create_group(int comm, int group, int tag, int *newcomm)
{
    const ckptm_group *g = ckptm_group_get(group);
    ckptm_creation c;

    if (get(comm)->members)
        return MPI_ERR_COMM;
    if (!within(g, comm))
        return MPI_ERR_GROUP;
    *newcomm = MPI_COMM_NULL;
    if (ckptm_place(g->world, g->size, ckptm.rank) == MPI_UNDEFINED ||
        ckptm_creation_open_group(&c, comm, "MPI_Comm_create_group", g->world, g->size, tag, newcomm))
        return 0;
    ckptm_enter_call(c.call, g->world, g->size);
    return ckptm_creation_close(&c, ckptm_comm_create_group(comm, g->world, g->size, tag, c.at), newcomm);
}

/* The duplicate's number is the program's at once, the communicator is when the request is complete. */
int ckpt_MPI_Comm_idup(int comm, int *newcomm, int *request)
{
    ckptm_collective c = { .call = CKPTM_IDUP, .comm = comm, .send.type = MPI_BYTE, .receive.type = MPI_BYTE };
    int error;

    ckptm_comms_reap();
    *newcomm = c.made = ckptm_creation_start(comm);
    *request = ckptm_collective_post(ckptm_collective_keep(&c));
    error = ckptm_state.requests[*request].status.MPI_ERROR;
    if (error)
        ckptm_comm_drop(c.made);
    else if ((error = ckptm_attributes_copy(CKPTM_OF_COMM, comm, c.made)))
        ckptm_attributes_end(CKPTM_OF_COMM, c.made);
    if (!error)
        return 0;
    if (!ckptm_request_finish(*request, 0))
        ckptm_comm_close(c.made);
    *request = MPI_REQUEST_NULL;
    *newcomm = MPI_COMM_NULL;
    return error;
}

/* ---- two groups -------------------------------------------------------------------------------------------------------------- */

/* The leader's rank in MPI_COMM_WORLD, known to the other leader only. */
static int check_leaders(int local_comm, int local_leader, int peer_comm, int remote_leader, int *far)
{
    const ckptm_comm *own = get(local_comm), *peer;

    if (own->members)
        return MPI_ERR_COMM;
    if (local_leader < 0 || local_leader >= own->size)
        return MPI_ERR_RANK;
    *far = -1;
    if (local_leader != own->rank)
        return 0;
    if (peer_comm <= 0 || peer_comm >= ckptm_state.ncomms || !get(peer_comm)->live)
        return MPI_ERR_COMM;
    peer = get(peer_comm);
    if (remote_leader < 0 || remote_leader >= peer->size)
        return MPI_ERR_RANK;
    *far = peer->world[remote_leader];
    return 0;
}

int ckpt_MPI_Intercomm_create(int local_comm, int local_leader, int peer_comm, int remote_leader, int tag, int *newcomm)
{
    ckptm_creation c;
    ckptm_u64 other = 0;
    int far, error = check_leaders(local_comm, local_leader, peer_comm, remote_leader, &far);

    if (error)
        return error;
    if (ckptm_creation_open(&c, local_comm, "MPI_Intercomm_create", ckptm_mix_ints(1, &local_leader, 1), newcomm))
        return 0;
    ckptm_enter_bridge(c.call, get(local_comm)->world, get(local_comm)->size, local_leader, far, tag);
    error = ckptm_intercomm_create(local_comm, local_leader, far < 0 ? MPI_COMM_NULL : peer_comm, remote_leader, far, tag, c.at);
    if (!error)
        error = ckptm_intercomm_exchange(c.at, c.call, &other);
    c.base = ckptm_mix(c.call) + ckptm_mix(other);   /* the same on both sides */
    return ckptm_creation_close(&c, error, newcomm);
}

int ckpt_MPI_Intercomm_merge(int comm, int high, int *newcomm)
{
    ckptm_creation c;

    if (!get(comm)->members)
        return MPI_ERR_COMM;
    if (ckptm_creation_open(&c, comm, "MPI_Intercomm_merge", ckptm_mix_ints(1, &high, 1), newcomm))
        return 0;
    ckptm_creation_enter(&c);
    return ckptm_creation_close(&c, ckptm_intercomm_merge(comm, high, c.at), newcomm);
}

/* ---- ending ------------------------------------------------------------------------------------------------------------------ */

int ckpt_MPI_Comm_free(int *comm)
{
    int error;

    if (*comm == MPI_COMM_WORLD || *comm == MPI_COMM_SELF)
        return MPI_ERR_COMM;
    error = ckptm_attributes_end(CKPTM_OF_COMM, *comm);
    if (error)
        return error;
    ckptm_comm_close(*comm);
    *comm = MPI_COMM_NULL;
    return 0;
}

int ckpt_MPI_Comm_disconnect(int *comm)
{
    while (ckptm_comm_in_use(*comm, true)) {
        ckptm_progress();
        ckptm_requests_poll();
    }
    return ckpt_MPI_Comm_free(comm);
}
