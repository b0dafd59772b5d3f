/* blocks.c - see blocks.h */
#include <stdlib.h>
#include "mpi/collectives/blocks.h"
#include "mpi/collectives/members.h"
#include "mpi/handles/data.h"
#include "mpi/handles/ops.h"
#include "mpi/layer.h"
#include "shim.h"

int ckptm_pieces(const ckptm_side *side) { return side->blocks ? side->blocks : side->rows; }

static bool is_neighbours(int call) { return ckptm_waits(call) == CKPTM_WAITS_NEIGHBOURS; }

/* A neighbour that is none gives nothing, and gets nothing. */
static bool is_nobody(const ckptm_collective *c, bool receive, int i)
{
    int count, *list;
    bool nobody;

    if (!is_neighbours(c->call) || (!receive && !c->send.blocks && c->call != CKPTM_NEIGHBOR_ALLTOALL))
        return false;                                /* allgather gives the same to all */
    count = ckptm_neighbours(c->comm, !receive, 0);
    list = ckptm_private(0, ((size_t)count + 1) * sizeof *list);
    ckptm_neighbours(c->comm, !receive, list);
    nobody = i < count && list[i] == MPI_PROC_NULL;
    free(list);
    return nobody;
}

ckptm_piece ckptm_piece_of(const ckptm_collective *c, bool receive, int i)
{
    const ckptm_side *side = receive ? &c->receive : &c->send;
    ckptm_piece b = { .start = side->buffer, .type = side->type, .count = side->count };
    ptrdiff_t at = 0;

    if (side->blocks) {
        b.count = side->counts[i];
        if (side->types)
            b.type = side->types[i];
        at = side->displs ? side->displs[i] : 0;
        if (side->places)
            b.start = side->places[i];
    } else {
        at = (ptrdiff_t)i * side->count;
    }
    if (b.count <= 0 || !ckptm_type_in_use(b.type) || is_nobody(c, receive, i))
        b.count = 0;
    else if (at)
        b.start = (unsigned char *)b.start + at * ckptm_type_extent(b.type);
    b.elements = b.count ? (ckptm_u64)b.count * ckptm_type_elements(b.type) : 0;
    return b;
}

/* ---- what is given -------------------------------------------------------------------------------------------------- */

static ckptm_u64 mix(ckptm_u64 hash, ckptm_u64 value)
{
    hash = (hash ^ value) * 0x9e3779b97f4a7c15u;
    return hash ^ hash >> 29;
}

/* Of a piece: which elements, not how they lie. */
static ckptm_u64 mix_signature(ckptm_u64 hash, const ckptm_piece *b)
{
    int n = 0;
    const ckptm_row *rows;

    if (!b->elements)
        return mix(hash, 0);
    hash = mix(hash, b->elements);
    rows = ckptm_signature_rows(ckptm_signature(b->type), &n);
    for (int i = 0; i < n; i++)
        hash = mix(mix(hash, (ckptm_u64)rows[i].type), rows[i].count);
    return hash;
}

/* An operation of the program's may have another number when it is made again: what was pending then may be complete, and its number free. */
static ckptm_u64 operation(int op)
{
    return op < CKPTM_FIRST_OP ? (ckptm_u64)op : CKPTM_FIRST_OP + (ckptm_u64)ckptm_ops.list[op - CKPTM_FIRST_OP].commute;
}

ckptm_u64 ckptm_given(const ckptm_collective *c)
{
    ckptm_u64 hash = mix(mix(mix(7, (ckptm_u64)c->call), (ckptm_u64)(int64_t)c->root), operation(c->op));
    int gives = ckptm_pieces(&c->send), gets = ckptm_pieces(&c->receive);

    for (int i = 0; i < gives; i++) {
        ckptm_piece b = ckptm_piece_of(c, false, i);

        hash = mix_signature(hash, &b);
        if (b.elements)
            hash = ckptm_data_hash(hash, b.type, b.elements, b.start);
    }
    for (int i = 0; i < gets; i++) {
        ckptm_piece b = ckptm_piece_of(c, true, i);

        hash = mix_signature(hash, &b);
    }
    return hash ? hash : 1;
}
