/* shapes.h - bytes in the arguments of datatypes as places in C types, so that they mean the same on a machine with another layout.
 *
 * Purpose    displacements, strides and extents in bytes (of hvector, hindexed, struct, resized) depend on the layout of the objects that the datatype is
 *            used with. A shape says of which type these are: an element of that type on the heap, never used, and a pointer into it for each
 *            argument. The type is that of the innermost member which has all that the datatype, with its extent, is of: of a column, the numbers. An image carries them as it carries the program's objects: restored, the pointers say what the bytes are there.
 * Invariants a shape fits only if every basic element of the datatype is a scalar of the type, of that kind. Several shapes of one datatype must
 *            agree on the new machine. Without any, the datatype is fit for machines of the same layout only.
 */
#ifndef CKPTM_SHAPES_H
#define CKPTM_SHAPES_H

#include "ckpt_abi.h"
#include "mpi/handles/types.h"

extern const ckptg_type ckptm_shape_type;

/* Bits: used with an object that it does not fit; at more places than are kept. */
enum ckptm_misfit { CKPTM_MISFIT_OBJECT = 1, CKPTM_MISFIT_MANY = 2 };

/* It is used with a buffer: learn of what objects, for it and those that it is made of. */
void ckptm_shapes_learn(int type, const void *buffer, ckptm_u64 count);
/* At a checkpoint: for those that were used with objects on the stack only, or not yet, all structures that they fit. */
void ckptm_shapes_guess(void);
/* After an image was read: the bytes here. False: nothing is known, or shapes do not agree. */
bool ckptm_shapes_apply(ckptm_datatype *d);
void ckptm_shapes_free(ckptm_datatype *d);
#endif
