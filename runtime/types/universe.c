/* universe.c - all types of this program, each once. See universe.h. */
#include "types/universe.h"
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

typedef struct entry {
    const ckptg_type *native;
    uint32_t elem;                /* index + 1, 0: none */
    uint32_t fields;              /* first of its fields' types in `links` */
    uint32_t same_as;             /* itself, or the complete structure it stands for */
    uint64_t local, hash, next;   /* own properties; class so far; class of the next round */
    uint32_t class;
} entry;

struct ckpti_universe {
    entry *entries;      uint32_t n, room;
    uint32_t *links;     uint32_t nlinks, links_room;   /* types of fields, then of variants: index + 1 */
    uint32_t *table;     uint32_t table_room;           /* descriptor -> index + 1 */
    uint32_t scanned;
    ckpti_type *types;   uint32_t ntypes;
    ckpti_field *fields;
    const ckpti_type **variants;
};

ckpti_universe *ckpti_universe_open(void) { return calloc(1, sizeof(ckpti_universe)); }

void ckpti_universe_close(ckpti_universe *u)
{
    if (!u)
        return;
    free(u->entries);
    free(u->links);
    free(u->table);
    free(u->types);
    free(u->fields);
    free(u->variants);
    free(u);
}

/* ---- collecting ---- */

static uint32_t spot(const ckpti_universe *u, const ckptg_type *t)
{
    uint32_t i = (uint32_t)(((uintptr_t)t >> 3) * 0x9e3779b1u) & (u->table_room - 1);
    while (u->table[i] && u->entries[u->table[i] - 1].native != t)
        i = (i + 1) & (u->table_room - 1);
    return i;
}

static bool grow_table(ckpti_universe *u)
{
    uint32_t room = u->table_room ? 2 * u->table_room : 256;
    uint32_t *table = calloc(room, sizeof *table);
    if (!table)
        return false;
    free(u->table);
    u->table = table;
    u->table_room = room;
    for (uint32_t i = 0; i < u->n; i++)
        table[spot(u, u->entries[i].native)] = i + 1;
    return true;
}

/* Index + 1 of a descriptor, entered if new; 0 for 0 or without memory. */
static uint32_t enter(ckpti_universe *u, const ckptg_type *t)
{
    if (!t || (2 * u->n >= u->table_room && !grow_table(u)))
        return 0;
    uint32_t i = spot(u, t);
    if (u->table[i])
        return u->table[i];
    if (u->n == u->room) {
        uint32_t room = u->room ? 2 * u->room : 128;
        entry *more = realloc(u->entries, room * sizeof *more);
        if (!more)
            return 0;
        u->entries = more;
        u->room = room;
    }
    u->entries[u->n] = (entry){.native = t, .same_as = u->n};
    return u->table[i] = ++u->n;
}

/* Enter what entry i mentions. */
static bool scan(ckpti_universe *u, uint32_t i)
{
    const ckptg_type *t = u->entries[i].native;
    if (t->elem) {
        uint32_t elem = enter(u, t->elem);
        if (!elem)
            return false;
        u->entries[i].elem = elem;
    }
    uint32_t n = t->nfields + t->nvariants;
    if (u->nlinks + n > u->links_room) {
        uint32_t room = 2 * u->links_room + n + 128;
        uint32_t *more = realloc(u->links, room * sizeof *more);
        if (!more)
            return false;
        u->links = more;
        u->links_room = room;
    }
    u->entries[i].fields = u->nlinks;
    u->nlinks += n;
    for (uint32_t k = 0; k < n; k++) {
        uint32_t type = enter(u, k < t->nfields ? t->fields[k].type : t->variants[k - t->nfields]);
        if (!type)
            return false;
        u->links[u->entries[i].fields + k] = type;
    }
    return true;
}

bool ckpti_universe_add(ckpti_universe *u, const ckptg_type *type)
{
    if (!type)
        return true;
    if (!enter(u, type))
        return false;
    for (; u->scanned < u->n; u->scanned++)
        if (!scan(u, u->scanned))
            return false;
    return true;
}

/* ---- refining ---- */

static bool named(unsigned kind) { return kind == CKPTG_STRUCT || kind == CKPTG_ENUM || kind == CKPTG_OPAQUE || kind == CKPTG_VARIANT; }

/* Descriptors may leave the digits of the target's own long double open. */
static uint16_t digits(const ckptg_type *t)
{
    bool wide = t->kind == CKPTG_LDOUBLE || t->kind == CKPTG_CLDOUBLE;
    return wide && !t->mant ? __LDBL_MANT_DIG__ : t->mant;
}

/* Hash of what a descriptor says by itself. */
static uint64_t local_hash(const ckptg_type *t)
{
    bool behind = t->kind == CKPTG_STRUCT && !(t->flags & CKPTG_T_HEADER); /* not all units keep something behind it */
    struct { uint64_t a[7]; } own = {{t->kind, t->flags, digits(t), t->size, behind ? 0 : t->count, t->nfields, t->nvariants}};
    uint64_t h = XXH64(&own, sizeof own, 1);
    if (named(t->kind) && t->name)
        h = XXH64(t->name, strlen(t->name), h);
    for (uint32_t i = 0; i < t->nfields; i++) {
        const ckptg_field *f = &t->fields[i];
        uint64_t where[2] = {f->bits ? 0 : f->offset, f->bits};
        h = XXH64(where, sizeof where, h);
        h = XXH64(f->name, strlen(f->name), h);
    }
    return h;
}

static bool is_incomplete(const ckptg_type *t)
{
    return t->kind == CKPTG_STRUCT && t->flags & CKPTG_T_INCOMPLETE;
}

/* Let incomplete structures stand for the complete one of their tag. */
static void complete(ckpti_universe *u)
{
    for (uint32_t i = 0; i < u->n; i++) {
        const ckptg_type *t = u->entries[i].native;
        uint32_t found = UINT32_MAX;
        bool one = true;
        if (!is_incomplete(t))
            continue;
        for (uint32_t k = 0; k < u->n && one; k++) {
            const ckptg_type *o = u->entries[k].native;
            if (o->kind != CKPTG_STRUCT || is_incomplete(o) || strcmp(o->name, t->name))
                continue;
            if (found == UINT32_MAX)
                found = k;
            else
                one = u->entries[k].local == u->entries[found].local;
        }
        if (one && found != UINT32_MAX)
            u->entries[i].same_as = found;
    }
}

static uint64_t hash_of(const ckpti_universe *u, uint32_t link)
{
    return link ? u->entries[u->entries[link - 1].same_as].hash : 0;
}

static int by_number(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

static uint32_t classes(const ckpti_universe *u, uint64_t *scratch)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < u->n; i++)
        scratch[i] = u->entries[i].hash;
    qsort(scratch, u->n, sizeof *scratch, by_number);
    for (uint32_t i = 0; i < u->n; i++)
        n += !i || scratch[i] != scratch[i - 1];
    return n;
}

/* Refine until the number of classes no longer grows. */
static bool refine(ckpti_universe *u)
{
    uint64_t *scratch = malloc((u->n + (size_t)1) * sizeof *scratch);
    if (!scratch)
        return false;
    for (uint32_t i = 0; i < u->n; i++)
        u->entries[i].local = u->entries[i].hash = local_hash(u->entries[i].native);
    complete(u);
    for (uint32_t before = 0, now = classes(u, scratch); now != before;) {
        for (uint32_t i = 0; i < u->n; i++) {
            entry *e = &u->entries[i];
            uint64_t h[2] = {e->local, hash_of(u, e->elem)};
            e->next = XXH64(h, sizeof h, 2);
            for (uint32_t k = 0; k < e->native->nfields + e->native->nvariants; k++) {
                uint64_t f[2] = {e->next, hash_of(u, u->links[e->fields + k])};
                e->next = XXH64(f, sizeof f, 3);
            }
        }
        for (uint32_t i = 0; i < u->n; i++)
            u->entries[i].hash = u->entries[i].next;
        before = now;
        now = classes(u, scratch);
    }
    free(scratch);
    return true;
}

/* ---- making the types ---- */

/* Number the classes in order of first appearance. Quadratic in classes only through the hash table below. */
static bool number(ckpti_universe *u)
{
    uint32_t room = 256;
    while (room < 4 * u->n)
        room *= 2;
    uint32_t *table = calloc(room, sizeof *table);
    if (!table)
        return false;
    for (uint32_t i = 0; i < u->n; i++) {
        const entry *e = &u->entries[u->entries[i].same_as];
        uint32_t at = (uint32_t)e->hash & (room - 1);
        while (table[at] && u->entries[table[at] - 1].hash != e->hash)
            at = (at + 1) & (room - 1);
        if (!table[at]) {
            table[at] = u->entries[i].same_as + 1;
            u->entries[table[at] - 1].class = u->ntypes++;
        }
        u->entries[i].class = u->entries[table[at] - 1].class;
    }
    free(table);
    return true;
}

static const ckpti_type *class_type(const ckpti_universe *u, uint32_t link)
{
    return link ? &u->types[u->entries[link - 1].class] : 0;
}

static void make(ckpti_universe *u)
{
    uint32_t used = 0, variants = 0;
    for (uint32_t i = 0; i < u->n; i++) {
        const entry *e = &u->entries[i];
        const ckptg_type *n = e->native;
        ckpti_type *t = &u->types[e->class];
        if (t->native || e->same_as != i)
            continue;
        *t = (ckpti_type){.kind = n->kind, .flags = n->flags, .mant = digits(n), .id = e->class + 1, .name = n->name ? n->name : "",
            .file = n->file, .line = n->line, .nfields = n->nfields, .size = n->size, .align = n->align, .count = n->kind == CKPTG_ARRAY ? n->count : 0,
            .elem = class_type(u, e->elem), .native = n, .fields = u->fields + used,
            .variants = u->variants + variants, .nvariants = n->nvariants};
        for (uint32_t k = 0; k < n->nvariants; k++)
            u->variants[variants++] = class_type(u, u->links[e->fields + n->nfields + k]);
        for (uint32_t k = 0; k < n->nfields; k++) {
            const ckptg_field *f = &n->fields[k];
            u->fields[used++] = (ckpti_field){.name = f->name, .type = class_type(u, u->links[e->fields + k]),
                .offset = f->bits ? 0 : f->offset, .bits = f->bits, .line = f->line, .native = f};
        }
    }
}

/* Where the units keep something behind a structure: one place, or nobody knows. */
static void place_behind(ckpti_universe *u)
{
    for (uint32_t i = 0; i < u->n; i++) {
        const ckptg_type *n = u->entries[i].native;
        ckpti_type *t = &u->types[u->entries[i].class];
        uint64_t place = n->kind == CKPTG_STRUCT && !(n->flags & CKPTG_T_HEADER) ? n->count : 0;
        if (place)
            t->behind = place == (ckptg_size)-1 || (t->behind && t->behind != (place & ~CKPTG_BEHIND_REUSED)) ? CKPTI_BEHIND_SEVERAL : place & ~CKPTG_BEHIND_REUSED;
    }
}

/* Structures know the header that they begin with: one, or nobody knows which tag tells what a block is. */
static ckpt_status link_headers(ckpti_universe *u)
{
    for (uint32_t i = 0; i < u->ntypes; i++)
        for (uint32_t k = 0; k < u->types[i].nvariants; k++) {
            ckpti_type *t = (ckpti_type *)u->types[i].variants[k];
            if (t == &u->types[i])
                continue;
            if (t->header && t->header != &u->types[i] && strcmp(t->header->name, u->types[i].name))
                return ckpti_fail(CKPT_EUNSUPPORTED, "#pragma ckpt variant: %s is behind %s and behind %s; name it behind one, and that one behind "
                                  "the other", t->name, t->header->name, u->types[i].name);
            t->header = &u->types[i];
        }
    return CKPT_OK;
}

/* Do the tags of two views of one type say the same, all the way down by value? */
static bool tags_alike(const ckpti_type *a, const ckpti_type *b)
{
    bool tagged = a->kind == CKPTG_VARIANT || (a->flags & CKPTG_T_HEADER);
    if (a == b || (!a->has_variant && !b->has_variant && !((a->flags | b->flags) & CKPTG_T_HEADER)))
        return true;
    if ((a->kind == CKPTG_VARIANT) != (b->kind == CKPTG_VARIANT) || (a->flags ^ b->flags) & CKPTG_T_HEADER ||
        (tagged && a->native->count != b->native->count))
        return false;
    if (a->kind == CKPTG_ARRAY && b->kind == CKPTG_ARRAY)
        return tags_alike(a->elem, b->elem);
    for (uint32_t i = 0; i < a->nfields && i < b->nfields; i++)
        if (!tags_alike(a->fields[i].type, b->fields[i].type))
            return false;
    return true;
}

/* One structure as two units see it: what their pragmas say must be the same, or one would take it for something else. */
static bool contradicts(const ckpti_type *a, const ckpti_type *b)
{
    return a->kind == b->kind && a->size == b->size && a->line == b->line && *a->name && !strcmp(a->name, b->name) && !tags_alike(a, b);
}

static ckpt_status check_pragmas(const ckpti_universe *u)
{
    for (uint32_t i = 0; i < u->ntypes; i++) {
        const ckpti_type *a = &u->types[i];
        if (!a->has_variant && !(a->flags & CKPTG_T_HEADER))
            continue;
        for (uint32_t k = 0; k < u->ntypes; k++)
            if (k != i && (a->kind == CKPTG_STRUCT || a->kind == CKPTG_VARIANT) && contradicts(a, &u->types[k]))
                return ckpti_fail(CKPT_EUNSUPPORTED, "#pragma ckpt variant of %s is not the same in all units: put it below the type, in its header",
                                  a->name);
    }
    return CKPT_OK;
}

/* Measure a type after what it contains. state: 0 not yet, 1 under way, 2 done */
static bool measure(const ckpti_universe *u, ckpti_type *t, unsigned char *state)
{
    unsigned char *s = &state[t->id - 1];
    if (*s)
        return *s == 2;
    *s = 1;
    if (t->kind == CKPTG_ARRAY || t->kind == CKPTG_ENUM)
        if (!t->elem || !measure(u, (ckpti_type *)t->elem, state))
            return false;
    for (uint32_t i = 0; i < t->nfields; i++)
        if (!t->fields[i].type || !measure(u, (ckpti_type *)t->fields[i].type, state))
            return false;
    *s = 2;
    return ckpti_type_measure(t);
}

ckpt_status ckpti_universe_finish(ckpti_universe *u)
{
    unsigned char *state = 0;
    ckpt_status st = CKPT_ENOMEM;
    if (!refine(u) || !number(u))
        goto done;
    u->types = calloc(u->ntypes + (size_t)1, sizeof *u->types);
    u->fields = calloc(u->nlinks + (size_t)1, sizeof *u->fields);
    u->variants = calloc(u->nlinks + (size_t)1, sizeof *u->variants);
    state = calloc(u->ntypes + (size_t)1, 1);
    if (!u->types || !u->fields || !u->variants || !state)
        goto done;
    make(u);
    place_behind(u);
    st = link_headers(u);
    for (uint32_t i = 0; i < u->ntypes && !st; i++)
        if (!measure(u, &u->types[i], state))
            st = ckpti_fail(CKPT_EINTERNAL, "type %s: impossible descriptor", u->types[i].name);
    if (!st)
        st = check_pragmas(u);
done:
    free(state);
    return st;
}

const ckpti_type *ckpti_universe_type(const ckpti_universe *u, const ckptg_type *type)
{
    if (!type || !u->table_room)
        return 0;
    uint32_t i = u->table[spot(u, type)];
    return i ? &u->types[u->entries[i - 1].class] : 0;
}

uint32_t ckpti_universe_count(const ckpti_universe *u) { return u->ntypes; }
const ckpti_type *ckpti_universe_at(const ckpti_universe *u, uint32_t index) { return &u->types[index]; }
