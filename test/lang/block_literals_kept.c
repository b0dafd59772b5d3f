// Compound literals that pointers lead to when a site is passed: in lists, arrays of pointers, statics, macros; old-style definitions.
// C-SUPPORT: Expressions | pointers to compound literals, live at a site | 6.5.2.5 | supported |
// C-SUPPORT: Functions | definitions with identifier lists (K&R) | 6.9.1 | supported |
// REQUIRES: ckptcc
// RUN: %restart %s --visits 6
#include <stdio.h>
struct n { int v; struct n *next; };
static int sum(struct n *l) { int t = 0;
#pragma ckpt
 for (; l; l = l->next) t += l->v; return t; }
static int ret(int x) { if (x) return sum(&(struct n){ x, &(struct n){ x + 1, 0 } }); else return *&(int){ 5 }; }
static int vret(int x) { if (x > 1) { return *(&(int){ x }); } 
#pragma ckpt
return 1; }
static int k(a, p) int a; int *p; { 
#pragma ckpt
return a + *p; }
#define M(x) (&(struct n){ (x), 0 })
int main(void) {
  struct n *list = 0;
  int t = 0;
  list = &(struct n){ 1, list };
  list = &(struct n){ 2, list };
#pragma ckpt
  t += sum(list);
  for (int i = 0; i < 3; i++) { t += ret(i); t += vret(i); t += k(i, &(int){ i * 2 }); }
  if (sum(M(3)) && (t > 1000 || sum(M(4)->next ? M(4) : M(5)) == 5)) t += 7;
  int a[2] = { [1] = *(&(int){ sum(M(1)) }) };
  t += a[1];
  if (t) { again: if (t % 7) { int *p = &(int){ t }; t++; (void)p; goto again; } }
  t += _Generic(&(int){1}, int *: sum(M(8)), default: 0);
  t += sizeof (int[]){1,2,3} / sizeof(int);
  int *z = t ? (int[]){ 1, 2 } : (int[]){ 3, 4 };
#pragma ckpt
  printf("%d %d\n", t, z[1]);
  static struct n st = { 5, 0 }; st.next = &(struct n){ 9, &st };
#pragma ckpt
  printf("%d\n", st.next->v + st.next->next->v);
  return 0;
}
