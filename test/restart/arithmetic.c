// Every arithmetic type as local, static, in arrays, structs and on the heap, at its extremes, so long as all targets have them.
// REQUIRES: ckptcc
// RUN: %restart %s
#include <complex.h>
#include <float.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <uchar.h>
#include <wchar.h>

enum small { A = 1, B, C }; enum negative { N = -1, P = INT_MAX }; enum wide { W = 0xffffffffu };
typedef enum { LATER = 5 } unnamed;

struct all {
    bool yes; char c; signed char sc; unsigned char uc; short s; unsigned short us; int i; unsigned u; long l; unsigned long ul;
    long long ll; unsigned long long ull; float f; double d; long double ld; float complex fc; double complex dc; long double complex lc;
    enum small e; enum negative n; enum wide w; unnamed un; wchar_t wc; char16_t c16; char32_t c32; size_t z; intptr_t ip; int_least8_t l8;
    uint_fast16_t f16;
};
struct bits {
    unsigned a : 1; signed b : 1; unsigned c : 31; int : 0; signed long long d : 33; unsigned long long e : 64; bool f : 1;
    unsigned short g : 9; signed char h : 7; enum small i : 3; int j : 32; unsigned : 4; unsigned char k : 8;
};

static struct all statics = { true, 'x', SCHAR_MIN, UCHAR_MAX, SHRT_MIN, USHRT_MAX, INT_MIN, UINT_MAX, INT32_MIN + 1, UINT32_MAX - 1,
    LLONG_MIN, ULLONG_MAX, FLT_MAX, DBL_MIN, 0.0L, 0, 0, 0, C, N, W, LATER, L'\x1d54', u'\xffff', U'\x10ffff', UINT32_MAX - 1, INT32_MIN + 1, -128,
    65535 };

static void show(const struct all *a)
{
    printf("%d %c %d %u %d %u %d %u %ld %lu %lld %llu\n", a->yes, a->c, a->sc, a->uc, a->s, a->us, a->i, a->u, a->l, a->ul, a->ll, a->ull);
    printf("%a %a %.17Lg %a %a %a %a %.17Lg %.17Lg\n", a->f, a->d, a->ld, crealf(a->fc), cimagf(a->fc), creal(a->dc), cimag(a->dc), creall(a->lc), cimagl(a->lc));
    printf("%d %d %u %d %lx %x %lx %zu %ld %d %u\n", a->e, a->n, (unsigned)a->w, a->un, (unsigned long)a->wc, a->c16, (unsigned long)a->c32,
           a->z, (long)a->ip, a->l8, (unsigned)a->f16);
}

static void show_bits(const struct bits *b)
{
    printf("%u %d %u %lld %llu %d %u %d %d %d %u\n", b->a, b->b, b->c, (long long)b->d, (unsigned long long)b->e, b->f, b->g, b->h, b->i, b->j, b->k);
}

static int floats(void)
{
    /* Values with a bit in the last place, denormals, signed zeros, infinities, not-a-numbers. */
    double d[] = { 0.0, -0.0, DBL_MAX, -DBL_MIN, DBL_TRUE_MIN, 1.0 / 3, HUGE_VAL, -HUGE_VAL, NAN };
    float f[] = { -0.0f, FLT_MIN, FLT_TRUE_MIN, 1.0f / 3, (float)HUGE_VAL, (float)NAN };
    int bad = 0;
    #pragma ckpt
    for (size_t i = 0; i < 8; i++)
        printf("%a ", d[i]);
    for (size_t i = 0; i < 5; i++)
        printf("%a ", f[i]);
    bad += d[8] == d[8] || f[5] == f[5];
    printf("%d\n", bad);
    return bad;
}

int main(void)
{
    struct all local = statics, *heap = malloc(sizeof *heap);
    struct bits b = { 1, -1, 0x7fffffff, -(1LL << 32), ULLONG_MAX, 1, 511, -64, B, INT_MIN, 255 }, *hb = calloc(2, sizeof *hb);
    bool yes = true, flags[3] = { true, false, true };
    char c = 'q'; signed char sc = -7; unsigned char uc = 250; short s = -30000; unsigned short us = 60000;
    int i = INT_MAX; unsigned u = UINT_MAX; long l = INT32_MAX - 1; unsigned long ul = UINT32_MAX - 1;
    long long ll = LLONG_MAX; unsigned long long ull = ULLONG_MAX;
    float f = 1.0f / 3; double d = 2.0 / 3; long double ld = 0.625L; double complex dc = 1.25 - 2.5 * I;
    enum negative e = N; wchar_t w = L'z'; const short constant = -5;

    *heap = local;
    heap->fc = 0.5f + 1.5f * I, heap->dc = conj(dc), heap->lc = 4.0L - 0.25L * I, heap->ld = -ld;
    local.lc = heap->lc * 2, local.c = 'y';
    hb[1] = b;
    hb[1].d++, hb[1].h++;
    #pragma ckpt
    show(&statics);
    show(&local);
    show(heap);
    statics.i++, statics.ll++, local.ull--, heap->us++;
    #pragma ckpt
    show_bits(&b);
    show_bits(hb);
    show_bits(hb + 1);
    b.a--, b.c++, b.e++, b.g++, b.j--;
    #pragma ckpt
    show_bits(&b);
    show(&statics);
    printf("%d %d %d %c %d %u %d %u %d %u\n", yes, flags[1], flags[2], c, sc, uc, s, us, i, u);
    printf("%ld %lu %lld %llu %a %a %.17Lg %a %a\n", l, ul, ll, ull, f, d, ld, creal(dc), cimag(dc));
    printf("%d %lc %d %lu\n", e, (wint_t)w, constant, (unsigned long)(local.ull >> 32));
    return floats();
}
