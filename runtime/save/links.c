/* links.c - links of lists that a program keeps of what was given back: pointers on top of numbers. See objects/links.h, walk.h.
 *
 * A link at the start of a block, or of a part, is an object of its own in the image, on top of the block's. That the block was handed out again is
 * not always seen; then what is there now is no link, and leads nowhere. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "objects/heap.h"
#include "objects/links.h"
#include "save/walk.h"

static bool is_small(const unsigned char *value) { return value && (intptr_t)value > -4096 && (intptr_t)value < 4096; }

/* Does the pointer lead to memory that is there? */
static bool is_link(ckpti_table *t, const unsigned char *value)
{
    ckpti_region *holds, *ends;
    ckpti_block b;
    if (is_small(value))
        return false;
    if (ckpti_heap_find(value, &b))
        return true;
    ckpti_table_find(t, value, &holds, &ends);
    return holds || ends;
}

typedef struct looked {
    bool others;                  /* it has not only pointers */
    bool marks;                   /* a pointer has a small number: the list's end, or a number of what the block has become */
} looked;

/* Are all pointers of the value such, or null? */
static bool are_links(ckpti_table *t, const ckpti_type *type, const unsigned char *m, looked *l)
{
    const unsigned char *value;
    if (type->kind == CKPTG_POINTER) {
        memcpy(&value, m, sizeof value);
        l->marks |= is_small(value);
        return !value || is_link(t, value);
    }
    if (type->kind != CKPTG_STRUCT && type->kind != CKPTG_ARRAY) {
        l->others = true;
        return ckpti_kind_is_scalar(type->kind);
    }
    for (uint64_t i = 0; type->kind == CKPTG_ARRAY && i < type->count; i++)
        if (!are_links(t, type->elem, m + i * type->elem->size, l))
            return false;
    for (uint32_t i = 0; i < type->nfields; i++) {
        l->others |= type->fields[i].bits;
        if (!type->fields[i].bits && !are_links(t, type->fields[i].type, m + type->fields[i].offset, l))
            return false;
    }
    return true;
}

static void bind_link(ckpti_table *t, const ckpti_type *type, const char *why)
{
    if (t->layout_bound)
        return;
    t->layout_bound = true;
    t->why_bound = why;
    snprintf(t->bound_at, sizeof t->bound_at, "%.100s", type->name);
}

static void clear_pointers(const ckpti_type *type, unsigned char *m)
{
    if (type->kind == CKPTG_POINTER)
        memset(m, 0, sizeof(void *));
    for (uint64_t i = 0; type->kind == CKPTG_ARRAY && i < type->count; i++)
        clear_pointers(type->elem, m + i * type->elem->size);
    for (uint32_t i = 0; type->kind == CKPTG_STRUCT && i < type->nfields; i++)
        if (!type->fields[i].bits)
            clear_pointers(type->fields[i].type, m + type->fields[i].offset);
}

/* What is under the link has none of its addresses: they would be other ones each time. */
static void clear_under(ckpti_table *t, uint32_t object, const ckpti_type *link)
{
    ckpti_saved *o = &t->objects[object - 1];
    unsigned char *copy = o->padded ? (unsigned char *)(uintptr_t)o->padded : malloc(o->size);
    if (!copy) {
        t->failed = ckpti_fail(CKPT_ENOMEM, "no memory for a copy of a block");
        return;
    }
    if (!o->padded)
        memcpy(copy, o->start, o->size);
    o->padded = copy;
    clear_pointers(link, copy);
}

/* What a list's head held at the site; 0: it is not there any more, or holds nothing. Functions' own have been left by now, with copies. */
static const unsigned char *first_of(ckpti_table *t, const void *head)
{
    const unsigned char *value = 0, *at = head;
    ckpti_region *holds, *ends;
    ckpti_block b;
    ckpti_table_find(t, at, &holds, &ends);
    if (holds && holds->kind == CKPTI_O_LOCAL) {
        if (!holds->local->content)
            return 0;
        at = holds->local->content + (at - holds->start);
    }
    if (holds ? (size_t)((const unsigned char *)head - holds->start) + sizeof value <= holds->size : ckpti_heap_find(at, &b) && (size_t)(b.start + b.size - at) >= sizeof value)
        memcpy(&value, at, sizeof value);
    return value;
}

/* Is it the first on its list? That the list was put there once does not say that it still is. */
static bool is_head(ckpti_table *t, const ckpti_block *b)
{
    return b->link_head && first_of(t, b->link_head) == b->start;
}

void ckpti_table_add_link(ckpti_table *t, const ckpti_block *b, uint32_t object)
{
    const ckpti_type *type = ckpti_universe_type(t->universe, b->link);
    looked l = {0};
    if (!b->link || b->excluded || t->failed)
        return;
    if (b->link_inside) {
        ckpti_table_note_inside(t, object);
        return;
    }
    if (!type || !type->size || type->size > b->size)
        return;
    bool unions = type->has_opaque || type->has_bytes || type->has_variant;
    if (!are_links(t, type, b->start, &l) && !unions) {
        if (l.marks)
            bind_link(t, type, "a link of a list of the program's own that holds a small number");
        return;
    }
    if (unions) {
        t->failed = ckpti_fail(CKPT_EUNSUPPORTED, "a heap block is on a list of what was given back, whose link, %s, has a union, of which nothing tells the member", type->name);
        return;
    }
    uint32_t link = ckpti_table_new_link(t, b->start, type, object);
    clear_under(t, object, type);
    if (link && is_head(t, b))
        t->objects[link - 1].flags |= CKPTI_OF_ON_LIST;
    if (link && l.others) /* numbers of it may lie on top of two others, or of parts of one */
        bind_link(t, type, "a link of a list of the program's own that has more than pointers");
}

bool ckpti_walk_is_linked(const unsigned char *at)
{
    ckpti_block b;
    return ckpti_heap_find(at, &b) && b.link && !b.link_inside && (uint64_t)(at - b.start) < b.link->size &&
           ckpti_link_has_pointer(b.link, (ckptg_size)(at - b.start));
}

/* A link at that byte of an object, where its type has no pointer. */
static ckpt_status fails_inside(ckpti_table *t, const ckpti_saved *o, const ckptg_type *type, uint64_t at)
{
    char path[256] = "";
    if (o->holder)
        ckpti_walk_path(t, o->holder, o->leaf, path, sizeof path);
    return ckpti_fail(CKPT_EUNSUPPORTED, "%s%sparts of a heap block of %llu bytes%s%s are on a list of what was given back, whose link at byte %llu is no pointer by the type of "
                      "the block, so it would be lost; give the structure a member for it, allocate each, or declare the parts (#pragma ckpt type)", path, *path ? ": " : "",
                      (unsigned long long)o->size, type ? " of " : "", type ? type->name : "", (unsigned long long)at);
}

static const ckptg_type *type_of(const ckpti_saved *o) { return o->type && !(o->flags & CKPTI_OF_RAW) ? o->type->native : 0; }

static ckpt_status inside(ckpti_table *t, uint32_t object)
{
    const ckpti_saved *o = &t->objects[object - 1];
    const ckptg_type *type = type_of(o);
    for (uint64_t at = 0; at + sizeof(void *) <= o->size && !(o->flags & CKPTI_OF_NODATA); at += sizeof(void *)) {
        const unsigned char *value;
        memcpy(&value, o->start + at, sizeof value);
        if (value && (intptr_t)value >= 4096 && is_link(t, value) && !ckpti_link_has_pointer(type, (ckptg_size)at))
            return fails_inside(t, o, type, at);
    }
    return CKPT_OK;
}

/* The scalar that the byte lies in. */
static void clear_scalar(const ckpti_type *t, unsigned char *m, uint64_t at)
{
    for (uint64_t from = 0; t && t->size;) {
        from += (at - from) / t->size * t->size;
        if (t->kind == CKPTG_ARRAY) {
            t = t->elem;
            continue;
        }
        if (t->kind != CKPTG_STRUCT) {
            memset(m + from, 0, (size_t)t->size);
            return;
        }
        const ckpti_field *f = t->fields, *end = f + t->nfields;
        while (f < end && (f->bits || at - from < f->offset || at - from - f->offset >= f->type->size))
            f++;
        if (f == end)
            return;
        from += f->offset;
        t = f->type;
    }
}

static bool is_null(const unsigned char *at)
{
    const unsigned char *value;
    memcpy(&value, at, sizeof value);
    return !value;
}

/* Under pointers that lead somewhere: under one that is null what the block has become may have zeros, and more. */
static void clear_scalars(const ckpti_type *link, uint64_t at, const ckpti_saved *o, uint64_t size)
{
    for (uint64_t i = 0; link->kind == CKPTG_POINTER && at + sizeof(void *) <= o->size && !is_null(o->start + at) && i < sizeof(void *) && at + i < size; i++)
        clear_scalar(o->type, (unsigned char *)(uintptr_t)o->padded, at + i);
    for (uint64_t i = 0; link->kind == CKPTG_ARRAY && i < link->count; i++)
        clear_scalars(link->elem, at + i * link->elem->size, o, size);
    for (uint32_t i = 0; link->kind == CKPTG_STRUCT && i < link->nfields; i++)
        if (!link->fields[i].bits)
            clear_scalars(link->fields[i].type, at + link->fields[i].offset, o, size);
}

/* What lies under a link, or partly, is nothing, as long as that is one: the same then whatever pointers there are. */
static void clear_dead(ckpti_table *t)
{
    for (uint32_t k = 1; k <= t->n; k++) {
        const ckpti_saved *link = &t->objects[k - 1], *o = link->flags & CKPTI_OF_LINK ? &t->objects[link->leaf - 1] : 0;
        ckpti_shape s;
        if (!o || !o->padded || !o->type || o->type->kind == CKPTG_VARIANT || o->flags & CKPTI_OF_RAW)
            continue;
        s = ckpti_table_shape(t, o);
        if (!s.flex)
            clear_scalars(link->type, 0, o, s.count * s.type->size);
    }
}

/* Is it a variable whose contents an image has? */
static bool is_variable(const ckpti_table *t, const ckpti_region *r)
{
    bool variable = r->kind == CKPTI_O_GLOBAL || r->kind == CKPTI_O_STATIC || (r->kind == CKPTI_O_LOCAL && r->local->local->flags & CKPTG_L_MEMORY);
    return variable && r->native && r->object && !(t->objects[r->object - 1].flags & CKPTI_OF_NODATA);
}

static ckpt_status fails_in(const ckpti_region *r, uint64_t at)
{
    const ckptg_local *l = r->kind == CKPTI_O_LOCAL ? r->local->local : 0;
    return ckpti_fail(CKPT_EUNSUPPORTED, "parts of %s (%s:%u) are on a list of what was given back, whose link at byte %llu is no pointer by its type, so it would be lost; give the "
                      "structure a member for it, or allocate each", l ? l->name : r->var->name, l ? r->frame->function->file : r->unit->file, l ? l->line : r->var->line,
                      (unsigned long long)at);
}

/* Links in variables, where these have no pointers. */
static ckpt_status in_variables(ckpti_table *t, const ckpti_link_span *span)
{
    for (size_t i = 0; i < t->nregions; i++) {
        const ckpti_region *r = &t->regions[i];
        const unsigned char *value, *end = r->start + r->size < span->to ? r->start + r->size : span->to, *at = r->start > span->from ? r->start : span->from;
        if (at >= end || !is_variable(t, r))
            continue;
        const unsigned char *content = r->kind == CKPTI_O_LOCAL ? r->local->content : r->start;
        for (at = (const unsigned char *)(((uintptr_t)at + sizeof value - 1) & ~(uintptr_t)(sizeof value - 1)); at < end && (size_t)(end - at) >= sizeof value; at += sizeof value) {
            memcpy(&value, content + (at - r->start), sizeof value);
            if (value && !is_small(value) && is_link(t, value) && !ckpti_link_has_pointer(r->native, (ckptg_size)(at - r->start)))
                return fails_in(r, (uint64_t)(at - r->start));
        }
    }
    return CKPT_OK;
}

/* A library's variables, or those of an object of another compiler: no table tells of them, and no image has them. */
static bool is_untold(const ckpti_table *t, const unsigned char *at)
{
    for (size_t i = 0; i < t->nsegments; i++)
        if (!t->segments[i].constants && at >= t->segments[i].start && at < t->segments[i].end)
            return true;
    return false;
}

/* Where the first of such a list lies: it may be the only one, whose link is null. */
static ckpt_status first_inside(ckpti_table *t, const void *head, const ckpti_link_span *spans, unsigned n)
{
    const unsigned char *first = first_of(t, head);
    ckpti_region *holds, *ends;
    ckpti_block b;
    if (!first)
        return CKPT_OK;
    if (ckpti_heap_find(first, &b)) {
        uint32_t object = b.link_inside ? ckpti_heap_number(first) : 0;
        const ckpti_saved *o = object ? &t->objects[object - 1] : 0;
        uint64_t at = o ? (uint64_t)(first - o->start) : 0;
        bool lost = o && !(o->flags & CKPTI_OF_NODATA) && at + sizeof first <= o->size && !ckpti_link_has_pointer(type_of(o), (ckptg_size)at);
        return lost ? fails_inside(t, o, type_of(o), at) : CKPT_OK;
    }
    ckpti_table_find(t, first, &holds, &ends);
    bool untold = !holds && is_untold(t, first), variable = holds && is_variable(t, holds);
    for (unsigned i = 0; (untold || variable) && i < n; i++) {
        if (first < spans[i].from || first >= spans[i].to)
            continue;
        if (untold)
            return ckpti_fail(CKPT_EUNSUPPORTED, "parts of variables of a library, or of an object that ckptcc has not compiled, are on a list of what was given back, whose links would be "
                              "lost; let the program allocate what it puts there");
        if (!ckpti_link_has_pointer(holds->native, (ckptg_size)(first - holds->start)))
            return fails_in(holds, (uint64_t)(first - holds->start));
    }
    return CKPT_OK;
}

/* What the pointers of a link that is on a list lead to is on it, too. That one is for sure is told by the list's head alone: other pointers, and links of blocks
 * that have been taken off unseen, may lead to what is on no list any more. */
static bool chain(ckpti_table *t, const ckpti_type *type, const unsigned char *m)
{
    const unsigned char *value;
    ckpti_block b;
    bool news = false;
    if (type->kind == CKPTG_POINTER) {
        memcpy(&value, m, sizeof value);
        uint32_t object = value && ckpti_heap_find(value, &b) && b.start == value ? ckpti_heap_number(value) : 0;
        return object && ckpti_table_note_chain(t, object);
    }
    for (uint64_t i = 0; type->kind == CKPTG_ARRAY && i < type->count; i++)
        news |= chain(t, type->elem, m + i * type->elem->size);
    for (uint32_t i = 0; type->kind == CKPTG_STRUCT && i < type->nfields; i++)
        if (!type->fields[i].bits)
            news |= chain(t, type->fields[i].type, m + type->fields[i].offset);
    return news;
}

/* Objects are numbered as pointers lead to them, so that once is mostly enough; of what is not found the restart asks more than it need. */
static void follow_lists(ckpti_table *t)
{
    bool news = true;
    for (unsigned rounds = 0; news && rounds < 8; rounds++) {
        news = false;
        for (uint32_t k = 1; k <= t->n; k++)
            if (t->objects[k - 1].flags & CKPTI_OF_ON_LIST)
                news |= chain(t, t->objects[k - 1].type, t->objects[k - 1].start);
    }
}

ckpt_status ckpti_walk_links(ckpti_table *t)
{
    const ckpti_link_span *spans;
    const void *const *heads;
    size_t nheads = ckpti_link_inside_heads(&heads);
    unsigned n = ckpti_link_spans(&spans);
    ckpt_status st = CKPT_OK;
    if (ckpti_link_lost())
        return ckpti_fail(CKPT_ENOMEM, "there was no memory to note a link of a list of what was given back, so it would be lost");
    follow_lists(t);
    clear_dead(t);
    for (unsigned i = 0; !st && i < n; i++)
        st = in_variables(t, &spans[i]);
    for (size_t i = 0; !st && i < nheads; i++)
        if (heads[i])
            st = first_inside(t, heads[i], spans, n);
    for (uint32_t k; !st && (k = ckpti_queue_next(&t->inside));)
        st = inside(t, k);
    return st;
}
