/* table.c - objects of a checkpoint: regions by address, numbers. See table.h. */
#include "save/table.h"
#include <langinfo.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>
#include "objects/heap.h"
#include "objects/interned.h"
#include "objects/recomputed.h"
#include "objects/unit_types.h"

static void no_memory(ckpti_table *t)
{
    if (!t->failed)
        t->failed = ckpti_fail(CKPT_ENOMEM, "no memory for the table of objects");
}

/* ---- types ---- */

static void add_block_type(void *context, const ckpti_block *block)
{
    ckpti_table *t = context;
    if (block->type && !ckpti_universe_add(t->universe, block->type))
        no_memory(t);
}

/* What mbstate_t has of a character in part is a number in UTF-8, and bytes in other locales whose characters are of several bytes. */
static void bind_characters(ckpti_table *t)
{
    if (MB_CUR_MAX == 1 || !strcmp(nl_langinfo(CODESET), "UTF-8"))
        return;
    for (uint32_t i = 0; i < ckpti_universe_count(t->universe) && !t->layout_bound; i++) {
        const ckpti_type *type = ckpti_universe_at(t->universe, i);
        t->layout_bound = type->kind == CKPTG_STRUCT && type->nfields == 1 && !strcmp(type->fields[0].name, "__wch");
    }
    if (t->layout_bound)
        t->why_bound = "mbstate_t, in a locale whose characters are of several bytes, but not UTF-8";
}

static ckpt_status open_types(ckpti_table *t)
{
    t->universe = ckpti_universe_open();
    if (!t->universe || !ckpti_units_types(t->universe) || !ckpti_basic_types(t->universe))
        no_memory(t);
    if (!t->failed)
        ckpti_heap_each(add_block_type, t);
    if (t->failed)
        return t->failed;
    ckpt_status st = ckpti_universe_finish(t->universe);
    if (!st) {
        bind_characters(t);
        ckpti_recomputed_note(t->universe);
    }
    t->t_char = ckpti_universe_type(t->universe, ckpti_basic_type(CKPTG_CHAR));
    t->t_uchar = ckpti_universe_type(t->universe, ckpti_basic_type(CKPTG_UCHAR));
    return st;
}

/* ---- regions ---- */

static void add_region(ckpti_table *t, ckpti_region r)
{
    if (t->nregions == t->regions_room) {
        size_t room = t->regions_room ? 2 * t->regions_room : 256;
        ckpti_region *more = realloc(t->regions, room * sizeof *more);
        if (!more) {
            no_memory(t);
            return;
        }
        t->regions = more;
        t->regions_room = room;
    }
    t->regions[t->nregions++] = r;
}

static void note_thread_local(ckpti_table *t, const unsigned char *start, uint64_t size)
{
    if (!t->threads_start || start < t->threads_start)
        t->threads_start = start;
    if (start + size > t->threads_end)
        t->threads_end = start + size;
}

static void add_unit(ckpti_table *t, const ckptg_unit *u)
{
    for (size_t i = 0; i < u->nvars; i++) {
        const ckptg_var *v = &u->vars[i];
        const unsigned char *start = ckpti_var_address(v);
        if (v->flags & CKPTG_V_THREAD)
            note_thread_local(t, start, v->type->size);
        add_region(t, (ckpti_region){.start = start, .size = v->type->size, .native = v->type, .unit = u, .var = v,
            .kind = v->flags & CKPTG_V_STATIC ? CKPTI_O_STATIC : CKPTI_O_GLOBAL});
    }
    for (size_t i = 0; i < u->nliterals; i++)
        add_region(t, (ckpti_region){.start = u->literals[i].text, .size = u->literals[i].size, .native = u->literals[i].elem, .unit = u,
            .kind = CKPTI_O_LITERAL});
    for (size_t i = 0; i < u->nfnrefs; i++) {
        const unsigned char *at;
        memcpy(&at, &u->fnrefs[i].addr, sizeof at);
        if (at) /* weak functions may not be there */
            add_region(t, (ckpti_region){.start = at, .size = 1, .unit = u, .fn = &u->fnrefs[i], .kind = CKPTI_O_FUNCTION});
    }
}

static void add_interned(ckpti_table *t)
{
    for (const ckpti_interned *i = ckpti_interned_first(); i; i = i->next)
        add_region(t, (ckpti_region){.start = i->text, .size = i->size, .native = i->elem, .kind = CKPTI_O_LITERAL});
}

static void add_frame(ckpti_table *t, const ckpti_captured_frame *f)
{
    const ckptg_resume *r = &f->function->resumes[f->resume];
    for (uint32_t i = 0; i < r->nlocals; i++)
        add_region(t, (ckpti_region){.start = f->locals[i].address, .size = f->locals[i].size, .native = r->locals[i].type,
            .kind = CKPTI_O_LOCAL, .local = &f->locals[i], .frame = f});
}

static bool is_register(const ckpti_region *r) { return r->kind == CKPTI_O_LOCAL && !(r->local->local->flags & CKPTG_L_MEMORY); }

/* Locals without identity last: their former addresses mean nothing. */
static int by_start(const void *a, const void *b)
{
    const ckpti_region *x = a, *y = b;
    if (is_register(x) != is_register(y))
        return is_register(x) ? 1 : -1;
    if (x->start != y->start)
        return x->start < y->start ? -1 : 1;
    if (x->size != y->size)
        return x->size > y->size ? -1 : 1;
    return x->kind != y->kind ? (int)x->kind - (int)y->kind : 0;
}

/* Stable merge of equal starts is not needed: equal literals of several units are one object, the first by unit order. */
static ckpt_status open_regions(ckpti_table *t)
{
    for (const ckptg_unit *u = ckpti_units(); u; u = u->next)
        add_unit(t, u);
    add_interned(t);
    for (uint32_t i = ckpti_frames_count(); i-- > 0;)
        add_frame(t, ckpti_frames_at(i));
    if (!t->failed && t->nregions)
        qsort(t->regions, t->nregions, sizeof *t->regions, by_start);
    return t->failed;
}

static bool has_flags(const struct dl_phdr_info *info, unsigned flags)
{
    for (int i = 0; i < info->dlpi_phnum; i++)
        if (info->dlpi_phdr[i].p_type == PT_LOAD && (info->dlpi_phdr[i].p_flags & (PF_R | PF_W | PF_X)) == flags)
            return true;
    return false;
}

/* Constants lie with the code, or apart from it. */
static int note_segments(struct dl_phdr_info *info, size_t size, void *context)
{
    ckpti_table *t = context;
    bool apart = has_flags(info, PF_R);
    (void)size;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *p = &info->dlpi_phdr[i];
        if (p->p_type != PT_LOAD || !(p->p_flags & PF_R))
            continue;
        struct segment *more = realloc(t->segments, (t->nsegments + 1) * sizeof *more);
        if (!more)
            return 1;
        t->segments = more;
        const unsigned char *start = (const unsigned char *)(uintptr_t)(info->dlpi_addr + p->p_vaddr);
        t->segments[t->nsegments++] = (struct segment){start, start + p->p_memsz, !(p->p_flags & (apart ? PF_W | PF_X : PF_W))};
    }
    return 0;
}

ckpt_status ckpti_table_open(ckpti_table *t)
{
    memset(t, 0, sizeof *t);
    ckpt_status st = open_types(t);
    if (!st && !(t->matcher = ckpti_matcher_open())) {
        no_memory(t);
        st = t->failed;
    }
    if (!st)
        st = open_regions(t);
    if (!st && dl_iterate_phdr(note_segments, t)) {
        no_memory(t);
        st = t->failed;
    }
    return st;
}

void ckpti_table_close(ckpti_table *t)
{
    ckpti_matcher_close(t->matcher);
    ckpti_universe_close(t->universe);
    for (size_t i = 0; i < t->extra_room; i++)
        if (t->extra[i]) {
            if (t->extra[i]->kind == CKPTI_O_FUNCTION || t->extra[i]->kind == CKPTI_O_SPECIAL)
                free((char *)t->extra[i]->name);
            free(t->extra[i]);
        }
    free(t->extra);
    for (uint32_t k = 0; k < t->n; k++)
        if (t->objects[k].kind == CKPTI_O_HEAP)
            free((void *)t->objects[k].padded);
    free(t->objects);
    free(t->regions);
    free(t->segments);
    free(t->unknowns);
    free(t->unknown_table);
    free(t->scan.items);
    free(t->pending.items);
    free(t->inside.items);
    ckpti_heap_forget_numbers();
}

/* ---- numbers ---- */

static void enqueue(ckpti_table *t, struct ckpti_queue *q, uint32_t object)
{
    if (q->tail == q->room && q->head > q->room / 2) {
        memmove(q->items, q->items + q->head, (q->tail - q->head) * sizeof *q->items);
        q->tail -= q->head;
        q->head = 0;
    } else if (q->tail == q->room) {
        size_t room = q->room ? 2 * q->room : 256;
        uint32_t *more = realloc(q->items, room * sizeof *more);
        if (!more) {
            no_memory(t);
            return;
        }
        q->items = more;
        q->room = room;
    }
    q->items[q->tail++] = object;
}

uint32_t ckpti_queue_next(struct ckpti_queue *q) { return q->head < q->tail ? q->items[q->head++] : 0; }

void ckpti_table_pend(ckpti_table *t, uint32_t object)
{
    ckpti_saved *o = &t->objects[object - 1];
    if (!(o->state & CKPTI_S_PENDING))
        enqueue(t, &t->pending, object);
    o->state |= CKPTI_S_PENDING;
}

static uint32_t add_object(ckpti_table *t, ckpti_saved o)
{
    if (t->n == t->room) {
        uint32_t room = t->room ? 2 * t->room : 256;
        ckpti_saved *more = room < t->n ? 0 : realloc(t->objects, room * sizeof *more);
        if (!more) {
            no_memory(t);
            return 0;
        }
        t->objects = more;
        t->room = room;
    }
    t->objects[t->n++] = o;
    return t->n;
}

/* Bytes that a structure has at least: without its flexible array member, also where that declares an element. */
static uint64_t least(const ckpti_type *type)
{
    const ckpti_field *f = ckpti_type_flexible(type);
    return f ? f->offset : type->size;
}

const ckpti_type *ckpti_table_variant(ckpti_table *t, const ckpti_type *type, const unsigned char *start, uint64_t size, bool array)
{
    const ckpti_type *header = ckpti_header_of(type), *is;
    long long tag = 0;
    bool own = !(type->flags & CKPTG_T_HEADER);   /* allocated as one of those that begin with a header */
    if (!(header->flags & CKPTG_T_HEADER) || array || t->failed)
        return type;
    is = ckpti_header_selected(header, start, size, &tag);
    if (own && (!is || is == header)) /* its tag is not set yet */
        return type;
    if (is && is->has_opaque)
        t->failed = ckpti_fail(CKPT_EUNSUPPORTED, "a heap block of %s is %s by its tag, %lld, which has a union without #pragma ckpt variant", header->name,
                               is->name, tag);
    else if (!is)
        t->failed = ckpti_fail(CKPT_EUNSUPPORTED, "a heap block of %s has the tag %lld, which is not in the list of #pragma ckpt variant; "
                               "name the structure that it is", header->name, tag);
    else if (own && is != type)
        t->failed = ckpti_fail(CKPT_EUNSUPPORTED, "a heap block was allocated as %s, but by its tag, %lld, it is %s; allocate it as %s",
                               type->name, tag, is->name, header->name);
    else if (size < least(is))
        t->failed = ckpti_fail(CKPT_EUNSUPPORTED, "a heap block of %s is %s by its tag, %lld, but has %llu bytes only", header->name,
                               is->name, tag, (unsigned long long)size);
    else
        return is;
    return type;
}

/* offsetof(struct s, last) + 0 * sizeof last[0], of an array of one: a copy that may be read as the structure. */
static void pad(ckpti_table *t, ckpti_saved *o)
{
    const ckpti_field *f = ckpti_type_flexible(o->type);
    if (o->kind != CKPTI_O_HEAP || !f || !f->type->count || o->state & CKPTI_S_ARRAY || o->size < f->offset ||
        o->size >= f->offset + f->type->elem->size)
        return;
    unsigned char *copy = calloc(1, o->type->size);
    if (copy)
        memcpy(copy, ckpti_saved_content(o), o->size);
    else
        t->failed = ckpti_fail(CKPT_ENOMEM, "no memory for a copy of %s", o->type->name);
    free((void *)o->padded);
    o->padded = copy;
}

void ckpti_table_set_type(ckpti_table *t, uint32_t object, const ckpti_type *type)
{
    ckpti_saved *o = &t->objects[object - 1];
    o->type = type;
    pad(t, o);
    o->state &= (uint16_t)~(CKPTI_S_TENTATIVE | CKPTI_S_PENDING);
    if (o->state & CKPTI_S_QUEUED || o->flags & CKPTI_OF_NODATA)
        return;
    o->state |= CKPTI_S_QUEUED;
    const ckpti_field *f = ckpti_type_flexible(type);
    if (type->has_pointer || type->has_variant || (f && (f->type->elem->has_pointer || f->type->elem->has_variant)))
        enqueue(t, &t->scan, object);
}

bool ckpti_table_is_alone(const ckpti_block *b, const ckpti_type *type)
{
    return b->array || b->annotated || (b->excluded && type && b->size == type->size);
}

void ckpti_table_set_variant(ckpti_table *t, uint32_t object, const ckpti_type *type)
{
    ckpti_saved *o = &t->objects[object - 1];
    bool alone = o->state & (CKPTI_S_ARRAY | CKPTI_S_ANNOTATED) || (o->flags & CKPTI_OF_NODATA && o->size == type->size);
    const ckpti_type *is = ckpti_table_variant(t, type, o->start, o->size, alone);
    if (ckpti_table_by_tag(type, alone))
        o->flags |= CKPTI_OF_BY_TAG;
    ckpti_table_set_type(t, object, is);
}

static uint32_t region_flags(const ckpti_region *r)
{
    switch (r->kind) {
    case CKPTI_O_GLOBAL: case CKPTI_O_STATIC:
        return ckpti_var_is_saved(r->var) ? 0 : r->var->flags & (CKPTI_V_UNSAVED | CKPTG_V_RECOMPUTED) ? CKPTI_OF_NODATA : CKPTI_OF_NODATA | CKPTI_OF_START;
    case CKPTI_O_LOCAL: {
        uint32_t f = r->local->local->flags;
        return (f & CKPTG_L_MEMORY ? 0 : CKPTI_OF_REGISTER) | (f & CKPTG_L_VLA ? CKPTI_OF_VLA : 0) | (f & CKPTG_L_EXCLUDED ? CKPTI_OF_NODATA : 0);
    }
    case CKPTI_O_LITERAL: return 0;
    default: return CKPTI_OF_NODATA;
    }
}

/* What of a type cannot be carried. */
static const ckpti_type *opaque_part(const ckpti_type *type)
{
    if (type->kind == CKPTG_ARRAY)
        return opaque_part(type->elem);
    for (uint32_t i = 0; i < type->nfields && type->kind != CKPTG_OPAQUE; i++)
        if (type->fields[i].type->has_opaque)
            return opaque_part(type->fields[i].type);
    return type;
}

/* A table that constants lead to may hold what no image can, as long as nobody writes it: ckptcc lets it pass. */
static void check_written(ckpti_table *t, const ckpti_region *r, const ckpti_type *type)
{
    if (!t->failed && type->has_opaque && r->var && r->var->start && !(t->objects[r->object - 1].flags & CKPTI_OF_NODATA))
        t->failed = ckpti_fail(CKPT_EUNSUPPORTED, "%s (%s:%u) has been written, and has %s, which cannot be carried to another machine", r->var->name, r->unit->file,
                               r->var->line, opaque_part(type)->name);
}

uint32_t ckpti_table_reach_region(ckpti_table *t, ckpti_region *r)
{
    if (r->object)
        return r->object;
    r->object = add_object(t, (ckpti_saved){.start = r->start, .size = r->size, .region = r, .kind = r->kind, .flags = region_flags(r)});
    const ckpti_type *type = ckpti_universe_type(t->universe, r->native);
    if (r->object && type) {
        ckpti_table_set_type(t, r->object, type);
        check_written(t, r, type);
    }
    return r->object;
}

const ckpti_type *ckpti_table_allocated(const ckpti_table *t, const ckpti_block *b)
{
    const ckpti_type *type = ckpti_universe_type(t->universe, b->type);
    return type && type->kind != CKPTG_VOID && type->size && !type->has_opaque ? type : 0;
}

uint16_t ckpti_table_block_state(const ckpti_block *b)
{
    if (b->annotated)
        return (uint16_t)(CKPTI_S_ANNOTATED | (b->array ? CKPTI_S_ARRAY : 0) | (b->begins ? CKPTI_S_BEGINS : 0));
    return (uint16_t)((b->array ? CKPTI_S_ARRAY : 0) | (b->begins ? CKPTI_S_BEGINS : 0) | (b->untold ? CKPTI_S_GUESS : 0));
}

/* Number one block, or one part of one. */
static uint32_t number_block(ckpti_table *t, const ckpti_block *b, uint32_t flags)
{
    uint32_t object = add_object(t, (ckpti_saved){.start = b->start, .size = b->size, .kind = CKPTI_O_HEAP,
        .flags = flags | (b->annotated ? CKPTI_OF_ANNOTATED : 0) | (b->excluded ? CKPTI_OF_NODATA : 0),
        .state = ckpti_table_block_state(b)});
    if (!object)
        return 0;
    if (!ckpti_heap_set_number(b->start, object)) {
        no_memory(t);
        return 0;
    }
    return object;
}

/* What its allocation says. */
static void type_block(ckpti_table *t, const ckpti_block *b, uint32_t object)
{
    const ckpti_type *type = ckpti_table_allocated(t, b);
    if (b->rest)
        type = t->t_uchar;
    if (!type) {
        t->objects[object - 1].flags |= CKPTI_OF_TOLD;
        return;
    }
    if (b->untold && ckpti_table_by_tag(type, ckpti_table_is_alone(b, type)) && !t->failed)
        t->failed = ckpti_fail(CKPT_EUNSUPPORTED, "a heap block of %llu bytes was allocated as %s and by a number: whether it is several of them or "
                               "one that is longer is not known; declare it (#pragma ckpt type)", (unsigned long long)b->size, type->name);
    ckpti_table_set_variant(t, object, type);
}

static uint64_t round_up(uint64_t n, uint64_t align) { return align ? (n + align - 1) / align * align : n; }

uint64_t ckpti_table_part_align(const ckpti_table *t, const ckpti_block *b, uint64_t end)
{
    const ckpti_type *type = ckpti_table_allocated(t, b);
    uint64_t own = type && type->align ? type->align : 1, at = (uint64_t)(b->start - b->block);
    if (end != at && round_up(end, own) == at)
        return 0;
    for (uint64_t to = 1; to <= CKPTI_PART_ROUND; to *= 2)
        if (round_up(end, to) == at)
            return to;
    return 0;
}

uint32_t ckpti_table_new_link(ckpti_table *t, const unsigned char *start, const ckpti_type *type, uint32_t on)
{
    uint32_t object = add_object(t, (ckpti_saved){.start = start, .size = type->size, .kind = CKPTI_O_HEAP, .flags = CKPTI_OF_LINK | CKPTI_OF_ANNOTATED,
                                                  .state = CKPTI_S_ANNOTATED, .leaf = on});
    if (object)
        ckpti_table_set_type(t, object, type);
    return object;
}

bool ckpti_table_note_chain(ckpti_table *t, uint32_t object)
{
    uint32_t k = object;
    while (k < t->n && !(t->objects[k - 1].flags & CKPTI_OF_LINK && (k == object || t->objects[k - 1].leaf == object)) &&
           t->objects[k].flags & (CKPTI_OF_PART | CKPTI_OF_LINK))
        k++;
    ckpti_saved *o = &t->objects[k - 1];
    if (!(o->flags & CKPTI_OF_LINK) || o->flags & CKPTI_OF_ON_LIST || (k != object && o->leaf != object))
        return false;
    o->flags |= CKPTI_OF_ON_LIST;
    return true;
}

void ckpti_table_note_inside(ckpti_table *t, uint32_t object) { enqueue(t, &t->inside, object); }

/* All parts of a block get their numbers together, in order: they come back in one block. */
static void number_parts(ckpti_table *t, const ckpti_block *of)
{
    uint64_t end = 0;
    uint32_t before = t->n;
    if (ckpti_heap_number(of->block)) {
        t->failed = ckpti_fail(CKPT_EINTERNAL, "a part of a block in %u parts has no number", of->parts);
        return;
    }
    for (uint32_t k = 1; k <= of->parts && !t->failed; k++) {
        ckpti_block b;
        uint64_t align;
        ckpti_heap_part(of, k, &b);
        if (b.padding)
            continue;
        align = b.align;
        if (k > 1)
            align = ckpti_table_part_align(t, &b, end);
        number_block(t, &b, (align ? CKPTI_OF_ALIGNED : 0) | (k > 1 ? CKPTI_OF_PART : 0));
        if (b.rest && !t->failed)
            t->objects[t->n - 1].state |= CKPTI_S_REST;
        end = (uint64_t)(b.start - b.block) + b.size;
    }
    for (uint32_t object = before + 1, n = t->n; object <= n && !t->failed; object++) {
        ckpti_block b;
        if (ckpti_heap_find(t->objects[object - 1].start, &b))
            type_block(t, &b, object);
    }
    for (uint32_t object = before + 1, n = t->n; object <= n && !t->failed; object++) {
        ckpti_block b;
        if (ckpti_heap_find(t->objects[object - 1].start, &b))
            ckpti_table_add_link(t, &b, object);
    }
}

uint32_t ckpti_table_reach_block(ckpti_table *t, const ckpti_block *b)
{
    uint32_t object = ckpti_heap_number(b->start);
    if (object)
        return object;
    if (b->parts) {
        number_parts(t, b);
        return ckpti_heap_number(b->start);
    }
    object = number_block(t, b, b->align ? CKPTI_OF_ALIGNED : 0);
    if (object) {
        type_block(t, b, object);
        ckpti_table_add_link(t, b, object);
    }
    return object;
}

const unsigned char *ckpti_saved_content(const ckpti_saved *o)
{
    if (o->kind == CKPTI_O_HEAP && o->padded)
        return o->padded;
    return o->kind == CKPTI_O_LOCAL ? o->region->local->content : o->start;
}
