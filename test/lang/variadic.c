// Variadic functions that reach a site, with their arguments taken before; structures by value.
// C-SUPPORT: Functions | variadic functions that reach a site | 7.16 | supported | `va_start` to `va_end` before the first site
// C-SUPPORT: Functions | structures passed and returned by value | 6.5.2.2 | supported |
// REQUIRES: ckptcc
// RUN: %restart %s --visits 6
#include <stdio.h>
#include <stdarg.h>
struct p { double x; int y; };
static int vf(int n, ...) {
  va_list l; int t = 0; struct p q; 
  va_start(l, n); for (int i = 0; i < n; i++) t += va_arg(l, int); q = va_arg(l, struct p); va_end(l);
#pragma ckpt
  return t + (int)q.x + q.y; }
static int after(const char *f, ...) {
  va_list l; va_start(l, f); int r = va_arg(l, int); va_end(l);
#pragma ckpt
  return r + *f; }
int main(void) { int t = 0;
  for (int i = 0; i < 3; i++) { t += vf(3, i, i + 1, i + 2, (struct p){ 1.5, 2 }); t += after("x", i);
  printf("%d\n", t); } return 0; }
