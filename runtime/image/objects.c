/* objects.c - OBJS of an image, objects by number, their names. See docs/image-format.md section 5. */
#include <stdio.h>
#include <stdlib.h>
#include "image/model.h"
#include "image/text.h"
#include "types/gaps.h"

/* Sizes of one object of a run. */
static bool measure(run *u)
{
    uint64_t n = 0;
    u->leaves = u->enc = 0;
    if (!u->type)
        return true;
    if (!ckpti_mul(u->type->leaves, u->count, &u->leaves) || !ckpti_array_enc(u->type, u->count, &u->enc))
        return false;
    if (u->flags & CKPTI_OF_FLEXIBLE) {
        const ckpti_type *elem = ckpti_type_flexible(u->type)->type->elem;
        if (!ckpti_mul(elem->leaves, u->flex, &n) || !ckpti_add(u->leaves, n, &u->leaves) ||
            !ckpti_array_enc(elem, u->flex, &n) || !ckpti_add(u->enc, n, &u->enc))
            return false;
    }
    if (u->flags & CKPTI_OF_TAIL && (u->tail > UINT64_MAX / 2 || !ckpti_add(u->enc, ckpti_pad4(u->tail), &u->enc)))
        return false;
    if (u->flags & CKPTI_OF_GAPS && (!ckpti_mul(ckpti_gaps(u->type), u->count, &u->gaps) || u->gaps > UINT64_MAX / 2 ||
                                     !ckpti_add(u->enc, ckpti_pad4(u->gaps), &u->enc)))
        return false;
    if (u->flags & CKPTI_OF_NODATA)
        u->enc = 0;
    return true;
}

/* Does a link lie on a block before it that is none itself? */
static bool is_block(const ckpti_image *m, const run *u)
{
    const run *on = m->runs, *end = u; /* the last one that begins at `over` or before it */
    while (end - on > 1) {
        const run *middle = on + (end - on) / 2;
        if (middle->first <= u->over)
            on = middle;
        else
            end = middle;
    }
    return u->over && u->over < u->first && on < u && on->kind == CKPTI_O_HEAP && !(on->flags & (CKPTI_OF_LINK | CKPTI_OF_NODATA));
}

static bool parse_run(ckpti_image *m, reader *r, run *u, uint64_t at)
{
    uint32_t word = ckpti_read32(r);
    u->kind = (uint8_t)word;
    u->flags = word >> 8;
    u->repeat = ckpti_read32(r);
    uint32_t type = ckpti_read32(r);
    u->type = ckpti_image_type(m, type);
    u->count = ckpti_read64(r);
    u->name = u->unit = u->function = "";
    if (u->kind != CKPTI_O_HEAP) {
        u->name = ckpti_read_name(m, r);
        u->unit = ckpti_read_name(m, r);
        u->function = ckpti_read_name(m, r);
        u->line = ckpti_read32(r);
    }
    u->flex = u->flags & CKPTI_OF_FLEXIBLE ? ckpti_read64(r) : 0;
    u->tail = u->flags & CKPTI_OF_TAIL ? ckpti_read64(r) : 0;
    u->align = u->flags & CKPTI_OF_ALIGNED ? ckpti_read64(r) : 0;
    u->over = u->flags & CKPTI_OF_LINK ? ckpti_read64(r) : 0;
    u->at = at;
    bool typeless = u->kind == CKPTI_O_FUNCTION || u->kind == CKPTI_O_STREAM || u->kind == CKPTI_O_SPECIAL;
    if (u->kind < CKPTI_O_HEAP || u->kind > CKPTI_O_SPECIAL || u->flags > 65535 || !u->repeat || (u->repeat > 1 && u->kind != CKPTI_O_HEAP))
        return false;
    if (u->kind == CKPTI_O_LITERAL && u->type && !ckpti_kind_is_integer(u->type->kind))
        return false;
    if (typeless ? type || !(u->flags & CKPTI_OF_NODATA) : !u->type)
        return false;
    if (u->flags & CKPTI_OF_FLEXIBLE && (!u->type || u->count != 1 || !ckpti_type_flexible(u->type)))
        return false;
    bool odd = u->flags & (CKPTI_OF_FLEXIBLE | CKPTI_OF_TAIL | CKPTI_OF_RAW | CKPTI_OF_ALIGNED | CKPTI_OF_ANNOTATED | CKPTI_OF_BY_TAG | CKPTI_OF_GUESSED |
                           CKPTI_OF_PART | CKPTI_OF_TOLD | CKPTI_OF_LINK);
    if ((odd && u->kind != CKPTI_O_HEAP) || (u->flags & (CKPTI_OF_VLA | CKPTI_OF_REGISTER) && u->kind != CKPTI_O_LOCAL))
        return false;
    if (u->flags & CKPTI_OF_START && (u->kind != CKPTI_O_STATIC || !(u->flags & CKPTI_OF_NODATA)))
        return false;
    if (u->flags & CKPTI_OF_TOLD && (u->flags & (CKPTI_OF_ANNOTATED | CKPTI_OF_RAW) || !u->type))
        return false;
    if (u->flags & CKPTI_OF_PART && (u->repeat != 1 || u == m->runs || u[-1].kind != CKPTI_O_HEAP))
        return false;
    const uint32_t with_link = CKPTI_OF_LINK | CKPTI_OF_ANNOTATED;
    if (u->flags & CKPTI_OF_ON_LIST && !(u->flags & CKPTI_OF_LINK))
        return false;
    if (u->flags & CKPTI_OF_LINK && ((u->flags & ~(uint32_t)CKPTI_OF_ON_LIST) != with_link || u->repeat != 1 || u->count != 1 || !is_block(m, u)))
        return false;
    bool variable = u->kind == CKPTI_O_GLOBAL || u->kind == CKPTI_O_STATIC || u->kind == CKPTI_O_LOCAL;
    if (variable && u->count != 1 && !(u->flags & CKPTI_OF_VLA))
        return false;
    if (u->flags & CKPTI_OF_BY_TAG && (u->flags & CKPTI_OF_ANNOTATED || u->count != 1 || !u->type || u->type->kind != CKPTG_STRUCT))
        return false;
    if (u->flags & CKPTI_OF_GUESSED && (u->flags & (CKPTI_OF_ANNOTATED | CKPTI_OF_BY_TAG | CKPTI_OF_RAW | CKPTI_OF_NODATA) || !u->type || !m->head.layout_bound))
        return false;
    bool variable_or_heap = u->kind == CKPTI_O_HEAP || u->kind == CKPTI_O_GLOBAL || u->kind == CKPTI_O_STATIC;
    if (u->flags & CKPTI_OF_GAPS && (!variable_or_heap || !u->type || u->flags & (CKPTI_OF_NODATA | CKPTI_OF_RAW)))
        return false;
    if (u->align & (u->align - 1) || u->align > UINT64_C(1) << 31)
        return false;
    /* What takes no room in the image has no bound there: give it one. Nobody goes through the elements of what is excluded, or has no values. */
    bool absent = u->flags & CKPTI_OF_NODATA;
    if (u->type && (absent || !u->type->enc) && !typeless && u->kind == CKPTI_O_HEAP && u->count > CKPTI_MOST_ABSENT)
        return false;
    uint64_t most = absent ? CKPTI_MOST_ABSENT : m->ndata;
    if (u->flex > most || u->tail > most || !measure(u))
        return false;
    return !u->enc || u->enc <= (m->ndata - at) / u->repeat;
}

/* The version that brought what an object has. ends: what lies between members of one that ends in an array of any length. */
static uint32_t needed(uint32_t flags, bool ends)
{
    if (flags & CKPTI_OF_LINK)
        return CKPTI_IMAGE_LINK_VERSION;
    if (flags & CKPTI_OF_TOLD)
        return CKPTI_IMAGE_TOLD_VERSION;
    if (flags & CKPTI_OF_START || ends)
        return CKPTI_IMAGE_START_VERSION;
    if (flags & CKPTI_OF_PART)
        return CKPTI_IMAGE_PARTS_VERSION;
    if (flags & (CKPTI_OF_GUESSED | CKPTI_OF_GAPS))
        return CKPTI_IMAGE_GUESS_VERSION;
    return flags & CKPTI_OF_BY_TAG ? CKPTI_IMAGE_VARIANT_VERSION : 0;
}

ckpt_status ckpti_parse_objects(ckpti_image *m, reader r, char *why)
{
    uint32_t n = ckpti_read32(&r), nruns = ckpti_read_count(&r, 20);
    uint64_t at = 0, objects = 0;
    if (!(m->runs = calloc(nruns + (size_t)1, sizeof *m->runs)))
        return CKPT_ENOMEM;
    bool ok = n <= nruns + m->ndata / CKPTI_ENC_POINTER; /* every heap block is there because a pointer led to it */
    for (uint32_t i = 0; i < nruns && ok && !r.bad; i++) {
        run *u = &m->runs[i];
        u->first = (uint32_t)objects + 1;
        ok = parse_run(m, &r, u, at);
        objects += u->repeat;
        at += u->enc * u->repeat;
        ok = ok && objects <= n;
        bool both = u->flags & CKPTI_OF_GAPS && u->flags & CKPTI_OF_FLEXIBLE;
        uint32_t needs = needed(u->flags, both);
        m->needs = needs > m->needs ? needs : m->needs;
    }
    if (!ok || r.bad || r.p != r.end || objects != n || at != m->ndata)
        return ckpti_image_bad(why, "damaged: objects");
    m->nruns = nruns;
    m->nobjects = n;
    return CKPT_OK;
}

uint32_t ckpti_image_nobjects(const ckpti_image *m) { return m->nobjects; }

uint32_t ckpti_image_run(const ckpti_image *m, uint32_t index, uint32_t *first)
{
    if (index >= m->nruns)
        return 0;
    *first = m->runs[index].first;
    return m->runs[index].repeat;
}

uint32_t ckpti_image_nruns(const ckpti_image *m) { return m->nruns; }

uint32_t ckpti_image_run_of(const ckpti_image *m, uint32_t id)
{
    uint32_t low = 0, high = m->nruns;
    while (high - low > 1) {
        uint32_t mid = low + (high - low) / 2;
        if (m->runs[mid].first <= id)
            low = mid;
        else
            high = mid;
    }
    return low;
}

bool ckpti_image_object_get(const ckpti_image *m, uint32_t id, ckpti_image_object *out)
{
    if (!id || id > m->nobjects)
        return false;
    const run *u = &m->runs[ckpti_image_run_of(m, id)];
    *out = (ckpti_image_object){.id = id, .kind = u->kind, .flags = u->flags, .name = u->name, .unit = u->unit,
        .function = u->function, .line = u->line, .type = u->type, .count = u->count, .flex = u->flex, .tail = u->tail,
        .align = u->align, .gaps = u->gaps, .over = (uint32_t)u->over, .leaves = u->leaves, .enc = u->enc,
        .data = u->type && !(u->flags & CKPTI_OF_NODATA) ? m->data + u->at + u->enc * (id - u->first) : 0};
    return true;
}

size_t ckpti_image_object_name(const ckpti_image *m, const ckpti_image_object *o, char *buffer, size_t size)
{
    ckpti_text t = {buffer, size, 0};
    (void)m;
    switch (o->kind) {
    case CKPTI_O_HEAP:
        if (o->flags & CKPTI_OF_RAW)
            ckpti_text_add(&t, "bytes");
        else
            ckpti_text_add(&t, "%s", *o->type->name ? o->type->name : "block");
        if (o->count != 1)
            ckpti_text_add(&t, "[%llu]", (unsigned long long)o->count);
        ckpti_text_add(&t, "#%u", o->id);
        break;
    case CKPTI_O_STATIC:
        ckpti_text_add(&t, "%s:%s", *o->function ? o->function : o->unit, o->name);
        break;
    case CKPTI_O_LOCAL:
        ckpti_text_add(&t, "%s:%s", o->function, o->name);
        break;
    case CKPTI_O_LITERAL:
        ckpti_text_literal(&t, o);
        break;
    case CKPTI_O_FUNCTION:
        ckpti_text_add(&t, "%s", o->name);
        break;
    case CKPTI_O_STREAM:
        ckpti_text_add(&t, "stream %u", o->line);
        break;
    default:
        ckpti_text_add(&t, "%s", o->name);
    }
    return t.used;
}
