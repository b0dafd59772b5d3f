/* typemap.h - what a datatype says of memory: which basic elements lie where, in order. Knows no MPI and no state.
 *
 * Purpose    walk the elements of a buffer, for every datatype alike; extents and signatures by the rules of MPI 3.1, 4.1.
 * Form       a map is one basic element, or blocks of other maps. Its signature is a row of elements that repeats (the period) until all
 *            elements are there: that of any count of the datatype is the same period.
 * Invariants maps are counted, and never change once made.
 */
#ifndef CKPTM_TYPEMAP_H
#define CKPTM_TYPEMAP_H

#include <stdbool.h>
#include <stddef.h>
#include "mpi/state.h"

/* `count` items of a map, the first at `at`, each `stride` bytes after the other. */
typedef struct ckptm_block {
    ptrdiff_t at;
    ckptm_u64 count;
    ptrdiff_t stride;
    struct ckptm_map *of;
} ckptm_block;

typedef struct ckptm_map {
    int users;
    int basic;                    /* one element of that datatype; 0: blocks */
    size_t nblocks;
    ckptm_block *blocks;
    ptrdiff_t lb, ub;
    bool lb_set, ub_set;          /* by MPI_Type_create_resized: goes for all that is made of it */
    ptrdiff_t true_lb, true_ub;
    size_t align;                 /* of its elements, the greatest */
    ckptm_u64 size, elements;     /* bytes of data; basic elements */
    int nrows;
    ckptm_row *rows;              /* the period */
    int signature;                /* its number (data.h), once it was asked for; else 0 */
    bool dense;                   /* elements of one basic datatype side by side, in order, from true_lb on */
} ckptm_map;

/* How bounds are told where MPIs differ. The standard's: PADDED. */
enum ckptm_rule {
    CKPTM_PADDED = 1,             /* the extent is rounded up to the alignment, if no bound is set; MPICH does that for structures only */
    CKPTM_LOOSE = 2               /* bounds that are set are those of what has them only; so in MPICH */
};

/* A new one. The blocks' maps are used by it from now on; the list is copied. */
ckptm_map *ckptm_map_basic(int basic);
ckptm_map *ckptm_map_blocks(const ckptm_block *blocks, size_t nblocks, int rule);
/* The same elements with other bounds. */
ckptm_map *ckptm_map_bounded(ckptm_map *of, ptrdiff_t lb, ptrdiff_t ub);
ckptm_map *ckptm_map_use(ckptm_map *map);
void ckptm_map_drop(ckptm_map *map);

static inline ptrdiff_t ckptm_map_extent(const ckptm_map *map) { return map->ub - map->lb; }

/* Some elements of one basic datatype, side by side. False: stop. */
typedef bool ckptm_visit(void *owner, int basic, ckptm_u64 count, unsigned char *at);

/* The first `elements` of `count` items in a buffer. False: the visitor stopped. */
bool ckptm_map_walk(const ckptm_map *map, ckptm_u64 count, ckptm_u64 elements, unsigned char *buffer, ckptm_visit *visit, void *owner);

/* ---- signatures ---- */

/* Elements in one period; bytes of them in memory here. */
ckptm_u64 ckptm_period(const ckptm_row *rows, int nrows);
ckptm_u64 ckptm_period_size(const ckptm_row *rows, int nrows);
/* Elements that so many bytes of data are; the last may be cut: then *rest is how much of it there is. */
ckptm_u64 ckptm_elements_in(const ckptm_row *rows, int nrows, ckptm_u64 bytes, ckptm_u64 *rest);
/* Bytes of the first `elements`. */
ckptm_u64 ckptm_elements_size(const ckptm_row *rows, int nrows, ckptm_u64 elements);

/* Going along a signature. */
typedef struct ckptm_cursor {
    const ckptm_row *rows;
    int nrows, row;
    ckptm_u64 left;               /* of the row */
    ckptm_u64 elements;           /* of all */
} ckptm_cursor;

void ckptm_cursor_open(ckptm_cursor *cursor, const ckptm_row *rows, int nrows, ckptm_u64 elements);
/* The next up to `most` elements of one basic datatype; 0: the end. */
ckptm_u64 ckptm_cursor_next(ckptm_cursor *cursor, ckptm_u64 most, int *basic);
/* Are the rows the same, spelt the same? */
bool ckptm_rows_equal(const ckptm_row *one, const ckptm_row *other, int n);
/* Are the first `elements` of both the same? */
bool ckptm_rows_same(const ckptm_row *one, int none, const ckptm_row *other, int nother, ckptm_u64 elements);
#endif
