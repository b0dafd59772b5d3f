/* shapes.c - see shapes.h */
#include <stdlib.h>
#include <string.h>
#include "mpi/handles/apart.h"
#include "mpi/handles/basics.h"
#include "mpi/handles/constructors.h"
#include "mpi/handles/leaves.h"
#include "mpi/handles/shapes.h"
#include "mpi/layer.h"
#include "objects/heap.h"
#include "objects/process_roots.h"

#define F CKPTI_FIELD
CKPTI_POINTER(t_voidpp, ckpti_t_voidp, "void **");
CKPTI_POINTER(t_llongp, ckpti_t_llong, "long long *");

static const ckptg_field shape_fields[] = {
    F(ckptm_shape, object, ckpti_t_voidp), F(ckptm_shape, base, ckpti_t_voidp), F(ckptm_shape, guessed, ckpti_t_int),
    F(ckptm_shape, at, t_voidpp), F(ckptm_shape, times, t_llongp),
};
const ckptg_type ckptm_shape_type = { .kind = CKPTG_STRUCT, .nfields = CKPTI_COUNT(shape_fields), .name = "struct ckptm_shape",
                                      .size = sizeof(ckptm_shape), .align = _Alignof(ckptm_shape), .fields = shape_fields };

enum { MOST_ELEMENTS = 1 << 16, MOST_SHAPES = 64, MOST_GUESSES = 1024 }; /* a large program has many structures that a column of integers fits */

/* ---- does a datatype fit a type? ------------------------------------------------------------------------------------- */

typedef struct fitting {
    const ckptg_type *type;
    ptrdiff_t base;               /* of the buffer in an element */
    ckptm_u64 left;               /* elements to look at */
    bool fits;
} fitting;

static ptrdiff_t floor_rest(ptrdiff_t n, ptrdiff_t size) { return (n % size + size) % size; }

/* A scalar starts there; so does every element. */
static bool is_place(const ckptg_type *type, ptrdiff_t at)
{
    size_t size, rest = (size_t)floor_rest(at, (ptrdiff_t)type->size);

    return !rest || ckptm_leaf_at(type, rest, &size) != CKPTG_VOID;
}

static bool look(void *owner, int basic, ckptm_u64 count, unsigned char *at)
{
    fitting *f = owner;

    for (; count && f->fits && f->left; count--, f->left--, at += ckptm_basic_size(basic)) {
        size_t size = 0;
        unsigned kind = ckptm_leaf_at(f->type, (size_t)floor_rest(f->base + (ptrdiff_t)(intptr_t)at, (ptrdiff_t)f->type->size), &size);

        f->fits = kind != CKPTG_VOID && ckptm_leaf_is(basic, kind, size);
    }
    return f->fits && f->left;
}

static bool fits(int number, const ckptm_datatype *d, const ckptg_type *type, ptrdiff_t base)
{
    fitting f = { type, base, MOST_ELEMENTS, is_place(type, base) };
    const ckptm_map *map = ckptm_map_of(number);

    for (int i = 0; i < d->naddresses && f.fits; i++)
        f.fits = is_place(type, base + (ptrdiff_t)d->addresses[i]);
    if (f.fits)
        ckptm_map_walk(map, 1, map->elements, 0, look, &f);
    return f.fits;
}

/* ---- making ---------------------------------------------------------------------------------------------------------- */

static bool has_bytes(const ckptm_datatype *d)
{
    for (int i = 0; i < d->naddresses; i++)
        if (d->addresses[i])
            return !d->absolute && !d->apart;
    return false;
}

static bool known(const ckptm_datatype *d, const ckptg_type *type, ptrdiff_t base)
{
    for (int i = 0; i < d->nshapes; i++) {
        const ckptm_shape *s = &d->shapes[i];
        ckpti_block block;

        if (!s->guessed && ckpti_heap_find(s->object, &block) && block.type == type && (char *)s->base - (char *)s->object == base)
            return true;
    }
    return false;
}

static void set(ckptm_shape *s, const ckptm_datatype *d, const ckptg_type *type, ptrdiff_t base)
{
    ptrdiff_t size = (ptrdiff_t)type->size;
    char *object = ckptm_new_model(type);

    *s = (ckptm_shape){ .object = object, .base = object + base };
    s->at = ckptm_new(CKPTM_T_POINTER, (size_t)d->naddresses);
    s->times = ckptm_new_of(&ckpti_t_llong, (size_t)d->naddresses);
    for (int i = 0; i < d->naddresses; i++) {
        ptrdiff_t to = base + (ptrdiff_t)d->addresses[i], rest = floor_rest(to, size);

        s->at[i] = object + rest;
        s->times[i] = (to - rest) / size;
    }
}

static void add(ckptm_datatype *d, const ckptg_type *type, ptrdiff_t base, bool guessed)
{
    ckptm_shape *old = d->shapes;

    d->shapes = ckptm_new_of(&ckptm_shape_type, (size_t)d->nshapes + 1);
    if (old)
        memcpy(d->shapes, old, (size_t)d->nshapes * sizeof *old);
    free(old);
    set(&d->shapes[d->nshapes], d, type, base);
    d->shapes[d->nshapes++].guessed = guessed;
}

static void drop(ckptm_shape *s)
{
    free(s->object);
    free(s->at);
    free(s->times);
}

void ckptm_shapes_free(ckptm_datatype *d)
{
    for (int i = 0; i < d->nshapes; i++)
        drop(&d->shapes[i]);
    free(d->shapes);
    d->shapes = 0;
    d->nshapes = 0;
}

/* ---- learning -------------------------------------------------------------------------------------------------------- */

static bool first(void *owner, int basic, ckptm_u64 count, unsigned char *at)
{
    (void)basic, (void)count;
    *(ptrdiff_t *)owner = (ptrdiff_t)(intptr_t)at;
    return false;
}

/* Where the first basic element lies. */
static ptrdiff_t first_element(int type)
{
    const ckptm_map *map = ckptm_map_of(type);
    ptrdiff_t at = 0;

    ckptm_map_walk(map, 1, 1, 0, first, &at);
    return at;
}

/* Where a datatype lies in another that is made of it: the i-th. */
static ptrdiff_t place_of(int type, const ckptm_datatype *d, int i)
{
    return d->combiner == MPI_COMBINER_STRUCT ? (ptrdiff_t)d->addresses[i] : first_element(type) - first_element(d->types[i]);
}

static void learn(int number, const ckptg_type *type, ptrdiff_t base)
{
    ckptm_datatype *d = ckptm_datatype_get(number);

    if (!d || d->apart || !ckptm_map_of(number)->elements)
        return;
    base = floor_rest(base, (ptrdiff_t)type->size);
    if (has_bytes(d)) {
        if (known(d, type, base))
            return;
        if (d->nshapes && d->shapes[0].guessed) {
            ckptm_shapes_free(d);
            d->misfit = 0;
        }
        if (d->nshapes < MOST_SHAPES)
            add(d, type, base, false);
        else
            d->misfit |= CKPTM_MISFIT_MANY;
        if (!fits(number, d, type, base))
            d->misfit |= CKPTM_MISFIT_OBJECT;
    }
    for (int i = 0; i < d->ntypes && !d->absolute; i++)
        learn(d->types[i], type, base + place_of(number, d, i));
}

static bool needs_any(int number)
{
    const ckptm_datatype *d = ckptm_datatype_get(number);

    if (d && has_bytes(d))
        return true;
    for (int i = 0; d && !d->absolute && i < d->ntypes; i++)
        if (needs_any(d->types[i]))
            return true;
    return false;
}

/* It is of several objects that may lie otherwise elsewhere. */
static void is_misfit(int number)
{
    ckptm_datatype *d = ckptm_datatype_get(number);

    if (!d)
        return;
    d->misfit |= CKPTM_MISFIT_OBJECT;
    for (int i = 0; i < d->ntypes && !d->absolute; i++)
        is_misfit(d->types[i]);
}

typedef struct reach {
    ptrdiff_t low, high;
} reach;

static void widen(reach *r, ptrdiff_t low, ptrdiff_t high)
{
    r->low = low < r->low ? low : r->low;
    r->high = high > r->high ? high : r->high;
}

/* What an item at `at` is of, with all that displacements, strides and extents lead to. */
static void reaches(int number, ptrdiff_t at, reach *r)
{
    const ckptm_datatype *d = ckptm_datatype_get(number);
    const ckptm_map *map = ckptm_map_of(number);

    if (!map->elements)
        return;
    widen(r, at + map->true_lb, at + map->true_ub);
    if (!d || d->absolute)
        return;
    for (int i = 0; i < d->naddresses; i++)
        widen(r, at + (ptrdiff_t)d->addresses[i], at + (ptrdiff_t)d->addresses[i] + 1);
    for (int i = 0; i < d->ntypes; i++)
        reaches(d->types[i], at + place_of(number, d, i), r);
}

void ckptm_shapes_learn(int type, const void *buffer, ckptm_u64 count)
{
    const ckptg_type *object;
    size_t offset = 0, first;
    ptrdiff_t more;
    reach r;

    if (!ckptm.on || !count || !needs_any(type) || !(object = ckptm_object_at(buffer, &offset)))
        return;
    r.low = ckptm_map_of(type)->true_lb;
    r.high = ckptm_map_of(type)->true_ub;
    reaches(type, 0, &r);
    more = (ptrdiff_t)(count - 1) * ckptm_map_extent(ckptm_map_of(type));
    widen(&r, r.low + more, r.high + more);
    if (ckptm_leaves_part(buffer, r.low, r.high)) {
        is_misfit(type);
        return;
    }
    if ((ptrdiff_t)offset + r.low < 0) {
        learn(type, object, (ptrdiff_t)offset);
        return;
    }
    first = offset + (size_t)r.low;
    object = ckptm_member_at(object, &first, (size_t)(r.high - r.low));
    learn(type, object, (ptrdiff_t)first - r.low);
}

struct guess {
    int number;
    ckptm_datatype *d;
};

static bool same_text(const char *one, const char *other) { return one && other && !strcmp(one, other); }

/* Each unit describes what it includes, perhaps with other macros. */
static bool same_structure(const ckptg_type *one, const ckptg_type *other)
{
    if (one == other)
        return true;
    if (one->kind != CKPTG_STRUCT || other->kind != CKPTG_STRUCT || one->size != other->size || one->nfields != other->nfields ||
        one->line != other->line || !same_text(one->name, other->name) || !same_text(one->file, other->file))
        return false;
    for (unsigned i = 0; i < one->nfields; i++) {
        const ckptg_field *a = &one->fields[i], *b = &other->fields[i];

        if (a->offset != b->offset || a->type->kind != b->type->kind || a->type->size != b->type->size || !same_text(a->name, b->name))
            return false;
    }
    return true;
}

/* Variables on the stack at displacements from the first may lie as elements of any type do: only what lies in one of a structure is taken for it. */
static bool is_inside(int number, const ckptm_datatype *d, const ckptg_type *type)
{
    const ckptm_map *map = ckptm_map_of(number);

    return !ckptm_has_places(d) || (map->true_lb >= 0 && map->true_ub <= (ptrdiff_t)type->size);
}

/* A stride or an extent of so many whole elements, as sizeof of a structure is one. */
static bool is_of_elements(const ckptm_datatype *d, const ckptg_type *type)
{
    for (int i = 0; i < d->naddresses; i++)
        if (d->addresses[i] && d->addresses[i] % (long long)type->size == 0)
            return true;
    return false;
}

/* What is sent may begin at any member, and does not say at which: the first from which on it fits. Whole elements are as many bytes from all of them. */
static bool fits_from_member(int number, const ckptm_datatype *d, const ckptg_type *type, ptrdiff_t *base)
{
    ptrdiff_t size = (ptrdiff_t)type->size;
    size_t step;

    if (ckptm_has_places(d) || !is_of_elements(d, type))
        return false;
    for (ptrdiff_t at = 0; at < size; at += (ptrdiff_t)step) {
        step = 1;
        if (ckptm_leaf_at(type, (size_t)at, &step) != CKPTG_VOID && fits(number, d, type, at)) {
            *base = at;
            return true;
        }
    }
    return false;
}

static bool guess(void *context, const ckptg_type *type)
{
    struct guess *g = context;
    ptrdiff_t base = 0;

    for (int i = 0; i < g->d->nshapes; i++) {
        ckpti_block block;

        if (ckpti_heap_find(g->d->shapes[i].object, &block) && same_structure(block.type, type))
            return true;
    }
    if (type->size && is_inside(g->number, g->d, type) && (fits(g->number, g->d, type, 0) || fits_from_member(g->number, g->d, type, &base)))
        add(g->d, type, base, true);
    return g->d->nshapes < MOST_GUESSES;
}

void ckptm_shapes_guess(void)
{
    for (int k = 0; k < ckptm_datatypes.count; k++) {
        struct guess g = { CKPTM_BASICS + k, &ckptm_datatypes.list[k] };

        if (g.d->used && has_bytes(g.d) && !g.d->nshapes && !g.d->misfit && ckptm_map_of(g.number)->elements) {
            const ckptm_map *map = ckptm_map_of(g.number);
            const ckptg_type *scalar = map->nrows == 1 ? ckptm_scalar_of(map->rows[0].type) : 0;

            if (scalar)
                guess(&g, scalar);
            ckptm_each_structure(guess, &g);
            if (g.d->nshapes == MOST_GUESSES)
                g.d->misfit |= CKPTM_MISFIT_MANY;
        }
    }
}

/* ---- applying -------------------------------------------------------------------------------------------------------- */

static long long bytes_by(const ckptm_shape *s, int i)
{
    ckpti_block block;
    ptrdiff_t size = ckpti_heap_find(s->object, &block) ? (ptrdiff_t)block.type->size : 0;

    return (char *)s->at[i] - (char *)s->object + s->times[i] * size - ((char *)s->base - (char *)s->object);
}

bool ckptm_shapes_apply(ckptm_datatype *d)
{
    if (d->apart)
        return ckptm_apart_is_carried(d);
    if (!has_bytes(d))
        return true;
    if (!d->nshapes || d->misfit)
        return false;
    for (int i = 0; i < d->naddresses; i++) {
        long long bytes = bytes_by(&d->shapes[0], i);

        for (int k = 1; k < d->nshapes; k++)
            if (bytes_by(&d->shapes[k], i) != bytes)
                return false;
        d->addresses[i] = bytes;
    }
    return true;
}
