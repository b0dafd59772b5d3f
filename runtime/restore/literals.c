/* literals.c - the string literals of the program by what they hold. See literals.h. */
#include "restore/literals.h"
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>
#include "objects/unit_pairs.h"

typedef struct entry {
    const ckptg_unit *unit;
    const ckptg_literal *literal;
    const ckpti_type *type;       /* of its elements */
    struct entry *next;           /* of the same place in the table, in the program's order */
} entry;

struct ckpti_literals {
    entry *entries, **heads;
    size_t n, mask;
    const ckpti_type **types;     /* that the elements of literals have: char, wchar_t, ... */
    size_t ntypes;
};

static size_t place(const ckpti_literals *l, const void *text, size_t size) { return XXH64(text, size, 0) & l->mask; }

static bool add_type(ckpti_literals *l, const ckpti_type *type)
{
    for (size_t i = 0; i < l->ntypes; i++)
        if (l->types[i] == type)
            return true;
    const ckpti_type **more = realloc(l->types, (l->ntypes + 1) * sizeof *more);
    if (!more)
        return false;
    l->types = more;
    l->types[l->ntypes++] = type;
    return true;
}

static bool add_all(ckpti_restoring *r, ckpti_literals *l)
{
    size_t k = 0;
    for (const ckptg_unit *u = ckpti_units(); u; u = u->next)
        for (size_t i = 0; i < u->nliterals; i++)
            l->entries[k++] = (entry){u, &u->literals[i], ckpti_universe_type(r->universe, u->literals[i].elem), 0};
    while (k--) { /* the first in front */
        entry *e = &l->entries[k], **head = &l->heads[place(l, e->literal->text, e->literal->size)];
        if (!add_type(l, e->type))
            return false;
        e->next = *head;
        *head = e;
    }
    return true;
}

static ckpti_literals *make(ckpti_restoring *r)
{
    ckpti_literals *l = calloc(1, sizeof *l);
    if (!l)
        return 0;
    for (const ckptg_unit *u = ckpti_units(); u; u = u->next)
        l->n += u->nliterals;
    while (l->mask < l->n)
        l->mask = 2 * l->mask + 1;
    l->entries = malloc((l->n + 1) * sizeof *l->entries);
    l->heads = calloc(l->mask + 1, sizeof *l->heads);
    if (l->entries && l->heads && add_all(r, l))
        return l;
    ckpti_literals_close(l);
    return 0;
}

void ckpti_literals_close(ckpti_literals *l)
{
    if (!l)
        return;
    free(l->entries);
    free(l->heads);
    free(l->types);
    free(l);
}

/* The first that is like it, in the image's unit if it is there. */
static const entry *alike(const ckpti_literals *l, const ckpti_type *type, const void *text, size_t size, const char *unit)
{
    const entry *any = 0;
    for (const entry *e = l->heads[place(l, text, size)]; e; e = e->next) {
        if (e->type != type || e->literal->size != size || memcmp(e->literal->text, text, size))
            continue;
        if (ckpti_unit_likeness(e->unit, unit))
            return e;
        if (!any)
            any = e;
    }
    return any;
}

/* ... with elements of that type; what the image has is converted to it first. */
static ckpt_status of_type(ckpti_restoring *r, const ckpti_image_object *o, const ckpti_type *type, const entry **out, const ckpti_pair **pair)
{
    ckpti_decoder d = {0};
    size_t size;
    *out = 0;
    if (ckpti_kind_is_char(o->type->kind) != ckpti_kind_is_char(type->kind) || ckpti_match(r->matcher, o->type, type, true, pair) ||
        !ckpti_restored_size(*pair, o, &size))
        return CKPT_OK;
    unsigned char *copy = malloc(size + 1);
    if (!copy)
        return ckpti_fail(CKPT_ENOMEM, "no memory for a string literal");
    if (ckpti_decode_array(&d, *pair, o->count, o->data, copy))
        *out = alike(r->literals, type, copy, size, o->unit);
    free(copy);
    return CKPT_OK;
}

ckpt_status ckpti_literals_find(ckpti_restoring *r, const ckpti_image_object *o, const void **text, const ckpti_pair **pair)
{
    *text = 0;
    if (!r->literals && !(r->literals = make(r)))
        return ckpti_fail(CKPT_ENOMEM, "no memory for the program's string literals");
    bool own = false;
    for (size_t i = 0; i < r->literals->ntypes && !own; i++) {
        const entry *e;
        const ckpti_pair *p;
        ckpt_status st = of_type(r, o, r->literals->types[i], &e, &p);
        if (st)
            return st;
        if (!e || (*text && !ckpti_unit_likeness(e->unit, o->unit)))
            continue;
        own = ckpti_unit_likeness(e->unit, o->unit);
        *text = e->literal->text;
        *pair = p;
    }
    return CKPT_OK;
}
