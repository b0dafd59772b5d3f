/* basics.c - see basics.h */
#include <float.h>
#include <string.h>
#include <wchar.h>
#include "mpi.h"
#include "mpi/handles/basics.h"
#include "types/real.h"

_Static_assert(sizeof(wchar_t) == sizeof(unsigned), "MPI_WCHAR");

static const struct basic {
    const char *name;
    enum ckptm_class class;
    size_t size, align;
} basics[CKPTM_BASICS] = {
#define CKPTM_BASIC(number, NAME, CLASS, T) [number] = { "MPI_" #NAME, CLASS, sizeof(T), _Alignof(T) },
#define CKPTM_PAIR(number, NAME, value, T)
#include "mpi/basics.def"
#undef CKPTM_BASIC
#undef CKPTM_PAIR
};

#define CKPTM_BASIC(number, NAME, CLASS, T)
#define CKPTM_PAIR(number, NAME, value, T) struct pair_##number { T v; int i; };
#include "mpi/basics.def"
#undef CKPTM_PAIR

static const struct pair {
    const char *name;
    int value;
    size_t size, align, offset;
} pairs[CKPTM_BASICS] = {
#define CKPTM_PAIR(number, NAME, value, T)                                                                      \
    [number] = { "MPI_" #NAME, value, sizeof(struct pair_##number), _Alignof(struct pair_##number), offsetof(struct pair_##number, i) },
#include "mpi/basics.def"
#undef CKPTM_BASIC
#undef CKPTM_PAIR
};

static const struct basic *find(int type)
{
    return type > 0 && type < CKPTM_BASICS && basics[type].name ? &basics[type] : 0;
}

size_t ckptm_basic_size(int type) { return find(type) ? basics[type].size : 0; }
size_t ckptm_basic_align(int type) { return find(type) ? basics[type].align : 0; }

const char *ckptm_basic_name(int type)
{
    if (type == MPI_LB || type == MPI_UB)
        return type == MPI_LB ? "MPI_LB" : "MPI_UB";
    return find(type) ? basics[type].name : type > 0 && type < CKPTM_BASICS && pairs[type].name ? pairs[type].name : "a derived datatype";
}

int ckptm_pair(int type, size_t *size, size_t *align, size_t *offset)
{
    if (type <= 0 || type >= CKPTM_BASICS || !pairs[type].name)
        return 0;
    *size = pairs[type].size;
    *align = pairs[type].align;
    *offset = pairs[type].offset;
    return pairs[type].value;
}

bool ckptm_is_bytes(int type) { return find(type) && basics[type].class == CKPTM_BYTES; }

enum ckptm_class ckptm_basic_class(int type) { return basics[type].class; }
bool ckptm_basic_signed(int type) { return basics[type].class == CKPTM_SIGNED; }

/* Signed and unsigned have the same bits. */
static enum ckptm_class kin(enum ckptm_class class) { return class == CKPTM_UNSIGNED ? CKPTM_SIGNED : class; }

bool ckptm_basic_alike(int one, int other)
{
    return one == other ||
           (find(one) && find(other) && kin(basics[one].class) == kin(basics[other].class) && basics[one].size == basics[other].size);
}

/* ---- the common form ------------------------------------------------------------------------------------------------- */

static size_t common_element(const struct basic *b)
{
    switch (b->class) {
    case CKPTM_CHAR: case CKPTM_BYTES: return 1;
    case CKPTM_LDOUBLE: return 24;
    case CKPTM_COMPLEX: return 16;
    case CKPTM_LCOMPLEX: return 48;
    default: return 8;
    }
}

size_t ckptm_common_size(int type, size_t count) { return count * common_element(&basics[type]); }

static void put64(unsigned char *out, uint64_t v)
{
    for (int b = 0; b < 8; b++)
        out[b] = (unsigned char)(v >> (56 - 8 * b));
}

static uint64_t get64(const unsigned char *in)
{
    uint64_t v = 0;

    for (int b = 0; b < 8; b++)
        v = v << 8 | in[b];
    return v;
}

static uint64_t load(size_t size, bool is_signed, const unsigned char *p)
{
    switch (size) {
    case 2: { uint16_t v; memcpy(&v, p, 2); return is_signed ? (uint64_t)(int16_t)v : v; }
    case 4: { uint32_t v; memcpy(&v, p, 4); return is_signed ? (uint64_t)(int32_t)v : v; }
    default: { uint64_t v; memcpy(&v, p, 8); return v; }
    }
}

static bool store(size_t size, bool is_signed, unsigned char *p, uint64_t v)
{
    if (size == 2) {
        uint16_t n = (uint16_t)v;
        memcpy(p, &n, 2);
    } else if (size == 4) {
        uint32_t n = (uint32_t)v;
        memcpy(p, &n, 4);
    } else {
        memcpy(p, &v, 8);
    }
    return load(size, is_signed, p) == v;
}

/* A long double: what it is and its sign, the exponent; then the mantissa. RAW: two doubles that have more than 128 digits between them. */
enum { RAW = 7 };

static void put_real(const ckpti_real *r, unsigned char *out)
{
    bool has_digits = r->kind == CKPTI_R_FINITE || r->kind == CKPTI_R_NAN;

    put64(out, (uint64_t)r->kind << 56 | (uint64_t)r->negative << 48 | (r->kind == CKPTI_R_FINITE ? (uint32_t)r->exponent : 0));
    put64(out + 8, has_digits ? r->high : 0);
    put64(out + 16, has_digits ? r->low : 0);
}

static bool get_real(const unsigned char *in, ckpti_real *r)
{
    uint64_t head = get64(in);

    *r = (ckpti_real){ .kind = (enum ckpti_real_class)(head >> 56), .negative = head >> 48 & 1, .exponent = (int32_t)(uint32_t)head,
                       .high = get64(in + 8), .low = get64(in + 16) };
    return head >> 56 <= CKPTI_R_NAN;
}

static void put_long(const unsigned char *p, unsigned char *out)
{
    unsigned char image[16];
    ckpti_real r;

    ckpti_real_encode(LDBL_MANT_DIG, p, image);
    if (ckpti_real_from_image(LDBL_MANT_DIG, image, &r)) {
        put_real(&r, out);
        return;
    }
    put64(out, (uint64_t)RAW << 56);
    memcpy(out + 8, image, 16);
}

static bool get_long(const unsigned char *in, unsigned char *p)
{
    uint64_t two[2] = { get64(in + 8), get64(in + 16) };
    ckpti_real r;

    if (get64(in) >> 56 != RAW)
        return get_real(in, &r) && ckpti_real_store(LDBL_MANT_DIG, &r, p, sizeof(long double));
    if (LDBL_MANT_DIG != CKPTI_DOUBLEDOUBLE)
        return false;
    memcpy(p, two, 16);
    return true;
}

bool ckptm_common_to_quad(const unsigned char *common, unsigned char *quad)
{
    ckpti_real r;
    uint64_t high, low;

    if (!get_real(common, &r) || !ckpti_real_pack(CKPTI_BINARY128, &r, &high, &low))
        return false;
    put64(quad, high);
    put64(quad + 8, low);
    return true;
}

bool ckptm_common_from_quad(const unsigned char *quad, unsigned char *common)
{
    ckpti_real r;

    if (!ckpti_real_unpack(CKPTI_BINARY128, get64(quad), get64(quad + 8), &r))
        return false;
    put_real(&r, common);
    return true;
}

/* Of what scalars are its elements? */
static size_t scalar(const struct basic *b, size_t count, size_t *scalars)
{
    bool two = b->class == CKPTM_COMPLEX || b->class == CKPTM_LCOMPLEX;

    *scalars = two ? 2 * count : count;
    return two ? b->size / 2 : b->size;
}

void ckptm_common_put(int type, size_t count, const void *memory, unsigned char *out)
{
    const struct basic *b = &basics[type];
    const unsigned char *p = memory;
    size_t n, size = scalar(b, count, &n);

    if (common_element(b) == 1) {
        if (count)
            memcpy(out, p, count);
    } else if (b->class == CKPTM_LDOUBLE || b->class == CKPTM_LCOMPLEX) {
        for (size_t i = 0; i < n; i++)
            put_long(p + i * size, out + i * 24);
    } else {
        for (size_t i = 0; i < n; i++)
            put64(out + i * 8, load(size, b->class == CKPTM_SIGNED, p + i * size));
    }
}

bool ckptm_common_get(int type, size_t count, const unsigned char *in, void *memory)
{
    const struct basic *b = &basics[type];
    unsigned char *p = memory;
    bool fits = true;
    size_t n, size = scalar(b, count, &n);

    if (common_element(b) == 1) {
        if (count)
            memcpy(p, in, count);
    } else if (b->class == CKPTM_LDOUBLE || b->class == CKPTM_LCOMPLEX) {
        for (size_t i = 0; i < n && fits; i++)
            fits = get_long(in + i * 24, p + i * size);
    } else {
        for (size_t i = 0; i < n && fits; i++)
            fits = store(size, b->class == CKPTM_SIGNED, p + i * size, get64(in + i * 8));
    }
    return fits;
}

static uint64_t extreme(size_t size, bool is_signed, bool least)
{
    uint64_t most = ~(uint64_t)0 >> (64 - 8 * size) >> is_signed;

    return least ? ~most : most;
}

bool ckptm_common_extremes(int type, size_t count, unsigned char *common, size_t from, size_t to)
{
    bool is_signed = type != MPI_UNSIGNED_LONG, any = false;

    if (type != MPI_LONG && type != MPI_UNSIGNED_LONG && type != MPI_AINT)
        return false;
    for (size_t i = 0; i < count; i++) {
        uint64_t v = get64(common + i * 8);
        bool least = is_signed && v == extreme(from, true, true);

        if (!least && v != extreme(from, is_signed, false))
            continue;
        any = true;
        if (to)
            put64(common + i * 8, extreme(to, is_signed, least));
    }
    return any;
}

/* ---- machines -------------------------------------------------------------------------------------------------------- */

unsigned ckptm_memory_layout(void)
{
    struct aligned { char c; double d; };

    return ckptm_layout() | (unsigned)(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__) << 20 | (unsigned)offsetof(struct aligned, d) << 21 |
           (unsigned)LDBL_MANT_DIG << 25;
}
