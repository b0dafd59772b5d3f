/* changes.h - what #pragma ckpt changed says of structures, by this program's types.
 *
 * Purpose    fields of an image are found by their names; the pragma says where names have changed (ckpt_abi.h, ckptg_change).
 * Invariants of one type and one name there is one row of a kind.
 */
#ifndef CKPTI_CHANGES_H
#define CKPTI_CHANGES_H

#include "types/types.h"

typedef struct ckpti_changes {
    struct ckpti_change {
        const ckpti_type *type;
        const ckptg_change *row;
    } *rows;
    size_t n;
} ckpti_changes;

/* The row of a kind about a field of `type`: by its name here, or by its name in images. 0 if nothing is said; changes may be 0. */
const ckptg_change *ckpti_change_here(const ckpti_changes *changes, const ckpti_type *type, unsigned what, const char *name);
const ckptg_change *ckpti_change_old(const ckpti_changes *changes, const ckpti_type *type, unsigned what, const char *name);

#endif
