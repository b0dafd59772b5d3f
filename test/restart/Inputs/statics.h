#ifndef STATICS_H
#define STATICS_H
struct point { int x, y; };
extern int shared_array[], tentative;
extern struct point *shared_point;
extern int *pointer_into_c;
extern int (*callback)(int);
int unit_b(int), unit_c(int), unit_d(int), tree_of_units(void);
static inline int in_header(int x) { static int calls; return x + ++calls; }
#endif
