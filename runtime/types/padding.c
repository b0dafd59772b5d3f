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
    bool aligned;                 /* more than its values need: what has another size elsewhere has padding behind it there */
};

/* An enum is as long as its values need, so one of 8 bytes is that everywhere: long on one machine, long long on another. */
static unsigned kind_of(const ckpti_type *t)
{
    if (t->kind != CKPTG_ENUM || (t->size != 4 && t->size != 8))
        return ckpti_type_integer(t)->kind;
    return t->size == 8 ? CKPTG_LLONG : CKPTG_INT;
}

/* Adds a type that begins at the offset. Places are the same everywhere if nothing has another size elsewhere, and if numbers of 8 bytes have no padding
 * in front of them and lie where the strictest machine would put them. */
static void add_layout(struct layout *l, const ckpti_type *t, uint64_t at)
{
    const ckpti_type *one = without_arrays(t);
    if (one->kind == CKPTG_STRUCT) {
        bool unnamed = one->flags & CKPTG_T_UNNAMED;
        l->aligned |= (one->flags & CKPTG_T_ALIGNED) != 0;
        l->mixed |= unnamed;
        l->changes |= unnamed;
        for (uint32_t i = 0; i < one->nfields; i++) {
            l->changes |= one->fields[i].bits != 0;
            add_layout(l, one->fields[i].type, at + one->fields[i].offset);
        }
        l->changes |= l->wide && (one->size % 8 || at + one->size - l->end >= 4);
        l->end = at + t->size;
        return;
    }
    unsigned kind = kind_of(one);
    bool wide = kind == CKPTG_LLONG || kind == CKPTG_ULLONG || kind == CKPTG_DOUBLE || kind == CKPTG_CDOUBLE;
    bool small = ckpti_kind_is_byte(kind) || (kind >= CKPTG_SHORT && kind <= CKPTG_UINT) || kind == CKPTG_FLOAT || kind == CKPTG_CFLOAT;
    l->mixed |= l->kind && l->kind != kind;
    l->kind = kind;
    l->wide |= wide;
    l->changes |= (!wide && !small) || (wide && (at % 8 || at != l->end));
    l->end = at + t->size;
}

static struct layout layout_of(const ckpti_type *t)
{
    struct layout l = {0};
    add_layout(&l, t, 0);
    return l;
}

static bool is_structure(const ckpti_type *t) { return t && (t->kind == CKPTG_STRUCT || t->kind == CKPTG_VARIANT); }

/* Is it a structure that has padding on some machine only? Not if all of its values are of one kind, and it is aligned as they are. */
static bool has_changing_padding(const ckpti_type *t)
{
    t = without_arrays(t);
    if (!is_structure(t))
        return false;
    struct layout l = layout_of(t);
    return t->kind == CKPTG_VARIANT || (l.changes && (l.mixed || l.aligned));
}

/* Two members of it that touch here: does one of them lie apart elsewhere, because it is aligned more than its values need? */
static bool moves_members(const ckpti_type *around)
{
    if (!around || around->kind != CKPTG_STRUCT)
        return false;
    struct layout l = layout_of(around);
    return l.changes && l.aligned;
}

bool ckpti_may_part(const ckpti_border *b)
{
    const ckpti_type *element = without_arrays(b->array), *next = without_arrays(b->starts);
    if (!element)
        return false;
    if (moves_members(b->around))
        return true;
    if (element == next && (!b->closed || b->closed == element))
        return false;
    if (has_changing_padding(b->closed))
        return true;
    if (next == b->closed || !is_structure(next))
        return false;
    struct layout l = layout_of(next);
    return next->kind == CKPTG_VARIANT || (l.mixed && (l.wide || l.changes));
}
