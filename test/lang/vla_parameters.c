// Parameters with variable bounds, pointers to variable length arrays.
// C-SUPPORT: Arrays | variable length arrays as parameters (`double a[n][n]`, `[static n]`) | 6.7.6.3 | supported |
// C-SUPPORT: Arrays | pointers to variable length arrays | 6.7.6.2 | supported |
// REQUIRES: ckptcc
// RUN: %restart %s --visits 4
#include <stdio.h>
static double s(int n, double a[n][n], double (*p)[n]) { double t = 0; for (int i = 0; i < n; i++) {
#pragma ckpt
 t += a[i][n - 1] + p[i][0]; } return t; }
static double st(int n, double a[static n], int m, double b[const m]) { double t = 0; for (int i = 0; i < n; i++) {
#pragma ckpt
 t += a[i] + b[0]; } return t; }
int main(void) { int n = 3; double a[n][n]; for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) a[i][j] = i + j; double (*q)[n] = a + 1;
 q--; printf("%g %g\n", s(n, a, q), st(n, a[1], n, a[2]));
#pragma ckpt
 printf("%d %g\n", (int)(sizeof *q / sizeof(double)), q[1][2]); return 0; }
