/* blocks.c - which types of this program the heap blocks of an image have. See state.h.
 *
 * A block has no name, and the same typedef may be another C type here (int64_t: long there, long long here). So its type is taken from
 * the pointer that leads to it: what the image's pointer points to there, the program's points to here. Objects are numbered in the
 * order in which the walk found them, so one look at all pointers in that order settles nearly all. What only void pointers lead to gets
 * the type of the same name or kind.
 */
#include <stdlib.h>
#include <string.h>
#include "objects/unit_pairs.h"
#include "objects/units.h"
#include "restore/state.h"
#include "xdr/xdr_bulk.h"

/* The same type as far as names tell: pointees are not looked into further than their names. */
static bool alike(const ckpti_type *a, const ckpti_type *b, int depth)
{
    if (!a || !b || depth > 8)
        return !a == !b || depth > 8;
    if (a->kind != b->kind)
        return false;
    switch (a->kind) {
    case CKPTG_STRUCT: case CKPTG_VARIANT: case CKPTG_ENUM: case CKPTG_OPAQUE: return !strcmp(a->name, b->name);
    case CKPTG_ARRAY: return a->count == b->count && alike(a->elem, b->elem, depth + 1);
    case CKPTG_POINTER: return alike(a->elem, b->elem, depth + 1);
    default: return true;
    }
}

/* The structure or enumeration that a type is of; else 0. */
static const ckpti_type *tagged(const ckpti_type *t)
{
    while (t && (t->kind == CKPTG_ARRAY || t->kind == CKPTG_POINTER))
        t = t->elem;
    return t && t->file ? t : 0;
}

/* Declared at the same line of the same file? */
static bool same_place(const ckpti_type *a, const ckpti_type *b)
{
    a = tagged(a);
    b = tagged(b);
    return a && b && a->line == b->line && ckpti_unit_same(a->file, b->file);
}

/* Two types of this program that memory cannot tell from each other. */
static bool equal_here(ckpti_restoring *r, const ckpti_type *a, const ckpti_type *b)
{
    const ckpti_pair *pair;

    return !ckpti_match(r->matcher, a, b, true, &pair) && pair->same_layout;
}

/* A number's kind; int, long and long long are one, for a typedef is another of them elsewhere (int64_t). */
static unsigned number_kind(unsigned kind)
{
    switch (kind) {
    case CKPTG_LONG: case CKPTG_LLONG: return CKPTG_INT;
    case CKPTG_ULONG: case CKPTG_ULLONG: return CKPTG_UINT;
    default: return kind;
    }
}

/* May that be the image's type, compiled for this machine from the same text? */
static bool same_text(const ckpti_type *a, const ckpti_type *b, int depth)
{
    if (!a || !b || depth > 8)
        return !a == !b || depth > 8;
    if (a->kind == CKPTG_ARRAY || a->kind == CKPTG_POINTER)
        return a->kind == b->kind && same_text(a->elem, b->elem, depth + 1);
    if (a->kind != CKPTG_STRUCT || depth > 4)
        return number_kind(a->kind) == number_kind(b->kind);
    if (b->kind != CKPTG_STRUCT || strcmp(a->name, b->name) || (a->nfields && b->nfields && a->nfields != b->nfields))
        return false;
    for (uint32_t i = 0; i < a->nfields && i < b->nfields; i++)
        if (strcmp(a->fields[i].name, b->fields[i].name) || !same_text(a->fields[i].type, b->fields[i].type, depth + 1))
            return false;
    return true;
}

/* What a name may stand for: several scopes may have a tag of their own (C11 6.2.1). What has all fields is better than what does not, then
 * what was declared where the image's type was; of several that were declared there (one text may be compiled several times, with other numbers) what
 * has the same kinds of values. In a program whose lines are others kinds tell nothing: it may have been changed. */
typedef struct choice {
    const ckpti_type *type;
    const ckpti_pair *pair;
    unsigned good;
    bool doubt;                   /* another one is as good, and not the same in memory */
} choice;

static void consider(ckpti_restoring *r, choice *best, const ckpti_type *from, const ckpti_type *to, const ckpti_pair *pair)
{
    unsigned good = (pair->lossy ? 0u : 4u) + (!same_place(from, to) ? 0u : same_text(from, to, 0) ? 2u : 1u);

    if (!best->pair || good > best->good)
        *best = (choice){to, pair, good, false};
    else if (good == best->good && !equal_here(r, best->type, to))
        best->doubt = true;
}

static ckpt_status find_named(ckpti_restoring *r, const ckpti_type *from, const ckpti_pair **out)
{
    ckpt_status st = CKPT_EPROGRAM;
    const ckpti_type *named = 0;
    choice best = {0};
    for (uint32_t pass = 0; pass < 2 && !best.pair; pass++)
        for (uint32_t i = 0; i < ckpti_universe_count(r->universe); i++) {
            const ckpti_type *to = ckpti_universe_at(r->universe, i);
            const ckpti_pair *pair;
            bool fits = pass ? from->kind == to->kind && from->kind == CKPTG_POINTER : alike(from, to, 0);
            if (!fits || to->flags & CKPTG_T_INCOMPLETE)
                continue;
            named = named ? named : to;
            if (ckpti_match(r->matcher, from, to, true, &pair))
                continue;
            if (!pass)
                consider(r, &best, from, to, pair);
            else if (!best.pair)
                best = (choice){to, pair, 0, false};
        }
    *out = best.pair;
    if (best.pair && !best.doubt)
        return CKPT_OK;
    if (best.pair)
        st = ckpti_fail(CKPT_EPROGRAM, "this program has several types of that name; keep a typed pointer to the block");
    else if (named)
        st = ckpti_match(r->matcher, from, named, false, out); /* for its text */
    else
        st = ckpti_fail(CKPT_EPROGRAM, "this program has no such type; is it the program that made the image?");
    return ckpti_fail_prefix(st, "heap block of %s", from->name);
}

ckpt_status ckpti_restore_named_pair(ckpti_restoring *r, const ckpti_type *from, const ckpti_pair **out)
{
    const ckpti_pair **known = &r->named[from->id - 1];
    if (!*known) {
        const ckpti_pair *found;
        ckpt_status st = find_named(r, from, &found);
        if (st)
            return st;
        *known = found;
    }
    *out = *known;
    return CKPT_OK;
}

/* Can one type of this program be read as the other? */
static bool same_here(const ckpti_type *a, const ckpti_type *b)
{
    if (a == b || (ckpti_kind_is_integer(a->kind) && ckpti_kind_is_integer(b->kind) && a->size == b->size))
        return true;
    return a->kind == b->kind && a->size == b->size && (a->kind != CKPTG_STRUCT || !strcmp(a->name, b->name));
}

static bool is_character(const ckpti_type *t) { return t->kind == CKPTG_CHAR || t->kind == CKPTG_SCHAR || t->kind == CKPTG_UCHAR; }

/* Does the scalar of that number, counted in the image's type, begin a value that can be read as the type here? What is gone is a trap; what is only
 * bytes is what it is taken for. */
static bool begins(const ckpti_pair *p, uint64_t leaf, const ckpti_type *to)
{
    for (;;) {
        const ckpti_type *from = p->from;
        uint32_t i = 0;
        if (from->leaves)
            leaf %= from->leaves;
        if (is_character(p->to) || (!leaf && same_here(p->to, to)))
            return true;
        if (from->kind == CKPTG_ARRAY) {
            p = p->elem;
            continue;
        }
        if (from->kind != CKPTG_STRUCT)
            return from->kind == CKPTG_VARIANT || from->kind == CKPTG_OPAQUE || from->kind == CKPTG_VOID;
        while (i < from->nfields && leaf >= from->fields[i].type->leaves)
            leaf -= from->fields[i++].type->leaves;
        if (i == from->nfields || p->back[i] == CKPTI_GONE)
            return true;
        p = p->fields[p->back[i]].pair;
    }
}

/* When all blocks have their types: what led to anything must lead to what it is a pointer to here. */
static void check_retyped(ckpti_restoring *r, const ckpti_pair *pointer, const unsigned char *data)
{
    const ckpti_type *from = pointer->from->elem, *to = pointer->to->elem;
    ckpti_pointer p;
    ckpti_image_object o;
    if (r->failed || !from || !to || from->kind != CKPTG_VOID || !to->size || is_character(to) || !ckpti_pointer_get(r->image, data, &p) ||
        p.kind != CKPTI_P_LEAF || !ckpti_image_object_get(r->image, p.object, &o) || !r->pairs[p.object - 1])
        return;
    if (!begins(r->pairs[p.object - 1], p.where, to))
        r->failed = ckpti_fail(CKPT_EPROGRAM, "a pointer to void in the image is one to %s in this program, and leads to %s", to->name, o.type->name);
}

/* A pointer of the image, and its pair: does it tell the type of a block? What was a pointer to just that must be one here, too. */
static void look(ckpti_restoring *r, const ckpti_pair *pointer, const unsigned char *data)
{
    const ckpti_type *from = pointer->from->elem, *to = pointer->to->elem;
    uint32_t id = ckpt_xdr_get32(data);
    ckpti_image_object o;
    ckpti_pointer before; /* the block */
    if (!id && from && to && ckpt_xdr_get32(data + 8) && ckpti_pointer_get(r->image, data, &before) && before.kind == CKPTI_P_BEFORE)
        id = before.object;
    if (from && to && from->kind == CKPTG_VOID && to->size && !is_character(to))
        r->retyped = true;
    if (!id || !from || !to || !to->size || !ckpti_image_object_get(r->image, id, &o) || o.kind != CKPTI_O_HEAP || o.type != from)
        return;
    const ckpti_pair *pair, *known = r->pairs[id - 1];
    if (!known && !ckpti_match(r->matcher, from, to, true, &pair)) {
        r->pairs[id - 1] = pair;
        return;
    }
    if (r->failed || (known && same_here(known->to, to)))
        return;
    if (!known && !strcmp(from->name, to->name))
        r->failed = ckpti_fail_prefix(ckpti_match(r->matcher, from, to, false, &pair), "heap block of %s", from->name);
    else
        r->failed = ckpti_fail(CKPT_EPROGRAM, "a pointer to %s in the image is one to %s in this program, and leads to a heap block of %s",
                               from->name, to->name, from->name);
}

typedef void on_pointer(ckpti_restoring *r, const ckpti_pair *pointer, const unsigned char *data);

static void each_pointer(ckpti_restoring *r, const ckpti_pair *p, uint64_t count, const unsigned char *data, on_pointer *call)
{
    const ckpti_type *from = p->from;
    if (!from->has_pointer)
        return;
    for (uint64_t k = 0; k < count; k++, data += from->enc) {
        if (from->kind == CKPTG_POINTER)
            call(r, p, data);
        else if (from->kind == CKPTG_ARRAY)
            each_pointer(r, p->elem, ckpti_common_count(p), data, call);
        else if (from->kind == CKPTG_VARIANT) {
            const ckpti_field *f = ckpti_variant_encoded(from, data);
            if (f)
                each_pointer(r, p->fields[p->back[f - from->fields]].pair, 1, data + f->enc, call);
        } else
            for (uint32_t i = 0; i < from->nfields; i++)
                if (p->back[i] != CKPTI_GONE)
                    each_pointer(r, p->fields[p->back[i]].pair, 1, data + from->fields[i].enc, call);
    }
}

void ckpti_restore_each_pointer(ckpti_restoring *r, const ckpti_image_object *o, on_pointer *call)
{
    const ckpti_pair *p = r->pairs[o->id - 1];
    uint64_t enc, flex;
    if (!o->data || !p)
        return;
    each_pointer(r, p, o->count, o->data, call);
    if (!o->flex)
        return;
    const ckpti_pair *elem = p->fields[p->back[p->from->nfields - 1]].pair->elem;
    ckpti_array_enc(o->type, o->count, &enc);
    if (ckpti_array_enc(elem->from, o->flex, &flex))
        each_pointer(r, elem, o->flex, o->data + enc, call);
}

static void look_in(ckpti_restoring *r, const ckpti_image_object *o)
{
    ckpti_restore_each_pointer(r, o, look);
}

/* A structure that ends in an array of any length must do so here, in the same member. */
static ckpt_status check_flexible(const ckpti_pair *p)
{
    const ckpti_field *f = ckpti_type_flexible(p->to);
    if (f && p->back[p->from->nfields - 1] != CKPTI_GONE && f == &p->to->fields[p->back[p->from->nfields - 1]])
        return CKPT_OK;
    return ckpti_fail(CKPT_EPROGRAM, "heap block of %s: it ends in an array of any length in the image, but not in this program", p->to->name);
}

/* A block of integers of which no typed pointer tells: the same typedef may be another C type where words are wider or narrower. int64_t was long there and is
 * long long here; unsigned int was size_t, which is unsigned long here. int is int: ptrdiff_t is rare.
 * What is declared is taken at its word. */
static ckpt_status check_width(const ckpti_restoring *r, const ckpti_type *of)
{
    uint32_t there = ckpti_image_header(r->image)->pointer_bytes;
    const ckpti_type *t = of;
    while (t && (t->kind == CKPTG_ARRAY || t->kind == CKPTG_POINTER))
        t = t->elem;
    bool is_long = t && (t->kind == CKPTG_LONG || t->kind == CKPTG_ULONG), is_size = t && t->kind == CKPTG_UINT && there < sizeof(void *);
    if (there == sizeof(void *) || !(is_long || is_size))
        return CKPT_OK;
    return ckpti_fail(CKPT_ELAYOUT, "heap block of %s: only pointers to void or to characters, or in unions, lead to it, and a typedef that was that type on a machine of %u-bit words may be another one "
                      "here (int64_t, size_t); keep a typed pointer to the block", of->name, there * 8);
}

/* A block's turn: if no pointer has told its type, its type's name does. */
static ckpt_status settle(ckpti_restoring *r, const ckpti_image_object *o)
{
    const ckpti_pair **pair = &r->pairs[o->id - 1];
    ckpt_status st = *pair || o->flags & (CKPTI_OF_NODATA | CKPTI_OF_ANNOTATED) ? CKPT_OK : check_width(r, o->type);
    if (st)
        return st;
    if (!*pair && ckpti_restore_named_pair(r, o->type, pair)) {
        r->incomplete = true; /* it must be here if something leads to it still */
        return CKPT_OK;
    }
    st = o->flex ? check_flexible(*pair) : CKPT_OK;
    r->incomplete |= (*pair)->lossy;
    if (!st)
        look_in(r, o);
    return st;
}

/* Can the same value have another C type here? Structures go by their names. */
static bool by_pointer_only(const ckpti_type *t)
{
    while (t->kind == CKPTG_ARRAY)
        t = t->elem;
    return t->kind != CKPTG_STRUCT && t->kind != CKPTG_VARIANT;
}

ckpt_status ckpti_restore_blocks(ckpti_restoring *r)
{
    uint32_t n = ckpti_image_nobjects(r->image);
    ckpt_status st = CKPT_OK;
    ckpti_image_object o;
    for (uint32_t id = 1; id <= n && !st && !(st = r->failed); id++) {
        ckpti_image_object_get(r->image, id, &o);
        if (o.kind == CKPTI_O_HEAP && (r->pairs[id - 1] || !by_pointer_only(o.type)))
            st = settle(r, &o);
        else if (r->pairs[id - 1]) {
            r->incomplete |= r->pairs[id - 1]->lossy;
            look_in(r, &o);
        }
    }
    for (int pointers = 1; pointers >= 0; pointers--) /* those that lead on first */
        for (uint32_t id = 1; id <= n && !st; id++) {
            ckpti_image_object_get(r->image, id, &o);
            if (o.kind == CKPTI_O_HEAP && by_pointer_only(o.type) && o.type->has_pointer == pointers)
                st = settle(r, &o);
        }
    for (uint32_t id = 1; id <= n && !st && r->retyped && !r->failed; id++)
        if (r->pairs[id - 1] && ckpti_image_object_get(r->image, id, &o))
            ckpti_restore_each_pointer(r, &o, check_retyped);
    return st ? st : r->failed;
}
