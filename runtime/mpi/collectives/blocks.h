/* blocks.h - the pieces of which the two sides of a collective consist.
 *
 * Purpose    what this rank gives and gets, piece by piece: to hash it, to keep it, to put it where it belongs. What lies between the
 *            pieces is not the collective's.
 */
#ifndef CKPTM_BLOCKS_H
#define CKPTM_BLOCKS_H

#include <stdbool.h>
#include "mpi/state.h"

typedef struct ckptm_piece {
    void *start;
    int type;
    int count;
    ckptm_u64 elements;           /* basic ones, all told */
} ckptm_piece;

/* How many pieces; of the neighbours of a topology those count, too, that are none (MPI_PROC_NULL). */
int ckptm_pieces(const ckptm_side *side);
/* Piece i, which may be empty. receive: it comes from a neighbour, if the call is one of those; else goes to one. */
ckptm_piece ckptm_piece_of(const ckptm_collective *c, bool receive, int i);

/* Hash of the call, its root, operation, signatures and what this rank gives. Never 0. */
ckptm_u64 ckptm_given(const ckptm_collective *c);

#endif
