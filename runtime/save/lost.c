/* lost.c - addresses in memory that has no pointers by its type. See walk.h.
 *
 * A number that was made of an address, a structure copied into characters, an arena of characters whose objects are known by void pointers: the
 * image has the number, and the block behind it is not in the image. What can be seen is a live block to which no pointer leads, and its
 * address in an integer or in characters: then the program keeps the block there, and there is no checkpoint.
 *
 * Not looked at: floating-point numbers, bytes between members, locals (a stack is full of old addresses), and characters in a structure, or a heap
 * block, that begin with a text (behind it is what was in the memory before; in unsigned characters the start of a block is seen there). What begins
 * with an address is no text, though its bytes may look like one. What lies behind the member of a union that its tag selects is looked at, too:
 * the tag may not be set yet, or nobody reads it. Libraries leave addresses of their blocks in memory that the program
 * then gets, and does not fill: what a heap block holds counts only if the program has made the block behind it, by its type.
 * Numbers of 32 bits may be an address by chance: there only the start of a block that the program has made counts. */
#include <stdio.h>
#include <string.h>
#include "objects/heap.h"
#include "save/walk.h"

typedef struct search {
    ckpti_table *t;
    bool in_heap;                 /* the search is in a heap block */
    bool starts;                  /* only the start of a block counts */
    bool rest;                    /* the search is behind the member of a union that its tag selects: there a pointer may be, of any size */
    const unsigned char *low, *high; /* of all blocks to which nothing leads */
    ckpti_block found;
    const unsigned char *at;      /* where its address is */
} search;

static void widen(void *context, const ckpti_block *block)
{
    search *s = context;
    if (block->excluded || ckpti_heap_number(block->start))
        return;
    const unsigned char *end = block->start + block->size;
    s->low = s->low && s->low < block->start ? s->low : block->start;
    s->high = s->high > end ? s->high : end;
}

/* Looks at every aligned word. */
static bool words(search *s, const unsigned char *from, uint64_t size)
{
    const bool narrow = sizeof(void *) == 4 && !s->rest;
    const unsigned char *p = (const unsigned char *)(((uintptr_t)from + sizeof(void *) - 1) & ~(uintptr_t)(sizeof(void *) - 1));
    for (; p + sizeof(void *) <= from + size; p += sizeof(void *)) {
        const unsigned char *value;
        memcpy(&value, p, sizeof value);
        if (value < s->low || value > s->high || !ckpti_heap_find(value, &s->found) || s->found.excluded || ckpti_heap_number(s->found.start) ||
            (s->in_heap && !s->found.type) || ((narrow || s->starts) && (value != s->found.start || !s->found.type)))
            continue;
        s->at = p;
        return true;
    }
    return false;
}

/* Is the first aligned word, which begins with them or in a text of n characters, an address? Where one of 32 bits may be a text by chance, only of
 * something that begins there. */
static bool begins_with_address(const search *s, const unsigned char *m, uint64_t size, uint64_t n)
{
    uint64_t at = -(uintptr_t)m & (sizeof(void *) - 1);
    const unsigned char *value;
    ckpti_region *holds, *ends;
    ckpti_block b;
    if (at + sizeof value > size || (at && at >= n))
        return false;
    memcpy(&value, m + at, sizeof value);
    if (sizeof value > 4)
        return value && ckpti_walk_is_address(s->t, value);
    ckpti_table_find(s->t, value, &holds, &ends);
    return (holds && holds->start == value) || (ckpti_heap_find(value, &b) && b.start == value && b.type && !ckpti_heap_number(b.start));
}

/* Text in a structure or a heap block: what is behind its end is left over from something else. */
static bool is_text(const search *s, const ckpti_type *type, uint64_t size, const unsigned char *m, bool some)
{
    uint64_t i = 0;
    if (!ckpti_kind_is_char(type->kind))
        return false;
    while (i < size && ((m[i] >= ' ' && m[i] != 127) || (m[i] >= '\a' && m[i] <= '\r')))
        i++;
    return i < size && !m[i] && i >= some && !begins_with_address(s, m, size, i);
}

static bool numbers(search *s, const ckpti_type *type, uint64_t size, const unsigned char *m, bool member)
{
    s->starts = (member || s->in_heap) && is_text(s, type, size, m, !member);
    return (!s->starts || (!member && type->kind == CKPTG_UCHAR)) && words(s, m, size);
}

static bool look(search *s, const ckpti_type *type, uint64_t count, const unsigned char *m, bool member);

/* A union: the member that its tag selects, and what that leaves of it, from the word on that is not all the member's. */
static bool in_union(search *s, const ckpti_type *type, const unsigned char *m)
{
    const ckpti_field *f;
    long long tag;
    if (!ckpti_variant_selected(type, m, &f, &tag))
        return false;
    if (f && look(s, f->type, 1, m, true))
        return true;
    uint64_t rest = f ? f->type->size & ~(uint64_t)(sizeof(void *) - 1) : 0;
    s->starts = false;
    s->rest = true;
    if (words(s, m + rest, type->size - rest))
        return true;
    s->rest = false;
    return false;
}

static bool look(search *s, const ckpti_type *type, uint64_t count, const unsigned char *m, bool member)
{
    if (ckpti_kind_is_integer(type->kind) && type->kind != CKPTG_BOOL)
        return numbers(s, type, count * type->size, m, member);
    s->starts = false;
    if (type->flags & CKPTG_T_BYTES) /* no text, whatever its bytes look like */
        return words(s, m, count * type->size);
    if (type->kind != CKPTG_ARRAY && type->kind != CKPTG_STRUCT && type->kind != CKPTG_VARIANT)
        return false;
    for (uint64_t i = 0; i < count; i++, m += type->size) {
        if (type->kind == CKPTG_ARRAY && look(s, type->elem, type->count, m, member))
            return true;
        if (type->kind == CKPTG_VARIANT && in_union(s, type, m))
            return true;
        for (uint32_t k = 0; type->kind == CKPTG_STRUCT && k < type->nfields; k++)
            if (!type->fields[k].bits && look(s, type->fields[k].type, 1, m + type->fields[k].offset, true))
                return true;
    }
    return false;
}

static bool in_object(ckpti_table *t, search *s, const ckpti_saved *o)
{
    ckpti_shape shape = ckpti_table_shape(t, o);
    const unsigned char *m = ckpti_saved_content(o);
    const ckpti_field *f = shape.flex ? ckpti_type_flexible(shape.type) : 0;
    return look(s, shape.type, shape.count, m, false) ||
           (f && look(s, f->type->elem, shape.flex, m + f->offset + f->type->count * f->type->elem->size, true)) ||
           (shape.tail && (s->starts = false, words(s, m + o->size - shape.tail, shape.tail)));
}

static ckpt_status say(ckpti_table *t, const search *s, uint32_t k)
{
    const ckpti_saved *o = &t->objects[k - 1];
    char path[256];
    if (o->holder)
        ckpti_walk_path(t, o->holder, o->leaf, path, sizeof path);
    else if (o->kind == CKPTI_O_HEAP)
        ckpti_walk_path(t, k, 0, path, sizeof path);
    else
        snprintf(path, sizeof path, "%.100s (%.100s:%u)", o->region->var->name, o->region->unit->file, o->region->var->line);
    return ckpti_fail(CKPT_EUNSUPPORTED, "%s: byte %llu of %llu%s holds the address of a heap block of %llu bytes, and is no pointer by %s; nothing else leads to "
                      "that block, so it would be lost; keep a pointer to it, or declare what holds it (#pragma ckpt type)", path,
                      (unsigned long long)(s->at - ckpti_saved_content(o)), (unsigned long long)o->size, o->holder ? " that it leads to" : "",
                      (unsigned long long)s->found.size, s->rest ? "the tag of its union" : "its type");
}

ckpt_status ckpti_walk_lost(ckpti_table *t)
{
    search s = {.t = t};
    ckpti_heap_each(widen, &s);
    for (uint32_t k = 1; k <= t->n && s.low; k++) {
        const ckpti_saved *o = &t->objects[k - 1];
        bool variable = o->kind == CKPTI_O_GLOBAL || o->kind == CKPTI_O_STATIC;
        s.in_heap = !variable;
        if ((variable || o->kind == CKPTI_O_HEAP) && o->type && !(o->flags & (CKPTI_OF_NODATA | CKPTI_OF_RAW)) && in_object(t, &s, o))
            return say(t, &s, k);
    }
    return CKPT_OK;
}
