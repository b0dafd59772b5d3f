/* leaves.h - the scalars of a C type, as ckptcc describes it: where each lies here, and which basic datatype it may be sent as. */
#ifndef CKPTM_LEAVES_H
#define CKPTM_LEAVES_H

#include <stdbool.h>
#include <stddef.h>
#include "ckpt_abi.h"

/* What an address leads to: an element of an object whose elements are of that type, and how far into it. 0: not known. */
const ckptg_type *ckptm_object_at(const void *address, size_t *offset);

/* The same, for `size` bytes there: of the elements of the innermost member that has all of these. */
const ckptg_type *ckptm_member_at(const ckptg_type *type, size_t *offset, size_t size);

/* The variable, or block of the heap, that has a byte there: [*start, *end). False: none is known. */
bool ckptm_extent_at(const void *address, const unsigned char **start, const unsigned char **end);

/* Does [address + low, address + high) begin in a part of a block of the heap and leave it? Parts lie apart elsewhere. */
bool ckptm_leaves_part(const void *address, ptrdiff_t low, ptrdiff_t high);

/* Does a scalar begin at that offset of a value of the type? Its kind (ckpt_abi.h), or CKPTG_VOID. size: its bytes */
unsigned ckptm_leaf_at(const ckptg_type *type, size_t offset, size_t *size);

/* May elements of a basic datatype be such scalars? */
bool ckptm_leaf_is(int basic, unsigned kind, size_t size);

/* The C type that such elements are; 0: none of its own. */
const ckptg_type *ckptm_scalar_of(int basic);

/* Call for every structure that the tables of the program describe, until it returns false; once for each description. */
void ckptm_each_structure(bool (*function)(void *context, const ckptg_type *type), void *context);
#endif
