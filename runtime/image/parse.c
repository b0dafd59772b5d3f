/* parse.c - HEAD, STRS, TYPE, FRAM, UNKN and BIND of an image. See docs/image-format.md; objects are in objects.c. */
#include <stdlib.h>
#include <string.h>
#include "image/model.h"
#include "xdr/xdr_bulk.h"

uint32_t ckpti_read32(reader *r)
{
    if (r->end - r->p < 4) {
        r->bad = true;
        r->p = r->end;
        return 0;
    }
    r->p += 4;
    return ckpt_xdr_get32(r->p - 4);
}

uint64_t ckpti_read64(reader *r)
{
    uint64_t high = ckpti_read32(r);
    return high << 32 | ckpti_read32(r);
}

uint32_t ckpti_read_count(reader *r, size_t least)
{
    uint32_t n = ckpti_read32(r);
    if (n > (size_t)(r->end - r->p) / least) {
        r->bad = true;
        return 0;
    }
    return n;
}

const char *ckpti_read_name(ckpti_image *m, reader *r)
{
    uint32_t k = ckpti_read32(r);
    if (k > m->nstrings) {
        r->bad = true;
        k = 0;
    }
    return k ? m->strings[k - 1] : "";
}

const char *ckpti_read_string(ckpti_image *m, reader *r)
{
    uint32_t n = ckpti_read32(r);
    if (r->bad || n > (size_t)(r->end - r->p) || ckpti_pad4(n) > (size_t)(r->end - r->p) || memchr(r->p, 0, n) ||
        m->pool_size - m->pool_used <= n) {
        r->bad = true;
        return 0;
    }
    char *text = m->pool + m->pool_used;
    memcpy(text, r->p, n);
    text[n] = 0;
    for (size_t i = n; i < ckpti_pad4(n); i++)
        if (r->p[i])
            r->bad = true;
    m->pool_used += n + 1;
    r->p += ckpti_pad4(n);
    return text;
}

/* The pool holds the header's strings, the table's and BIND's: the sections' sizes are enough, as each string has a length of 4 bytes. */
ckpt_status ckpti_parse_head(ckpti_image *m, reader r, char *why)
{
    uint64_t strings = 0;
    for (size_t i = 0; i < m->nsections; i++)
        if (m->sections[i].tag == TAG_STRS || m->sections[i].tag == TAG_HEAD || m->sections[i].tag == TAG_BIND)
            strings += m->sections[i].raw;
    m->pool_size = (size_t)strings;
    if (strings > SIZE_MAX / 2 || !(m->pool = malloc(m->pool_size + 1)))
        return CKPT_ENOMEM;
    ckpti_image_head *h = &m->head;
    uint32_t flags = ckpti_read32(&r), order = ckpti_read32(&r);
    h->layout_bound = flags & 1;
    h->place_bound = flags & 2;
    h->big_endian = order;
    h->pointer_bytes = ckpti_read32(&r);
    uint32_t sign = ckpti_read32(&r);
    h->char_signed = sign;
    h->ldbl_mant = ckpti_read32(&r);
    h->layout = ckpti_read64(&r);
    h->signature = ckpti_read64(&r);
    h->visit = ckpti_read64(&r);
    h->time = (int64_t)ckpti_read64(&r);
    h->nanoseconds = ckpti_read32(&r);
    h->program = ckpti_read_string(m, &r);
    h->triple = ckpti_read_string(m, &r);
    h->host = ckpti_read_string(m, &r);
    h->site = ckpti_read_string(m, &r);
    h->reason = ckpti_read_string(m, &r);
    h->bound = "";
    if (r.bad || r.p != r.end || flags > 3 || flags == 2 || order > 1 || sign > 1 || h->nanoseconds > 999999999 ||
        (h->pointer_bytes != 4 && h->pointer_bytes != 8) ||
        (h->ldbl_mant != 53 && h->ldbl_mant != 64 && h->ldbl_mant != 106 && h->ldbl_mant != 113))
        return ckpti_image_bad(why, "damaged: header");
    return CKPT_OK;
}

ckpt_status ckpti_parse_strings(ckpti_image *m, reader r, char *why)
{
    uint32_t n = ckpti_read_count(&r, 4);
    if (!(m->strings = calloc(n + (size_t)1, sizeof *m->strings)))
        return CKPT_ENOMEM;
    for (uint32_t i = 0; i < n && !r.bad; i++)
        m->strings[i] = ckpti_read_string(m, &r);
    if (r.bad || r.p != r.end)
        return ckpti_image_bad(why, "damaged: strings");
    m->nstrings = n;
    return CKPT_OK;
}

/* ---- types ---- */

static bool integer_sizes(const ckpti_type *t)
{
    switch (t->kind) {
    case CKPTG_BOOL: case CKPTG_CHAR: case CKPTG_SCHAR: case CKPTG_UCHAR: return t->size == 1;
    case CKPTG_SHORT: case CKPTG_USHORT: return t->size == 2;
    case CKPTG_INT: case CKPTG_UINT: return t->size == 4;
    case CKPTG_LONG: case CKPTG_ULONG: return t->size == 4 || t->size == 8;
    case CKPTG_LLONG: case CKPTG_ULLONG: return t->size == 8;
    default: return t->size == 16;
    }
}

/* Does what the record says make a C type? Its element, if any, has been checked already. */
static bool sound(const ckpti_type *t)
{
    unsigned mant = t->mant;
    switch (t->kind) {
    case CKPTG_FLOAT: case CKPTG_CFLOAT: return mant == 24;
    case CKPTG_DOUBLE: case CKPTG_CDOUBLE: return mant == 53;
    case CKPTG_LDOUBLE: case CKPTG_CLDOUBLE: return mant == 53 || mant == 64 || mant == 106 || mant == 113;
    case CKPTG_FLOAT128: return mant == 113;
    case CKPTG_ENUM: return t->elem && t->elem->kind >= CKPTG_BOOL && t->elem->kind <= CKPTG_UINT128;
    case CKPTG_ARRAY: return t->elem && t->elem->kind != CKPTG_FUNCTION;
    case CKPTG_POINTER: case CKPTG_VOID: case CKPTG_STRUCT: case CKPTG_FUNCTION: case CKPTG_STREAM: case CKPTG_OPAQUE: case CKPTG_VARIANT: return true;
    default: return ckpti_kind_is_integer(t->kind) && integer_sizes(t);
    }
}

static const ckpti_type *type_ref(ckpti_image *m, uint32_t id) { return id ? &m->types[id - 1] : 0; }

/* A flexible member may be part of other types only with its declared elements. */
static bool parse_fields(ckpti_image *m, reader *r, ckpti_type *t, uint32_t id, size_t *used)
{
    t->nfields = ckpti_read_count(r, 24);
    t->fields = m->fields + *used;
    *used += t->nfields;
    for (uint32_t i = 0; i < t->nfields && !r->bad; i++) {
        ckpti_field *f = &t->fields[i];
        f->name = ckpti_read_name(m, r);
        uint32_t type = ckpti_read32(r);
        f->offset = ckpti_read64(r);
        f->bits = ckpti_read32(r);
        f->line = ckpti_read32(r);
        if (!type || type >= id)
            return false;
        f->type = type_ref(m, type);
        if (f->bits && (f->bits > 64 || t->kind == CKPTG_VARIANT || f->type->kind == CKPTG_POINTER || !ckpti_kind_is_integer(f->type->kind)))
            return false;
    }
    return !r->bad && (!t->nfields || t->kind == CKPTG_STRUCT || t->kind == CKPTG_VARIANT);
}

static bool parse_type(ckpti_image *m, reader *r, uint32_t id, size_t *used)
{
    ckpti_type *t = &m->types[id - 1];
    uint32_t kind = ckpti_read32(r), flags = ckpti_read32(r), mant = ckpti_read32(r);
    t->id = id;
    t->kind = (uint8_t)kind;
    t->flags = (uint8_t)flags;
    t->mant = (uint16_t)mant;
    t->name = ckpti_read_name(m, r);
    t->size = ckpti_read64(r);
    uint32_t elem = ckpti_read32(r);
    t->count = ckpti_read64(r);
    t->file = ckpti_read_name(m, r);
    t->line = ckpti_read32(r);
    if (kind > CKPTG_VARIANT || flags > 15 || (flags & CKPTG_T_HEADER && kind != CKPTG_STRUCT) || mant > 113 || elem > m->ntypes)
        return false;
    bool by_value = kind == CKPTG_ARRAY || kind == CKPTG_ENUM;
    if (elem && !by_value && kind != CKPTG_POINTER)
        return false;
    if (by_value && (!elem || elem >= id))
        return false;
    t->elem = type_ref(m, elem);
    return parse_fields(m, r, t, id, used) && sound(t) && ckpti_type_measure(t) && t->depth < CKPTI_CURSOR_DEPTH;
}

ckpt_status ckpti_parse_types(ckpti_image *m, reader r, char *why)
{
    uint32_t n = ckpti_read_count(&r, 48);
    size_t used = 0, room = (size_t)(r.end - r.p) / 24 + 1;
    m->types = calloc(n + (size_t)1, sizeof *m->types);
    m->fields = calloc(room, sizeof *m->fields);
    if (!m->types || !m->fields)
        return CKPT_ENOMEM;
    m->ntypes = n;
    bool ok = true;
    m->needs = CKPTI_IMAGE_FIRST_VERSION;
    for (uint32_t id = 1; id <= n && ok && !r.bad; id++) {
        ok = parse_type(m, &r, id, &used);
        if (ckpti_type_is_second(&m->types[id - 1]))
            m->needs = CKPTI_IMAGE_VARIANT_VERSION;
    }
    if (!ok || r.bad || r.p != r.end)
        return ckpti_image_bad(why, "damaged: types");
    return CKPT_OK;
}

/* ---- frames and unknown pointers ---- */

static bool parse_frame(ckpti_image *m, reader *r, ckpti_image_frame *f, bool deepest, size_t *ncallees, size_t *nlocals)
{
    f->function = ckpti_read_name(m, r);
    f->file = ckpti_read_name(m, r);
    f->function_line = ckpti_read32(r);
    f->resume = ckpti_read32(r);
    f->site = ckpti_read_name(m, r);
    f->line = ckpti_read32(r);
    f->ncallees = ckpti_read_count(r, 4);
    f->callees = m->callees + *ncallees;
    for (uint32_t i = 0; i < f->ncallees; i++) {
        const char *name = ckpti_read_name(m, r);
        m->callees[(*ncallees)++] = *name ? name : 0;
    }
    f->nlocals = ckpti_read_count(r, 4);
    f->locals = m->locals + *nlocals;
    for (uint32_t i = 0; i < f->nlocals; i++) {
        uint32_t id = ckpti_read32(r);
        ckpti_image_object o;
        if (!ckpti_image_object_get(m, id, &o) || o.kind != CKPTI_O_LOCAL)
            return false;
        m->locals[(*nlocals)++] = id;
    }
    return !r->bad && f->resume < f->ncallees && deepest == !f->callees[f->resume];
}

ckpt_status ckpti_parse_frames(ckpti_image *m, reader r, char *why)
{
    uint32_t n = ckpti_read_count(&r, 32);
    size_t words = (size_t)(r.end - r.p) / 4, ncallees = 0, nlocals = 0;
    m->frames = calloc(n + (size_t)1, sizeof *m->frames);
    m->callees = calloc(words + 1, sizeof *m->callees);
    m->locals = calloc(words + 1, sizeof *m->locals);
    if (!m->frames || !m->callees || !m->locals)
        return CKPT_ENOMEM;
    m->nframes = n;
    bool ok = n;
    for (uint32_t i = 0; i < n && ok; i++)
        ok = parse_frame(m, &r, &m->frames[i], i == n - 1, &ncallees, &nlocals);
    if (!ok || r.bad || r.p != r.end)
        return ckpti_image_bad(why, "damaged: frames");
    return CKPT_OK;
}

/* Where the addresses lie all the same, or the numbers that they are: a list that stands only where there is one of either. */
static bool parse_targets(ckpti_image *m, reader *r, uint32_t n)
{
    for (uint32_t i = 0; i < n && !r->bad; i++) {
        ckpti_image_unknown *u = &m->unknowns[i];
        ckpti_image_object o;
        u->target = ckpti_read32(r);
        u->byte = ckpti_read64(r);
        bool before = u->target && ckpti_is_before(u->byte);
        if (u->target ? !ckpti_image_object_get(m, u->target, &o) || (before ? o.kind != CKPTI_O_HEAP : u->byte > ckpti_origin_size(&o))
                      : m->head.pointer_bytes == 4 && u->byte > UINT32_MAX)
            return false;
        uint32_t needs = before ? CKPTI_IMAGE_BEFORE_VERSION : !u->target && u->byte ? CKPTI_IMAGE_GUESS_VERSION : 0;
        m->needs = m->needs > needs ? m->needs : needs;
    }
    return true;
}

ckpt_status ckpti_parse_unknowns(ckpti_image *m, reader r, char *why)
{
    uint32_t n = ckpti_read_count(&r, 16);
    if (!(m->unknowns = calloc(n + (size_t)1, sizeof *m->unknowns)))
        return CKPT_ENOMEM;
    for (uint32_t i = 0; i < n; i++) {
        ckpti_image_unknown *u = &m->unknowns[i];
        ckpti_image_object o;
        u->object = ckpti_read32(&r);
        u->leaf = ckpti_read64(&r);
        u->holders = ckpti_read32(&r);
        if (!ckpti_image_object_get(m, u->object, &o) || u->leaf >= o.leaves)
            return ckpti_image_bad(why, "damaged: unknown pointers");
    }
    m->nunknowns = n;
    if (r.bad || (r.p != r.end && !parse_targets(m, &r, n)) || r.bad || r.p != r.end)
        return ckpti_image_bad(why, "damaged: unknown pointers");
    return CKPT_OK;
}

/* It is printed as it is: one line, without control characters. */
ckpt_status ckpti_parse_bound(ckpti_image *m, reader r, char *why)
{
    const char *text = m->head.layout_bound && !*m->head.bound ? ckpti_read_string(m, &r) : 0;
    bool fine = text && *text && r.p == r.end && strlen(text) < CKPTI_BOUND;
    for (const char *c = text; fine && *c; c++)
        fine = (unsigned char)*c >= ' ' && *c != 0x7f;
    if (!fine || r.bad)
        return ckpti_image_bad(why, "damaged: what binds the image");
    m->head.bound = text;
    return CKPT_OK;
}

const ckpti_image_head *ckpti_image_header(const ckpti_image *m) { return &m->head; }
uint32_t ckpti_image_ntypes(const ckpti_image *m) { return m->ntypes; }
const ckpti_type *ckpti_image_type(const ckpti_image *m, uint32_t id)
{
    return id && id <= m->ntypes ? &m->types[id - 1] : 0;
}
uint32_t ckpti_image_nframes(const ckpti_image *m) { return m->nframes; }
const ckpti_image_frame *ckpti_image_frame_at(const ckpti_image *m, uint32_t i) { return i < m->nframes ? &m->frames[i] : 0; }
size_t ckpti_image_nprocs(const ckpti_image *m) { return m->nprocs; }
ckpti_image_proc ckpti_image_proc_at(const ckpti_image *m, size_t i) { return m->procs[i]; }
uint32_t ckpti_image_nunknowns(const ckpti_image *m) { return m->nunknowns; }
ckpti_image_unknown ckpti_image_unknown_at(const ckpti_image *m, uint32_t i) { return m->unknowns[i]; }
