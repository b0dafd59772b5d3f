// Kinds of numbers: complex, _Bool, wide and Unicode characters, enumerations, aligned objects, bit-fields, intmax_t.
// C-SUPPORT: Types | `_Complex` | 6.2.5 | supported |
// C-SUPPORT: Types | `_Bool`, enumerations, wide and Unicode characters | 6.2.5, 7.28 | supported |
// C-SUPPORT: Types | bit-fields | 6.7.2.1 | supported |
// C-SUPPORT: Types | `_Alignas`, `_Alignof` | 6.7.5 | supported |
// REQUIRES: ckptcc
// RUN: %restart %s --visits 3
#include <stdio.h>
#include <complex.h>
#include <stdbool.h>
#include <wchar.h>
#include <uchar.h>
#include <stdint.h>
#include <stddef.h>
enum e { A, B = -5, C } ; enum big { BIG = 0x7fffffff };
int main(void) { double complex z = 1 + 2 * I; float complex fz = I; bool b = true; wchar_t w[] = L"\u00e9x"; char32_t c32[] = U"ab"; char16_t c16[] = u"cd"; _Alignas(32) int al = 5; enum e e = B; intmax_t im = INT64_MAX; ptrdiff_t pd = -3; size_t sz = 7; long double ld = 1.5L; int8_t i8[3] = {-1,-2,-3}; const char *u8 = u8"\u00e9"; struct { int a:3; unsigned b:9; _Bool c:1; long long d:40; } bf = { -2, 300, 1, -(1ll<<35) };
 for (int i = 0; i < 3; i++) {
#pragma ckpt
 z *= z; fz += 1; w[0]++; c32[0]++; c16[1]++; al += 1; bf.a++; bf.d--; im--; i8[1]--;
 printf("%g %g %g %d %lx %x %x %d %d %jd %td %zu %Lg %d %s %d %d %d %lld %d\n", creal(z), cimag(z), crealf(fz), b, (long)w[0], (unsigned)c32[0], (unsigned)c16[1], al, e, im, pd, sz, ld, i8[1], u8, bf.a, bf.b, bf.c, (long long)bf.d, (int)((uintptr_t)&al % 32)); } return 0; }
