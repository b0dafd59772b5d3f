/* longer.c - what is not known of memory: bytes that only void pointers lead to, blocks that are longer than what their allocation tells, pools.
 * See walk.h.
 *
 * Such memory is saved as what it seems to be, with what lies between members, and binds the image to this layout. What can be seen is whether there are
 * addresses in places where nothing is known to be a pointer: they would be lost, so that there is no checkpoint then.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "objects/heap.h"
#include "objects/stack.h"
#include "objects/trap.h"
#include "save/walk.h"
#include "types/gaps.h"

bool ckpti_walk_is_address(const ckpti_table *t, const unsigned char *value)
{
    extern void *__libc_stack_end;
    const unsigned char *here = (const unsigned char *)&value, *site = ckpti_stack_lowest(); /* the program's frames are left by now */
    const unsigned char *low = site && site < here ? site : here;
    ckpti_block b;
    if (ckpti_heap_find(value, &b) || (value >= low && value <= (const unsigned char *)__libc_stack_end) ||
        (value >= t->threads_start && value < t->threads_end))
        return true;
    for (size_t i = 0; i < t->nsegments; i++)
        if (value >= t->segments[i].start && value < t->segments[i].end)
            return true;
    return false;
}

bool ckpti_walk_may_be_pointer(const ckpti_table *t, const unsigned char *value)
{
    bool small = (intptr_t)value > -4096 && (intptr_t)value < 4096;
    return small || ckpti_walk_is_address(t, value) || ckpti_is_number(value) || ckpti_trap_contains(value);
}

/* Looks at every aligned word. */
bool ckpti_walk_has_address(const ckpti_table *t, const unsigned char *from, uint64_t size)
{
    const unsigned char *p = (const unsigned char *)(((uintptr_t)from + sizeof(void *) - 1) & ~(uintptr_t)(sizeof(void *) - 1));
    for (; p + sizeof(void *) <= from + size; p += sizeof(void *)) {
        const unsigned char *value;
        memcpy(&value, p, sizeof value);
        if (value && ckpti_walk_is_address(t, value) && !ckpti_walk_is_linked(p))
            return true;
    }
    return false;
}

/* Is there an address from where the object has been looked at to there? */
static bool uncovered(walker *w, const unsigned char *end)
{
    return ckpti_walk_has_address(w->t, (const unsigned char *)((uintptr_t)w->covered + w->apart), (uint64_t)(end - w->covered));
}

static void between_pointers(walker *w, const ckpti_type *type, const unsigned char *slot, uint64_t leaf)
{
    const unsigned char *value;
    (void)leaf;
    if (!w->loses && slot > w->covered)
        w->loses = uncovered(w, slot);
    memcpy(&value, slot, sizeof value);
    if (w->guessed && !ckpti_walk_may_be_pointer(w->t, value))
        w->loses = true; /* what leads to nothing known: it would be a trap, and may be a number */
    w->covered = slot + type->size;
}

/* A local as its members have it: between them is what the stack had there, mostly addresses. 0: as it lies in memory. */
static unsigned char *without_gaps(ckpti_table *t, const ckpti_saved *o)
{
    const unsigned char *content = ckpti_saved_content(o);
    ckpti_shape s = ckpti_table_shape(t, o);
    if (o->kind != CKPTI_O_LOCAL || s.flex || !ckpti_gaps_used(s.type, s.count, content, CKPTI_ALL_GAPS))
        return 0;
    uint64_t gaps = s.count * ckpti_gaps(s.type);
    unsigned char *copy = malloc(o->size), *zeros = calloc(1, gaps);
    if (copy && zeros) {
        memcpy(copy, content, o->size);
        ckpti_gaps_put(s.type, s.count, copy, zeros, CKPTI_ALL_GAPS);
    }
    free(zeros);
    return copy;
}

/* Is there an address in the object where its type has no pointer? What is saved as that type would lose it. */
static bool loses_address(walker *w, uint32_t object)
{
    const ckpti_saved *o = &w->t->objects[object - 1];
    const unsigned char *content = ckpti_saved_content(o), *end = content + o->size;
    unsigned char *copy = without_gaps(w->t, o);
    w->covered = content;
    w->apart = copy ? (uintptr_t)copy - (uintptr_t)content : 0;
    w->loses = false;
    ckpti_walk_object(w, object, between_pointers);
    bool loses = w->loses || (end > w->covered && uncovered(w, end));
    free(copy);
    return loses;
}

/* Raw bytes cannot carry addresses. */
static ckpt_status check_raw(ckpti_table *t, const unsigned char *from, uint64_t size, const char *what, uint32_t object)
{
    char path[256] = "";
    const ckpti_saved *o = &t->objects[object - 1];
    if (!ckpti_walk_has_address(t, from, size))
        return CKPT_OK;
    if (o->holder)
        ckpti_walk_path(t, o->holder, o->leaf, path, sizeof path);
    return ckpti_fail(CKPT_EUNSUPPORTED, "%s%sheap block of %llu bytes %s holds an address: its type is not known; keep a typed pointer to it, "
                      "allocate it with its type, or declare what it holds (#pragma ckpt type)", path, *path ? ": " : "", (unsigned long long)o->size, what);
}

/* What lies between its members is carried, too: for all that is known it is something else's. */
static void keep_gaps(ckpti_saved *o, const ckpti_shape *s)
{
    o->state |= CKPTI_S_GAPS;
    bool heap_or_variable = o->kind == CKPTI_O_HEAP || o->kind == CKPTI_O_GLOBAL || o->kind == CKPTI_O_STATIC;
    if (heap_or_variable && ckpti_gaps_used(s->type, s->count, ckpti_saved_content(o), s->flex ? ckpti_type_flexible(s->type)->offset : CKPTI_ALL_GAPS))
        o->flags |= CKPTI_OF_GAPS;
}

/* The reason and its place go together: a pointer's that binds the image to this build is the stronger one. */
static void bind_block(ckpti_table *t, const ckpti_saved *o, const char *why)
{
    t->layout_bound = true;
    if (t->place_bound)
        return;
    t->why_bound = why;
    *t->bound_at = 0;
    t->bound_holder = o->holder;
    t->bound_leaf = o->leaf;
}

/* What follows the elements of a structure's last array is carried as more of them, which have no room for all of it if they have gaps. */
static ckpt_status trails(const ckpti_saved *o, const ckpti_shape *s)
{
    const ckpti_field *f = ckpti_type_flexible(o->type);
    if (!s->flex || !ckpti_gaps_used(f->type->elem, s->flex + f->type->count, ckpti_saved_content(o) + f->offset, CKPTI_ALL_GAPS))
        return CKPT_OK;
    return ckpti_fail(CKPT_EUNSUPPORTED, "heap block of %llu bytes: something else follows the elements of %s's last array, %s, of which nothing is known; declare what the "
                      "block holds (#pragma ckpt type)", (unsigned long long)o->size, o->type->name, f->name);
}

/* What a pointer of another type leads to is something else to the program (a pool of its own): addresses in it would be lost.
 * Characters that only char pointers lead to are text, whatever old addresses are left in them. */
ckpt_status ckpti_walk_pools(walker *w)
{
    ckpti_table *t = w->t;
    for (uint32_t k = 0; k < t->n; k++) {
        ckpti_saved *o = &t->objects[k];
        if (!(o->state & CKPTI_S_OTHER) || !o->type || o->flags & (CKPTI_OF_NODATA | CKPTI_OF_RAW))
            continue;
        ckpti_shape s = ckpti_table_shape(t, o);
        keep_gaps(o, &s);
        if (!(o->state & CKPTI_S_UNLIKE))
            continue;
        bind_block(t, o, "characters that a pointer to something else leads to");
        ckpt_status st = trails(o, &s);
        if (st)
            return st;
    }
    for (uint32_t i = 0; i < t->nunknowns; i++) {
        const struct unknown *u = &t->unknowns[i];
        ckpti_saved *o = u->target ? &t->objects[u->target - 1] : 0;
        if (!u->holders || !o || ckpti_is_before(u->byte) || !o->type || o->flags & (CKPTI_OF_NODATA | CKPTI_OF_RAW) || o->state & CKPTI_S_SEEN)
            continue;
        o->state |= CKPTI_S_SEEN;
        ckpti_shape s = ckpti_table_shape(t, o);
        keep_gaps(o, &s);
        if (!loses_address(w, u->target))
            continue;
        char path[256];
        ckpti_walk_path(t, u->object, u->leaf, path, sizeof path);
        const ckpti_type *type = o->type;
        while (type->kind == CKPTG_ARRAY)
            type = type->elem;
        bool text = ckpti_kind_is_char(type->kind);
        return ckpti_fail(CKPT_EUNSUPPORTED, "%s leads into %llu bytes that are %s by their type, and they hold an address%s, which "
                          "would be lost; declare what they hold (#pragma ckpt type), or allocate them with their type", path,
                          (unsigned long long)o->size, text ? "characters" : type->name, text ? "" : " where that has none");
    }
    return CKPT_OK;
}

ckpt_status ckpti_walk_untyped(ckpti_table *t)
{
    ckpt_status st = CKPT_OK;
    for (uint32_t k = 1; k <= t->n && !st; k++) {
        ckpti_saved *o = &t->objects[k - 1];
        if (o->kind != CKPTI_O_HEAP || o->type)
            continue;
        o->type = o->state & CKPTI_S_INSIDE ? t->t_char : t->t_uchar;
        if (o->state & CKPTI_S_INSIDE || o->flags & CKPTI_OF_NODATA)
            continue;
        o->flags |= CKPTI_OF_RAW;
        if (o->state & CKPTI_S_ODD)
            continue;
        bind_block(t, o, "a block that only void pointers lead to");
        st = check_raw(t, o->start, o->size, "that only void pointers lead to", k);
    }
    return st;
}

static bool is_zero(const unsigned char *p, uint64_t n)
{
    while (n && !*p)
        p++, n--;
    return !n;
}

/* Bytes behind the elements of a structure: no telling what they are, but of a declared block, or one that a restart has made longer, that has room there. */
static ckpt_status tail(ckpti_table *t, uint32_t k, ckpti_saved *o, const ckpti_shape *s)
{
    bool on_list = k < t->n && t->objects[k].flags & CKPTI_OF_LINK && t->objects[k].leaf == k;
    ckpti_block b;
    bool room = on_list || (ckpti_heap_find(o->start, &b) && b.room);
    if ((o->state & CKPTI_S_ANNOTATED || room) && is_zero(o->start + o->size - s->tail, s->tail))
        return CKPT_OK;
    keep_gaps(o, s);
    bind_block(t, o, "a block whose size is no multiple of its structure's");
    return check_raw(t, o->start + o->size - s->tail, s->tail, "that is longer than what it begins with", k);
}

/* Nothing tells how many elements the last array has, and what follows them: it may be something else. Where they are bytes, that does not matter; where they hold
 * pointers, or values of several kinds, they are elements more likely than not, and what is none would be refused as such. */
static bool may_trail(const ckpti_saved *o, const ckpti_shape *s)
{
    const ckpti_field *f = s->flex && o->size > o->type->size ? ckpti_type_flexible(o->type) : 0;
    const ckpti_type *elem = f ? f->type->elem : 0;
    while (elem && elem->kind == CKPTG_ARRAY)
        elem = elem->elem;
    return elem && elem->size > 1 && !elem->has_pointer && !elem->has_variant;
}

/* The same of a structure that its tag tells. */
static bool may_trail_by_tag(const ckpti_saved *o, const ckpti_shape *s)
{
    return o->flags & CKPTI_OF_BY_TAG && o->state & CKPTI_S_GUESS && !(o->state & CKPTI_S_ANNOTATED) && may_trail(o, s);
}

/* A block that is an array for all that is known, but only by the type of a pointer: to its first element, which something else may follow,
 * or another structure begin with; or to something in it. */
static ckpt_status guess(walker *w, uint32_t k, ckpti_saved *o, const ckpti_shape *s)
{
    o->flags |= CKPTI_OF_GUESSED;
    bool behind = o->state & CKPTI_S_BEGINS || s->flex;
    ckpt_status st = behind ? trails(o, s) : CKPT_OK;
    if (st)
        return st;
    bind_block(w->t, o, behind ? "a block that may have something else behind the elements of a structure's last array"
                               : "a block of which nothing but the type of a pointer tells what it holds");
    w->guessed = true;
    bool loses = loses_address(w, k);
    w->guessed = false;
    keep_gaps(o, s);
    if (!loses)
        return CKPT_OK;
    char path[256] = "";
    if (o->holder)
        ckpti_walk_path(w->t, o->holder, o->leaf, path, sizeof path);
    return ckpti_fail(CKPT_EUNSUPPORTED, "%s%sheap block of %llu bytes holds an address, or none, where %s has the other, and only a pointer's type says that it is an "
                      "array of that; allocate it by sizeof, or declare what it holds (#pragma ckpt type)", path, *path ? ": " : "",
                      (unsigned long long)o->size, o->type->kind == CKPTG_POINTER ? "a pointer" : o->type->name);
}

static bool is_guess(const ckpti_saved *o, const ckpti_shape *s)
{
    bool one = s->count == 1 && o->type->kind == CKPTG_STRUCT; /* of that size: a number's may be anything's */
    extern char **environ;
    if (o->start == (const unsigned char *)environ) /* setenv has made it */
        return false;
    bool trails = o->state & CKPTI_S_BEGINS && (s->flex || s->tail);
    return o->state & CKPTI_S_GUESS && !(o->state & CKPTI_S_ANNOTATED) && !(o->flags & CKPTI_OF_BY_TAG) &&
           (trails || may_trail(o, s) || (s->count && !one) || (s->tail && !s->flex));
}

/* A part of a block of which nothing is declared: room that is not used yet, or bytes that may mean something else elsewhere. */
static ckpt_status rest(ckpti_table *t, const ckpti_saved *o)
{
    if (is_zero(o->start, o->size))
        return CKPT_OK;
    bind_block(t, o, "a block of which a part is not declared");
    if (!ckpti_walk_has_address(t, o->start, o->size))
        return CKPT_OK;
    return ckpti_fail(CKPT_EUNSUPPORTED, "%llu bytes of a heap block, between parts of it that are declared or behind them, hold an address: declare what they "
                      "hold (#pragma ckpt type)", (unsigned long long)o->size);
}

/* Blocks that are longer than what is known of them. */
ckpt_status ckpti_walk_longer(walker *w)
{
    ckpti_table *t = w->t;
    ckpt_status st = CKPT_OK;
    for (uint32_t k = 1; k <= t->n && !st; k++) {
        ckpti_saved *o = &t->objects[k - 1];
        if (o->kind != CKPTI_O_HEAP || o->flags & (CKPTI_OF_NODATA | CKPTI_OF_RAW))
            continue;
        if (o->state & CKPTI_S_REST && (st = rest(t, o)))
            break;
        ckpti_shape s = ckpti_table_shape(t, o);
        bool by_size = o->type->kind == CKPTG_STRUCT || o->type->kind == CKPTG_ARRAY || o->state & CKPTI_S_BEGINS;
        if (s.tail && !s.flex && by_size)
            st = tail(t, k, o, &s);
        if (!st && is_guess(o, &s))
            st = guess(w, k, o, &s);
        else if (!st && may_trail_by_tag(o, &s)) {
            bind_block(t, o, "a block that may have something else behind the elements of a structure's last array");
            st = trails(o, &s);
        }
    }
    return st;
}
