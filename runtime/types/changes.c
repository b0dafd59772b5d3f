/* changes.c - see changes.h. */
#include "types/changes.h"
#include <string.h>

static const ckptg_change *find(const ckpti_changes *c, const ckpti_type *type, unsigned what, const char *here, const char *old)
{
    for (size_t i = 0; c && i < c->n; i++) {
        const ckptg_change *row = c->rows[i].row;
        if (c->rows[i].type == type && row->what == what && (here ? row->name && !strcmp(row->name, here) : row->old && !strcmp(row->old, old)))
            return row;
    }
    return 0;
}

const ckptg_change *ckpti_change_here(const ckpti_changes *c, const ckpti_type *type, unsigned what, const char *name) { return find(c, type, what, name, 0); }
const ckptg_change *ckpti_change_old(const ckpti_changes *c, const ckpti_type *type, unsigned what, const char *name) { return find(c, type, what, 0, name); }
