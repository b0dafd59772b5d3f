/* xdr_bulk.h - arrays between this machine's form and XDR (RFC 4506), in memory, at the speed of memory.
 *
 * Purpose    what xdr_vector() and xdr_array() do an element at a time, done with vector instructions; same bytes.
 * Input      arrays of int, unsigned, float (4 bytes); hyper, double (8 bytes); short and char, which XDR widens to 4 bytes.
 * Invariants never reads or writes outside the arrays; any alignment of either side; in == out is allowed where the sizes on both
 *            sides are equal, other overlaps are not. On a big-endian machine the 4- and 8-byte forms are equal to XDR:
 *            CKPT_XDR_NATIVE is 1, and callers may use the memory itself instead of a copy.
 * Thread     all functions are pure.
 */
#ifndef CKPT_XDR_BULK_H
#define CKPT_XDR_BULK_H

#include <stddef.h>
#include <stdint.h>

#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define CKPT_XDR_NATIVE 1
#else
#define CKPT_XDR_NATIVE 0
#endif

/* Arrays of this many bytes and more are written past the caches (x86): they would only evict what is in them. */
#define CKPT_XDR_STREAM_BYTES ((size_t)8 << 20)

/* Convert int, unsigned, float: to XDR and from XDR is the same operation.
 * out, in  [count * 4 bytes] */
void ckpt_xdr_copy32(void *out, const void *in, size_t count);

/* Convert hyper, unsigned hyper, double, both ways.
 * out, in  [count * 8 bytes] */
void ckpt_xdr_copy64(void *out, const void *in, size_t count);

/* Encode elements that XDR widens to an int: as xdr_short, xdr_u_short, xdr_char (plain char counts as signed or unsigned as
 * the machine has it: choose), xdr_u_char.
 * out  [count * 4 bytes] */
void ckpt_xdr_put_short(void *out, const int16_t *in, size_t count);
void ckpt_xdr_put_ushort(void *out, const uint16_t *in, size_t count);
void ckpt_xdr_put_schar(void *out, const signed char *in, size_t count);
void ckpt_xdr_put_uchar(void *out, const unsigned char *in, size_t count);

/* Decode them. Unlike libtirpc, which cuts values off, these look at the whole value.
 * in       [count * 4 bytes]
 * Returns  count if every value fits; else the index of the first that does not: elements from there on are undefined */
size_t ckpt_xdr_get_short(int16_t *out, const void *in, size_t count);
size_t ckpt_xdr_get_ushort(uint16_t *out, const void *in, size_t count);
size_t ckpt_xdr_get_schar(signed char *out, const void *in, size_t count);
size_t ckpt_xdr_get_uchar(unsigned char *out, const void *in, size_t count);

/* One value at a time. */
static inline void ckpt_xdr_put32(void *out, uint32_t value)
{
    value = CKPT_XDR_NATIVE ? value : __builtin_bswap32(value);
    __builtin_memcpy(out, &value, 4);
}
static inline void ckpt_xdr_put64(void *out, uint64_t value)
{
    value = CKPT_XDR_NATIVE ? value : __builtin_bswap64(value);
    __builtin_memcpy(out, &value, 8);
}
static inline uint32_t ckpt_xdr_get32(const void *in)
{
    uint32_t value;
    __builtin_memcpy(&value, in, 4);
    return CKPT_XDR_NATIVE ? value : __builtin_bswap32(value);
}
static inline uint64_t ckpt_xdr_get64(const void *in)
{
    uint64_t value;
    __builtin_memcpy(&value, in, 8);
    return CKPT_XDR_NATIVE ? value : __builtin_bswap64(value);
}

#endif
