/* decode.c - values from an image into memory. See decode.h. */
#include "types/decode.h"
#include <string.h>
#include "types/real.h"
#include "xdr/xdr_bulk.h"

#define LITTLE (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__)

/* An integer of 128 bits, and whether its sign bit is one. */
typedef struct integer {
    uint64_t high, low;
    bool is_signed;
} integer;

static bool bad(ckpti_decoder *d, const ckpti_pair *p, const unsigned char *data)
{
    d->bad = data;
    d->bad_type = p->to;
    d->bad_bits = 0;
    return false;
}

static integer fetch(const ckpti_type *type, const unsigned char *data, bool packed)
{
    const ckpti_type *t = ckpti_type_integer(type);
    integer v = {0, 0, t->flags & CKPTG_T_SIGNED};
    if (packed)
        v.low = v.is_signed ? (uint64_t)(int64_t)(signed char)*data : *data;
    else if (t->enc == 4)
        v.low = v.is_signed ? (uint64_t)(int64_t)(int32_t)ckpt_xdr_get32(data) : ckpt_xdr_get32(data);
    else if (t->enc == 8)
        v.low = ckpt_xdr_get64(data);
    else {
        v.high = ckpt_xdr_get64(data);
        v.low = ckpt_xdr_get64(data + 8);
        return v;
    }
    v.high = v.is_signed && (int64_t)v.low < 0 ? ~(uint64_t)0 : 0;
    return v;
}

/* Does the value fit in `bits` bits? */
static bool fits(integer v, unsigned bits, bool is_signed)
{
    bool negative = v.is_signed && (int64_t)v.high < 0;
    if (negative && !is_signed)
        return false;
    if (bits == 128)
        return negative || !is_signed || (int64_t)v.high >= 0;
    unsigned room = is_signed ? bits - 1 : bits;         /* value bits */
    uint64_t high = negative ? ~v.high : v.high, low = negative ? ~v.low : v.low;
    if (high)
        return false;
    return room >= 64 || !(low >> room);
}

static void store(unsigned size, integer v, void *memory)
{
    uint8_t b = (uint8_t)v.low;
    uint16_t h = (uint16_t)v.low;
    uint32_t w = (uint32_t)v.low;
    uint64_t both[2] = {LITTLE ? v.low : v.high, LITTLE ? v.high : v.low};
    switch (size) {
    case 1: memcpy(memory, &b, 1); return;
    case 2: memcpy(memory, &h, 2); return;
    case 4: memcpy(memory, &w, 4); return;
    case 8: memcpy(memory, &v.low, 8); return;
    default: memcpy(memory, both, 16);
    }
}

/* Integers of this kind may be declared as long, or by a name that stands for int on one machine and for long on another (size_t). */
static bool may_be_long(const ckpti_type *t, uint32_t bytes) { return t->kind >= CKPTG_INT && t->kind <= CKPTG_ULONG && t->size == bytes; }

/* The greatest number of so many bits, or the least if the value is negative. */
static integer extreme(unsigned bits, bool is_signed, bool negative)
{
    integer v = {negative ? ~(uint64_t)0 : 0, is_signed ? ((uint64_t)1 << (bits - 1)) - 1 : ~(uint64_t)0 >> (64 - bits), is_signed};
    v.low = negative ? ~v.low : v.low;
    return v;
}

/* Is it the extreme of a type whose width is another one here? It becomes what it is here if that is said, or d->bad_extreme is set. */
static bool take_extreme(ckpti_decoder *d, const ckpti_type *from, const ckpti_type *to, integer *v)
{
    if (!may_be_long(from, d->long_bytes) || !may_be_long(to, sizeof(long)))
        return true;
    bool negative = v->is_signed && (int64_t)v->high < 0;
    integer most = extreme(8 * (unsigned)from->size, v->is_signed, negative);
    if (v->high != most.high || v->low != most.low)
        return true;
    d->bad_extreme = d->extremes == CKPTI_EXTREMES_REFUSED;
    if (d->extremes == CKPTI_EXTREMES_MARKS)
        *v = extreme(8 * (unsigned)to->size, to->flags & CKPTG_T_SIGNED, negative);
    return !d->bad_extreme;
}

static bool decode_integer(ckpti_decoder *d, const ckpti_pair *p, const unsigned char *data, bool packed, void *memory)
{
    const ckpti_type *to = ckpti_type_integer(p->to);
    integer v = fetch(p->from, data, packed);
    if (d->long_bytes && !take_extreme(d, ckpti_type_integer(p->from), to, &v))
        return bad(d, p, data);
    /* Plain chars are characters: the same bits, whatever their sign. */
    bool character = p->from->kind == CKPTG_CHAR && to->kind == CKPTG_CHAR && (packed || v.low + 128 < 384);
    if (to->kind == CKPTG_BOOL ? v.high || v.low > 1 : !character && !fits(v, 8 * (unsigned)to->size, to->flags & CKPTG_T_SIGNED))
        return bad(d, p, data);
    store((unsigned)to->size, v, memory);
    return true;
}

/* Is that what the bit-field has now? Whether an int's has a sign is the compiler's choice (-funsigned-bitfields): the field itself tells. Those of plain
 * char are characters, the same bits whatever their sign. */
static bool has_bits(const ckpti_field *field, const ckpti_type *from, integer v, const void *object)
{
    const ckpti_type *t = ckpti_type_integer(field->type);
    uint64_t is = field->native->get(object), half = (uint64_t)1 << (field->bits - 1);
    bool negative = (int64_t)is < 0 && (field->bits < 64 || t->flags & CKPTG_T_SIGNED);
    if (from->kind == CKPTG_CHAR && field->type->kind == CKPTG_CHAR && v.low + half < 3 * half)
        return !((is ^ v.low) & (2 * half - 1));
    return is == v.low && v.high == (negative ? ~(uint64_t)0 : 0);
}

static bool decode_bits(ckpti_decoder *d, const struct ckpti_pair_field *pf, const ckpti_field *to, const unsigned char *data, void *object)
{
    integer v = fetch(pf->from->type, data, false);
    to->native->set(object, v.low);
    if (has_bits(to, pf->from->type, v, object))
        return true;
    bad(d, pf->pair, data);
    d->bad_bits = to->bits;
    return false;
}

static bool decode_real(ckpti_decoder *d, const ckpti_pair *p, const unsigned char *data, void *memory, unsigned size)
{
    ckpti_real r;
    if (p->from->mant == CKPTI_DOUBLEDOUBLE && p->to->mant == CKPTI_DOUBLEDOUBLE) { /* one number is several pairs of doubles: the same pair */
        uint64_t two[2] = {ckpt_xdr_get64(data), ckpt_xdr_get64(data + 8)};
        memcpy(memory, two, 16);
        return true;
    }
    return (ckpti_real_from_image(p->from->mant, data, &r) && ckpti_real_store(p->to->mant, &r, memory, size)) || bad(d, p, data);
}

/* A field that is new here. */
static void begin(const ckpti_field *t, const void *value, unsigned char *object)
{
    if (t->bits)
        t->native->set(object, value ? *(const unsigned long long *)value : 0);
    else if (value)
        memcpy(object + t->offset, value, (size_t)t->type->size);
    else
        memset(object + t->offset, 0, (size_t)t->type->size);
}

static bool decode_struct(ckpti_decoder *d, const ckpti_pair *p, const unsigned char *data, unsigned char *memory)
{
    for (uint32_t i = 0; i < p->to->nfields; i++) {
        const ckpti_field *t = &p->to->fields[i];
        const struct ckpti_pair_field *pf = &p->fields[i];
        bool ok = true;
        if (!pf->from) {
            begin(t, pf->added ? pf->added->value : 0, memory);
        } else if (t->bits) {
            ok = decode_bits(d, pf, t, data + pf->from->enc, memory);
        } else {
            ok = ckpti_decode(d, pf->pair, data + pf->from->enc, memory + t->offset);
        }
        if (!ok)
            return false;
    }
    return true;
}

/* What the member in force does not cover becomes zero. */
static bool decode_variant(ckpti_decoder *d, const ckpti_pair *p, const unsigned char *data, unsigned char *memory)
{
    const ckpti_field *f = ckpti_variant_encoded(p->from, data);
    memset(memory, 0, (size_t)p->to->size);
    return !f || ckpti_decode(d, p->fields[p->back[f - p->from->fields]].pair, data + f->enc, memory);
}

/* Bit k of the set is bit k % width of word k / width, on both sides. */
static bool decode_bit_set(const ckpti_pair *p, const unsigned char *data, unsigned char *memory)
{
    const ckpti_type *from = p->from->elem, *to = p->to->elem;
    unsigned each = 8 * (unsigned)from->size, here = 8 * (unsigned)to->size;
    integer word = {0, 0, false};
    for (uint64_t k = 0; k < p->from->count * each; k++) {
        uint64_t bit = fetch(from, data + k / each * from->enc, false).low >> k % each & 1;
        word.low |= bit << k % here;
        if (k % here == here - 1) {
            store((unsigned)to->size, word, memory + k / here * to->size);
            word.low = 0;
        }
    }
    return true;
}

/* An array that is longer here ends in zeros; of one that is shorter nothing may get lost. */
static bool decode_resized(ckpti_decoder *d, const ckpti_pair *p, const unsigned char *data, unsigned char *memory)
{
    uint64_t n = ckpti_common_count(p), each = ckpti_kind_is_byte(p->from->elem->kind) ? 1 : p->from->elem->enc;
    for (uint64_t i = n * each; i < p->from->count * each; i++)
        if (data[i])
            return bad(d, p, data + i / each * each);
    memset(memory + n * p->to->elem->size, 0, (size_t)((p->to->count - n) * p->to->elem->size));
    return ckpti_decode_array(d, p->elem, n, data, memory);
}

bool ckpti_decode(ckpti_decoder *d, const ckpti_pair *p, const unsigned char *data, void *memory)
{
    unsigned kind = p->to->kind;
    if (kind == CKPTG_STRUCT)
        return decode_struct(d, p, data, memory);
    if (kind == CKPTG_VARIANT)
        return decode_variant(d, p, data, memory);
    if (p->bit_set)
        return decode_bit_set(p, data, memory);
    if (kind == CKPTG_ARRAY && p->from->count != p->to->count)
        return decode_resized(d, p, data, memory);
    if (kind == CKPTG_ARRAY)
        return ckpti_decode_array(d, p->elem, p->to->count, data, memory);
    if (kind == CKPTG_POINTER)
        return d->pointer(d, p, data, memory);
    if (ckpti_kind_is_integer(kind))
        return decode_integer(d, p, data, false, memory);
    if (ckpti_kind_is_real(kind))
        return decode_real(d, p, data, memory, (unsigned)p->to->size);
    if (ckpti_kind_is_complex(kind)) {
        unsigned half = (unsigned)(p->to->size / 2);
        return decode_real(d, p, data, memory, half) &&
               decode_real(d, p, data + p->from->enc / 2, (unsigned char *)memory + half, half);
    }
    return true; /* nothing to decode */
}

static bool is_zero(const unsigned char *p, size_t n)
{
    return !*p && (n == 1 || !memcmp(p, p + 1, n - 1));
}

static void copy_bytes(void *out, const void *in, size_t count) { memcpy(out, in, count); }

/* Zeros are not written over zeros: of a large array that the program uses a part of, the rest takes no memory. width: bytes of an element. */
static void convert(void (*copy)(void *out, const void *in, size_t count), unsigned width, void *memory, const unsigned char *data, size_t n)
{
    enum { PIECE = 4096, SMALL = 64 };
    unsigned char *to = memory;
    size_t size = n * width, from = 0, piece;
    for (size_t at = 0; at < size && size >= SMALL; at += piece) {
        piece = size - at < PIECE ? size - at : PIECE;
        if (is_zero(data + at, piece) && is_zero(to + at, piece)) {
            copy(to + from, data + from, (at - from) / width);
            from = at + piece;
        }
    }
    copy(to + from, data + from, (size - from) / width);
}

/* Arrays whose elements need no check; false if this is not one. */
static bool decode_bulk(const ckpti_pair *p, size_t n, const unsigned char *data, void *memory)
{
    const ckpti_type *from = ckpti_type_integer(p->from), *to = ckpti_type_integer(p->to);
    bool integers = ckpti_kind_is_integer(from->kind) && ckpti_kind_is_integer(to->kind) &&
                    !((from->flags ^ to->flags) & CKPTG_T_SIGNED);
    bool reals = (ckpti_kind_is_real(from->kind) || ckpti_kind_is_complex(from->kind)) && from->kind == to->kind && from->mant == to->mant;
    if (ckpti_kind_is_char(p->from->kind) && ckpti_kind_is_char(p->to->kind) &&
        (integers || (from->kind == CKPTG_CHAR && to->kind == CKPTG_CHAR)))
        convert(copy_bytes, 1, memory, data, n);
    else if (integers && from->enc == 4 && from->size == 4 && to->size == 4)
        convert(ckpt_xdr_copy32, 4, memory, data, n);
    else if (integers && from->enc == 8 && to->size == 8)
        convert(ckpt_xdr_copy64, 8, memory, data, n);
    else if (reals && from->mant == CKPTI_BINARY32)
        convert(ckpt_xdr_copy32, 4, memory, data, from->enc == 8 ? 2 * n : n);
    else if (reals && from->mant == CKPTI_BINARY64 && to->size == from->enc)
        convert(ckpt_xdr_copy64, 8, memory, data, from->enc == 16 ? 2 * n : n);
    else
        return false;
    return true;
}

bool ckpti_decode_array(ckpti_decoder *d, const ckpti_pair *p, uint64_t count, const unsigned char *data, void *memory)
{
    size_t n = (size_t)count, i;
    if (!p->from->enc && !p->to->leaves) /* no values: the image has no bound on how many there are */
        return true;
    while (p->from->kind == CKPTG_ARRAY && p->to->kind == CKPTG_ARRAY && !p->bit_set && p->from->count == p->to->count &&
           !ckpti_kind_is_byte(p->from->elem->kind) && p->from->enc == p->from->count * p->elem->from->enc) { /* rows of a matrix at once; of bytes each is padded */
        n *= (size_t)p->to->count;
        p = p->elem;
    }
    if (decode_bulk(p, n, data, memory))
        return true;
    if (ckpti_kind_is_byte(p->from->kind)) {
        for (i = 0; i < n; i++)
            if (!decode_integer(d, p, data + i, true, (unsigned char *)memory + i * p->to->size))
                return false;
        return true;
    }
    for (i = 0; i < n; i++)
        if (!ckpti_decode(d, p, data + i * p->from->enc, (unsigned char *)memory + i * p->to->size))
            return false;
    return true;
}

/* ---- tags ---- */

static bool agree_variant(const ckpti_pair *p, const unsigned char *data, const unsigned char *memory, const ckpti_pair **differ)
{
    const ckpti_field *from = ckpti_variant_encoded(p->from, data), *to;
    long long tag;
    const ckpti_field *same = from ? &p->to->fields[p->back[from - p->from->fields]] : 0;
    if (!ckpti_variant_selected(p->to, memory, &to, &tag) || to != same) {
        *differ = p;
        return false;
    }
    return !from || ckpti_variants_agree(p->fields[to - p->to->fields].pair, 1, data + from->enc, memory, differ);
}

bool ckpti_variants_agree(const ckpti_pair *p, uint64_t count, const unsigned char *data, const void *memory, const ckpti_pair **differ)
{
    const unsigned char *m = memory;
    if (!p->to->has_variant || !p->from->enc) /* none in it: an array of no elements */
        return true;
    for (uint64_t k = 0; k < count; k++, data += p->from->enc, m += p->to->size) {
        bool ok = true;
        if (p->to->kind == CKPTG_VARIANT)
            ok = agree_variant(p, data, m, differ);
        else if (p->to->kind == CKPTG_ARRAY)
            ok = ckpti_variants_agree(p->elem, ckpti_common_count(p), data, m, differ);
        else
            for (uint32_t i = 0; i < p->to->nfields && ok; i++)
                ok = !p->fields[i].from || ckpti_variants_agree(p->fields[i].pair, 1, data + p->fields[i].from->enc, m + p->to->fields[i].offset, differ);
        if (!ok)
            return false;
    }
    return true;
}
