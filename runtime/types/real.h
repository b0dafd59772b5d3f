/* real.h - floating-point formats as bits: exact conversion between them, without floating arithmetic.
 *
 * Purpose    what save, restore and the tools need of reals: binary32, binary64, binary128, x87's 80 bits, double-double.
 * Invariants a value is (high:low) * 2^exponent with bit 127 set, or a special; nothing is ever rounded: a value that another
 *            format cannot hold is refused. Signalling NaNs stay signalling (no value passes through an FPU).
 * Source     IEEE 754-2008, 3.4; Intel SDM 1, 4.2.2; the PowerPC ABI's IBM extended double.
 */
#ifndef CKPTI_REAL_H
#define CKPTI_REAL_H

#include <stdbool.h>
#include <stdint.h>

enum ckpti_real_class { CKPTI_R_ZERO, CKPTI_R_FINITE, CKPTI_R_INFINITE, CKPTI_R_NAN };

typedef struct ckpti_real {
    enum ckpti_real_class kind;
    bool negative;
    int exponent;                 /* FINITE: of bit 0 */
    uint64_t high, low;           /* FINITE: bit 127 set. NAN: fraction, its first (quiet) bit in bit 127 */
} ckpti_real;

/* Formats by digits of the mantissa. Bits of the encoding are right-aligned in high:low. */
enum { CKPTI_BINARY32 = 24, CKPTI_BINARY64 = 53, CKPTI_X87 = 64, CKPTI_BINARY128 = 113, CKPTI_DOUBLEDOUBLE = 106 };

/* Take an encoding apart. x87 encodings that its hardware refuses (unnormals, pseudo-NaN) give false. DOUBLEDOUBLE: high and low
 * are the two doubles; false if their sum has more than 128 digits. */
bool ckpti_real_unpack(int format, uint64_t high, uint64_t low, ckpti_real *out);

/* Put a value into a format; false if it does not fit exactly. */
bool ckpti_real_pack(int format, const ckpti_real *value, uint64_t *high, uint64_t *low);

/* The encoding of section 4 of the image format (XDR float, double, quadruple, two doubles) to bits, and back.
 * format  of the value's type: X87 is stored as a quadruple. */
bool ckpti_real_from_image(int format, const unsigned char *data, ckpti_real *out);

/* This machine's memory to the encoding of the image: 4, 8 or 16 bytes written. x87 unnormals become a quiet NaN, as they do
 * in any operation. */
void ckpti_real_encode(int format, const void *memory, unsigned char *out);

/* Write a value into this machine's memory.
 * size  bytes of the type here (12 or 16 for x87; padding becomes zero). False if it does not fit exactly. */
bool ckpti_real_store(int format, const ckpti_real *value, void *memory, unsigned size);

#endif
