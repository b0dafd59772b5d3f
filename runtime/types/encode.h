/* encode.h - values in this machine's memory to their encoding in an image (docs/image-format.md, section 4).
 *
 * Invariants the encoded size of a type does not depend on the value (types.h: enc). Memory may be unaligned and uninitialised.
 */
#ifndef CKPTI_ENCODE_H
#define CKPTI_ENCODE_H

#include "types/types.h"

/* What encodes pointers: reads the pointer at `slot` whose type is `type` and writes 12 bytes. */
typedef struct ckpti_encoder {
    void (*pointer)(struct ckpti_encoder *encoder, const ckpti_type *type, const void *slot, unsigned char *out);
} ckpti_encoder;

/* Encode one value; writes type->enc bytes. */
void ckpti_encode(ckpti_encoder *encoder, const ckpti_type *type, const void *memory, unsigned char *out);

/* Encode `count` values as an array; writes ckpti_array_enc(type, count) bytes. */
void ckpti_encode_array(ckpti_encoder *encoder, const ckpti_type *type, uint64_t count, const void *memory, unsigned char *out);

/* Encode a bit-field of an object. */
void ckpti_encode_bits(const ckpti_field *field, const void *object, unsigned char *out);

/* An integer in memory, sign- or zero-extended to 64 bits (not for 128-bit types). */
uint64_t ckpti_load_integer(const ckpti_type *type, const void *memory);

/* True if an array of this type is in memory what it is in the image: no conversion at all. */
bool ckpti_encode_is_copy(const ckpti_type *type);

#endif
