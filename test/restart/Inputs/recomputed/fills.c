#include <string.h>
#ifdef LABEL
void foo(double *p, int n) __asm__("bar");
#endif
#ifdef SETS
void foo(double *p, int n) { memset(p, 7, n); }
#else
void foo(double *p, int n) { for (int i = 0; i < n; i++) p[i] = 3; }
double last(void) { return 1; }
#endif
