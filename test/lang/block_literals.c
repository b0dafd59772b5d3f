// Compound literals that have an address, wherever an expression can stand: in blocks with and without a site, conditions, headers of
// loops, return, ?:, comma, switch, initialisers, statement expressions, arguments of calls that reach a site.
// C-SUPPORT: Expressions | compound literals in functions, by value and by address | 6.5.2.5 | supported |
// REQUIRES: ckptcc
// RUN: %restart %s --visits 8
#include <stdio.h>
struct s { int a; double b; };
static int f(const int *p, int i) {
#pragma ckpt
 return *p + i; }
static int g(const int *p, int i) { return *p * 10 + i; }
static int h(const struct s *s) {
#pragma ckpt
return s->a + (int)s->b; }
static int byval(struct s s) {
#pragma ckpt
return s.a * 2; }
int main(void) {
  int total = 0;
  for (int i = 0; i < 3; i++) {
#pragma ckpt
    if (i != 1) { if (i & 1) total += g(&(int){7}, i); else total += g(&(int){8}, i); }
    if (i) if (i > 1) total += g((int[]){7, 8, 9} + 1, i); else total += g(&(int){8}, i);
    { int *q = (int[]){ i, 2 }; total += *q; }
    for (int *p = (int[]){1, 2, 3, 0}; *p; p++) {
#pragma ckpt
      total += *p; }
    for (int *p = (int[]){1, 2, 3, 0}; *p; p++) total += *p;
    for (int *p = &(int){f(&(int){2}, i)}; *p > i; (*p)--) {
#pragma ckpt
      total += g(p, *(&(int){1})); }
    while (g(&(int){i}, 0) < 0) total++;
    while (f(&(int){i}, 0) < 0) total++;
    do { total++; } while (f(&(int){total}, 0) < 5);
    total += i > 1 ? f(&(int){3}, 1) : h(&(struct s){ i, 2.5 });
    total += (f(&(int){3}, 1), g(&(int){3}, 2));
    total += f(&(int){3}, f(&(int){4}, 0));
    total += ({ int *p = &(int){ i + 5 }; f(p, 1) + *p; });
    total += ({ int *p = &(int){ i + 5 }; *p; });
    if (i && ({ int *p = (int[]){ i, i }; p[0] == p[1]; })) total += 1;
    switch (f(&(int){i}, 0)) {
    case 0: total += g(&(int){100}, 0); break;
    case 1: { total += h(&(struct s){ 1, 2 }); } break;
    default: if (total) total += g(&(int){ 300 }, 0);
    }
    switch (*&(int){i}) case 2: total += g(&(int){5}, 1);
    struct s *arr[] = { &(struct s){ 1, 2 }, &(struct s){ f(&(int){2}, 1), 3 } };
    total += byval((struct s){ 3, 4 }) + byval(*arr[1]) + (struct s){ f(&(int){2}, 1), 3 }.a;
#pragma ckpt
    total += arr[1]->a + (int)arr[0]->b;
    struct { const int *p; struct s v; } d = { .p = (const int[]){ 4, 5 }, .v = (struct s){ .b = f(&(int){1}, 1) } };
#pragma ckpt
    total += d.p[1] + (int)d.v.b;
    const char *t = (char[]){ "abc" };
    const char *const *names = (const char *const[]){ "x", "yy", 0 };
#pragma ckpt
    printf("%s %s %d\n", t, names[1], total);
  }
  return f(&(int){ 0 }, 0) || g(&(int){0}, 0);
}
