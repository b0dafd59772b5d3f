/* few.c - see few.h */
#include <string.h>
#include "mpi/collectives/blocks.h"
#include "mpi/collectives/few.h"
#include "mpi/collectives/members.h"
#include "mpi/handles/data.h"
#include "mpi/layer.h"
#include "shim.h"

enum { MOST_RANKS = 8, MOST_BYTES = 32768 };      /* bytes: that one rank gives, or gets */

static const ckptm_comm *of(const ckptm_collective *c) { return &ckptm_state.comms[c->comm]; }

/* ---- which these are --------------------------------------------------------------------------------------------- */

static bool is_plain(const ckptm_side *side) { return !side->rows || (side->count >= 0 && ckptm_type_usable(side->type)); }

/* The side that every rank has, and of which a row is a piece. */
static const ckptm_side *piece_side(const ckptm_collective *c)
{
    bool root = c->root == of(c)->rank;

    switch (c->call) {
    case CKPTM_BCAST: case CKPTM_SCATTER: return root ? &c->send : &c->receive;
    case CKPTM_GATHER: return root ? &c->receive : &c->send;
    }
    return &c->receive;
}

static size_t bytes(const ckptm_collective *c)
{
    const ckptm_side *side = piece_side(c);
    size_t size = ckptm_is_simple(side->type) ? ckptm_simple[side->type] : ckptm_type_size(side->type);

    return (size_t)side->count * size;
}

static bool is_small(const ckptm_collective *c) { return bytes(c) <= (size_t)(MOST_BYTES / (of(c)->size - 1)); }

/* What is wrong with a call the real MPI has to say. */
static bool is_few(const ckptm_collective *c)
{
    const ckptm_comm *comm = of(c);

    if (!ckptm.on || c->kept || comm->size < 2 || comm->size > MOST_RANKS || ckptm_members_two_groups(comm))
        return false;
    switch (c->call) {
    case CKPTM_BARRIER:
        return true;
    case CKPTM_BCAST: case CKPTM_GATHER: case CKPTM_SCATTER:
        return c->root >= 0 && c->root < comm->size && is_plain(&c->send) && is_plain(&c->receive) && is_small(c);
    case CKPTM_ALLTOALL:
        if (c->in_place)
            return false;                            /* a piece would come before the one in its place is sent */
        /* fall through */
    case CKPTM_ALLGATHER:
        return is_plain(&c->send) && is_plain(&c->receive) && is_small(c);
    }
    return false;
}

/* ---- their messages ----------------------------------------------------------------------------------------------- */

/* Ranks of a communicator count its collectives alike; messages of others between the same two ranks are told by their tag, as far as it goes: programs
 * that call them in two orders on two ranks are wrong, for each of them may wait for all (MPI 3.1, 5.14). */
static int tag_of(const ckptm_comm *comm) { return 1 + (int)(comm->key % 16383); }

static int receive(const ckptm_collective *c, int row, int from)
{
    ckptm_piece b = ckptm_piece_of(c, true, row);

    return ckptm_own_receive(b.start, b.count, b.type, of(c)->world[from], tag_of(of(c)));
}

static int give(const ckptm_collective *c, int row, int to)
{
    ckptm_piece b = ckptm_piece_of(c, false, row);

    return ckptm_own_send(b.start, b.count, b.type, of(c)->world[to], tag_of(of(c)), ckptm_is_small(b.count, b.type));
}

/* What this rank gives itself. */
static int keep(const ckptm_collective *c, int given, int got)
{
    ckptm_piece from = ckptm_piece_of(c, false, given), to = ckptm_piece_of(c, true, got);
    int me = of(c)->rank, error;

    if (from.type == to.type && from.count == to.count && ckptm_is_simple(to.type)) {
        if (to.count)
            memmove(to.start, from.start, (size_t)to.count * ckptm_simple[to.type]);
        return 0;
    }
    error = receive(c, got, me);
    return error ? error : give(c, given, me);
}

static int nothing_to_all(const ckptm_comm *comm)
{
    int error = 0;

    for (int k = 1; k < comm->size && !error; k++)
        error = ckptm_own_receive(0, 0, MPI_BYTE, comm->world[(comm->rank + k) % comm->size], tag_of(comm));
    for (int k = 1; k < comm->size && !error; k++)
        error = ckptm_own_send(0, 0, MPI_BYTE, comm->world[(comm->rank + k) % comm->size], tag_of(comm), true);
    return error;
}

static int all_to_all(const ckptm_collective *c)
{
    int size = of(c)->size, me = of(c)->rank, error = 0;
    bool each = c->call == CKPTM_ALLTOALL;

    for (int k = 1; k < size && !error; k++)
        error = receive(c, (me + size - k) % size, (me + size - k) % size);
    for (int k = 1; k < size && !error; k++)
        error = give(c, each ? (me + k) % size : 0, (me + k) % size);
    return error || c->in_place ? error : keep(c, each ? me : 0, me);
}

static int all_to_root(const ckptm_collective *c)
{
    int size = of(c)->size, me = of(c)->rank, error = 0;

    if (me != c->root)
        return give(c, 0, c->root);
    for (int i = 0; i < size && !error; i++)
        if (i != me)
            error = receive(c, i, i);
    return error || c->in_place ? error : keep(c, 0, me);
}

static int root_to_all(const ckptm_collective *c)
{
    int size = of(c)->size, me = of(c)->rank, error = 0;
    bool each = c->call == CKPTM_SCATTER;

    if (me != c->root)
        return receive(c, 0, c->root);
    for (int k = 1; k < size && !error; k++)
        error = give(c, each ? (me + k) % size : 0, (me + k) % size);
    return error || !each || c->in_place ? error : keep(c, me, 0);
}

bool ckptm_collective_is_nothing(const ckptm_collective *c)
{
    bool moves = c->call == CKPTM_BCAST || c->call == CKPTM_GATHER || c->call == CKPTM_SCATTER || c->call == CKPTM_ALLTOALL || c->call == CKPTM_ALLGATHER;

    return moves && !ckptm_members_two_groups(of(c)) && !bytes(c);
}

int ckptm_collective_start(const ckptm_collective *c, int slot)
{
    int error;

    if (!is_few(c))
        return ckptm_start_collective(c, slot);
    ckptm_own_begin(slot);
    if (ckptm_collective_is_nothing(c))
        return 0;
    switch (c->call) {
    case CKPTM_BARRIER: error = nothing_to_all(of(c)); break;
    case CKPTM_GATHER: error = all_to_root(c); break;
    case CKPTM_BCAST: case CKPTM_SCATTER: error = root_to_all(c); break;
    default: error = all_to_all(c);
    }
    if (error)
        ckptm_own_failed(slot, error);
    return error;
}
