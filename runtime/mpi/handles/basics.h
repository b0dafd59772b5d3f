/* basics.h - the predefined datatypes: their elements here, and in a form that is the same everywhere.
 *
 * Purpose    hashes of messages compared, and messages stored, across architectures. The common form, big-endian: chars and bytes 1 byte;
 *            integers 8, sign- or zero-extended; floats 8, their bits; long doubles 24, value (real.h); complex numbers two of these.
 */
#ifndef CKPTM_BASICS_H
#define CKPTM_BASICS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { CKPTM_BASICS = 64 };       /* numbers below are of predefined datatypes */

enum ckptm_class { CKPTM_CHAR = 1, CKPTM_BYTES, CKPTM_SIGNED, CKPTM_UNSIGNED, CKPTM_FLOAT, CKPTM_LDOUBLE, CKPTM_COMPLEX, CKPTM_LCOMPLEX };

/* Bytes of one element here; 0: not one of a single element. */
size_t ckptm_basic_size(int type);
size_t ckptm_basic_align(int type);
/* "MPI_INT" */
const char *ckptm_basic_name(int type);

/* A pair of a value and an int (MPI_DOUBLE_INT): the value's datatype, the size of the structure, where its int is. 0: none. */
int ckptm_pair(int type, size_t *size, size_t *align, size_t *offset);

/* Do they mean nothing but memory of the machine that has them (MPI_BYTE, MPI_PACKED)? */
bool ckptm_is_bytes(int type);
/* Can elements of one be received as the other? Of one class and, here, one size. */
bool ckptm_basic_alike(int one, int other);

enum ckptm_class ckptm_basic_class(int type);
bool ckptm_basic_signed(int type);

/* Bytes of `count` elements in the common form. */
size_t ckptm_common_size(int type, size_t count);
void ckptm_common_put(int type, size_t count, const void *memory, unsigned char *out);
/* False: a value does not fit here. */
bool ckptm_common_get(int type, size_t count, const unsigned char *in, void *memory);

/* Of longs (MPI_LONG, MPI_UNSIGNED_LONG, MPI_AINT) in the common form, the greatest and least of `from` bytes become those of `to` bytes; to 0: they
 * stay. Returns whether there is one. */
bool ckptm_common_extremes(int type, size_t count, unsigned char *common, size_t from, size_t to);

/* A long double of the common form as 16 bytes of IEEE's quadruple, big-endian, and back. False: it does not fit. */
bool ckptm_common_to_quad(const unsigned char *common, unsigned char *quad);
bool ckptm_common_from_quad(const unsigned char *quad, unsigned char *common);

/* A word that differs where sizes differ: of int, long, pointers. */
static inline unsigned ckptm_layout(void)
{
    return (unsigned)(sizeof(int) | sizeof(long) << 4 | sizeof(void *) << 8 | sizeof(long double) << 12);
}
/* And where bytes of memory mean something else: byte order, alignment, the format of long double. Never 0. */
unsigned ckptm_memory_layout(void);
#endif
