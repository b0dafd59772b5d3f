/* locate.c - addresses inside of objects. See locate.h. */
#include "types/locate.h"
#include <string.h>
#include "types/padding.h"

enum { HEADERS = 4 };            /* of headers that begin with headers */

static bool unknown(const ckpti_type *p)
{
    return !p || p->kind == CKPTG_VOID || p->kind == CKPTG_OPAQUE || (p->kind == CKPTG_STRUCT && p->flags & CKPTG_T_INCOMPLETE);
}

static bool any(const ckpti_type *p) { return unknown(p) || ckpti_kind_is_char(p->kind); }

/* ... or to the start of all structures that begin alike. */
static bool any_start(const ckpti_type *p) { return any(p) || p->flags & CKPTG_T_HEADER; }

/* Integer kinds that differ in sign only are neighbours: the greater one stands for both. */
static unsigned unsigned_kind(unsigned kind)
{
    if (ckpti_kind_is_char(kind))
        return CKPTG_UCHAR;
    return kind >= CKPTG_SHORT && kind <= CKPTG_INT128 ? kind + (kind & 1) : kind;
}

/* Is t one of the structures that begin with header p (of this program), or with one of theirs? */
static bool begins_with(const ckpti_type *p, const ckpti_type *t, int depth)
{
    for (uint32_t i = 0; i < p->nvariants; i++)
        if (p->variants[i] == t || (depth && p->variants[i] != p && begins_with(p->variants[i], t, depth - 1)))
            return true;
    return false;
}

/* Is t what is there of a p that was not allocated as a whole, "struct p before member"? */
static bool is_begun(const ckpti_type *p, const ckpti_type *t)
{
    size_t n = strlen(p->name);
    return n && !strncmp(t->name, p->name, n) && !strncmp(t->name + n, " before ", 8);
}

bool ckpti_pointee_fits(const ckpti_type *p, const ckpti_type *t)
{
    if (p == t || (p->id == t->id && p->kind == t->kind && p->size == t->size && p->nfields == t->nfields))
        return true;
    if (p->kind == CKPTG_ARRAY && t->kind == CKPTG_ARRAY)
        return (!p->count || p->count == t->count) && ckpti_pointee_fits(p->elem, t->elem);
    if (p->kind == CKPTG_VARIANT || t->kind == CKPTG_VARIANT)
        return false;
    if (p->nvariants && t->kind == CKPTG_STRUCT && begins_with(p, t, HEADERS))
        return true;
    if (p->kind == CKPTG_STRUCT || t->kind == CKPTG_STRUCT)
        return p->kind == t->kind && ((!strcmp(p->name, t->name) && *p->name && (p->flags | t->flags) & CKPTG_T_INCOMPLETE) || is_begun(p, t));
    p = ckpti_type_integer(p);
    t = ckpti_type_integer(t);
    if (ckpti_kind_is_integer(p->kind))
        return ckpti_kind_is_integer(t->kind) && unsigned_kind(p->kind) == unsigned_kind(t->kind);
    return p->kind == t->kind && p->kind != CKPTG_ARRAY;
}

/* The scalar, or union, that a value begins with. */
static const ckpti_type *first_value(const ckpti_type *t)
{
    while (t->leaves && (t->kind == CKPTG_STRUCT || t->kind == CKPTG_ARRAY)) {
        uint32_t i = 0;
        if (t->kind == CKPTG_ARRAY) {
            t = t->elem;
            continue;
        }
        while (!t->fields[i].type->leaves)
            i++;
        t = t->fields[i].type;
    }
    return t;
}

/* Does its first value lie behind its start (struct { int : 32; int x; })? What leads to the one is not told from what leads to the other. */
static bool begins_late(const ckpti_type *t)
{
    while (t && t->leaves && (t->kind == CKPTG_STRUCT || t->kind == CKPTG_ARRAY)) {
        uint32_t i = 0;
        if (t->kind == CKPTG_ARRAY) {
            t = t->elem;
            continue;
        }
        while (i < t->nfields && !t->fields[i].type->leaves)
            i++;
        if (i == t->nfields || t->fields[i].bits)
            return false;
        if (t->fields[i].offset)
            return true;
        t = t->fields[i].type;
    }
    return false;
}

/* Unions of two structures, that have the same in them. */
static bool same_members(const ckpti_type *a, const ckpti_type *b)
{
    bool same = a->nfields == b->nfields && a->size == b->size;
    for (uint32_t i = 0; same && i < a->nfields; i++)
        same = !strcmp(a->fields[i].name, b->fields[i].name) && a->fields[i].type == b->fields[i].type;
    return same;
}

/* Can a value of p begin with this leaf, or with this union of which no member is in force? */
static bool may_begin(const ckpti_type *p, const ckpti_type *leaf)
{
    p = first_value(p);
    if (p->kind == CKPTG_VARIANT && leaf->kind == CKPTG_VARIANT)
        return same_members(p, leaf);
    if (p->kind != CKPTG_VARIANT)
        return ckpti_pointee_fits(p, leaf);
    for (uint32_t i = 0; i < p->nfields; i++)
        if (p->fields[i].type->leaves && may_begin(p->fields[i].type, leaf))
            return true;
    return false;
}

/* May a pointer to p lead to this leaf all the same? Structures may share their beginning. */
static bool loosely(const ckpti_type *p, const ckpti_type *leaf)
{
    if (any_start(p))
        return true;
    if (p->kind == CKPTG_STRUCT || p->kind == CKPTG_VARIANT || p->kind == CKPTG_ARRAY)
        return may_begin(p, leaf);
    return ckpti_kind_is_integer(p->kind) && ckpti_kind_is_integer(leaf->kind) && p->size == leaf->size;
}

/* ---- shapes ---- */

uint64_t ckpti_shape_leaves(const ckpti_shape *s)
{
    const ckpti_field *f = s->flex ? ckpti_type_flexible(s->type) : 0;
    return s->type->leaves * s->count + (f ? f->type->elem->leaves * s->flex : 0);
}

bool ckpti_shape_size(const ckpti_shape *s, uint64_t *out)
{
    uint64_t size, more;
    const ckpti_field *f = s->flex ? ckpti_type_flexible(s->type) : 0;
    if (!ckpti_mul(s->type->size, s->count, &size))
        return false;
    if (f) {
        if (!ckpti_mul(f->type->elem->size, s->flex + f->type->count, &more) || !ckpti_add(more, f->offset, &more))
            return false;
        size = more > size ? more : size;
    }
    return ckpti_add(size, s->tail, out);
}

/* ---- offset to leaf ---- */

/* A walk down to an offset: an array of `count` of `type` whose first leaf and byte are known. */
typedef struct level {
    const ckpti_type *type;
    uint64_t count, leaf, at;
} level;

static level outermost(const ckpti_shape *s, uint64_t offset)
{
    const ckpti_field *f = s->flex ? ckpti_type_flexible(s->type) : 0;
    if (f && offset >= f->offset + f->type->count * f->type->elem->size)
        return (level){f->type->elem, s->flex, s->type->leaves, f->offset + f->type->count * f->type->elem->size};
    return (level){s->type, s->count, 0, 0};
}

static const ckpti_field *field_at(const ckpti_type *t, uint64_t offset)
{
    for (uint32_t i = 0; i < t->nfields; i++) {
        const ckpti_field *f = &t->fields[i];
        if (!f->bits && offset >= f->offset && offset - f->offset < f->type->size)
            return f;
    }
    return 0;
}

/* The part of a structure, or the member of a union, that an offset lies in. */
static const ckpti_field *part_at(const level *l, const unsigned char *memory, uint64_t offset)
{
    const ckpti_field *f;
    long long tag;
    if (l->type->kind == CKPTG_STRUCT)
        return field_at(l->type, offset - l->at);
    return ckpti_variant_selected(l->type, memory + l->at, &f, &tag) && f && offset - l->at < f->type->size ? f : 0;
}

struct search {
    const ckpti_type *pointee;
    uint64_t offset;
    bool exact, loose, doubtful;
    uint64_t last, loose_last;
    const ckpti_type *outer;      /* the outermost that starts, or ends, there */
    uint64_t seen_last, seen_end; /* the outermost with that last leaf ends there: what a place behind the leaf is taken for */
    bool seen, in_structure;      /* ... and one with it that ends at the offset is a structure, */
    bool apart;                   /* and has an array at its end */
    const ckpti_type *closed;     /* the outermost structure that ends there, */
    const ckpti_type *array;      /* and the element of the innermost array that does and fits */
    const ckpti_type *around;     /* the innermost structure that goes on behind the offset, if no array in it does; else 0 */
};

/* Is there something at that offset of a value that a pointer to p may mean, whatever the tags in it say? The end of an array counts. */
static bool may_hold(const ckpti_type *t, uint64_t offset, const ckpti_type *p)
{
    bool scalar = t->kind != CKPTG_STRUCT && t->kind != CKPTG_VARIANT && t->kind != CKPTG_ARRAY;
    if (!t->size || !t->leaves || offset > t->size)
        return false;
    if (!offset && (any(p) || ckpti_pointee_fits(p, t) || (scalar && loosely(p, t))))
        return true;
    if (t->kind == CKPTG_ARRAY)
        return t->elem->size && may_hold(t->elem, offset % t->elem->size, p);
    for (uint32_t i = 0; i < t->nfields; i++)
        if (!t->fields[i].bits && offset >= t->fields[i].offset && may_hold(t->fields[i].type, offset - t->fields[i].offset, p))
            return true;
    return false;
}

/* A pointer into a member of a union may have been made for another one, which lies elsewhere on another layout; all begin alike. */
static void consider_others(struct search *s, const level *l, const ckpti_field *in_force)
{
    const ckpti_type *is = in_force->type;
    for (uint32_t i = 0; i < l->type->nfields && s->offset > l->at && !s->doubtful; i++) {
        const ckpti_type *t = l->type->fields[i].type;
        bool same = t == is || (t->kind == CKPTG_ARRAY && is->kind == CKPTG_ARRAY && t->elem == is->elem);
        s->doubtful = !same && may_hold(t, s->offset - l->at, s->pointee);
    }
}

/* Go from an array down to the scalar that holds the offset, to what cannot be carried (a union without a tag), or to a union there of which no member is in force.
 * visit  called for every array on the way (type, count) and every value that the offset is in (count 0) */
static bool walk(const ckpti_shape *s, const unsigned char *memory, uint64_t offset, void (*visit)(struct search *search, const level *at),
                 struct search *search, level *leaf)
{
    level l = outermost(s, offset);
    for (;;) {
        visit(search, &l);
        if (!l.type->size || offset < l.at || (offset - l.at) / l.type->size >= l.count)
            return false;
        uint64_t i = (offset - l.at) / l.type->size;
        l = (level){l.type, 0, l.leaf + i * l.type->leaves, l.at + i * l.type->size};
        while (l.type->kind == CKPTG_STRUCT || l.type->kind == CKPTG_VARIANT) {
            visit(search, &l);
            const ckpti_field *f = part_at(&l, memory, offset);
            if (!f) {
                *leaf = l;
                return l.type->kind == CKPTG_VARIANT && l.at == offset;
            }
            if (l.type->kind == CKPTG_VARIANT)
                consider_others(search, &l, f);
            l = (level){f->type, 0, l.leaf + f->leaf, l.at + f->offset};
        }
        visit(search, &l);
        if (l.type->kind != CKPTG_ARRAY) {
            *leaf = l;
            return true;
        }
        l = (level){l.type->elem, l.type->count, l.leaf, l.at};
    }
}

static void visit_start(struct search *s, const level *l)
{
    if (l->count || l->at != s->offset || !l->type->leaves)
        return;
    if (!s->exact && s->pointee && ckpti_pointee_fits(s->pointee, l->type)) {
        s->exact = true;
        s->last = l->leaf;
    }
    if (!s->loose) { /* a structure that begins with a bit-field has no leaf with an address there */
        s->loose = true;
        s->loose_last = l->leaf;
        s->outer = l->type;
    }
}

/* Arrays, and single values, that end at the offset. The outermost one counts. */
static void visit_end(struct search *s, const level *l)
{
    uint64_t n = l->count ? l->count : 1, leaves = l->type->leaves * n, last = l->leaf + leaves - 1, end = l->at + n * l->type->size;
    if (!leaves)
        return;
    if (end > s->offset)
        s->around = !l->count && l->type->kind == CKPTG_STRUCT ? l->type : 0;
    if (!s->seen || s->seen_last != last) {
        s->seen = true;
        s->in_structure = false;
        s->seen_last = last;
        s->seen_end = end;
    }
    if (end != s->offset)
        return;
    s->apart |= l->count && s->in_structure; /* elsewhere the structure may have padding behind its array */
    if (!l->count && l->type->kind == CKPTG_STRUCT)
        s->in_structure = true;
    if (!l->count && l->type->kind == CKPTG_STRUCT && !s->closed)
        s->closed = l->type;
    if (l->count && s->pointee && ckpti_pointee_fits(s->pointee, l->type))
        s->array = l->type;
    if (!s->exact && s->pointee && ckpti_pointee_fits(s->pointee, l->type)) {
        s->exact = true;
        s->last = last;
    }
    if (!s->loose && s->seen_end == end) {
        s->loose = true;
        s->loose_last = last;
        s->outer = l->type;
    }
}

/* A char pointer to numbers or pointers reads them byte by byte, or is left over from other use of the memory; one to a structure's start is more
 * often a pointer to anything as it was written before there was void. */
static bool reads_bytes(const ckpti_type *pointee, const ckpti_type *outer)
{
    if (!pointee || !outer || !ckpti_kind_is_char(pointee->kind) || ckpti_kind_is_byte(first_value(outer)->kind))
        return false;
    return outer->kind != CKPTG_STRUCT || pointee->kind != CKPTG_CHAR;
}

/* What has no values has a start and an end. */
static ckpti_place without_values(const ckpti_shape *shape, uint64_t offset, const ckpti_type *pointee)
{
    uint64_t size;
    if (!offset || !ckpti_shape_size(shape, &size) || offset == size)
        return (ckpti_place){.fit = !offset ? CKPTI_FIT_START_LOOSE : CKPTI_FIT_END_LOOSE};
    return (ckpti_place){.fit = unknown(pointee) ? CKPTI_FIT_BYTE : CKPTI_FIT_NONE, .where = unknown(pointee) ? offset : 0};
}

ckpti_place ckpti_locate(const ckpti_shape *shape, const unsigned char *memory, uint64_t offset, const ckpti_type *pointee)
{
    struct search start = {.pointee = pointee, .offset = offset}, end = start;
    level leaf;
    if (!ckpti_shape_leaves(shape))
        return without_values(shape, offset, pointee);
    bool found = walk(shape, memory, offset, visit_start, &start, &leaf) && leaf.at == offset;
    bool starts = found && leaf.type->leaves;
    level before;
    if (offset)
        walk(shape, memory, offset - 1, visit_end, &end, &before);
    if (start.exact) {
        const ckpti_field *f = shape->flex ? ckpti_type_flexible(shape->type) : 0; /* its declared elements and the others are one array */
        bool goes_on = f && offset == f->offset + f->type->count * f->type->elem->size;
        ckpti_border border = {.array = end.array, .closed = end.closed, .starts = start.outer, .around = end.around};
        return (ckpti_place){CKPTI_FIT_START, start.last, start.doubtful, !goes_on && ckpti_may_part(&border)};
    }
    if (shape->flex && offset == shape->type->size) /* its last member may go on in its padding only: the structure's own end */
        visit_end(&end, &(level){shape->type, 1, 0, 0});
    if (end.exact && !unknown(pointee))
        return (ckpti_place){CKPTI_FIT_END, end.last, end.doubtful, false};
    if (!starts && (found || (start.loose && begins_late(start.outer)))) /* what cannot be carried has no leaf */
        return (ckpti_place){.fit = unknown(pointee) ? CKPTI_FIT_BYTE : CKPTI_FIT_NONE, .where = offset};
    if ((starts ? loosely(pointee, leaf.type) : start.loose && any_start(pointee)) && !reads_bytes(pointee, start.outer))
        return (ckpti_place){CKPTI_FIT_START_LOOSE, starts ? leaf.leaf : start.loose_last, start.doubtful, false};
    if (end.loose && any(pointee) && !reads_bytes(pointee, end.outer))
        return (ckpti_place){CKPTI_FIT_END_LOOSE, end.loose_last, end.doubtful || end.apart, false};
    if (unknown(pointee))
        return (ckpti_place){.fit = CKPTI_FIT_BYTE, .where = offset};
    return (ckpti_place){.fit = CKPTI_FIT_NONE};
}

/* ---- leaf to offset ---- */

/* A level of the walk down on both sides. */
typedef struct both {
    const ckpti_pair *pair;
    uint64_t count;               /* of an array; 0: a value */
    uint64_t leaf, at;            /* first leaf (image), offset (program) */
} both;

/* The field that a leaf is in, and what it has become; 0: it is gone. */
static const struct ckpti_pair_field *field_of(const ckpti_pair *p, uint64_t leaf, const ckpti_field **to)
{
    const ckpti_type *from = p->from;
    uint32_t i = from->nfields;
    while (i-- > 0)
        if (from->fields[i].leaf <= leaf && from->fields[i].type->leaves)
            break;
    if (p->back[i] == CKPTI_GONE)
        return 0;
    *to = &p->to->fields[p->back[i]];
    return &p->fields[p->back[i]];
}

struct inverse {
    const ckpti_pointing *pointer;
    uint64_t leaf;
    bool after, exact, loose;
    uint64_t offset, loose_offset;
};

/* Which structures begin with a header only the program's types know. */
static bool fits_here(const struct inverse *s, const ckpti_pair *p)
{
    const ckpti_type *pointee = s->pointer->pointee, *here = s->pointer->here;
    return (pointee && ckpti_pointee_fits(pointee, p->from)) || (here && p->to->kind == CKPTG_STRUCT && begins_with(here, p->to, HEADERS));
}

/* Does it mean the outermost that starts, or ends, there? */
static bool means_any(const ckpti_pointing *p) { return p->declared || any_start(p->pointee); }

static void consider(struct inverse *s, const both *l)
{
    const ckpti_type *from = l->pair->from;
    uint64_t n = l->count ? l->count : 1, offset = l->at;
    if (s->after) {
        if (!from->leaves || l->leaf + n * from->leaves != s->leaf + 1)
            return;
        offset += n * l->pair->to->size;
    } else if (l->leaf != s->leaf || l->count) {
        return;
    }
    if (!s->exact && fits_here(s, l->pair)) {
        s->exact = true;
        s->offset = offset;
    }
    if (!s->loose && (s->after || !begins_late(from))) {
        s->loose = true;
        s->loose_offset = offset;
    }
}

/* The leaf itself has no address here, or is not here at all: what begins there, or ends as the pointer wants it, may have. */
static bool without_leaf(const struct inverse *s, bool gone, uint64_t *offset, const ckpti_type **leaf_to)
{
    *leaf_to = 0;
    *offset = s->exact ? s->offset : s->loose_offset;
    return s->exact || (s->loose && means_any(s->pointer) && !(gone && s->after));
}

bool ckpti_leaf_offset(const ckpti_pair *pair, const ckpti_shape *shape, uint64_t leaf, bool after, const ckpti_pointing *pointer, uint64_t *offset,
                       const ckpti_type **leaf_to)
{
    struct inverse s = {.pointer = pointer, .leaf = leaf, .after = after};
    both l = {pair, shape->count, 0, 0};
    uint64_t fixed = shape->count * shape->type->leaves;
    if (leaf >= fixed) {
        uint32_t last = pair->back[pair->from->nfields - 1];
        const struct ckpti_pair_field *pf = &pair->fields[last];
        const ckpti_field *to = &pair->to->fields[last];
        l = (both){pf->pair->elem, shape->flex, fixed, to->offset + to->type->count * to->type->elem->size};
    }
    for (;;) {
        consider(&s, &l);
        uint64_t i = (leaf - l.leaf) / l.pair->from->leaves;
        if (l.count && i >= l.count) /* the array is shorter here */
            return without_leaf(&s, true, offset, leaf_to);
        l = (both){l.pair, 0, l.leaf + i * l.pair->from->leaves, l.at + i * l.pair->to->size};
        while (l.pair->to->kind == CKPTG_STRUCT || l.pair->to->kind == CKPTG_VARIANT) {
            const ckpti_field *to;
            consider(&s, &l);
            const struct ckpti_pair_field *pf = field_of(l.pair, leaf - l.leaf, &to);
            if (!pf || to->bits)
                return without_leaf(&s, !pf, offset, leaf_to);
            l = (both){pf->pair, 0, l.leaf + pf->from->leaf, l.at + to->offset};
        }
        consider(&s, &l);
        if (l.pair->to->kind != CKPTG_ARRAY)
            break;
        l = (both){l.pair->elem, l.pair->to->count, l.leaf, l.at};
    }
    *leaf_to = l.pair->to;
    if (s.exact)
        *offset = s.offset;
    else if (s.loose && means_any(pointer))
        *offset = s.loose_offset;
    else
        *offset = l.at + (after ? l.pair->to->size : 0);
    return true;
}

bool ckpti_comes_back(const ckpti_pair *same, const ckpti_shape *shape, const ckpti_place *place, const ckpti_pointing *pointer, uint64_t offset)
{
    bool after = place->fit == CKPTI_FIT_END || place->fit == CKPTI_FIT_END_LOOSE;
    const ckpti_type *leaf;
    uint64_t back;
    if (place->fit <= CKPTI_FIT_BYTE || !ckpti_shape_leaves(shape))
        return true;
    return ckpti_leaf_offset(same, shape, place->where, after, pointer, &back, &leaf) && back == offset;
}

bool ckpti_late_start(const ckpti_pair *pair, const ckpti_shape *shape, uint64_t byte, const ckpti_type *here, uint64_t *offset)
{
    uint64_t count = shape->count;
    *offset = 0;
    if (!unknown(here) && here->kind != CKPTG_CHAR)
        return false;
    for (;;) {
        uint64_t i = pair->from->size ? byte / pair->from->size : count;
        if (i >= count)
            return false;
        byte -= i * pair->from->size;
        *offset += i * pair->to->size;
        while (pair->from->kind == CKPTG_STRUCT) {
            if (!byte && begins_late(pair->from))
                return true;
            const ckpti_field *f = field_at(pair->from, byte);
            uint32_t k = f ? pair->back[f - pair->from->fields] : CKPTI_GONE;
            if (k == CKPTI_GONE || pair->to->fields[k].bits)
                return false;
            byte -= f->offset;
            *offset += pair->to->fields[k].offset;
            pair = pair->fields[k].pair;
        }
        if (pair->from->kind != CKPTG_ARRAY || pair->bit_set)
            return false;
        count = ckpti_common_count(pair);
        pair = pair->elem;
    }
}
