#include <stdlib.h>
#include "a11.h"
void *pool_get(struct pool *p, size_t n)
{
    (void)n;
    if (p->free) { struct freeobj *f = p->free; p->free = f->next; p->n--; return f; }
    return malloc(48);
}
