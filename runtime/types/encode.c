/* encode.c - values in memory to their encoding. See encode.h. */
#include "types/encode.h"
#include <string.h>
#include "types/real.h"
#include "xdr/xdr_bulk.h"

#define LITTLE (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__)

uint64_t ckpti_load_integer(const ckpti_type *type, const void *memory)
{
    const ckpti_type *t = ckpti_type_integer(type);
    bool is_signed = t->flags & CKPTG_T_SIGNED;
    uint8_t b;
    uint16_t h;
    uint32_t w;
    uint64_t x;
    switch (t->size) {
    case 1:
        memcpy(&b, memory, 1);
        if (t->kind == CKPTG_BOOL)
            return b != 0;
        return is_signed ? (uint64_t)(int64_t)(int8_t)b : b;
    case 2:
        memcpy(&h, memory, 2);
        return is_signed ? (uint64_t)(int64_t)(int16_t)h : h;
    case 4:
        memcpy(&w, memory, 4);
        return is_signed ? (uint64_t)(int64_t)(int32_t)w : w;
    default:
        memcpy(&x, memory, 8);
        return x;
    }
}

static void put_integer(const ckpti_type *type, uint64_t value, unsigned char *out)
{
    if (type->enc == 4)
        ckpt_xdr_put32(out, (uint32_t)value);
    else
        ckpt_xdr_put64(out, value);
}

static void encode_int128(const void *memory, unsigned char *out)
{
    uint64_t word[2];
    memcpy(word, memory, 16);
    ckpt_xdr_put64(out, word[LITTLE ? 1 : 0]);
    ckpt_xdr_put64(out + 8, word[LITTLE ? 0 : 1]);
}

void ckpti_encode_bits(const ckpti_field *f, const void *object, unsigned char *out)
{
    put_integer(f->type, f->native->get(object), out);
}

static void encode_struct(ckpti_encoder *e, const ckpti_type *type, const unsigned char *memory, unsigned char *out)
{
    for (uint32_t i = 0; i < type->nfields; i++) {
        const ckpti_field *f = &type->fields[i];
        if (f->bits)
            ckpti_encode_bits(f, memory, out + f->enc);
        else
            ckpti_encode(e, f->type, memory + f->offset, out + f->enc);
    }
}

/* The member in force behind its number; zeros where it is shorter than the longest. */
static void encode_variant(ckpti_encoder *e, const ckpti_type *type, const void *memory, unsigned char *out)
{
    const ckpti_field *f;
    long long tag;
    memset(out, 0, (size_t)type->enc);
    if (!ckpti_variant_selected(type, memory, &f, &tag) || !f) /* the walk has found all tags that are in no list */
        return;
    ckpt_xdr_put32(out, (uint32_t)(f - type->fields) + 1);
    ckpti_encode(e, f->type, memory, out + f->enc);
}

void ckpti_encode(ckpti_encoder *e, const ckpti_type *type, const void *memory, unsigned char *out)
{
    const unsigned char *m = memory;
    switch (type->kind) {
    case CKPTG_VOID: case CKPTG_FUNCTION: case CKPTG_STREAM: case CKPTG_OPAQUE:
        return;
    case CKPTG_POINTER:
        e->pointer(e, type, memory, out);
        return;
    case CKPTG_STRUCT:
        encode_struct(e, type, memory, out);
        return;
    case CKPTG_VARIANT:
        encode_variant(e, type, memory, out);
        return;
    case CKPTG_ARRAY:
        ckpti_encode_array(e, type->elem, type->count, memory, out);
        return;
    case CKPTG_INT128: case CKPTG_UINT128:
        encode_int128(memory, out);
        return;
    case CKPTG_FLOAT: case CKPTG_DOUBLE: case CKPTG_LDOUBLE: case CKPTG_FLOAT128:
        ckpti_real_encode(type->mant, memory, out);
        return;
    case CKPTG_CFLOAT: case CKPTG_CDOUBLE: case CKPTG_CLDOUBLE:
        ckpti_real_encode(type->mant, memory, out);
        ckpti_real_encode(type->mant, m + type->size / 2, out + type->enc / 2);
        return;
    default:
        if (ckpti_type_integer(type)->enc == 16)
            encode_int128(memory, out);
        else
            put_integer(type, ckpti_load_integer(type, memory), out);
    }
}

bool ckpti_encode_is_copy(const ckpti_type *type)
{
    if (ckpti_kind_is_char(type->kind))
        return true;
    if (LITTLE || type->enc != type->size)
        return false;
    return type->kind >= CKPTG_INT && type->kind <= CKPTG_ULLONG ? true : type->kind == CKPTG_FLOAT || type->kind == CKPTG_DOUBLE;
}

void ckpti_encode_array(ckpti_encoder *e, const ckpti_type *type, uint64_t count, const void *memory, unsigned char *out)
{
    const unsigned char *m = memory;
    size_t n = (size_t)count;
    const ckpti_type *t = ckpti_type_integer(type);
    if (ckpti_kind_is_byte(t->kind) && type == t) {
        if (t->kind == CKPTG_BOOL)
            for (size_t i = 0; i < n; i++)
                out[i] = m[i] != 0;
        else
            memcpy(out, m, n);
        memset(out + n, 0, (size_t)(ckpti_pad4(n) - n));
    } else if (t->enc == 4 && t->size == 4 && ckpti_kind_is_scalar(t->kind) && t->kind != CKPTG_POINTER) {
        ckpt_xdr_copy32(out, m, n);
    } else if (t->enc == 8 && t->size == 8 && (ckpti_kind_is_integer(t->kind) || ckpti_kind_is_real(t->kind))) {
        ckpt_xdr_copy64(out, m, n);
    } else if (t->kind == CKPTG_CFLOAT) {
        ckpt_xdr_copy32(out, m, 2 * n);
    } else if (t->kind == CKPTG_CDOUBLE) {
        ckpt_xdr_copy64(out, m, 2 * n);
    } else {
        for (size_t i = 0; i < n; i++)
            ckpti_encode(e, type, m + i * type->size, out + i * type->enc);
    }
}
