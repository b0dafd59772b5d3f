/* constructors.c - see constructors.h; MPI 3.1, 4.1.2 to 4.1.4. */
#include <stdlib.h>
#include "mpi/handles/constructors.h"
#include "mpi/store/window.h"

bool ckptm_contents(int combiner, const int *ints, int *ni, int *na, int *nt)
{
    *na = 0;
    *nt = 1;
    switch (combiner) {
    case MPI_COMBINER_DUP: *ni = 0; return true;
    case MPI_COMBINER_CONTIGUOUS: *ni = 1; return true;
    case MPI_COMBINER_VECTOR: *ni = 3; return true;
    case MPI_COMBINER_HVECTOR: *ni = 2; *na = 1; return true;
    case MPI_COMBINER_INDEXED: *ni = 1 + 2 * ints[0]; return true;
    case MPI_COMBINER_HINDEXED: *ni = 1 + ints[0]; *na = ints[0]; return true;
    case MPI_COMBINER_INDEXED_BLOCK: *ni = 2 + ints[0]; return true;
    case MPI_COMBINER_HINDEXED_BLOCK: *ni = 2; *na = ints[0]; return true;
    case MPI_COMBINER_STRUCT: *ni = 1 + ints[0]; *na = *nt = ints[0]; return true;
    case MPI_COMBINER_SUBARRAY: *ni = 2 + 3 * ints[0]; return true;
    case MPI_COMBINER_DARRAY: *ni = 4 + 4 * ints[2]; return true;
    case MPI_COMBINER_RESIZED: *ni = 0; *na = 2; return true;
    }
    return false;
}

const char *ckptm_combiner_name(int combiner)
{
    static const char *const names[] = {
        [MPI_COMBINER_DUP] = "MPI_Type_dup", [MPI_COMBINER_CONTIGUOUS] = "MPI_Type_contiguous", [MPI_COMBINER_VECTOR] = "MPI_Type_vector",
        [MPI_COMBINER_HVECTOR] = "MPI_Type_create_hvector", [MPI_COMBINER_INDEXED] = "MPI_Type_indexed",
        [MPI_COMBINER_HINDEXED] = "MPI_Type_create_hindexed", [MPI_COMBINER_INDEXED_BLOCK] = "MPI_Type_create_indexed_block",
        [MPI_COMBINER_HINDEXED_BLOCK] = "MPI_Type_create_hindexed_block", [MPI_COMBINER_STRUCT] = "MPI_Type_create_struct",
        [MPI_COMBINER_SUBARRAY] = "MPI_Type_create_subarray", [MPI_COMBINER_DARRAY] = "MPI_Type_create_darray",
        [MPI_COMBINER_RESIZED] = "MPI_Type_create_resized",
    };

    return combiner > 0 && combiner < (int)(sizeof names / sizeof *names) && names[combiner] ? names[combiner] : "no constructor";
}

/* One map of blocks that all are of another; that one is dropped. */
static ckptm_map *around(ckptm_map *inner, ptrdiff_t at, ckptm_u64 count, ptrdiff_t stride)
{
    ckptm_map *map = ckptm_map_blocks(&(ckptm_block){ at, count, stride, inner }, 1, 0);

    ckptm_map_drop(inner);
    return map;
}

static ckptm_map *vector(const ckptm_made_of *m, ptrdiff_t stride, int rule)
{
    ptrdiff_t extent = ckptm_map_extent(m->maps[0]);
    ckptm_map *row = ckptm_map_blocks(&(ckptm_block){ 0, (ckptm_u64)m->ints[1], extent, m->maps[0] }, 1, rule & CKPTM_LOOSE);
    ckptm_map *map = ckptm_map_blocks(&(ckptm_block){ 0, (ckptm_u64)m->ints[0], stride, row }, 1, rule);

    ckptm_map_drop(row);
    return map;
}

/* Blocks at places in bytes (addresses) or in extents (ints); lengths 0: all of `length`. types: each has its own. */
static ckptm_map *indexed(const ckptm_made_of *m, const int *lengths, int length, const int *places, bool types, int rule)
{
    size_t n = (size_t)m->ints[0];
    ckptm_block *blocks = ckptm_private(0, n * sizeof *blocks);
    ckptm_map *map;

    for (size_t i = 0; i < n; i++) {
        ckptm_map *of = m->maps[types ? i : 0];
        ptrdiff_t extent = ckptm_map_extent(of);

        blocks[i] = (ckptm_block){ places ? places[i] * extent : (ptrdiff_t)m->addresses[i], (ckptm_u64)(lengths ? lengths[i] : length), extent, of };
    }
    map = ckptm_map_blocks(blocks, n, rule);
    free(blocks);
    return map;
}

/* The i-th fastest dimension. */
static int dimension(int i, int ndims, int order) { return order == MPI_ORDER_C ? ndims - 1 - i : i; }

static ckptm_map *subarray(const ckptm_made_of *m)
{
    int n = m->ints[0], order = m->ints[1 + 3 * n];
    const int *sizes = m->ints + 1, *subsizes = sizes + n, *starts = subsizes + n;
    ptrdiff_t stride = ckptm_map_extent(m->maps[0]);
    ckptm_map *map = ckptm_map_use(m->maps[0]), *all;

    for (int i = 0; i < n; i++) {
        int d = dimension(i, n, order);

        map = around(map, starts[d] * stride, (ckptm_u64)subsizes[d], stride);
        stride *= sizes[d];
    }
    all = ckptm_map_bounded(map, 0, stride);
    ckptm_map_drop(map);
    return all;
}

/* One dimension of MPI_Type_create_darray: `size` elements `stride` apart over `procs` processes of which this is number `at`. */
static ckptm_map *distribute(ckptm_map *inner, ptrdiff_t stride, ptrdiff_t size, int how, int argument, ptrdiff_t procs, ptrdiff_t at)
{
    ptrdiff_t block, first, mine, whole, rest;
    ckptm_map *run, *map;

    if (how == MPI_DISTRIBUTE_NONE)
        procs = 1, at = 0;
    if (how != MPI_DISTRIBUTE_CYCLIC) {
        block = argument == MPI_DISTRIBUTE_DFLT_DARG || how == MPI_DISTRIBUTE_NONE ? (size + procs - 1) / procs : argument;
        mine = size - block * at < block ? size - block * at : block;
        return around(inner, block * at * stride, (ckptm_u64)(mine > 0 ? mine : 0), stride);
    }
    block = argument == MPI_DISTRIBUTE_DFLT_DARG ? 1 : argument;
    first = at * block;
    mine = size - first > 0 ? size - first : 0;
    whole = mine / (procs * block);
    rest = mine % (procs * block);
    if (rest >= block)
        whole++, rest = 0;
    run = ckptm_map_blocks(&(ckptm_block){ 0, (ckptm_u64)block, stride, inner }, 1, 0);
    map = ckptm_map_blocks((ckptm_block[]){ { first * stride, (ckptm_u64)whole, procs * block * stride, run },
                                            { (first + whole * procs * block) * stride, (ckptm_u64)rest, stride, inner } }, 2, 0);
    ckptm_map_drop(run);
    ckptm_map_drop(inner);
    return map;
}

static ckptm_map *darray(const ckptm_made_of *m)
{
    int procs = m->ints[0], rank = m->ints[1], n = m->ints[2];
    const int *sizes = m->ints + 3, *how = sizes + n, *arguments = how + n, *grid = arguments + n;
    int order = grid[n], *at = ckptm_private(0, (size_t)n * sizeof *at);
    ptrdiff_t stride = ckptm_map_extent(m->maps[0]);
    ckptm_map *map = ckptm_map_use(m->maps[0]), *all;

    for (int i = 0; i < n; i++) {                    /* the grid is always in C's order */
        procs /= grid[i];
        at[i] = rank / procs;
        rank %= procs;
    }
    for (int i = 0; i < n; i++) {
        int d = dimension(i, n, order);

        map = distribute(map, stride, sizes[d], how[d], arguments[d], grid[d], at[d]);
        stride *= sizes[d];
    }
    free(at);
    all = ckptm_map_bounded(map, 0, stride);
    ckptm_map_drop(map);
    return all;
}

ckptm_map *ckptm_map_marker(bool upper)
{
    ckptm_map *map = ckptm_map_blocks(0, 0, 0);

    map->lb_set = !upper;
    map->ub_set = upper;
    return map;
}

ckptm_map *ckptm_map_make(const ckptm_made_of *m, int rule)
{
    ptrdiff_t extent = m->combiner == MPI_COMBINER_STRUCT ? 0 : ckptm_map_extent(m->maps[0]);

    switch (m->combiner) {
    case MPI_COMBINER_DUP: return ckptm_map_use(m->maps[0]);
    case MPI_COMBINER_CONTIGUOUS: return ckptm_map_blocks(&(ckptm_block){ 0, (ckptm_u64)m->ints[0], extent, m->maps[0] }, 1, rule);
    case MPI_COMBINER_VECTOR: return vector(m, m->ints[2] * extent, rule);
    case MPI_COMBINER_HVECTOR: return vector(m, (ptrdiff_t)m->addresses[0], rule);
    case MPI_COMBINER_INDEXED: return indexed(m, m->ints + 1, 0, m->ints + 1 + m->ints[0], false, rule);
    case MPI_COMBINER_HINDEXED: return indexed(m, m->ints + 1, 0, 0, false, rule);
    case MPI_COMBINER_INDEXED_BLOCK: return indexed(m, 0, m->ints[1], m->ints + 2, false, rule);
    case MPI_COMBINER_HINDEXED_BLOCK: return indexed(m, 0, m->ints[1], 0, false, rule);
    case MPI_COMBINER_STRUCT: return indexed(m, m->ints + 1, 0, 0, true, rule | CKPTM_PADDED);
    case MPI_COMBINER_SUBARRAY: return subarray(m);
    case MPI_COMBINER_DARRAY: return darray(m);
    default: return ckptm_map_bounded(m->maps[0], (ptrdiff_t)m->addresses[0], (ptrdiff_t)(m->addresses[0] + m->addresses[1]));
    }
}
