/* padding.h - where another layout may have padding that this one has not, or the other way round.
 *
 * Purpose    two things that lie side by side here need not do so elsewhere; a pointer that may mean the end of one or the start of the other is
 *            then bound to this layout.
 * Input      types of this program. Other layouts are known by what all targets have in common: numbers of 8 bytes are aligned to 4 or to 8,
 *            numbers of fewer bytes to their size, and everything else (long, pointers, long double) may have another size. Alignment that the program asks
 *            for is the same everywhere; bit-fields without a name align a structure on some.
 * Invariants false means that no target has padding there; true that one may.
 */
#ifndef CKPTI_PADDING_H
#define CKPTI_PADDING_H

#include "types/types.h"

/* The place where an array ends and something else starts. */
typedef struct ckpti_border {
    const ckpti_type *array;      /* the element of the array that ends there; 0: none does */
    const ckpti_type *closed;     /* the outermost structure that ends with it, or 0 */
    const ckpti_type *starts;     /* the outermost that starts there */
    const ckpti_type *around;     /* the innermost that both lie in, if that is a structure; else 0 */
} ckpti_border;

/* A pointer may mean both: may there be padding between them elsewhere? Not between the rows of one array; behind the structure that the array ends, in front
 * of one whose alignment is another one elsewhere, or of a member that is aligned more than it needs. */
bool ckpti_may_part(const ckpti_border *border);

#endif
