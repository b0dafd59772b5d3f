// Statement expressions with calls that reach a site, as values, with continue in them.
// C-SUPPORT: Expressions | statement expressions | GNU | supported | a site itself must stand in a statement's block
// REQUIRES: ckptcc
// RUN: %restart %s --visits 4
#include <stdio.h>
static int f(int x) {
#pragma ckpt
 return x; }
#define MAX(a, b) ({ __typeof__(a) _a = (a); __typeof__(b) _b = (b); _a > _b ? _a : _b; })
int main(void) { int t = 0;
 for (int i = 0; i < 3; i++) {
  t += MAX(f(i), MAX(f(2), 1)); t += ({ int k = i; k += f(3); k++; k; });
  int w = ({ if (i == 1) continue; f(4); }); t += w; t += ({ struct { int a[3]; } q = { { 1, f(2), 3 } }; q; }).a[1];
  printf("%d\n", t); } return 0; }
