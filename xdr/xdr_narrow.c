/* xdr_narrow.c - arrays of short and char, which XDR stores in four bytes an element. See xdr_bulk.h.
 *
 * Plain loops in the form that compilers vectorise; a second copy of each for AVX2 where the processor may have it.
 * Decoding goes in blocks: convert a block, gather in one word whether all of it was in range, and look for the culprit only if not.
 */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("O3")
#endif
#include <string.h>
#include "xdr/xdr_bulk.h"

#if !CKPT_XDR_NATIVE && (defined(__x86_64__) || defined(__i386__))
#define VECTOR_COPY __attribute__((target("avx2")))
#define HAS_VECTOR() __builtin_cpu_supports("avx2")
#else
#define VECTOR_COPY
#define HAS_VECTOR() 0
#endif

#define BLOCK 1024

#define DEFINE_PUT(NAME, TYPE)                                                                                  \
    static inline __attribute__((always_inline)) void NAME##_loop(unsigned char *restrict out,                  \
                                                                  const TYPE *restrict in, size_t count)        \
    {                                                                                                           \
        for (size_t i = 0; i < count; i++) {                                                                    \
            TYPE element;                                                                                       \
            uint32_t value;                                                                                     \
            memcpy(&element, (const unsigned char *)in + i * sizeof element, sizeof element);                   \
            value = (uint32_t)(int32_t)element;                                                                 \
            value = CKPT_XDR_NATIVE ? value : __builtin_bswap32(value);                                         \
            memcpy(out + 4 * i, &value, 4);                                                                     \
        }                                                                                                       \
    }                                                                                                           \
    static VECTOR_COPY void NAME##_vector(unsigned char *restrict out, const TYPE *restrict in, size_t count)   \
    {                                                                                                           \
        NAME##_loop(out, in, count);                                                                            \
    }                                                                                                           \
    void ckpt_xdr_##NAME(void *out, const TYPE *in, size_t count)                                               \
    {                                                                                                           \
        if (HAS_VECTOR())                                                                                       \
            NAME##_vector(out, in, count);                                                                      \
        else                                                                                                    \
            NAME##_loop(out, in, count);                                                                        \
    }

DEFINE_PUT(put_short, int16_t)
DEFINE_PUT(put_ushort, uint16_t)
DEFINE_PUT(put_schar, signed char)
DEFINE_PUT(put_uchar, unsigned char)

/* The loop returns non-zero if some element did not fit. */
#define DEFINE_GET(NAME, TYPE)                                                                                  \
    static inline __attribute__((always_inline)) uint32_t NAME##_loop(TYPE *restrict out,                       \
                                                                      const unsigned char *restrict in,         \
                                                                      size_t count)                             \
    {                                                                                                           \
        uint32_t bad = 0;                                                                                       \
        for (size_t i = 0; i < count; i++) {                                                                    \
            uint32_t value;                                                                                     \
            TYPE element;                                                                                       \
            memcpy(&value, in + 4 * i, 4);                                                                      \
            value = CKPT_XDR_NATIVE ? value : __builtin_bswap32(value);                                         \
            element = (TYPE)value;                                                                              \
            bad |= (uint32_t)(int32_t)element ^ value;                                                          \
            memcpy((unsigned char *)out + i * sizeof element, &element, sizeof element);                        \
        }                                                                                                       \
        return bad;                                                                                             \
    }                                                                                                           \
    static VECTOR_COPY uint32_t NAME##_vector(TYPE *restrict out, const unsigned char *restrict in, size_t count) \
    {                                                                                                           \
        return NAME##_loop(out, in, count);                                                                     \
    }                                                                                                           \
    size_t ckpt_xdr_##NAME(TYPE *out, const void *data, size_t count)                                           \
    {                                                                                                           \
        const unsigned char *in = data;                                                                         \
        int vector = HAS_VECTOR();                                                                              \
        for (size_t at = 0; at < count; at += BLOCK) {                                                          \
            size_t n = count - at < BLOCK ? count - at : BLOCK;                                                 \
            if (!(vector ? NAME##_vector(out + at, in + 4 * at, n) : NAME##_loop(out + at, in + 4 * at, n)))    \
                continue;                                                                                       \
            while (!NAME##_loop(out + at, in + 4 * at, 1))                                                      \
                at++;                                                                                           \
            return at;                                                                                          \
        }                                                                                                       \
        return count;                                                                                           \
    }

DEFINE_GET(get_short, int16_t)
DEFINE_GET(get_ushort, uint16_t)
DEFINE_GET(get_schar, signed char)
DEFINE_GET(get_uchar, unsigned char)
