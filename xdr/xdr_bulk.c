/* xdr_bulk.c - byte order of whole arrays. See xdr_bulk.h.
 *
 * On x86 the swap is one byte shuffle per vector, chosen at run time by what the processor has (AVX2, SSSE3, else plain C);
 * elsewhere the compiler vectorises the plain loops. Large arrays on x86 use stores that go past the caches, for
 * an ordinary store first reads the line that it overwrites, which costs a third of the memory's bandwidth.
 */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("O3")            /* -O2 of gcc 12 vectorises only loops of known length */
#endif
#include <string.h>
#include "xdr/xdr_bulk.h"

#define BE32(x) (CKPT_XDR_NATIVE ? (uint32_t)(x) : __builtin_bswap32((uint32_t)(x)))

static inline __attribute__((always_inline, unused)) void swap32_plain(unsigned char *out, const unsigned char *in,
                                                                      size_t count)
{
    for (size_t i = 0; i < count; i++) {
        uint32_t value;
        memcpy(&value, in + 4 * i, 4);
        value = __builtin_bswap32(value);
        memcpy(out + 4 * i, &value, 4);
    }
}

static inline __attribute__((always_inline, unused)) void swap64_plain(unsigned char *out, const unsigned char *in,
                                                                      size_t count)
{
    for (size_t i = 0; i < count; i++) {
        uint64_t value;
        memcpy(&value, in + 8 * i, 8);
        value = __builtin_bswap64(value);
        memcpy(out + 8 * i, &value, 8);
    }
}

#if !CKPT_XDR_NATIVE && (defined(__x86_64__) || defined(__i386__))
#include <immintrin.h>

/* How the bytes of a 16-byte lane move: within each 4 or 8. */
#define SHUFFLE32 12, 13, 14, 15, 8, 9, 10, 11, 4, 5, 6, 7, 0, 1, 2, 3
#define SHUFFLE64 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7

/* Each swaps a whole number of elements from the front and returns how many bytes it did; the caller does the rest. */
static __attribute__((target("ssse3"))) size_t swap_ssse3(unsigned char *out, const unsigned char *in, size_t size, int wide)
{
    const __m128i how = wide ? _mm_set_epi8(SHUFFLE64) : _mm_set_epi8(SHUFFLE32);
    size_t i = 0;

    for (; i + 32 <= size; i += 32) {
        __m128i a = _mm_loadu_si128((const __m128i *)(in + i));
        __m128i b = _mm_loadu_si128((const __m128i *)(in + i + 16));
        _mm_storeu_si128((__m128i *)(out + i), _mm_shuffle_epi8(a, how));
        _mm_storeu_si128((__m128i *)(out + i + 16), _mm_shuffle_epi8(b, how));
    }
    return i;
}

static __attribute__((target("ssse3"))) size_t stream_ssse3(unsigned char *out, const unsigned char *in, size_t size, int wide)
{
    const __m128i how = wide ? _mm_set_epi8(SHUFFLE64) : _mm_set_epi8(SHUFFLE32);
    size_t i = 0;

    for (; i + 64 <= size; i += 64)
        for (int part = 0; part < 64; part += 16)
            _mm_stream_si128((__m128i *)(out + i + part),
                             _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)(in + i + part)), how));
    _mm_sfence();
    return i;
}

static __attribute__((target("avx2"))) size_t swap_avx2(unsigned char *out, const unsigned char *in, size_t size, int wide)
{
    const __m256i how = wide ? _mm256_set_epi8(SHUFFLE64, SHUFFLE64) : _mm256_set_epi8(SHUFFLE32, SHUFFLE32);
    size_t i = 0;

    for (; i + 128 <= size; i += 128) {
        __m256i a = _mm256_loadu_si256((const __m256i *)(in + i));
        __m256i b = _mm256_loadu_si256((const __m256i *)(in + i + 32));
        __m256i c = _mm256_loadu_si256((const __m256i *)(in + i + 64));
        __m256i d = _mm256_loadu_si256((const __m256i *)(in + i + 96));
        _mm256_storeu_si256((__m256i *)(out + i), _mm256_shuffle_epi8(a, how));
        _mm256_storeu_si256((__m256i *)(out + i + 32), _mm256_shuffle_epi8(b, how));
        _mm256_storeu_si256((__m256i *)(out + i + 64), _mm256_shuffle_epi8(c, how));
        _mm256_storeu_si256((__m256i *)(out + i + 96), _mm256_shuffle_epi8(d, how));
    }
    return i;
}

/* Reads four pages side by side: one stream does not keep the memory busy. */
static __attribute__((target("avx2"))) size_t stream_avx2(unsigned char *out, const unsigned char *in, size_t size, int wide)
{
    const __m256i how = wide ? _mm256_set_epi8(SHUFFLE64, SHUFFLE64) : _mm256_set_epi8(SHUFFLE32, SHUFFLE32);
    enum { PAGE = 4096, PAGES = 4 };
    size_t i = 0;

    for (; i + PAGES * PAGE <= size; i += PAGES * PAGE)
        for (size_t line = 0; line < PAGE; line += 64)
            for (size_t page = 0; page < PAGES; page++) {
                size_t at = i + page * PAGE + line;
                __m256i a = _mm256_loadu_si256((const __m256i *)(in + at));
                __m256i b = _mm256_loadu_si256((const __m256i *)(in + at + 32));
                _mm_prefetch((const char *)in + at + 512, _MM_HINT_T0);
                _mm256_stream_si256((__m256i *)(out + at), _mm256_shuffle_epi8(a, how));
                _mm256_stream_si256((__m256i *)(out + at + 32), _mm256_shuffle_epi8(b, how));
            }
    _mm_sfence();
    return i;
}

/* Returns how many bytes are done: a multiple of 8. */
static size_t swap_vector(unsigned char *out, const unsigned char *in, size_t size, int wide)
{
    size_t head = 0, done = 0;

    if (size < 64)
        return 0;
    if (size >= CKPT_XDR_STREAM_BYTES && out != in && (uintptr_t)out % (wide ? 8 : 4) == 0) {
        head = -(uintptr_t)out & 63;                           /* streaming stores must be aligned */
        if (wide)
            swap64_plain(out, in, head / 8);
        else
            swap32_plain(out, in, head / 4);
        if (__builtin_cpu_supports("avx2"))
            done = head + stream_avx2(out + head, in + head, size - head, wide);
        else if (__builtin_cpu_supports("ssse3"))
            done = head + stream_ssse3(out + head, in + head, size - head, wide);
        else
            return head & ~(size_t)7;
    }
    if (__builtin_cpu_supports("avx2"))
        done += swap_avx2(out + done, in + done, size - done, wide);
    else if (__builtin_cpu_supports("ssse3"))
        done += swap_ssse3(out + done, in + done, size - done, wide);
    return done;
}
#else
#define swap_vector(out, in, size, wide) ((size_t)0)
#endif

void ckpt_xdr_copy32(void *out, const void *in, size_t count)
{
    unsigned char *to = out;
    const unsigned char *from = in;
    size_t done;

    if (CKPT_XDR_NATIVE) {
        if (out != in && count)
            memcpy(out, in, count * 4);
        return;
    }
    done = swap_vector(to, from, count * 4, 0);
    swap32_plain(to + done, from + done, count - done / 4);
}

void ckpt_xdr_copy64(void *out, const void *in, size_t count)
{
    unsigned char *to = out;
    const unsigned char *from = in;
    size_t done;

    if (CKPT_XDR_NATIVE) {
        if (out != in && count)
            memcpy(out, in, count * 8);
        return;
    }
    done = swap_vector(to, from, count * 8, 1);
    swap64_plain(to + done, from + done, count - done / 8);
}
