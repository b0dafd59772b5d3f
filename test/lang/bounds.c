// Calls that reach a site, in the bounds of variable length arrays and of typedefs of them; in a block that has no other such call, too.
// C-SUPPORT: Arrays | calls that reach a site in the bound of a declared array or typedef | 6.7.6.2 | supported |
// REQUIRES: ckptcc
// RUN: %restart %s --visits 6
#include <stdio.h>
static int n(int x) {
#pragma ckpt
 return x; }
static int total;
static void use(int *a, int k) { for (int i = 0; i < k; i++) { a[i] = i; total += a[i]; } }
static int par3(int k, int a[][k]) {
#pragma ckpt
 return (int)(sizeof a[0] / sizeof(int)) + a[1][0]; }
int main(void) {
  for (int i = 2; i < 4; i++) {
    printf("a\n");
    { int a[n(i)]; use(a, i); }
    printf("b\n");
    { typedef int t[n(i)]; t a; use(a, i); total += sizeof a / sizeof(int); }
    printf("c\n");
    printf("d\n");
    printf("e\n");
    printf("f\n");
    { int b[2][i]; b[1][0] = i; total += par3(i, b); }
    printf("g\n");
    printf("h %d\n", total);
  }
  return 0;
}
