/* apart.h - datatypes whose data lies in several objects: variables, or blocks of the heap, by displacements from the first of them.
 *
 * Purpose    such displacements are of this process only: blocks lie elsewhere after a restart, variables in another executable. One that is used with
 *            one buffer only is carried as pointers: to the buffer, and to where each displacement leads. Any other fails checkpoints.
 *            One that nothing has used yet is foreseen, where all that it leads to, and the buffer, are addresses that MPI_Get_address gave, and no
 *            structure of the program has members at such displacements.
 * Invariants only objects that are known count: on the heap, variables of the program. What lies on the stack alone is not looked at.
 */
#ifndef CKPTM_APART_H
#define CKPTM_APART_H

#include "core/status.h"
#include "mpi/handles/types.h"

enum ckptm_apart { CKPTM_APART_NOT, CKPTM_APART_ONCE, CKPTM_APART_LOST, CKPTM_APART_FORESEEN };

/* The program has asked for this address. */
void ckptm_apart_asked(const void *address);
/* It was made now: of addresses that were asked for? */
void ckptm_apart_foresee(ckptm_datatype *d);
/* It is used with MPI_BOTTOM: nothing was to be foreseen. */
void ckptm_apart_refute(ckptm_datatype *d);
/* It is used with a buffer. */
void ckptm_apart_learn(int type, const void *buffer, ckptm_u64 count);
/* One that has addresses is used with MPI_BOTTOM: what it is made of lies there. */
void ckptm_apart_parts(const ckptm_datatype *d);
/* Before an image is written. First of all: what was foreseen of objects that are gone. */
void ckptm_apart_review(ckptm_datatype *d);
/* Around ckptm_shapes_guess: one that fits a structure of the program as well was made of that one's members, and nothing is foreseen of it. */
void ckptm_apart_doubt(ckptm_datatype *d);
void ckptm_apart_decide(ckptm_datatype *d);
/* Then: can it be carried? */
ckpt_status ckptm_apart_settle(const ckptm_datatype *d);
/* Will the displacements be right on a machine of another layout? */
bool ckptm_apart_is_carried(const ckptm_datatype *d);
/* When all pointers are set: the displacements here. */
void ckptm_apart_restore(ckptm_datatype *d);
#endif
