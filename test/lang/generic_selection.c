// _Generic that selects functions and calls that reach a site; _Static_assert.
// C-SUPPORT: Expressions | `_Generic` | 6.5.1.1 | supported |
// C-SUPPORT: Declarations | `_Static_assert` | 6.7.10 | supported |
// REQUIRES: ckptcc
// RUN: %restart %s --visits 4
#include <stdio.h>
static int fi(int x) {
#pragma ckpt
 return x; }
static double fd(double x) {
#pragma ckpt
 return x / 2; }
#define F(x) _Generic((x), int: fi, double: fd)(x)
#define G(x) _Generic((x), int: fi(x), default: fd(x))
_Static_assert(sizeof(int) == 4, "int");
int main(void) { int i = 3; double d = 5; printf("%d %g\n", F(i), F(d)); printf("%d %g\n", G(i), G(d)); printf("%d\n", _Generic(fi(1), int: 5, default: 6)); return 0; }
