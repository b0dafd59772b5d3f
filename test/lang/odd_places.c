// Calls that reach a site where one does not look for them: array indices, bit-fields, lvalues, members of results, VLA-free sizeof,
// elvis, case ranges, __auto_type, typeof, complex numbers, conditions of conditions.
// C-SUPPORT: Expressions | calls that reach a site anywhere in an expression | 6.5 | supported |
// C-SUPPORT: Expressions | `?:` without middle, case ranges, `__auto_type`, `typeof` | GNU | supported |
// REQUIRES: ckptcc
// RUN: %restart %s --visits 8
/* calls hidden in unusual places */
#include <stdio.h>
static int n(int x) { 
#pragma ckpt
 return x; }
struct bf { unsigned a : 5; int b : 7; };
int g[10];
static int *ip(int k) {
#pragma ckpt
 return g + k; }
static struct bf sb(int k) {
#pragma ckpt
 return (struct bf){ k, -k }; }
int main(void) {
  int a[5] = { 0 }; struct bf b = { 1, 2 };
  a[n(1)] += n(2); a[n(2)]++; b.a = n(3); b.b += n(1); *ip(2) = n(4); *ip(3) += 5; ip(1)[n(1)] = 6; b.a++; 
  int x = n(1) ? n(2), n(3) : 0; x += -n(2) + !n(0) + ~n(1); x <<= n(2); double d = n(3) / 2.0; x += (char)n(300); x += (sb)(3).a + sb(2).b;
  int (*fp)(int) = x ? n : 0; x += fp(1) + (*fp)(2) + (&n)(3) + (x ? n : fp)(4);
  x = n(1) && x ?: n(7); if ((x = n(5)) > 3) x += n(1); for (int i = n(0), j = n(3); i < j; i += n(1), j--) { a[0] += n(i); if (i) continue; }
  const int c = n(9); static int s; s += n(2); x += sizeof(char[3]) + __alignof__(n(1)); int arr[] = { n(1), n(2) }, *q = &arr[n(1)]; { int x = x + 0 * n(1); (void)x; }
  goto in; { in:; x += n(1); } switch (n(2)) { case 1: x++; case 2 ... 4: x += n(3); case 7: x += 2; break; default: x = 0; }
  __auto_type au = n(4); typeof(n(2)) ty = n(5); x += au + ty; _Bool bo = n(2); x += bo; char ch = n(65); _Complex double z = n(1) + 2.0i * n(2); x += __real__ z + __imag__ z;
  printf("%d %d %d %u %d %d %d %d %d %g %d %d %d %c\n", a[0], a[1], a[2], b.a, b.b, g[1], g[2], g[3], x, d, c, s, *q, ch); return 0; }
