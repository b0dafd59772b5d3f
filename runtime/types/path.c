/* path.c - a leaf's path. See path.h. */
#include "types/path.h"
#include <stdio.h>

static void add(char **out, size_t *size, int n)
{
    if (n < 0 || (size_t)n >= *size)
        n = *size ? (int)*size - 1 : 0;
    *out += n;
    *size -= (size_t)n;
}

void ckpti_leaf_path(const ckpti_shape *s, uint64_t leaf, bool indexed, char *out, size_t size)
{
    const ckpti_type *t = s->type;
    uint64_t fixed = s->count * t->leaves, first = 0;
    bool index = indexed || s->count > 1;
    *out = 0;
    if (leaf >= fixed && s->flex) {
        const ckpti_field *f = ckpti_type_flexible(t);
        add(&out, &size, snprintf(out, size, ".%s", f->name));
        t = f->type->elem;
        first = f->type->count;
        leaf -= fixed;
        index = true;
    }
    while (t->leaves) {
        if (index)
            add(&out, &size, snprintf(out, size, "[%llu]", (unsigned long long)(leaf / t->leaves + first)));
        leaf %= t->leaves;
        index = false;
        first = 0;
        if (t->kind == CKPTG_ARRAY) {
            t = t->elem;
            index = true;
        } else if (t->kind == CKPTG_STRUCT || t->kind == CKPTG_VARIANT) {
            uint32_t i = t->nfields;
            while (i-- > 0)
                if (t->fields[i].leaf <= leaf && t->fields[i].type->leaves)
                    break;
            if (*t->fields[i].name != '(') /* the program has no name for it */
                add(&out, &size, snprintf(out, size, ".%s", t->fields[i].name));
            leaf -= t->fields[i].leaf;
            t = t->fields[i].type;
        } else {
            return;
        }
    }
}
