/* comms.c - communicators made, freed, looked at. See shim.h. */
#include <stdlib.h>
#include "real.h"

enum { OUR_GRAPH = 1, OUR_CART, OUR_DIST_GRAPH };

static int put(int result, int to, const MPI_Comm *made)
{
    if (result == MPI_SUCCESS && *made != MPI_COMM_NULL)
        ckptm_put_comm(to, *made);
    return ckptm_our_error(result);
}

/* ---- made by the program's calls ------------------------------------------------------------------------------------------- */

int ckptm_comm_dup(int comm, int to)
{
    MPI_Comm made = MPI_COMM_NULL;

    return put(PMPI_Comm_dup(ckptm_real_comm(comm), &made), to, &made);
}

/* Where the real MPI writes the handle, until the slot is complete. */
static struct duplicate {
    struct duplicate *next;
    int to;
    MPI_Comm made;
} *duplicates;

int ckptm_comm_idup(int comm, int to, int slot)
{
    struct duplicate *d = malloc(sizeof *d);

    if (!d)
        abort();
    *d = (struct duplicate){ duplicates, to, MPI_COMM_NULL };
    duplicates = d;
    return ckptm_our_error(PMPI_Comm_idup(ckptm_real_comm(comm), &d->made, ckptm_real_request(slot)));
}

void ckptm_comm_idup_done(int to)
{
    struct duplicate **at = &duplicates, *d;

    while ((*at)->to != to)
        at = &(*at)->next;
    d = *at;
    *at = d->next;
    put(MPI_SUCCESS, to, &d->made);
    free(d);
}

bool ckptm_duplicates_take_turns(void)
{
#ifdef OPEN_MPI
    return duplicates;
#else
    return false;
#endif
}

bool ckptm_creations_take_turns(void)
{
#ifdef OPEN_MPI
    return true;
#else
    return false;
#endif
}

/* Open MPI's MPI_Finalize looks into communicators that are half made. */
bool ckptm_can_finalize(void)
{
#ifdef OPEN_MPI
    return !duplicates;
#else
    return true;
#endif
}

int ckptm_comm_split(int comm, int color, int key, int to)
{
    MPI_Comm made = MPI_COMM_NULL;

    return put(PMPI_Comm_split(ckptm_real_comm(comm), color == OUR_UNDEFINED ? MPI_UNDEFINED : color, key, &made), to, &made);
}

int ckptm_comm_split_type(int comm, bool shared, int key, int to)
{
    MPI_Comm made = MPI_COMM_NULL;
    int type = shared ? MPI_COMM_TYPE_SHARED : MPI_UNDEFINED;

    return put(PMPI_Comm_split_type(ckptm_real_comm(comm), type, key, MPI_INFO_NULL, &made), to, &made);
}

static MPI_Group group_of(const int *world, int size)
{
    MPI_Group all, some;

    PMPI_Comm_group(MPI_COMM_WORLD, &all);
    PMPI_Group_incl(all, size, world, &some);
    PMPI_Group_free(&all);
    return some;
}

static void drop(MPI_Group group)
{
    if (group != MPI_GROUP_EMPTY)
        PMPI_Group_free(&group);
}

int ckptm_comm_create(int comm, const int *world, int size, int to)
{
    MPI_Comm made = MPI_COMM_NULL;
    MPI_Group group = group_of(world, size);
    int result = PMPI_Comm_create(ckptm_real_comm(comm), group, &made);

    drop(group);
    return put(result, to, &made);
}

/* On a communicator of our own: an MPI may send messages with the program's tag, which are none of the program's. */
int ckptm_comm_create_group(int comm, const int *world, int size, int tag, int to)
{
    MPI_Comm made = MPI_COMM_NULL, own = ckptm_own_comm();
    MPI_Group group = group_of(world, size), its;
    int result;

    PMPI_Comm_group(own != MPI_COMM_NULL ? own : ckptm_real_comm(comm), &its);   /* MPICH 4.0 fails on a communicator that was never asked for it */
    PMPI_Group_free(&its);
    result = PMPI_Comm_create_group(own != MPI_COMM_NULL ? own : ckptm_real_comm(comm), group, tag, &made);

    drop(group);
    return put(result, to, &made);
}

/* As above. */
int ckptm_intercomm_create(int local, int leader, int peer, int remote_leader, int far, int tag, int to)
{
    MPI_Comm made = MPI_COMM_NULL, own = ckptm_own_comm();
    int result;

    if (own != MPI_COMM_NULL)
        result = PMPI_Intercomm_create(ckptm_real_comm(local), leader, own, far, tag, &made);
    else
        result = PMPI_Intercomm_create(ckptm_real_comm(local), leader, peer ? ckptm_real_comm(peer) : MPI_COMM_WORLD, remote_leader, tag, &made);
    return put(result, to, &made);
}

int ckptm_intercomm_exchange(int comm, unsigned long long own, unsigned long long *other)
{
    return ckptm_our_error(PMPI_Allreduce(&own, other, 1, MPI_UNSIGNED_LONG_LONG, MPI_MAX, ckptm_real_comm(comm)));
}

int ckptm_intercomm_merge(int comm, int high, int to)
{
    MPI_Comm made = MPI_COMM_NULL;

    return put(PMPI_Intercomm_merge(ckptm_real_comm(comm), high, &made), to, &made);
}

/* ---- topologies ------------------------------------------------------------------------------------------------------------ */

static int dist_graph(MPI_Comm comm, const int *t, MPI_Comm *made)
{
    int in = t[2], out = t[3];
    const int *sources = t + 4, *from = sources + in, *destinations = from + in, *to = destinations + out;

    return PMPI_Dist_graph_create_adjacent(comm, in, sources, t[1] ? from : MPI_UNWEIGHTED, out, destinations, t[1] ? to : MPI_UNWEIGHTED,
                                           MPI_INFO_NULL, 0, made);
}

static int with_topology(MPI_Comm comm, const int *t, MPI_Comm *made)
{
    if (t[0] == OUR_CART)
        return PMPI_Cart_create(comm, t[1], t + 2, t + 2 + t[1], 0, made);
    if (t[0] == OUR_GRAPH)
        return PMPI_Graph_create(comm, t[1], t + 3, t + 3 + t[1], 0, made);
    return dist_graph(comm, t, made);
}

int ckptm_comm_topology(int comm, const int *topology, int to)
{
    MPI_Comm made = MPI_COMM_NULL;

    return put(with_topology(ckptm_real_comm(comm), topology, &made), to, &made);
}

int ckptm_cart_sub(int comm, const int *remain, int to)
{
    MPI_Comm made = MPI_COMM_NULL;

    return put(PMPI_Cart_sub(ckptm_real_comm(comm), remain, &made), to, &made);
}

int ckptm_dist_graph_degrees(int comm, int *in, int *out)
{
    int weighted;

    return ckptm_our_error(PMPI_Dist_graph_neighbors_count(ckptm_real_comm(comm), in, out, &weighted));
}

int ckptm_dist_graph_neighbors(int comm, int in, int *sources, int *source_weights, int out, int *destinations, int *destination_weights)
{
    return ckptm_our_error(PMPI_Dist_graph_neighbors(ckptm_real_comm(comm), in, sources, source_weights, out, destinations, destination_weights));
}

/* ---- made again -------------------------------------------------------------------------------------------------------------- */

int ckptm_comm_remake(int color, int place, int to)
{
    MPI_Comm made = MPI_COMM_NULL;

    return put(PMPI_Comm_split(MPI_COMM_WORLD, color < 0 ? MPI_UNDEFINED : color, place < 0 ? 0 : place, &made), to, &made);
}

static int replace(int result, int at, const MPI_Comm *made)
{
    MPI_Comm old = ckptm_real_comm(at);

    if (result == MPI_SUCCESS) {
        PMPI_Comm_free(&old);
        ckptm_put_comm(at, *made);
    }
    return ckptm_our_error(result);
}

int ckptm_comm_remake_bridge(int at, int far, int tag)
{
    MPI_Comm made = MPI_COMM_NULL;

    return replace(PMPI_Intercomm_create(ckptm_real_comm(at), 0, ckptm_own_comm(), far, tag, &made), at, &made);
}

int ckptm_comm_remake_topology(int at, const int *topology)
{
    MPI_Comm made = MPI_COMM_NULL;

    return replace(with_topology(ckptm_real_comm(at), topology, &made), at, &made);
}

/* ---- ended ------------------------------------------------------------------------------------------------------------------- */

bool ckptm_comm_is_real(int comm) { return ckptm_real_comm(comm) != MPI_COMM_NULL; }

int ckptm_comm_free(int comm)
{
    MPI_Comm real = ckptm_real_comm(comm);

    ckptm_put_comm(comm, MPI_COMM_NULL);
    return ckptm_our_error(PMPI_Comm_free(&real));
}

static MPI_Request *closing;
static int nclosing;

void ckptm_comm_close_begin(int comm)
{
    if (comm >= nclosing) {
        closing = realloc(closing, (size_t)(comm + 32) * sizeof *closing);
        if (!closing)
            abort();
        for (; nclosing < comm + 32; nclosing++)
            closing[nclosing] = MPI_REQUEST_NULL;
    }
    PMPI_Ibarrier(ckptm_real_comm(comm), &closing[comm]);
}

bool ckptm_comm_closed(int comm)
{
    int done = 0;

    PMPI_Test(&closing[comm], &done, MPI_STATUS_IGNORE);
    return done;
}

/* ---- looked at --------------------------------------------------------------------------------------------------------------- */

int ckptm_comm_rank(int comm)
{
    int rank = 0;

    PMPI_Comm_rank(ckptm_real_comm(comm), &rank);
    return rank;
}

int ckptm_comm_size(int comm)
{
    int size = 0;

    PMPI_Comm_size(ckptm_real_comm(comm), &size);
    return size;
}

int ckptm_comm_remote_size(int comm)
{
    int inter = 0, size = 0;

    PMPI_Comm_test_inter(ckptm_real_comm(comm), &inter);
    if (inter)
        PMPI_Comm_remote_size(ckptm_real_comm(comm), &size);
    return size;
}

int ckptm_comm_members(int comm, bool remote, int *world)
{
    MPI_Comm real = ckptm_real_comm(comm);
    MPI_Group all, some;
    int size = remote ? ckptm_comm_remote_size(comm) : ckptm_comm_size(comm), *ranks = malloc(((size_t)size + 1) * sizeof *ranks), result;

    if (!ranks)
        abort();
    for (int i = 0; i < size; i++)
        ranks[i] = i;
    PMPI_Comm_group(MPI_COMM_WORLD, &all);
    if (remote)
        PMPI_Comm_remote_group(real, &some);
    else
        PMPI_Comm_group(real, &some);
    result = PMPI_Group_translate_ranks(some, size, ranks, all, world);
    PMPI_Group_free(&all);
    PMPI_Group_free(&some);
    free(ranks);
    return ckptm_our_error(result);
}
