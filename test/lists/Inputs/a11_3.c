#include <stdlib.h>
#include "a11.h"
void pool_put(struct pool *p, void *obj)
{
    ((struct freeobj *)obj)->next = p->free;
    p->free = obj;
    p->n++;
}
