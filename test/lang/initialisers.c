// Designated initialisers with calls that reach a site in them; tentative definitions.
// C-SUPPORT: Declarations | designated initialisers, ranges in them (GNU) | 6.7.9 | supported |
// C-SUPPORT: Declarations | tentative definitions | 6.9.2 | supported |
// REQUIRES: ckptcc
// RUN: %restart %s --visits 4
#include <stdio.h>
static int f(int x) { 
#pragma ckpt
 return x; }
struct in { int a, b; }; struct s { struct in i[3]; int t[5]; const char *n; };
int tent; int tent; extern int tent; static int st; static int st;
int main(void) {
 struct s x = { .i = { [1] = { .b = f(1) }, [0].a = f(2) }, .t = { [2] = f(3), 4, [0 ... 1] = 9 }, .n = "n" };
 int m[][2] = { [1] = { f(5) }, { 6, 7 } };
#pragma ckpt
 tent += f(8); st += tent;
 struct s y = (struct s){ .t[3] = f(9), .i[2] = (struct in){ f(10), 1 } };
#pragma ckpt
 printf("%d %d %d %d %d %s %d %d %d %d %d\n", x.i[1].b, x.i[0].a, x.t[2], x.t[3], x.t[1], x.n, m[1][0], m[2][1], tent, st, y.t[3] + y.i[2].a); return 0; }
