/* emit.c - payloads STRS, TYPE and OBJS of an image. See emit.h. */
#include "save/emit.h"
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>
#include "objects/heap.h"
#include "types/gaps.h"

static void no_memory(ckpti_emitter *e)
{
    if (!e->failed)
        e->failed = ckpti_fail(CKPT_ENOMEM, "no memory to describe the image");
}

ckpt_status ckpti_emit_open(ckpti_emitter *e)
{
    size_t n = ckpti_universe_count(e->table->universe) + (size_t)1;
    e->type_number = calloc(n, sizeof *e->type_number);
    e->type_whole = calloc(n, 1);
    e->types = calloc(n, sizeof *e->types);
    if (!e->type_number || !e->type_whole || !e->types)
        no_memory(e);
    return e->failed;
}

void ckpti_emit_close(ckpti_emitter *e)
{
    free(e->names);
    free(e->name_table);
    free(e->type_number);
    free(e->type_whole);
    free(e->types);
    for (ckpti_made_name *m = e->made, *next; m; m = next) {
        next = m->next;
        free(m);
    }
}

/* ---- names ---- */

static uint32_t name_spot(const ckpti_emitter *e, const char *name)
{
    uint32_t i = (uint32_t)XXH64(name, strlen(name), 0) & (e->name_table_room - 1);
    while (e->name_table[i] && strcmp(e->names[e->name_table[i] - 1], name))
        i = (i + 1) & (e->name_table_room - 1);
    return i;
}

static bool grow_names(ckpti_emitter *e)
{
    uint32_t room = e->name_table_room ? 2 * e->name_table_room : 128;
    uint32_t *table = calloc(room, sizeof *table);
    const char **names = realloc(e->names, room * sizeof *names);
    if (names)
        e->names = names;
    if (!table || !names) {
        free(table);
        no_memory(e);
        return false;
    }
    free(e->name_table);
    e->name_table = table;
    e->name_table_room = room;
    for (uint32_t i = 0; i < e->nnames; i++)
        table[name_spot(e, names[i])] = i + 1;
    return true;
}

uint32_t ckpti_emit_name(ckpti_emitter *e, const char *name)
{
    if (!name || !*name || (2 * e->nnames >= e->name_table_room && !grow_names(e)))
        return 0;
    uint32_t i = name_spot(e, name);
    if (!e->name_table[i]) {
        e->names[e->nnames] = name;
        e->name_table[i] = ++e->nnames;
    }
    return e->name_table[i];
}

uint32_t ckpti_emit_made_name(ckpti_emitter *e, const char *name)
{
    if (name && e->name_table_room && e->name_table[name_spot(e, name)])
        return ckpti_emit_name(e, name);
    size_t size = name ? strlen(name) + 1 : 0;
    ckpti_made_name *m = size ? malloc(sizeof *m + size) : 0;
    if (!size)
        return 0;
    if (!m) {
        no_memory(e);
        return 0;
    }
    memcpy(m->text, name, size);
    m->next = e->made;
    e->made = m;
    return ckpti_emit_name(e, m->text);
}

void ckpti_emit_strings(const ckpti_emitter *e, ckpti_buffer *out)
{
    ckpti_buffer_put32(out, e->nnames);
    for (uint32_t i = 0; i < e->nnames; i++)
        ckpti_buffer_put_string(out, e->names[i]);
}

/* ---- types ---- */

/* Number a type that is held by value, after everything that it holds by value. */
static void mention(ckpti_emitter *e, const ckpti_type *t)
{
    if (!t || e->type_whole[t->id - 1])
        return;
    if (t->depth >= CKPTI_CURSOR_DEPTH && !e->failed)
        e->failed = ckpti_fail(CKPT_EUNSUPPORTED, "%s is %u structures and arrays one in the other; an image has no more than %d", t->name, t->depth, CKPTI_CURSOR_DEPTH - 1);
    e->type_whole[t->id - 1] = 1;
    if (t->kind == CKPTG_ARRAY || t->kind == CKPTG_ENUM)
        mention(e, t->elem);
    for (uint32_t i = 0; i < t->nfields; i++)
        mention(e, t->fields[i].type);
    e->types[e->ntypes++] = t;
    e->type_number[t->id - 1] = e->ntypes;
}

static const ckpti_type *pointee_to_number(const ckpti_emitter *e, uint32_t i)
{
    const ckpti_type *p = e->types[i]->kind == CKPTG_POINTER ? e->types[i]->elem : 0;
    return p && !e->type_number[p->id - 1] ? p : 0;
}

/* Number what pointers point to, if nothing holds it: structures without their fields then. These come last, for what an array or an enum is that only
 * pointers lead to holds others, and a type has one record, whole or not. */
static void mention_pointees(ckpti_emitter *e)
{
    const ckpti_type *p;
    for (uint32_t i = 0; i < e->ntypes; i++)
        if ((p = pointee_to_number(e, i)) && p->kind != CKPTG_STRUCT)
            mention(e, p);
    for (uint32_t i = 0, n = e->ntypes; i < n; i++)
        if ((p = pointee_to_number(e, i))) {
            e->types[e->ntypes++] = p;
            e->type_number[p->id - 1] = e->ntypes;
        }
}

static uint32_t type_ref(const ckpti_emitter *e, const ckpti_type *t) { return t ? e->type_number[t->id - 1] : 0; }

/* What images do not have of a type's flags. */
enum { ONLY_HERE = CKPTG_T_OWN_ADDRESS | CKPTG_T_BYTES | CKPTG_T_CLEARED | CKPTG_T_ALIGNED | CKPTG_T_UNNAMED };

static bool points_or_holds(unsigned kind) { return kind == CKPTG_ARRAY || kind == CKPTG_ENUM || kind == CKPTG_POINTER; }

void ckpti_emit_types(ckpti_emitter *e, ckpti_buffer *out)
{
    ckpti_buffer_put32(out, e->ntypes);
    for (uint32_t i = 0; i < e->ntypes; i++) {
        const ckpti_type *t = e->types[i];
        bool whole = e->type_whole[t->id - 1];
        ckpti_buffer_put32(out, t->kind);
        ckpti_buffer_put32(out, whole ? t->flags & ~ONLY_HERE : CKPTG_T_INCOMPLETE);
        ckpti_buffer_put32(out, t->mant);
        ckpti_buffer_put32(out, ckpti_emit_name(e, t->name));
        ckpti_buffer_put64(out, t->size);
        ckpti_buffer_put32(out, points_or_holds(t->kind) ? type_ref(e, t->elem) : 0);
        ckpti_buffer_put64(out, t->kind == CKPTG_ARRAY ? t->count : 0);
        ckpti_buffer_put32(out, ckpti_emit_name(e, t->file));
        ckpti_buffer_put32(out, t->line);
        ckpti_buffer_put32(out, whole ? t->nfields : 0);
        for (uint32_t k = 0; whole && k < t->nfields; k++) {
            const ckpti_field *f = &t->fields[k];
            ckpti_buffer_put32(out, ckpti_emit_name(e, f->name));
            ckpti_buffer_put32(out, type_ref(e, f->type));
            ckpti_buffer_put64(out, f->offset);
            ckpti_buffer_put32(out, f->bits);
            ckpti_buffer_put32(out, f->line);
        }
    }
}

/* Is its type that of pointers alone? Of what is stored as bytes that is so in any case. */
static bool told(const ckpti_saved *o) { return o->flags & CKPTI_OF_TOLD && o->type && !(o->flags & CKPTI_OF_RAW); }

uint32_t ckpti_emit_version(const ckpti_emitter *e)
{
    uint32_t version = CKPTI_IMAGE_FIRST_VERSION;
    for (uint32_t i = 0; i < e->ntypes; i++)
        if (e->type_whole[e->types[i]->id - 1] && ckpti_type_is_second(e->types[i]))
            version = CKPTI_IMAGE_VARIANT_VERSION;
    for (uint32_t k = 0; k < e->table->n; k++) {
        const ckpti_saved *o = &e->table->objects[k];
        if (o->flags & CKPTI_OF_LINK)
            return CKPTI_IMAGE_LINK_VERSION;
        if (version == CKPTI_IMAGE_TOLD_VERSION || told(o))
            version = CKPTI_IMAGE_TOLD_VERSION;
        else if (o->flags & CKPTI_OF_START || (o->flags & CKPTI_OF_GAPS && o->type && ckpti_table_shape(e->table, o).flex))
            version = CKPTI_IMAGE_START_VERSION;
        else if (version < CKPTI_IMAGE_PARTS_VERSION && o->flags & CKPTI_OF_PART)
            version = CKPTI_IMAGE_PARTS_VERSION;
        else if (version < CKPTI_IMAGE_GUESS_VERSION && o->flags & (CKPTI_OF_GUESSED | CKPTI_OF_GAPS))
            version = CKPTI_IMAGE_GUESS_VERSION;
        else if (version < CKPTI_IMAGE_VARIANT_VERSION && o->flags & CKPTI_OF_BY_TAG)
            version = CKPTI_IMAGE_VARIANT_VERSION;
    }
    for (uint32_t i = 0; i < e->table->nunknowns; i++) {
        const struct unknown *u = &e->table->unknowns[i];
        if (u->target && ckpti_is_before(u->byte) && version < CKPTI_IMAGE_BEFORE_VERSION)
            version = CKPTI_IMAGE_BEFORE_VERSION;
        if (!u->target && u->byte && version < CKPTI_IMAGE_GUESS_VERSION)
            version = CKPTI_IMAGE_GUESS_VERSION;
    }
    return version;
}

uint64_t ckpti_emit_layout(const ckpti_emitter *e)
{
    uint64_t words[4] = {__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__, sizeof(void *), (char)-1 < 0, __LDBL_MANT_DIG__};
    uint64_t h = XXH64(words, sizeof words, 0);
    for (uint32_t i = 0; i < e->ntypes; i++) {
        const ckpti_type *t = e->types[i];
        uint64_t own[3] = {t->kind, t->size, t->count};
        h = XXH64(own, sizeof own, h);
        for (uint32_t k = 0; e->type_whole[t->id - 1] && k < t->nfields; k++) {
            uint64_t field[2] = {t->fields[k].offset, t->fields[k].bits};
            h = XXH64(field, sizeof field, h);
        }
    }
    return h;
}

/* ---- objects ---- */

/* What a run is told by. */
typedef struct alike {
    uint32_t word, type;
    uint64_t count, flex, tail, align, over;
} alike;

static alike describe(ckpti_emitter *e, uint32_t object, uint64_t *enc)
{
    const ckpti_saved *o = &e->table->objects[object - 1];
    alike a = {0};
    uint32_t flags = told(o) ? o->flags : o->flags & ~(uint32_t)CKPTI_OF_TOLD;
    *enc = 0;
    if (o->type) {
        ckpti_shape s = ckpti_table_shape(e->table, o);
        uint64_t n;
        const ckpti_field *f = ckpti_type_flexible(s.type);
        a.count = s.count;
        a.flex = s.flex;
        a.tail = s.tail;
        flags |= (s.flex ? CKPTI_OF_FLEXIBLE : 0) | (s.tail ? CKPTI_OF_TAIL : 0);
        mention(e, s.type);
        a.type = type_ref(e, s.type);
        if (!(flags & CKPTI_OF_NODATA)) {
            ckpti_array_enc(s.type, s.count, enc); /* it exists: no overflow */
            if (s.flex) {
                ckpti_array_enc(f->type->elem, s.flex, &n);
                *enc += n;
            }
            *enc += ckpti_pad4(s.tail);
            if (flags & CKPTI_OF_GAPS)
                *enc += ckpti_pad4(s.count * ckpti_gaps(s.type));
        }
    }
    if (o->flags & CKPTI_OF_ALIGNED) {
        ckpti_block b;
        if (o->flags & CKPTI_OF_PART && ckpti_heap_find(o->start, &b))
            a.align = ckpti_table_part_align(e->table, &b, (uint64_t)(o[-1].start - b.block) + o[-1].size);
        else if (ckpti_heap_find(o->start, &b))
            a.align = b.align;
    }
    if (flags & CKPTI_OF_LINK)
        a.over = o->leaf;
    a.word = o->kind | flags << 8;
    return a;
}

static void put_names(ckpti_emitter *e, const ckpti_region *r, ckpti_buffer *out)
{
    const char *name = 0, *unit = 0, *function = 0;
    uint32_t line = 0;
    switch (r->kind) {
    case CKPTI_O_GLOBAL: case CKPTI_O_STATIC:
        name = r->var->name;
        unit = r->unit->file;
        function = r->var->function;
        line = r->var->line;
        break;
    case CKPTI_O_LOCAL:
        name = r->local->local->name;
        unit = r->frame->function->file;
        function = r->frame->function->name;
        line = r->local->local->line;
        break;
    case CKPTI_O_LITERAL:
        unit = r->unit ? r->unit->file : 0;
        break;
    case CKPTI_O_FUNCTION:
        name = r->unit ? r->fn->name : r->name;
        unit = r->unit && r->fn->is_static ? r->unit->file : 0;
        line = r->unit ? r->fn->line : 0;
        break;
    case CKPTI_O_STREAM:
        line = r->number;
        break;
    default:
        name = r->name;
        line = r->replayed;
    }
    ckpti_buffer_put32(out, ckpti_emit_name(e, name));
    ckpti_buffer_put32(out, ckpti_emit_name(e, unit));
    ckpti_buffer_put32(out, ckpti_emit_name(e, function));
    ckpti_buffer_put32(out, line);
}

void ckpti_emit_objects(ckpti_emitter *e, ckpti_buffer *out)
{
    ckpti_table *t = e->table;
    ckpti_buffer runs = {0};
    uint32_t nruns = 0, repeat = 0;
    uint64_t enc, next_enc;
    alike now = {0}, next = {0};
    for (uint32_t k = 1; k <= t->n && !e->failed; k += repeat) {
        if (k == 1)
            next = describe(e, 1, &next_enc);
        now = next;
        enc = next_enc;
        repeat = 1;
        while (k + repeat <= t->n) {
            next = describe(e, k + repeat, &next_enc);
            bool part = now.word >> 8 & CKPTI_OF_PART;
            if ((now.word & 0xff) != CKPTI_O_HEAP || part || memcmp(&now, &next, sizeof now))
                break;
            repeat++;
        }
        nruns++;
        e->data += enc * repeat;
        ckpti_buffer_put32(&runs, now.word);
        ckpti_buffer_put32(&runs, repeat);
        ckpti_buffer_put32(&runs, now.type);
        ckpti_buffer_put64(&runs, now.count);
        if ((now.word & 0xff) != CKPTI_O_HEAP)
            put_names(e, t->objects[k - 1].region, &runs);
        if (now.word >> 8 & CKPTI_OF_FLEXIBLE)
            ckpti_buffer_put64(&runs, now.flex);
        if (now.word >> 8 & CKPTI_OF_TAIL)
            ckpti_buffer_put64(&runs, now.tail);
        if (now.word >> 8 & CKPTI_OF_ALIGNED)
            ckpti_buffer_put64(&runs, now.align);
        if (now.word >> 8 & CKPTI_OF_LINK)
            ckpti_buffer_put64(&runs, now.over);
    }
    mention_pointees(e);
    ckpti_buffer_put32(out, t->n);
    ckpti_buffer_put32(out, nruns);
    ckpti_buffer_append(out, &runs);
}
