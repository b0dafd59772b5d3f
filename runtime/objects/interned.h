/* interned.h - texts that a restored program points to and that stand nowhere in it: constants kept for good.
 *
 * Purpose    a string of the C library of the machine where the image was made, say, is read-only text here too, and has to be
 *            found by the next checkpoint.
 * Thread     one.
 */
#ifndef CKPTI_INTERNED_H
#define CKPTI_INTERNED_H

#include <stddef.h>
#include "ckpt_abi.h"

typedef struct ckpti_interned {
    const void *text;
    size_t size;                  /* bytes */
    const ckptg_type *elem;
    struct ckpti_interned *next;
} ckpti_interned;

/* Keep a copy, or find the one that is there. 0: no memory. */
const void *ckpti_intern(const void *text, size_t size, const ckptg_type *elem);
const ckpti_interned *ckpti_interned_first(void);

#endif
