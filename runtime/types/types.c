/* types.c - measures of types: leaves, encoded size.
 * See types.h. Pure arithmetic, all of it checked: the counts may come from a hostile image. */
#include "types/types.h"

/* No type or object is larger than this: sums of a few of them cannot overflow. */
#define LIMIT ((uint64_t)1 << 60)

static bool within(uint64_t a, uint64_t b, uint64_t *sum) { return ckpti_add(a, b, sum) && *sum <= LIMIT; }

bool ckpti_array_enc(const ckpti_type *elem, uint64_t count, uint64_t *out)
{
    uint64_t n;
    if (ckpti_kind_is_byte(elem->kind)) {
        if (count > LIMIT)
            return false;
        *out = ckpti_pad4(count);
        return true;
    }
    if (!ckpti_mul(elem->enc, count, &n) || n > LIMIT)
        return false;
    *out = n;
    return true;
}

const ckpti_type *ckpti_type_integer(const ckpti_type *type)
{
    return type->kind == CKPTG_ENUM && type->elem ? type->elem : type;
}

const ckpti_field *ckpti_type_flexible(const ckpti_type *type)
{
    if (type->kind != CKPTG_STRUCT || !(type->flags & CKPTG_T_FLEXIBLE) || !type->nfields)
        return 0;
    const ckpti_field *last = &type->fields[type->nfields - 1];
    return last->type->kind == CKPTG_ARRAY && last->type->elem && last->type->count <= 1 ? last : 0;
}

static uint64_t real_enc(unsigned mant)
{
    return mant == 24 ? 4 : mant == 53 ? 8 : 16;
}

static uint64_t scalar_enc(const ckpti_type *type)
{
    switch (type->kind) {
    case CKPTG_LONG: case CKPTG_ULONG: case CKPTG_LLONG: case CKPTG_ULLONG:
        return type->size == 8 ? 8 : 4;
    case CKPTG_INT128: case CKPTG_UINT128: return 16;
    case CKPTG_FLOAT: return 4;
    case CKPTG_DOUBLE: return 8;
    case CKPTG_FLOAT128: return 16;
    case CKPTG_LDOUBLE: return real_enc(type->mant);
    case CKPTG_CFLOAT: return 8;
    case CKPTG_CDOUBLE: return 16;
    case CKPTG_CLDOUBLE: return 2 * real_enc(type->mant);
    case CKPTG_ENUM: return type->elem ? type->elem->enc : 4;
    case CKPTG_POINTER: return CKPTI_ENC_POINTER;
    default: return 4;
    }
}

static bool measure_struct(ckpti_type *type)
{
    uint64_t leaves = 0, enc = 0;
    bool pointer = false, variant = false, opaque = false, bytes = type->flags & CKPTG_T_BYTES;
    for (uint32_t i = 0; i < type->nfields; i++) {
        ckpti_field *f = &type->fields[i];
        f->leaf = leaves;
        f->enc = enc;
        if (!within(leaves, f->type->leaves, &leaves) || !within(enc, f->type->enc, &enc))
            return false;
        pointer |= f->type->has_pointer;
        variant |= f->type->has_variant;
        opaque |= f->type->has_opaque;
        bytes |= f->type->has_bytes;
    }
    type->leaves = leaves;
    type->enc = enc;
    type->has_pointer = pointer;
    type->has_variant = variant;
    type->has_opaque = opaque;
    type->has_bytes = bytes;
    return true;
}

/* All members have leaves of their own, but one place: that of the longest. */
static bool measure_variant(ckpti_type *type)
{
    uint64_t leaves = 0, longest = 0;
    type->has_pointer = type->has_opaque = type->has_bytes = false;
    for (uint32_t i = 0; i < type->nfields; i++) {
        ckpti_field *f = &type->fields[i];
        f->leaf = leaves;
        f->enc = CKPTI_ENC_SELECTOR;
        if (!within(leaves, f->type->leaves, &leaves))
            return false;
        longest = f->type->enc > longest ? f->type->enc : longest;
        type->has_pointer |= f->type->has_pointer;
        type->has_opaque |= f->type->has_opaque;
        type->has_bytes |= f->type->has_bytes;
    }
    type->leaves = leaves;
    type->enc = CKPTI_ENC_SELECTOR + longest;
    type->has_variant = true;
    return type->enc <= LIMIT;
}

static uint32_t depth_of(const ckpti_type *type)
{
    uint32_t depth = type->kind == CKPTG_ARRAY || (type->kind == CKPTG_ENUM && type->elem) ? type->elem->depth + 1 : 0;
    for (uint32_t i = 0; i < type->nfields; i++)
        if (type->fields[i].type->depth >= depth)
            depth = type->fields[i].type->depth + 1;
    return depth;
}

bool ckpti_type_measure(ckpti_type *type)
{
    type->depth = depth_of(type);
    if (type->kind == CKPTG_STRUCT)
        return measure_struct(type);
    if (type->kind == CKPTG_VARIANT)
        return measure_variant(type);
    if (type->kind == CKPTG_ARRAY) {
        if (!ckpti_mul(type->elem->leaves, type->count, &type->leaves) || type->leaves > LIMIT ||
            !ckpti_array_enc(type->elem, type->count, &type->enc))
            return false;
        type->has_pointer = type->elem->has_pointer;
        type->has_variant = type->elem->has_variant;
        type->has_opaque = type->elem->has_opaque;
        type->has_bytes = type->elem->has_bytes;
        return true;
    }
    bool scalar = ckpti_kind_is_scalar(type->kind);
    type->leaves = scalar;
    type->enc = scalar ? scalar_enc(type) : 0;
    type->has_pointer = type->kind == CKPTG_POINTER;
    type->has_opaque = type->kind == CKPTG_OPAQUE;
    return true;
}

bool ckpti_is_all_values(const ckpti_type *t)
{
    uint64_t end = 0;
    if (t->kind == CKPTG_ARRAY)
        return ckpti_is_all_values(t->elem);
    if (t->kind != CKPTG_STRUCT)
        return ckpti_kind_is_integer(t->kind) && t->kind != CKPTG_BOOL;
    for (uint32_t i = 0; i < t->nfields; i++) {
        const ckpti_field *f = &t->fields[i];
        if (f->bits || f->offset != end || !ckpti_is_all_values(f->type))
            return false;
        end += f->type->size;
    }
    return end == t->size;
}
