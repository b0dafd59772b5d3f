// A unit with the compiler's own header of vector instructions, which Clang cannot parse: it need not.
// C-SUPPORT: Types | `<immintrin.h>`, `<arm_neon.h>` and other headers of the compiler's built-ins | GNU | supported | vectors that live across a site are refused
// REQUIRES: ckptcc, aarch64, arm
// RUN: %restart %s --only x86_64 --flags=-mavx2 --visits 3
// RUN: %restart %s --only x86_64 --flags=-O0 --visits 2
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
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < 64; i++)
            v[i] += i * (round + 1) / 4.0;
        #pragma ckpt
        printf("%g\n", sum(v, 64));
    }
    return 0;
}
