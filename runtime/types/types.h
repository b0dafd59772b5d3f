/* types.h - the run time's model of C types: of this program, or read from an image.
 *
 * Purpose    one form for both, so that one walker, one matcher and one converter serve save, restore and the tools.
 * Input      ckptg_type tables of the program's units (unify.h), or the TYPE section of an image (image/).
 * Invariants by-value nesting (array, enum, field) is acyclic; `leaves` and `enc` are exact and were computed without overflow;
 *            types of one model never change after it is built.
 */
#ifndef CKPTI_TYPES_H
#define CKPTI_TYPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "ckpt_abi.h"

struct ckpti_type;

/* A field of a structure. */
/* Name of the first field, a bit-field, that a lock of the C library's has in images (objects/locks.h). */
#define CKPTI_LOCK_STATE "(state)"

typedef struct ckpti_field {
    const char *name;
    const struct ckpti_type *type;
    uint64_t offset;              /* bytes, on the origin; 0 for bit-fields */
    uint64_t leaf;                /* number of its first leaf in the structure */
    uint64_t enc;                 /* where its encoding starts in the structure's */
    uint32_t bits, line;
    const ckptg_field *native;    /* of this program's types: accessors; else 0 */
} ckpti_field;

typedef struct ckpti_type {
    uint8_t kind;                 /* enum ckptg_kind */
    uint8_t flags;                /* enum ckptg_type_flags */
    uint16_t mant;
    uint32_t id;                  /* number in its model, from 1 */
    const char *name;             /* never 0; may be empty */
    const char *file;             /* may be 0 */
    uint32_t line, nfields;
    uint32_t depth;               /* of by-value nesting: 0 of what holds nothing */
    uint64_t size, align;         /* bytes, on the origin; 0 where unknown */
    uint64_t count;               /* of an array */
    uint64_t behind;              /* of a structure of this program: where what lies behind it in its block begins (ckptg_type.count), by all units; 0: not known */
    uint64_t leaves;              /* scalars in a value; of a flexible array member only the declared elements (0 or 1) */
    uint64_t enc;                 /* bytes of a value's encoding in an image, likewise */
    const struct ckpti_type *elem;
    const struct ckpti_type **variants; /* CKPTG_T_HEADER of this program: what a block may be */
    uint32_t nvariants;
    const struct ckpti_type *header;    /* the CKPTG_T_HEADER of this program that it begins with, or 0 */
    ckpti_field *fields;
    bool has_pointer;             /* a value contains pointers (flexible array member included) */
    bool has_opaque;              /* ... or what cannot be carried, likewise */
    bool has_bytes;               /* ... or unions whose bytes are saved (CKPTG_T_BYTES), likewise */
    bool has_variant;             /* ... or unions of which a tag selects the member, likewise */
    const ckptg_type *native;     /* one of this program's descriptors that it stands for, or 0 */
} ckpti_type;

#define CKPTI_BEHIND_SEVERAL UINT64_MAX /* units, or one unit, have several such places */

/* True if the type came with the second version of the image format. */
static inline bool ckpti_type_is_second(const ckpti_type *type) { return type->kind == CKPTG_VARIANT || type->flags & CKPTG_T_HEADER; }

/* Encoded bytes of a pointer; of the word in front of a union's member that says which one it is. */
#define CKPTI_ENC_POINTER 12u
#define CKPTI_ENC_SELECTOR 4u

/* True for _Bool and the three chars: arrays of these are stored a byte an element. */
static inline bool ckpti_kind_is_byte(unsigned kind) { return kind >= CKPTG_BOOL && kind <= CKPTG_UCHAR; }
static inline bool ckpti_kind_is_char(unsigned kind) { return kind >= CKPTG_CHAR && kind <= CKPTG_UCHAR; }
static inline bool ckpti_kind_is_integer(unsigned kind)
{
    return (kind >= CKPTG_BOOL && kind <= CKPTG_UINT128) || kind == CKPTG_ENUM;
}
static inline bool ckpti_kind_is_real(unsigned kind)
{
    return (kind >= CKPTG_FLOAT && kind <= CKPTG_LDOUBLE) || kind == CKPTG_FLOAT128;
}
static inline bool ckpti_kind_is_complex(unsigned kind) { return kind >= CKPTG_CFLOAT && kind <= CKPTG_CLDOUBLE; }
static inline bool ckpti_kind_is_scalar(unsigned kind)
{
    return (kind >= CKPTG_BOOL && kind <= CKPTG_POINTER) || kind == CKPTG_FLOAT128;
}

/* Checked arithmetic: false on overflow, and *out is then undefined. */
static inline bool ckpti_add(uint64_t a, uint64_t b, uint64_t *out) { return !__builtin_add_overflow(a, b, out); }
static inline bool ckpti_mul(uint64_t a, uint64_t b, uint64_t *out) { return !__builtin_mul_overflow(a, b, out); }
static inline uint64_t ckpti_pad4(uint64_t n) { return (n + 3) & ~(uint64_t)3; }

/* Compute leaves, enc, depth and has_pointer of a type, and leaf and enc of its fields, from those of its elements.
 * Everything it contains by value must have been computed.
 * Returns false if a number does not fit in 2^60: no such type can exist. */
bool ckpti_type_measure(ckpti_type *type);

/* Encoded bytes of `count` values of a type as an array; false on overflow. */
bool ckpti_array_enc(const ckpti_type *elem, uint64_t count, uint64_t *out);

/* The member of a union in this program's memory that its tag selects.
 * tag      set to the tag's value
 * Returns  false if the tag is in no list; *member is 0 if it selects none */
bool ckpti_variant_selected(const ckpti_type *type, const void *memory, const ckpti_field **member, long long *tag);

/* The same of its encoding in an image: the member that is there, 0 if none is. */
const ckpti_field *ckpti_variant_encoded(const ckpti_type *type, const unsigned char *data);

/* The header that this program's structures of a family begin with; the type itself if it begins with none. */
const ckpti_type *ckpti_header_of(const ckpti_type *type);

/* What the block of `size` bytes is by its tag, and by that one's; 0 if a tag is in no list.
 * tag  set to the tag's value */
const ckpti_type *ckpti_header_selected(const ckpti_type *header, const void *start, uint64_t size, long long *tag);

/* Do the values of this type have all of its bytes, as they are? */
bool ckpti_is_all_values(const ckpti_type *type);

/* The flexible array member of a structure with CKPTG_T_FLEXIBLE, or 0. */
const ckpti_field *ckpti_type_flexible(const ckpti_type *type);

/* The integer type that an enum is compatible with, else the type itself. */
const ckpti_type *ckpti_type_integer(const ckpti_type *type);

#endif
