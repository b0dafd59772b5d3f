#include <stddef.h>
struct freeobj { struct freeobj *next; };
struct pool { int n; struct freeobj *free; };
struct cplx { double re, im; char name[8]; };
struct pair { int a, b; char c; };
void *pool_get(struct pool *, size_t);
void pool_put(struct pool *, void *);
