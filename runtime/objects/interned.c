/* interned.c - constant texts of restored programs. See interned.h. */
#include "objects/interned.h"
#include <stdlib.h>
#include <string.h>
#include "objects/heap.h"

static ckpti_interned *first;

const ckpti_interned *ckpti_interned_first(void) { return first; }

const void *ckpti_intern(const void *text, size_t size, const ckptg_type *elem)
{
    for (const ckpti_interned *i = first; i; i = i->next)
        if (i->size == size && i->elem->size == elem->size && !memcmp(i->text, text, size))
            return i->text;
    ckpti_heap_private(1);
    ckpti_interned *new = malloc(sizeof *new);
    void *copy = malloc(size ? size : 1);
    ckpti_heap_private(-1);
    if (!new || !copy) {
        free(new);
        free(copy);
        return 0;
    }
    memcpy(copy, text, size);
    *new = (ckpti_interned){copy, size, elem, first};
    first = new;
    return copy;
}
