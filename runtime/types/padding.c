/* padding.c - where another layout may have padding. See padding.h. */
#include "types/padding.h"

static const ckpti_type *without_arrays(const ckpti_type *t)
{
    while (t && t->kind == CKPTG_ARRAY)
        t = t->elem;
    return t;
}

/* What a structure's layout is made of. */
struct layout {
    uint64_t end;                 /* of what has been seen */
    unsigned kind;                /* of all its values; 0: none yet */
    bool mixed;                   /* they are of several kinds */
    bool changes;                 /* its size, or places in it, are others elsewhere */
    bool wide;                    /* it has numbers of 8 bytes, which some machines align to 4 */
};

/* Adds a type that begins at the offset. Places are the same everywhere if nothing has another size elsewhere, and if numbers of 8 bytes have no padding
 * in front of them and lie where the strictest machine would put them. */
static void add_layout(struct layout *l, const ckpti_type *t, uint64_t at)
{
    const ckpti_type *one = without_arrays(t);
    if (one->kind == CKPTG_STRUCT) {
        for (uint32_t i = 0; i < one->nfields; i++) {
            l->changes |= one->fields[i].bits != 0;
            add_layout(l, one->fields[i].type, at + one->fields[i].offset);
        }
        l->changes |= l->wide && (one->size % 8 || at + one->size - l->end >= 4);
        l->end = at + t->size;
        return;
    }
    bool wide = one->kind == CKPTG_LLONG || one->kind == CKPTG_ULLONG || one->kind == CKPTG_DOUBLE || one->kind == CKPTG_CDOUBLE;
    bool small = ckpti_kind_is_byte(one->kind) || (one->kind >= CKPTG_SHORT && one->kind <= CKPTG_UINT) || one->kind == CKPTG_FLOAT ||
                 one->kind == CKPTG_CFLOAT || one->kind == CKPTG_ENUM;
    l->mixed |= l->kind && l->kind != one->kind;
    l->kind = one->kind;
    l->wide |= wide;
    l->changes |= (!wide && !small) || (wide && (at % 8 || at != l->end));
    l->end = at + t->size;
}

/* Is it a structure that has padding on some machine only? Not if all of its values are of one kind. */
static bool has_changing_padding(const ckpti_type *t)
{
    struct layout l = {0};
    t = without_arrays(t);
    if (!t || (t->kind != CKPTG_STRUCT && t->kind != CKPTG_VARIANT))
        return false;
    add_layout(&l, t, 0);
    return t->kind == CKPTG_VARIANT || (l.mixed && l.changes);
}

bool ckpti_may_part(const ckpti_type *array, const ckpti_type *closed, const ckpti_type *starts)
{
    const ckpti_type *element = without_arrays(array), *next = without_arrays(starts);
    struct layout l = {0};
    if (!element || (element == next && (!closed || closed == element)))
        return false;
    if (has_changing_padding(closed))
        return true;
    if (!next || next == closed || (next->kind != CKPTG_STRUCT && next->kind != CKPTG_VARIANT))
        return false;
    add_layout(&l, next, 0);
    return next->kind == CKPTG_VARIANT || (l.mixed && (l.wide || l.changes));
}
