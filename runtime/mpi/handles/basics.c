/* basics.c - see basics.h */
#include <stdlib.h>
#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>
#include "mpi/handles/basics.h"

static const struct basic {
    const char *name;
    ckptg_type type;
} basics[CKPTM_BASICS] = {
#define CKPTM_BASIC(number, NAME, KIND, T)                                                                                    \
    [number] = { "MPI_" #NAME, { .kind = KIND, .flags = (T)-1 < (T)1 ? CKPTG_T_SIGNED : 0, .name = #T, .size = sizeof(T),     \
                                 .mant = KIND == CKPTG_FLOAT ? __FLT_MANT_DIG__ : KIND == CKPTG_DOUBLE ? __DBL_MANT_DIG__ : 0, \
                                 .align = _Alignof(T) } },
#include "mpi/basics.def"
#undef CKPTM_BASIC
};

static const ckptg_type *const all[] = {
#define CKPTM_BASIC(number, NAME, KIND, T) &basics[number].type,
#include "mpi/basics.def"
#undef CKPTM_BASIC
};

static const struct basic *find(int type)
{
    return type > 0 && type < CKPTM_BASICS && basics[type].name ? &basics[type] : 0;
}

size_t ckptm_basic_size(int type) { return find(type) ? basics[type].type.size : 0; }
const ckptg_type *ckptm_basic_type(int type) { return &basics[type].type; }
const char *ckptm_basic_name(int type) { return find(type) ? basics[type].name : "a derived datatype"; }

const ckptg_type *const *ckptm_basic_types(size_t *count)
{
    *count = sizeof all / sizeof *all;
    return all;
}

size_t ckptm_common_size(int type, size_t count) { return count * (basics[type].type.size == 1 ? 1 : 8); }

static uint64_t load(const ckptg_type *t, const unsigned char *p)
{
    bool negative = t->flags & CKPTG_T_SIGNED;

    switch (t->size) {
    case 2: { uint16_t v; memcpy(&v, p, 2); return negative ? (uint64_t)(int16_t)v : v; }
    case 4: { uint32_t v; memcpy(&v, p, 4); return negative ? (uint64_t)(int32_t)v : v; }
    default: { uint64_t v; memcpy(&v, p, 8); return v; }
    }
}

static bool store(const ckptg_type *t, unsigned char *p, uint64_t v)
{
    if (t->size == 2) {
        uint16_t n = (uint16_t)v;
        memcpy(p, &n, 2);
    } else if (t->size == 4) {
        uint32_t n = (uint32_t)v;
        memcpy(p, &n, 4);
    } else {
        memcpy(p, &v, 8);
    }
    return load(t, p) == v;
}

void ckptm_common_put(int type, size_t count, const void *memory, unsigned char *out)
{
    const ckptg_type *t = &basics[type].type;
    const unsigned char *p = memory;

    if (t->size == 1) {
        if (count)
            memcpy(out, p, count);
        return;
    }
    for (size_t i = 0; i < count; i++, p += t->size, out += 8) {
        uint64_t v = load(t, p);
        for (int b = 0; b < 8; b++)
            out[b] = (unsigned char)(v >> (56 - 8 * b));
    }
}

bool ckptm_common_get(int type, size_t count, const unsigned char *in, void *memory)
{
    const ckptg_type *t = &basics[type].type;
    unsigned char *p = memory;

    if (t->size == 1) {
        if (count)
            memcpy(p, in, count);
        return true;
    }
    for (size_t i = 0; i < count; i++, p += t->size, in += 8) {
        uint64_t v = 0;
        for (int b = 0; b < 8; b++)
            v = v << 8 | in[b];
        if (!store(t, p, v))
            return false;
    }
    return true;
}

uint64_t ckptm_common_hash(uint64_t seed, int type, size_t count, const void *memory)
{
    enum { AT_ONCE = 512 };
    unsigned char room[AT_ONCE * 8];
    const unsigned char *p = memory;
    XXH64_state_t *state = XXH64_createState();
    uint64_t hash;

    XXH64_reset(state, seed);
    while (count) {
        size_t n = count < AT_ONCE ? count : AT_ONCE;
        ckptm_common_put(type, n, p, room);
        XXH64_update(state, room, ckptm_common_size(type, n));
        p += n * basics[type].type.size;
        count -= n;
    }
    hash = XXH64_digest(state);
    XXH64_freeState(state);
    return hash;
}

unsigned ckptm_layout(void)
{
    return (unsigned)(sizeof(int) | sizeof(long) << 4 | sizeof(void *) << 8 | sizeof(long double) << 12);
}
