/* resolve.c - a pointer's value to (object, place). See table.h; docs/image-format.md section 7. */
#include <string.h>
#include "objects/heap.h"
#include "objects/links.h"
#include "objects/streams.h"
#include "save/table.h"
#include "save/walk.h"

/* An array of structures, or one with a longer array, nobody knows which. */
static ckpti_shape ambiguous(ckpti_table *t, const ckpti_type *type, uint64_t size)
{
    if (!ckpti_is_all_values(type) && !t->failed)
        t->failed = ckpti_fail(CKPT_EUNSUPPORTED, "a heap block of %llu bytes is %llu of %s, or one whose last member, an array of one element, goes on "
                               "in the rest: which is not known; give the member no bound ([]), or allocate several by calloc(n, sizeof(%s)), or declare which (#pragma ckpt type: %s[1])",
                               (unsigned long long)size, (unsigned long long)(size / type->size), type->name, type->name, type->name);
    t->layout_bound = true;
    t->why_bound = "a structure that ends in an array of one element";
    return (ckpti_shape){.type = type, .count = size / type->size};
}

/* Size of the structure, offset of its flexible member, and so on, to the numbers of elements that a block has. */
static ckpti_shape flexible_shape(ckpti_table *t, const ckpti_type *type, const ckpti_field *f, uint64_t size, bool one)
{
    ckpti_shape s = {.type = type, .count = 1};
    uint64_t each = f->type->elem->size, declared = f->type->count, begin = f->offset + declared * each;
    if (!one && declared && size > type->size && size % type->size == 0)
        return ambiguous(t, type, size);
    if (size < begin && declared && size >= f->offset) /* the copy of its content has that element */
        return s;
    if (size < begin || !each) {
        s.count = size >= type->size ? 1 : 0;
        s.tail = size - s.count * type->size;
        return s;
    }
    s.flex = (size - begin) / each;
    uint64_t whole;
    ckpti_shape_size(&s, &whole);
    s.tail = size > whole ? size - whole : 0;
    return s;
}

/* Is there room behind the flexible member in the structure itself? It may be used: struct { long n; char text[1]; } with "abc". */
static bool has_padding(const ckpti_type *type, const ckpti_field *f)
{
    return f->offset + (f->type->count + 1) * f->type->elem->size <= type->size;
}

ckpti_shape ckpti_table_shape(ckpti_table *t, const ckpti_saved *o)
{
    const ckpti_type *type = o->type;
    ckpti_shape s = {.type = type, .count = 1};
    if (o->flags & CKPTI_OF_VLA || o->kind == CKPTI_O_LITERAL)
        s.count = type->size ? o->size / type->size : 0;
    if (o->kind != CKPTI_O_HEAP)
        return s;
    const ckpti_field *f = ckpti_type_flexible(type);
    if (f && !(o->state & CKPTI_S_ARRAY) && (o->size != type->size || has_padding(type, f)))
        return flexible_shape(t, type, f, o->size, o->flags & CKPTI_OF_BY_TAG || o->state & CKPTI_S_BEGINS || type->header);
    if (!(o->flags & CKPTI_OF_BY_TAG || (o->state & CKPTI_S_BEGINS && o->size >= type->size)))
        s.count = type->size ? o->size / type->size : 0;
    s.tail = o->size - s.count * type->size;
    return s;
}

/* A place in an object that a pointer may mean. */
typedef struct candidate {
    ckpti_region *region;         /* 0: the block */
    const ckpti_saved *saved;
    ckpti_place place;
    uint64_t offset;
    bool untyped;
} candidate;

static bool is_any(const ckpti_type *p)
{
    return !p || p->kind == CKPTG_VOID || p->kind == CKPTG_OPAQUE || ckpti_kind_is_char(p->kind) ||
           (p->kind == CKPTG_STRUCT && p->flags & CKPTG_T_INCOMPLETE);
}

static void bind_layout(ckpti_table *t, const char *why)
{
    t->layout_bound = true;
    if (!t->why_bound)
        t->why_bound = why;
}

static const char several_ends[] = "a pointer that may mean several ends: of a structure, of what is in it, of members of a union";

/* The start of an object always does, what just fits, and for a pointer to anything what starts there. */
static bool comes_back(ckpti_table *t, const ckpti_shape *s, const ckpti_place *p, uint64_t offset, const ckpti_type *pointee, bool declared)
{
    const ckpti_pair *same;
    bool anything = !pointee || pointee->kind == CKPTG_VOID;
    if (!offset || p->fit <= CKPTI_FIT_BYTE || p->fit == CKPTI_FIT_START || (anything && p->fit == CKPTI_FIT_START_LOOSE))
        return true;
    ckpt_status st = ckpti_match(t->matcher, s->type, s->type, false, &same);
    if (st && !t->failed)
        t->failed = st;
    return !st && ckpti_comes_back(same, s, p, &(ckpti_pointing){.pointee = pointee, .here = pointee, .declared = declared}, offset);
}

/* A place that the pointer may lead to. One between the values is none (a pointer left over from other use of the memory, more often
 * than not), but in a declared block (#pragma ckpt type): that is what it is, whatever pointers the program makes of it. One that would lead elsewhere on the
 * same layout is none: object and offset are right there. An end is doubtful then, for it may be compared with, and a trap would never be met. */
static ckpti_place place_in(ckpti_table *t, const ckpti_saved *o, uint64_t offset, const ckpti_type *pointee, bool declared)
{
    ckpti_shape s = ckpti_table_shape(t, o);
    uint64_t typed;
    ckpti_shape body = s;
    body.tail = 0;
    if (s.tail && ckpti_shape_size(&body, &typed) && offset > typed)
        return (ckpti_place){.fit = declared || is_any(pointee) ? CKPTI_FIT_BYTE : CKPTI_FIT_NONE, .where = offset};
    ckpti_place p = ckpti_locate(&body, ckpti_saved_content(o), offset, pointee);
    if (p.fit == CKPTI_FIT_NONE && declared)
        p = ckpti_locate(&body, ckpti_saved_content(o), offset, 0);
    if (!comes_back(t, &body, &p, offset, pointee, declared))
        return (ckpti_place){.fit = CKPTI_FIT_NONE, .doubtful = p.fit != CKPTI_FIT_START_LOOSE};
    if (p.parts)
        bind_layout(t, "a pointer that may mean the end of an array or what lies behind it, which may lie apart elsewhere");
    if (p.doubtful)
        bind_layout(t, p.fit == CKPTI_FIT_END_LOOSE ? several_ends
                                                    : "a pointer into a union, where more than one of its members has something for it");
    return p;
}

static candidate in_region(ckpti_table *t, ckpti_region *r, const unsigned char *address, const ckpti_type *pointee)
{
    candidate c = {.region = r, .offset = (uint64_t)(address - r->start)};
    const ckpti_type *type = ckpti_universe_type(t->universe, r->native);
    if (!type) { /* functions, streams, specials: only their start */
        bool function = r->kind == CKPTI_O_FUNCTION || r->replayed, wants = pointee && pointee->kind == CKPTG_FUNCTION;
        bool ok = !c.offset && (function ? wants || is_any(pointee) : !wants);
        c.place = (ckpti_place){.fit = ok ? CKPTI_FIT_START : CKPTI_FIT_NONE};
        return c;
    }
    ckpti_saved o = {.start = r->start, .size = r->size, .type = type, .kind = r->kind, .region = r};
    if (r->kind == CKPTI_O_LOCAL && r->local->local->flags & CKPTG_L_VLA)
        o.flags = CKPTI_OF_VLA;
    if (pointee && pointee->kind == CKPTG_FUNCTION)
        c.place.fit = CKPTI_FIT_NONE;
    else
        c.place = place_in(t, &o, c.offset, pointee, false);
    return c;
}

static ckpti_target encode_place(uint32_t object, ckpti_place p)
{
    unsigned mode = p.fit >= CKPTI_FIT_START_LOOSE && p.fit != CKPTI_FIT_END ? 0 : p.fit == CKPTI_FIT_BYTE ? 2 : 1;
    return (ckpti_target){.object = object, .where = p.where << 2 | mode};
}

/* The stronger reason: it is the one to be told. */
static void bind_place(ckpti_table *t, const char *why)
{
    if (!t->place_bound)
        t->why_bound = why;
    t->layout_bound = t->place_bound = true;
}

static bool is_jump_buffer(const ckpti_type *type)
{
    return type && type->kind == CKPTG_STRUCT && !strcmp(type->name, "struct __jmp_buf_tag");
}

/* The element or member that has the byte at *offset, which becomes that in it; 0: there is none, or the type has no parts. */
static const ckpti_type *inside_at(const ckpti_type *type, uint64_t *offset)
{
    if (type->kind == CKPTG_ARRAY && type->elem->size) {
        *offset %= type->elem->size;
        return type->elem;
    }
    for (uint32_t i = 0; type->kind == CKPTG_STRUCT && i < type->nfields; i++) {
        const ckpti_field *f = &type->fields[i];
        if (!f->bits && *offset >= f->offset && *offset - f->offset < f->type->size) {
            *offset -= f->offset;
            return f->type;
        }
    }
    return 0;
}

/* What a structure has where another one begins alike. */
typedef struct comparison {
    ckpti_table *table;
    const ckpti_saved *object;
    ckpti_shape shape;
    const ckpti_type *pointee;
    unsigned values;              /* that have been looked at */
    bool unlike;                  /* a buffer of characters that is used, and is none to the pointer */
} comparison;

enum { COMPARED = 2000 };         /* values of a structure: more are arrays */

/* The value that begins at the offset, or that the offset is in. buffer: set to whether it is a character in an array of them */
static const ckpti_type *value_at(const ckpti_shape *s, uint64_t offset, bool *buffer)
{
    const ckpti_field *last = s->flex ? ckpti_type_flexible(s->type) : 0;
    bool behind = last && offset >= last->offset;
    const ckpti_type *t = behind ? last->type->elem : s->type;
    if (!t->size)
        return 0;
    offset = (behind ? offset - last->offset : offset) % t->size;
    *buffer = (s->count > 1 || behind) && ckpti_kind_is_char(t->kind);
    while (t && (t->kind == CKPTG_STRUCT || t->kind == CKPTG_ARRAY)) {
        *buffer = t->kind == CKPTG_ARRAY && ckpti_kind_is_char(t->elem->kind);
        t = inside_at(t, &offset);
    }
    return t;
}

static void compare_value(comparison *c, uint64_t offset, const ckpti_type *type)
{
    bool buffer = false;
    const ckpti_type *there = value_at(&c->shape, offset, &buffer);
    const unsigned char *bytes = ckpti_saved_content(c->object) + offset, *address;
    if (type->kind == CKPTG_POINTER && (!there || (there->kind != CKPTG_POINTER && there->kind != CKPTG_VARIANT))) {
        memcpy(&address, bytes, sizeof address);
        if (address && ckpti_walk_is_address(c->table, address) && !c->table->failed)
            c->table->failed = ckpti_fail(CKPT_EUNSUPPORTED, "a pointer to %s leads into %llu bytes that are %s by their type, and they hold an address where that has none, which "
                                          "would be lost; declare what they hold (#pragma ckpt type), or allocate them with their type", c->pointee->name,
                                          (unsigned long long)c->object->size, c->object->type->name);
    }
    for (uint64_t i = 0; i < type->size && !c->unlike && buffer; i++)
        c->unlike = bytes[i];
}

/* From there on, as far as the object goes. Whatever else differs is another use of what has the same type in both, or a pointer left over from other use of the
 * memory. Of bit-fields nothing is known. */
static void compare(comparison *c, uint64_t offset, const ckpti_type *type)
{
    if (c->values > COMPARED || ckpti_kind_is_char(type->kind) || !type->leaves)
        return;
    if (type->kind == CKPTG_ARRAY) {
        for (uint64_t i = 0; i < type->count && offset + i * type->elem->size < c->object->size && c->values <= COMPARED; i++)
            compare(c, offset + i * type->elem->size, type->elem);
    } else if (type->kind == CKPTG_STRUCT) {
        for (uint32_t i = 0; i < type->nfields; i++)
            if (!type->fields[i].bits)
                compare(c, offset + type->fields[i].offset, type->fields[i].type);
    } else if (type->kind != CKPTG_VARIANT && offset + type->size <= c->object->size) {
        c->values++;
        compare_value(c, offset, type);
    }
}

/* A structure that begins like what is there, (struct bytes *)&point: a view of it, or what it is used as. */
static ckpti_target lead_to(ckpti_table *t, uint32_t object, ckpti_place p, const ckpti_type *pointee, uint64_t offset)
{
    bool other = object && p.fit == CKPTI_FIT_START_LOOSE && pointee && !(pointee->flags & (CKPTG_T_INCOMPLETE | CKPTG_T_HEADER)) &&
                 (pointee->kind == CKPTG_STRUCT || pointee->kind == CKPTG_ARRAY);
    if (other) {
        ckpti_saved *o = &t->objects[object - 1];
        o->state |= pointee->kind == CKPTG_STRUCT ? CKPTI_S_OTHER : 0;
        if (o->type && !(o->state & (CKPTI_S_UNLIKE | CKPTI_S_ANNOTATED))) {
            comparison c = {.table = t, .object = o, .shape = ckpti_table_shape(t, o), .pointee = pointee};
            compare(&c, offset, pointee);
            o->state |= c.unlike ? CKPTI_S_OTHER | CKPTI_S_UNLIKE : 0;
        }
    }
    return encode_place(object, p);
}

/* Is there a jump buffer in the object just there? What a frame has noted may be gone, and something else may lie in its place, which must
 * not be armed. */
static bool has_jump_buffer(const ckpti_saved *o, uint64_t offset)
{
    const ckpti_type *type = o->type;
    if (type && type->size && offset < o->size)
        offset %= type->size;
    while (type && type->size && offset < type->size && !is_jump_buffer(type))
        type = inside_at(type, &offset);
    return is_jump_buffer(type) && !offset;
}

/* target, byte  where it lies all the same; the restart finds it there again where the layout is the same */
static ckpti_target unknown(ckpti_table *t, const unsigned char *address, const ckpti_type *pointee, uint32_t target, uint64_t byte)
{
    if (is_jump_buffer(pointee))
        return (ckpti_target){0};
    return (ckpti_target){.where = (uint64_t)ckpti_table_unknown(t, address, target, byte) << 2 | 2};
}

static ckpti_place in_typed(ckpti_table *t, const ckpti_saved *o, uint64_t offset, const ckpti_type *pointee, bool declared)
{
    ckpti_place p = place_in(t, o, offset, pointee, declared);
    ckpti_shape s = ckpti_table_shape(t, o);
    if (p.fit == CKPTI_FIT_BYTE && !declared && !s.tail)
        p.fit = CKPTI_FIT_NONE;
    if (p.fit == CKPTI_FIT_BYTE)
        bind_layout(t, declared ? "a pointer into the middle of a declared number" : "a pointer behind the last structure of a block");
    return p;
}

/* What a pointer tells about a block whose type is not known: a char pointer to its start makes it text, whatever else leads there (a stale
 * pointer may); else the first typed one counts, one to its start more than one to its inside. */
static void learn(ckpti_table *t, uint32_t object, uint64_t offset, const ckpti_type *pointee)
{
    ckpti_saved *o = &t->objects[object - 1];
    if (pointee && ckpti_kind_is_char(pointee->kind))
        o->state |= offset ? CKPTI_S_INSIDE : CKPTI_S_CHARS;
    else if (pointee && pointee->flags & CKPTG_T_HEADER && offset) /* in another structure: no tag at the start, and no array */
        ;
    else if (!is_any(pointee) && pointee->size && !pointee->has_opaque && pointee->kind != CKPTG_STREAM && offset % pointee->size == 0 && offset < o->size &&
             (!o->type || (!offset && !(o->state & CKPTI_S_STARTS)))) {
        o->type = pointee;
        o->state = (uint16_t)(o->state | CKPTI_S_TENTATIVE | (offset ? 0 : CKPTI_S_STARTS) | CKPTI_S_GUESS);
    }
    ckpti_table_pend(t, object);
}

/* Can a block without a type be what a typed pointer points to, an array of that for all that is known? A stale pointer may lead to anything: what it says
 * of a block counts when no other pointer leads there (t->odd). */
static bool plausible(const ckpti_block *b, const ckpti_type *pointee)
{
    return is_any(pointee) || (pointee->size && (b->size % pointee->size == 0 || ckpti_type_flexible(pointee))) ||
           (pointee->flags & CKPTG_T_HEADER && b->size >= pointee->size);
}

/* Is there a pointer in the type, or may there be one? */
static bool pointer_at(const ckpti_type *type, uint64_t offset)
{
    while (type && type->kind != CKPTG_POINTER && type->kind != CKPTG_VARIANT)
        type = inside_at(type, &offset);
    return type && (type->kind == CKPTG_VARIANT || !offset);
}

/* Are addresses where that type has pointers, and nowhere else in so much of the block? */
static bool begins_as(ckpti_table *t, const unsigned char *m, const ckpti_type *type)
{
    const unsigned char *value;
    for (uint64_t at = 0; at + sizeof value <= type->size; at += sizeof value) {
        memcpy(&value, m + at, sizeof value);
        if (pointer_at(type, at) ? !ckpti_walk_may_be_pointer(t, value) : value && ckpti_walk_is_address(t, value))
            return false;
    }
    return true;
}

enum odd_block {
    ODD_BYTES,  /* it holds no address: where memory is laid out alike the pointer leads there again, elsewhere it is a trap */
    ODD_BEGINS, /* it begins with what the pointer is to: a structure with something behind it */
    ODD_OLD     /* neither: an old pointer to what is something else by now, a library's more often than not */
};

static enum odd_block what_is_odd(ckpti_table *t, const ckpti_block *b, uint64_t offset, const ckpti_type *pointee)
{
    if (is_jump_buffer(pointee) || b->excluded)
        return ODD_OLD;
    if (!ckpti_walk_has_address(t, b->start, b->size))
        return ODD_BYTES;
    bool whole = !offset && pointee->size <= b->size && (uintptr_t)b->start % sizeof(void *) == 0;
    return whole && begins_as(t, b->start, pointee) ? ODD_BEGINS : ODD_OLD;
}

static const ckpti_type *known_type(ckpti_table *t, uint32_t object, const ckpti_block *b)
{
    const ckpti_type *type = ckpti_table_allocated(t, b);
    if (object)
        return t->objects[object - 1].state & CKPTI_S_TENTATIVE ? 0 : t->objects[object - 1].type;
    return type ? ckpti_table_variant(t, type, b->start, b->size, ckpti_table_is_alone(b, type)) : 0;
}

/* Of a block whose type is known. */
static uint32_t block_flags(const ckpti_table *t, uint32_t object, const ckpti_block *b)
{
    if (object)
        return t->objects[object - 1].flags & CKPTI_OF_BY_TAG;
    const ckpti_type *type = ckpti_table_allocated(t, b);
    return ckpti_table_by_tag(type, ckpti_table_is_alone(b, type)) ? CKPTI_OF_BY_TAG : 0;
}

/* A link of a list to the next one, by the type of links: to what lies on top of the block (links.c); 0: there is none. */
static uint32_t link_in(ckpti_table *t, const ckpti_block *b, const unsigned char *address, const ckpti_type *pointee)
{
    if (!b->link || b->link_inside || address != b->start || !pointee || pointee != ckpti_universe_type(t->universe, b->link))
        return 0;
    uint32_t object = ckpti_heap_number(b->start);
    if (!object)
        object = ckpti_table_reach_block(t, b);
    for (uint32_t k = object + 1; object && k <= t->n && t->objects[k - 1].flags & (CKPTI_OF_PART | CKPTI_OF_LINK); k++)
        if (t->objects[k - 1].flags & CKPTI_OF_LINK && t->objects[k - 1].leaf == object)
            return k;
    return 0;
}

static ckpti_target in_block(ckpti_table *t, const ckpti_block *b, const unsigned char *address, const ckpti_type *pointee)
{
    if (pointee && pointee->kind == CKPTG_FUNCTION)
        return unknown(t, address, pointee, 0, 0);
    uint32_t link = link_in(t, b, address, pointee);
    if (link)
        return lead_to(t, link, in_typed(t, &t->objects[link - 1], 0, pointee, false), pointee, 0);
    uint32_t object = ckpti_heap_number(b->start);
    uint64_t offset = (uint64_t)(address - b->start);
    const ckpti_type *type = known_type(t, object, b);
    if (type) {
        ckpti_saved o = {.start = b->start, .size = b->size, .type = type, .kind = CKPTI_O_HEAP,
            .flags = block_flags(t, object, b), .state = ckpti_table_block_state(b)};
        ckpti_place p = in_typed(t, &o, offset, pointee, b->annotated);
        object = object ? object : ckpti_table_reach_block(t, b);
        if (p.fit == CKPTI_FIT_NONE && p.doubtful)
            bind_layout(t, several_ends);
        if (p.fit == CKPTI_FIT_NONE && !offset && pointee && ckpti_link_is_used(pointee->native)) /* elsewhere it would be a trap, and equal to nothing */
            bind_layout(t, "a pointer to a link of a list of the program's own that leads to a block which is on none");
        if (p.fit == CKPTI_FIT_NONE)
            return unknown(t, address, pointee, object, offset);
        return lead_to(t, object, p, pointee, offset);
    }
    bool fits = plausible(b, pointee), odd = !object && !fits;
    enum odd_block what = odd && t->odd ? what_is_odd(t, b, offset, pointee) : ODD_OLD;
    if (odd && what == ODD_OLD)
        return t->settled ? unknown(t, address, pointee, 0, 0) : (ckpti_target){.deferred = true};
    object = object ? object : ckpti_table_reach_block(t, b);
    if (object && (fits || what == ODD_BEGINS)) {
        t->objects[object - 1].state &= (uint16_t)~CKPTI_S_ODD;
        learn(t, object, offset, pointee);
    } else if (object && odd) {
        t->objects[object - 1].state |= CKPTI_S_ODD;
        ckpti_table_pend(t, object);
    }
    return (ckpti_target){.object = object, .deferred = true};
}

/* The base-1 pointer of an array in a block (v - 1): it leads into what lies in front of each block, where nothing else can be meant. Only a pointer to just
 * what the block begins with is one, for a stale pointer may lead anywhere. How many values before the start; 0: it is none. */
static unsigned values_before(ckpti_table *t, const unsigned char *address, const ckpti_type *pointee, ckpti_block *b)
{
    for (unsigned k = 1; pointee && pointee->size && k * pointee->size < CKPTI_FRONT; k++) {
        const unsigned char *start = address + k * pointee->size;
        if (!ckpti_heap_find(start, b) || b->start != start || b->block != start)
            continue;
        const ckpti_type *type = known_type(t, ckpti_heap_number(start), b);
        ckpti_saved o = {.start = start, .size = b->size, .type = type, .kind = CKPTI_O_HEAP, .state = ckpti_table_block_state(b)};
        if (type && !b->size)
            return ckpti_pointee_fits(pointee, type) ? k : 0;
        return (type ? place_in(t, &o, 0, pointee, false).fit == CKPTI_FIT_START : b->size && !is_any(pointee) && plausible(b, pointee)) ? k : 0;
    }
    return 0;
}

static ckpti_target before_block(ckpti_table *t, const ckpti_block *b, const unsigned char *address, const ckpti_type *pointee, unsigned k)
{
    uint32_t empty = b->size ? 0 : ckpti_table_reach_block(t, b);
    if (empty)
        return unknown(t, address, pointee, empty, CKPTI_BEFORE(k));
    ckpti_target to = in_block(t, b, b->start, pointee);
    return to.object && !to.deferred ? unknown(t, address, pointee, to.object, CKPTI_BEFORE(k)) : to;
}

/* A pointer to a variable's or literal's place where nothing is that it may point to. */
static ckpti_target misfit(ckpti_table *t, const unsigned char *address, ckpti_region *r, const ckpti_type *pointee)
{
    bool known = r && (r->kind == CKPTI_O_GLOBAL || r->kind == CKPTI_O_STATIC || r->kind == CKPTI_O_LOCAL || r->kind == CKPTI_O_LITERAL);
    if (!known || (pointee && pointee->kind == CKPTG_FUNCTION))
        return unknown(t, address, pointee, 0, 0);
    return unknown(t, address, pointee, ckpti_table_reach_region(t, r), (uint64_t)(address - r->start));
}

/* ---- the end of one object and the start of the next ---- */

static const ckpti_type *last_member(const ckpti_type *t)
{
    for (uint32_t i = t->nfields; i-- > 0;)
        if (!t->fields[i].bits && t->fields[i].offset + t->fields[i].type->size == t->size)
            return t->fields[i].type;
    return 0;
}

/* How well an array at the end of a variable fits a pointer to just behind it. (&x + 1 of what is no array is not looked for: C lets it be
 * computed, but a program that keeps one has not been seen.) */
static enum ckpti_fit ends_in_array(bool array, const ckpti_type *type, const ckpti_type *pointee)
{
    enum ckpti_fit best = CKPTI_FIT_NONE;
    while (type) {
        if (array && pointee && ckpti_pointee_fits(pointee, type))
            return CKPTI_FIT_END;
        if (array && is_any(pointee))
            best = CKPTI_FIT_END_LOOSE;
        array = type->kind == CKPTG_ARRAY;
        type = array ? type->elem : type->kind == CKPTG_STRUCT ? last_member(type) : 0;
    }
    return best;
}

static enum ckpti_fit array_of(ckpti_table *t, const ckpti_region *ends, const ckpti_type *pointee)
{
    bool variable = ends->kind == CKPTI_O_GLOBAL || ends->kind == CKPTI_O_STATIC || ends->kind == CKPTI_O_LOCAL;
    const ckpti_type *type = variable ? ckpti_universe_type(t->universe, ends->native) : 0;
    return type ? ends_in_array(ends->kind == CKPTI_O_LOCAL && ends->local->local->flags & CKPTG_L_VLA, type, pointee) : CKPTI_FIT_NONE;
}

/* Is a pointer to the start of an object as well one to the end of an array that lies in front of it? ckptcc gives arrays one element more, so
 * this is one that it cannot enlarge (precompiler/rewrite/Padding.h). Which one is meant nobody knows; another build may place them apart. */
static bool is_also_an_end(ckpti_table *t, const candidate *start, const ckpti_region *ends, const ckpti_type *pointee)
{
    if (start->offset || is_jump_buffer(pointee)) /* setjmp has been given it: a start, and jmp_buf is the name of an array */
        return false;
    enum ckpti_fit end = array_of(t, ends, pointee);
    return end == CKPTI_FIT_END || (end != CKPTI_FIT_NONE && start->place.fit != CKPTI_FIT_START);
}

/* How well a pointer fits the beginning of a part of a block. */
static enum ckpti_fit fit_of(ckpti_table *t, const ckpti_block *b, const ckpti_type *pointee)
{
    const ckpti_type *type = b->rest ? t->t_uchar : known_type(t, ckpti_heap_number(b->start), b);
    ckpti_saved o = {.start = b->start, .size = b->size, .type = type, .kind = CKPTI_O_HEAP, .state = ckpti_table_block_state(b)};
    return type ? in_typed(t, &o, 0, pointee, b->annotated).fit : CKPTI_FIT_NONE;
}

/* Where one part of a block ends another one begins: which of them a pointer means is told by its type. One that may mean both leads to the second;
 * elsewhere there may be something between them, but for arrays of one type, and in front of what may stand anywhere. */
static ckpti_target at_border(ckpti_table *t, const ckpti_block *before, const ckpti_block *b, const unsigned char *address, const ckpti_type *pointee)
{
    const ckpti_type *ended = before->rest ? t->t_uchar : ckpti_table_allocated(t, before);
    enum ckpti_fit end = ended ? ends_in_array(true, ended, pointee) : CKPTI_FIT_NONE, start = fit_of(t, b, pointee);
    if (end > start)
        return in_block(t, before, address, pointee);
    const ckpti_type *type = b->rest ? t->t_uchar : ckpti_table_allocated(t, b);
    if (end == CKPTI_FIT_END && before->type != b->type && (!type || type->align != 1))
        bind_place(t, "both the end of a part of a block and the start of the next");
    return in_block(t, b, address, pointee);
}

static ckpti_target resolve(ckpti_table *t, const unsigned char *address, const ckpti_type *type)
{
    const ckpti_type *pointee = type->elem;
    intptr_t value = (intptr_t)address;
    ckpti_region *holds, *ends;
    ckpti_block block;
    candidate best = {.place = {.fit = CKPTI_FIT_NONE}};
    if (!address)
        return (ckpti_target){0};
    if (value > -4096 && value < 4096)
        return (ckpti_target){.where = ((uint64_t)(int64_t)value << 2) | 1};
    bool held = ckpti_heap_find(address, &block);
    if ((pointee && pointee->kind == CKPTG_STREAM) || (held && is_any(pointee) && ckpti_stream_id((const FILE *)(const void *)address) != CKPTI_NO_STREAM)) {
        holds = ckpti_table_find_extra(t, address, pointee);
        return holds ? (ckpti_target){.object = ckpti_table_reach_region(t, holds)} : unknown(t, address, pointee, 0, 0);
    }
    if (held) {
        ckpti_block before;
        if (block.part > 1 && address == block.start && ckpti_heap_find_part_before(address, &before))
            return at_border(t, &before, &block, address, pointee);
        return in_block(t, &block, address, pointee);
    }
    unsigned before = values_before(t, address, pointee, &block);
    if (before)
        return before_block(t, &block, address, pointee, before);
    ckpti_table_find(t, address, &holds, &ends);
    if (holds)
        best = in_region(t, holds, address, pointee);
    if (holds && ends && is_also_an_end(t, &best, ends, pointee))
        bind_place(t, "both the end of an array and the start of what lies behind it");
    if (ends && ends->kind == CKPTI_O_LITERAL && !holds) /* its end, or a text behind it of which nothing is known: a library's, say */
        return misfit(t, address, ends, pointee);
    if (ends && best.place.fit < CKPTI_FIT_END) {
        candidate end = in_region(t, ends, address, pointee);
        if (end.place.fit > best.place.fit && holds && !best.offset) /* (long *)&graph, or &number + 1 of the long in front of it */
            bind_place(t, "both the end of a variable and, as a pointer of another type, the start of what lies behind it");
        if (end.place.fit > best.place.fit || !holds)
            best = end;
    }
    if (best.place.fit == CKPTI_FIT_NONE && !holds) {
        holds = ckpti_table_find_extra(t, address, pointee);
        if (holds)
            best = in_region(t, holds, address, pointee);
    }
    if (best.place.fit == CKPTI_FIT_NONE && best.place.doubtful)
        bind_layout(t, several_ends);
    if (best.place.fit <= CKPTI_FIT_BYTE)
        return misfit(t, address, holds ? holds : ends, pointee);
    return lead_to(t, ckpti_table_reach_region(t, best.region), best.place, pointee, best.offset);
}

ckpti_target ckpti_table_resolve(ckpti_table *t, const unsigned char *address, const ckpti_type *type)
{
    ckpti_target to = resolve(t, address, type);
    if (to.object && !to.deferred && is_jump_buffer(type->elem)) {
        const ckpti_saved *o = &t->objects[to.object - 1];
        if (!has_jump_buffer(o, (uint64_t)(address - o->start)))
            return (ckpti_target){0};
    }
    return to;
}
