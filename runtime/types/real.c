/* real.c - floating-point formats as bits. See real.h. No __int128: 32-bit targets have none. */
#include "types/real.h"
#include <string.h>
#include "xdr/xdr_bulk.h"

typedef struct { uint64_t high, low; } wide;

static wide left(wide v, unsigned n)
{
    if (n >= 128)
        return (wide){0, 0};
    if (n >= 64)
        return (wide){v.low << (n - 64), 0};
    if (!n)
        return v;
    return (wide){v.high << n | v.low >> (64 - n), v.low << n};
}

static wide right(wide v, unsigned n)
{
    if (n >= 128)
        return (wide){0, 0};
    if (n >= 64)
        return (wide){0, v.high >> (n - 64)};
    if (!n)
        return v;
    return (wide){v.high >> n, v.low >> n | v.high << (64 - n)};
}

static bool zero(wide v) { return !(v.high | v.low); }
static bool equal(wide a, wide b) { return a.high == b.high && a.low == b.low; }

static unsigned leading(wide v)
{
    return v.high ? (unsigned)__builtin_clzll(v.high) : 64 + (unsigned)__builtin_clzll(v.low);
}

/* Exponent bits and stored fraction bits of the IEEE formats (x87: its fraction without the explicit bit). */
static unsigned exponent_bits(int format) { return format == CKPTI_BINARY32 ? 8 : format == CKPTI_BINARY64 ? 11 : 15; }

static void set_finite(ckpti_real *out, wide m, int exponent)
{
    unsigned n = leading(m);
    m = left(m, n);
    out->kind = CKPTI_R_FINITE;
    out->high = m.high;
    out->low = m.low;
    out->exponent = exponent - (int)n;
}

static bool unpack_x87(wide v, ckpti_real *out)
{
    unsigned biased = v.high & 0x7fff;
    uint64_t m = v.low;
    out->negative = v.high >> 15 & 1;
    if (biased == 0x7fff) {
        if (!(m >> 63))
            return false;
        out->kind = m << 1 ? CKPTI_R_NAN : CKPTI_R_INFINITE;
        out->high = m << 1;
        out->low = 0;
        return true;
    }
    if (!m && !biased) {
        out->kind = CKPTI_R_ZERO;
        return true;
    }
    if (biased && !(m >> 63))
        return false;
    set_finite(out, (wide){0, m}, (int)(biased ? biased : 1) - 16383 - 63);
    return true;
}

static bool unpack_doubledouble(wide v, ckpti_real *out)
{
    ckpti_real a, b;
    ckpti_real_unpack(CKPTI_BINARY64, 0, v.high, &a);
    ckpti_real_unpack(CKPTI_BINARY64, 0, v.low, &b);
    *out = a;
    if (a.kind == CKPTI_R_INFINITE || a.kind == CKPTI_R_NAN)
        return true;
    if (b.kind == CKPTI_R_INFINITE || b.kind == CKPTI_R_NAN)
        return false;
    if (b.kind == CKPTI_R_ZERO)
        return true;
    if (a.kind == CKPTI_R_ZERO) {
        *out = b;
        return true;
    }
    if (a.exponent < b.exponent) {
        ckpti_real t = a;
        a = b;
        b = t;
    }
    /* Room for a carry: work one bit lower, then align the smaller one. */
    wide x = right((wide){a.high, a.low}, 1), y = {b.high, b.low};
    unsigned shift = (unsigned)(a.exponent - b.exponent) + 1;
    wide moved = right(y, shift);
    if (shift >= 128 || !equal(left(moved, shift), y))
        return false;
    if (a.negative == b.negative) {
        x.low += moved.low;
        x.high += moved.high + (x.low < moved.low);
    } else {
        bool swap = moved.high > x.high || (moved.high == x.high && moved.low > x.low);
        wide big = swap ? moved : x, small = swap ? x : moved;
        x.high = big.high - small.high - (big.low < small.low);
        x.low = big.low - small.low;
        out->negative = swap ? b.negative : a.negative;
    }
    if (zero(x)) {
        out->kind = CKPTI_R_ZERO;
        out->negative = false;
        return true;
    }
    set_finite(out, x, a.exponent + 1);
    return true;
}

bool ckpti_real_unpack(int format, uint64_t high, uint64_t low, ckpti_real *out)
{
    wide v = {high, low};
    *out = (ckpti_real){0};
    if (format == CKPTI_DOUBLEDOUBLE)
        return unpack_doubledouble(v, out);
    if (format == CKPTI_X87)
        return unpack_x87(v, out);
    unsigned fraction = (unsigned)format - 1, ebits = exponent_bits(format);
    unsigned mask = (1u << ebits) - 1, biased = (unsigned)right(v, fraction).low & mask;
    wide f = right(left(v, 128 - fraction), 128 - fraction);
    int bias = (int)(mask >> 1);
    out->negative = right(v, fraction + ebits).low & 1;
    if (biased == mask) {
        out->kind = zero(f) ? CKPTI_R_INFINITE : CKPTI_R_NAN;
        f = left(f, 128 - fraction);
        out->high = f.high;
        out->low = f.low;
    } else if (!biased && zero(f)) {
        out->kind = CKPTI_R_ZERO;
    } else {
        if (biased) {
            wide one = left((wide){0, 1}, fraction);
            f.high |= one.high;
            f.low |= one.low;
        }
        set_finite(out, f, (int)(biased ? biased : 1) - bias - (int)fraction);
    }
    return true;
}

/* Shift a mantissa right; false if bits are lost. */
static bool shift_exact(wide v, unsigned n, wide *out)
{
    *out = right(v, n);
    return n >= 128 ? zero(v) : equal(left(*out, n), v);
}

static bool pack_x87(const ckpti_real *r, wide *out)
{
    wide m = {r->high, r->low};
    unsigned biased = 0x7fff;
    if (r->kind == CKPTI_R_NAN) {
        if (!shift_exact(m, 65, &m))
            return false;
        m.low |= (uint64_t)1 << 63;
    } else if (r->kind == CKPTI_R_INFINITE) {
        m = (wide){0, (uint64_t)1 << 63};
    } else if (r->kind == CKPTI_R_ZERO) {
        biased = 0;
        m = (wide){0, 0};
    } else {
        int e = r->exponent + 127 + 16383;
        if (e >= 0x7fff)
            return false;
        if (!shift_exact(m, e > 0 ? 64 : 64 + (unsigned)(1 - e), &m))
            return false;
        biased = e > 0 ? (unsigned)e : 0;
    }
    *out = (wide){(uint64_t)r->negative << 15 | biased, m.low};
    return true;
}

static bool pack_ieee(int format, const ckpti_real *r, wide *out)
{
    unsigned fraction = (unsigned)format - 1, ebits = exponent_bits(format);
    unsigned mask = (1u << ebits) - 1, biased = mask;
    int bias = (int)(mask >> 1);
    wide m = {r->high, r->low};
    if (r->kind == CKPTI_R_NAN) {
        if (!shift_exact(m, 128 - fraction, &m))
            return false;
    } else if (r->kind == CKPTI_R_INFINITE || r->kind == CKPTI_R_ZERO) {
        m = (wide){0, 0};
        biased = r->kind == CKPTI_R_ZERO ? 0 : mask;
    } else {
        int e = r->exponent + 127 + bias;
        if (e >= (int)mask)
            return false;
        unsigned shift = 127 - fraction;
        if (!shift_exact(m, e > 0 ? shift : shift + (unsigned)(1 - e), &m))
            return false;
        biased = e > 0 ? (unsigned)e : 0;
        m = right(left(m, 128 - fraction), 128 - fraction);
    }
    wide top = left((wide){0, biased | (unsigned)r->negative << ebits}, fraction);
    *out = (wide){m.high | top.high, m.low | top.low};
    return true;
}

/* The double next to a value (ties to even), then what is left must be a double too. */
static bool pack_doubledouble(const ckpti_real *r, wide *out)
{
    if (r->kind != CKPTI_R_FINITE) {
        wide v;
        if (!pack_ieee(CKPTI_BINARY64, r, &v))
            return false;
        *out = (wide){v.low, 0};
        return true;
    }
    wide m = {r->high, r->low}, v;
    ckpti_real hi = *r, lo = *r;
    uint64_t kept = m.high & ~(uint64_t)0x7ff;
    uint64_t rest = m.high & 0x7ff;
    int e = r->exponent + 127;
    if (e < -1022) { /* all of it must be in the first one */
        if (!pack_ieee(CKPTI_BINARY64, r, &v))
            return false;
        *out = (wide){v.low, 0};
        return true;
    }
    bool up = rest > 0x400 || (rest == 0x400 && (m.low || (kept & 0x800)));
    hi.low = 0;
    hi.high = kept;
    wide left_over = {rest, m.low};
    if (up) {
        hi.high += 0x800;
        if (!hi.high) {
            hi.high = (uint64_t)1 << 63;
            hi.exponent++;
        }
        left_over = (wide){0x800 - rest - (m.low != 0), 0 - m.low};
        lo.negative = !r->negative;
    }
    wide second = {0, 0};
    if (!zero(left_over)) {
        set_finite(&lo, left_over, r->exponent);
        if (!pack_ieee(CKPTI_BINARY64, &lo, &second))
            return false;
    }
    if (!pack_ieee(CKPTI_BINARY64, &hi, &v))
        return false;
    *out = (wide){v.low, second.low};
    return true;
}

bool ckpti_real_pack(int format, const ckpti_real *value, uint64_t *high, uint64_t *low)
{
    wide v;
    const bool fits = format == CKPTI_DOUBLEDOUBLE ? pack_doubledouble(value, &v)
              : format == CKPTI_X87          ? pack_x87(value, &v)
                                             : pack_ieee(format, value, &v);
    if (fits) {
        *high = v.high;
        *low = v.low;
    }
    return fits;
}

bool ckpti_real_from_image(int format, const unsigned char *data, ckpti_real *out)
{
    switch (format) {
    case CKPTI_BINARY32: return ckpti_real_unpack(format, 0, ckpt_xdr_get32(data), out);
    case CKPTI_BINARY64: return ckpti_real_unpack(format, 0, ckpt_xdr_get64(data), out);
    case CKPTI_DOUBLEDOUBLE: return ckpti_real_unpack(format, ckpt_xdr_get64(data), ckpt_xdr_get64(data + 8), out);
    default: return ckpti_real_unpack(CKPTI_BINARY128, ckpt_xdr_get64(data), ckpt_xdr_get64(data + 8), out);
    }
}

#define LITTLE (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__)

void ckpti_real_encode(int format, const void *memory, unsigned char *out)
{
    uint64_t word[2];
    uint32_t half;
    ckpti_real r;
    switch (format) {
    case CKPTI_BINARY32:
        memcpy(&half, memory, 4);
        ckpt_xdr_put32(out, half);
        return;
    case CKPTI_BINARY64:
        memcpy(word, memory, 8);
        ckpt_xdr_put64(out, word[0]);
        return;
    case CKPTI_X87:
        word[1] = 0;
        memcpy(word, memory, 10); /* little-endian machines only */
        if (!unpack_x87((wide){word[1], word[0]}, &r)) /* what the FPU makes of it */
            r = (ckpti_real){.kind = CKPTI_R_NAN, .negative = true, .high = (uint64_t)1 << 63};
        ckpti_real_pack(CKPTI_BINARY128, &r, &word[0], &word[1]);
        break;
    default:
        memcpy(word, memory, 16);
        if (LITTLE && format == CKPTI_BINARY128) {
            uint64_t t = word[0];
            word[0] = word[1];
            word[1] = t;
        }
    }
    ckpt_xdr_put64(out, word[0]);
    ckpt_xdr_put64(out + 8, word[1]);
}

bool ckpti_real_store(int format, const ckpti_real *value, void *memory, unsigned size)
{
    uint64_t high, low, word[2];
    if (!ckpti_real_pack(format, value, &high, &low))
        return false;
    memset(memory, 0, size);
    switch (format) {
    case CKPTI_BINARY32: {
        uint32_t half = (uint32_t)low;
        memcpy(memory, &half, 4);
        return true;
    }
    case CKPTI_BINARY64:
        memcpy(memory, &low, 8);
        return true;
    case CKPTI_X87:
        word[0] = low;
        word[1] = high;
        memcpy(memory, word, 10);
        return true;
    default:
        word[0] = LITTLE && format == CKPTI_BINARY128 ? low : high;
        word[1] = LITTLE && format == CKPTI_BINARY128 ? high : low;
        memcpy(memory, word, 16);
        return true;
    }
}
