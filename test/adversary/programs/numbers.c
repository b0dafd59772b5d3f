// Every arithmetic kind in statics, locals, arrays, members and the heap, with their odd values: signed zeros, infinities, denormals, the
// largest and smallest of each width, wide characters, complex, long double, wide bit-fields, enumerations. ADV:
#include <complex.h>
#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <uchar.h>
#include <wchar.h>

enum wide { MINUS = -5, BIG = 0x7fffffff };
enum only { ONE = 1, TOP = 0xffffffffu };
struct all {
    signed char sc; unsigned char uc; short s; unsigned short us; int i; unsigned u; long l; unsigned long ul;
    long long ll; unsigned long long ull; float f; double d; long double ld; bool b; enum wide w; enum only o;
    wchar_t wc; char16_t c16; char32_t c32; double complex dc; float complex fc; wint_t wi; int64_t i64; uint_least16_t l16;
    signed long long bits : 47; unsigned : 3; unsigned b1 : 1, b31 : 31; bool flag : 1; enum wide bw : 8; intmax_t max;
};
static struct all fixed = { .ll = INT64_MIN, .ull = UINT64_MAX, .l = INT32_MIN + 1, .ul = UINT32_MAX - 1, .d = -0.0, .f = INFINITY, .bits = -0x400000000000LL, .b31 = 0x7fffffff };
static const wchar_t *const names[] = { L"alpha", L"b\u00e9ta" };
static const char32_t *u32 = U"\U0001F600x";
static const char16_t *u16 = u"\u20acuro";
static const char *u8s = u8"\u00e9";

static void show(const struct all *a)
{
    printf("%d %d %d %d %d %u %ld %lu %lld %llu\n", a->sc, a->uc, a->s, a->us, a->i, a->u, a->l, a->ul, a->ll, a->ull);
#pragma ckpt
    printf("%a %a %.15Lg %d %d %u %d %d %d\n", a->f, a->d, a->ld, a->b, a->w, (unsigned)a->o, (int)a->wc, a->c16, (int)a->c32);
    printf("%g%+gi %g%+gi %d %" PRId64 " %u %lld %u %u %d %d %jd\n", creal(a->dc), cimag(a->dc), crealf(a->fc), cimagf(a->fc),
           (int)a->wi, a->i64, a->l16, (long long)a->bits, a->b1, a->b31, a->flag, a->bw, a->max);
}
static long double poly(long double x, int n)
{
    long double r = 1;
    while (n--) {
        #pragma ckpt
        r = r * x + n;
    }
    return r;
}
int main(void)
{
    struct all *h = calloc(2, sizeof *h), local = fixed;
    double odd[] = { 0.0, -0.0, DBL_MIN / 4, -DBL_MAX, DBL_EPSILON, 1.0 / 0.0, nan("") };
    float small[2][2] = { { FLT_MIN / 2, FLT_MAX }, { -0.0f, 1.0f / 3 } };
    long double ld[] = { 1.5L, -0.0L, 0x1p-1000L, 3 };
    double complex z = 1 + 2 * I;
    float complex roots[2] = { 1, I };
    bool set[3] = { true, false, true };
    wchar_t text[] = L"wide", *wp = text + 2;
    const wchar_t *name = names[1] + 1;
    h[1] = fixed;
    h[1].sc = -128, h[1].uc = 255, h[1].s = -32768, h[1].us = 65535, h[1].i = INT32_MIN, h[1].u = UINT32_MAX;
    h[1].dc = z, h[1].fc = roots[1], h[1].ld = ld[2], h[1].b = true, h[1].w = MINUS, h[1].o = TOP, h[1].wc = L'\u20ac';
    h[1].c16 = 0xffff, h[1].c32 = 0x10ffff, h[1].wi = L'x', h[1].i64 = INT64_MAX, h[1].l16 = 65535, h[1].flag = 1, h[1].bw = MINUS;
    h[1].max = INTMAX_MIN;
    for (int i = 0; i < 3; i++) {
        show(&h[1]);
        #pragma ckpt
        z *= 1 + 1 * I;
        h[0] = h[1], h[1] = local, local = h[0];
        local.bits >>= i, local.b31 <<= 1, local.bw++, local.us++;
        #pragma ckpt
        printf("%g %g %a %a %a\n", creal(z), cimag(z), odd[i], small[i % 2][0], (double)ld[i]);
        printf("%d %d %d %lc%lc %d\n", signbit(odd[1]) != 0, isinf(odd[5]) != 0, isnan(odd[6]) != 0, (wint_t)wp[0], (wint_t)text[1], (int)*name);
        printf("%d %d %d %d %d %d\n", set[i], (int)u32[0], u16[0], (unsigned char)u8s[1], (int)crealf(roots[0]), (int)wcslen(names[1]));
        wp[0]++, set[1] = !set[1];
    }
    printf("%.15Lg %d\n", poly(3, 8), (int)sizeof(set));
    free(h);
    return 0;
}
