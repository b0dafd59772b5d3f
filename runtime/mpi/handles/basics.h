/* basics.h - the predefined datatypes: what they are in C, and their values in a form that is the same everywhere.
 *
 * Purpose    hashes of messages compared, and messages stored, across architectures: integers as 8 bytes, sign- or zero-extended;
 *            floats by their bits, in 8 bytes too; chars as one byte. Big-endian.
 */
#ifndef CKPTM_BASICS_H
#define CKPTM_BASICS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "ckpt_abi.h"

enum { CKPTM_BASICS = 64 };

/* Bytes of one element here; 0: no such datatype. */
size_t ckptm_basic_size(int type);
/* For the heap's blocks. */
const ckptg_type *ckptm_basic_type(int type);
/* "MPI_INT" */
const char *ckptm_basic_name(int type);
/* All of them, for the layer's table of types; *count of them. */
const ckptg_type *const *ckptm_basic_types(size_t *count);

/* Bytes of `count` elements in the common form. */
size_t ckptm_common_size(int type, size_t count);
void ckptm_common_put(int type, size_t count, const void *memory, unsigned char *out);
/* False: a value does not fit here. */
bool ckptm_common_get(int type, size_t count, const unsigned char *in, void *memory);

/* Hash of `count` elements (XXH64 of the common form), to be combined over the parts of a message by `seed`. */
uint64_t ckptm_common_hash(uint64_t seed, int type, size_t count, const void *memory);

/* A word that differs where sizes differ: of int, long, pointers. */
unsigned ckptm_layout(void);
#endif
