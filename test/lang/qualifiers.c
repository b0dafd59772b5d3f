// Qualified and special storage: volatile, _Atomic with the functions of <stdatomic.h>, restrict, _Thread_local, register.
// C-SUPPORT: Declarations | volatile objects, members and pointers | 6.7.3 | supported |
// C-SUPPORT: Declarations | `_Atomic` objects, `<stdatomic.h>` | 6.7.2.4, 7.17 | supported | not `atomic_flag`
// C-SUPPORT: Declarations | `restrict` | 6.7.3.1 | supported |
// C-SUPPORT: Declarations | `_Thread_local`, `__thread` | 6.7.1 | supported |
// C-SUPPORT: Declarations | `register` | 6.7.1 | supported |
// REQUIRES: ckptcc
// RUN: %restart %s --visits 4
#include <stdio.h>
#include <stdatomic.h>
static volatile int vg = 1; static _Atomic int ag = 2; static atomic_long al; static _Thread_local int tl = 3; static __thread double td = 1.5;
struct v { volatile int a; _Atomic short b; volatile char c[4]; };
static struct v gv = { 1, 2, "abc" };
static int f(int *restrict a, const int *restrict b, int n) { for (int i = 0; i < n; i++) {
#pragma ckpt
  a[i] += b[i]; } return a[0]; }
int main(void) {
  volatile int v = 5; _Atomic long al2 = 7; volatile double vd = 0.5; int *volatile pv = (int *)&v; const volatile int cv = 4; _Atomic(int *) ap = (int *)&v;
  volatile struct v lv = { 1, 2, "xy" }; register int r = 3; static _Thread_local int stl = 9;
  _Atomic _Bool ab = 1; _Atomic unsigned long long aull = 1ull << 40;
  for (int i = 0; i < 4; i++) {
    int x[2] = { 1, 2 }, y[2] = { 3, 4 };
    v++; al2 += 2; vd *= 2; vg += v; ag++; atomic_fetch_add(&al, 3); tl++; td += 1; lv.a++; gv.b++; gv.c[0]++; r += cv; stl++; ab ^= 1; aull += aull;
#pragma ckpt
    f(x, y, 2);
    printf("%d %ld %g %d %d %ld %d %g %d %d %s %d %d %d %d %d %d %llu %d\n", v, (long)al2, vd, vg, (int)ag, (long)al, tl, td, lv.a, (int)gv.b, (char *)gv.c, r, stl, x[0], *pv, *(int *)ap, (int)ab, (unsigned long long)aull, (int)cv);
  }
  return 0;
}
