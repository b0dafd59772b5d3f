// A unit with the compiler's own header of vector instructions, which Clang cannot parse: it need not.
// C-SUPPORT: Types | `<immintrin.h>`, `<arm_neon.h>` and other headers of the compiler's built-ins | GNU | supported | vectors are carried element by element
// REQUIRES: ckptcc, aarch64, arm
// RUN: %restart %s --only x86_64 --flags=-mavx2 --visits 3
// RUN: %restart %s --only x86_64 --flags=-O0 --visits 2
// RUN: %ckptcc -O0 -mavx2 %s -o %t.avx2
// RUN: %restart %s --only aarch64 --visits 2
// RUN: %restart %s --only arm --visits 2
// RUN: %ckptcc -std=gnu11 -march=x86-64-v4 %s -o %t.v4
#if defined __x86_64__
#include <immintrin.h>
#include <x86intrin.h>
#include <cpuid.h>
#elif defined __aarch64__
#include <arm_neon.h>
#include <arm_acle.h>
#elif defined __arm__
#include <arm_neon.h>
#endif
#include <stdio.h>

static double sum(const double *v, int n)
{
    double total = 0;
#if defined __x86_64__
    __m128d two = _mm_setzero_pd();
    for (int i = 0; i + 2 <= n; i += 2) {
        _mm_prefetch((const char *)(v + i), _MM_HINT_T0);
        two = _mm_add_pd(two, _mm_shuffle_pd(_mm_loadu_pd(v + i), _mm_loadu_pd(v + i), 1));
    }
    double parts[2];
    _mm_storeu_pd(parts, two);
    total = parts[0] + parts[1];
#ifdef __AVX2__
    const int numbers[8] = { 1, 2, 3, 4, 5, 6, 7, 8 };
    __m256i gathered = _mm256_i32gather_epi32(numbers, _mm256_set1_epi32(2), 4);
    total += _mm_cvtsi128_si32(_mm256_castsi256_si128(_mm256_srli_si256(_mm256_slli_si256(gathered, 4), 4)));
#endif
#elif defined __aarch64__
    float64x2_t two = vdupq_n_f64(0);
    for (int i = 0; i + 2 <= n; i += 2)
        two = vaddq_f64(two, vld1q_f64(v + i));
    total = vaddvq_f64(two);
#else
    for (int i = 0; i < n; i++)
        total += v[i];
#endif
    return total;
}

int main(void)
{
    double v[64] = { 0 };
#if defined __x86_64__
    __m128d live = _mm_setzero_pd();
    __m128i whole = _mm_set1_epi32(1);
#define STEP live = _mm_add_pd(live, _mm_loadu_pd(v + round)), whole = _mm_add_epi32(_mm_add_epi32(whole, whole), _mm_srli_si128(_mm_slli_si128(whole, 8), 8))
#define SHOW _mm_cvtsd_f64(live) + _mm_cvtsi128_si32(whole)
#elif defined __aarch64__
    float64x2_t live = vdupq_n_f64(0);
    int32x4_t whole = vdupq_n_s32(1);
#define STEP live = vaddq_f64(live, vld1q_f64(v + round)), whole = vaddq_s32(whole, whole)
#define SHOW vaddvq_f64(live) + vgetq_lane_s32(whole, 2)
#else
    double live = 0;
#define STEP live += v[round]
#define SHOW live
#endif
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < 64; i++)
            v[i] += i * (round + 1) / 4.0;
        #pragma ckpt
        STEP;
        printf("%g %g\n", sum(v, 64), SHOW);
    }
    return 0;
}
