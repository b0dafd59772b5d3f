/* value.c - values as text, as C would write them. See tool.h.
 *
 * Invariants a value takes one line; equal neighbours in an array are counted instead of repeated, as gdb does; what is left
 *            out is counted too. Time in proportion to what is shown, but for the count of equal neighbours.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "tools/decimal.h"
#include "tools/tool.h"

const tool_style tool_style_short = {8, 40, 80};
const tool_style tool_style_full = {UINT64_MAX, UINT64_MAX, UINT64_MAX};

typedef struct print {
    FILE *out;
    const tool_reach *reach;
    const tool_style *style;
    uint64_t leaves;              /* shown so far */
    ckpti_cursor cursor;
} print;

void tool_pointer_text(const tool_reach *reach, const unsigned char *data, tool_text *out)
{
    ckpti_pointer p;
    ckpti_image_object o;
    char text[256];
    if (!ckpti_pointer_get(reach->image, data, &p)) {
        tool_text_add(out, "(bad pointer)");
        return;
    }
    if (p.kind < CKPTI_P_LEAF || !ckpti_image_object_get(reach->image, p.object, &o)) {
        ckpti_pointer_text(reach->image, &p, text, sizeof text);
        tool_text_add(out, text);
        return;
    }
    if (p.kind == CKPTI_P_BEFORE) {
        tool_text_add(out, "&");
        tool_object_name(reach, p.object, out);
        tool_text_addf(out, "{0} - %" PRIu64, p.where);
        return;
    }
    if (p.kind == CKPTI_P_BYTE)
        tool_text_addf(out, "byte %" PRIu64 " of ", p.where);
    else if (o.kind != CKPTI_O_FUNCTION && o.kind != CKPTI_O_STREAM && (o.kind != CKPTI_O_LITERAL || p.where))
        tool_text_add(out, "&");
    tool_object_name(reach, p.object, out);
    if (p.kind == CKPTI_P_AFTER && !o.leaves)
        tool_text_add(out, "{end}");
    /* a pointer to a variable's or block's start is not told from one to its first member */
    if (p.kind != CKPTI_P_BYTE && p.where)
        tool_subpath(reach->image, p.object, p.where, out);
    if (p.kind == CKPTI_P_AFTER && o.leaves)
        tool_text_add(out, p.where ? " + 1" : "{0} + 1");
}

/* A real that is no double: this machine's printf does not know its format. False if it is one. */
static bool wide_text(const tool_view *v, char text[TOOL_REAL])
{
    uint64_t high, low;
    ckpti_real r;
    if ((v->type->kind != CKPTG_LDOUBLE && v->type->kind != CKPTG_FLOAT128) ||
        !ckpti_real_from_image(v->type->mant, v->data, &r) || ckpti_real_pack(CKPTI_BINARY64, &r, &high, &low))
        return false;
    tool_real_decimal(&r, tool_real_digits(v->type->mant), text);
    return true;
}

static void put_scalar(print *p, const tool_view *v)
{
    char text[256];
    p->leaves++;
    if (wide_text(v, text)) {
        fputs(text, p->out);
        return;
    }
    if (v->type->kind == CKPTG_POINTER) {
        tool_text to = {0};
        tool_pointer_text(p->reach, v->data, &to);
        tool_put(p->out, tool_text_get(&to));
        tool_text_free(&to);
        return;
    }
    tool_view_cursor(v, p->reach->image, &p->cursor);
    if (v->type->kind == CKPTG_BOOL && ckpti_leaf_integer(&p->cursor).low < 2) {
        fputs(ckpti_leaf_integer(&p->cursor).low ? "true" : "false", p->out);
        return;
    }
    ckpti_leaf_text(&p->cursor, text, sizeof text);
    tool_put(p->out, text);
}

/* Text up to its last character that is not zero; how many zeros follow is said unless it is the one that ends it. */
static void put_text(print *p, const tool_view *v)
{
    if (v->nmore) { /* two pieces: the declared element of an older flexible member, and the rest */
        tool_view first = *v, rest = *v;
        first.n -= v->nmore;
        first.nmore = rest.nmore = 0;
        rest.n = v->nmore;
        rest.data = v->more;
        if (first.n) {
            put_text(p, &first);
            fputs(" ", p->out);
        }
        put_text(p, &rest);
        return;
    }
    uint64_t used = v->n, shown;
    while (used && !v->data[used - 1])
        used--;
    const unsigned char *stop = memchr(v->data, 0, (size_t)used);
    if (p->style->chars != UINT64_MAX && stop && stop != v->data) /* what is behind the end of the text is of no interest */
        used = (uint64_t)(stop - v->data);
    shown = used < p->style->chars ? used : p->style->chars;
    tool_put_quoted(p->out, v->data, (size_t)shown);
    p->leaves += 1 + shown / 8;
    if (shown < used)
        fprintf(p->out, "... %" PRIu64 " more", used - shown);
}

static bool same_bytes(const tool_view *a, const tool_view *b)
{
    return a->form != VIEW_NOTHING && !a->nmore && !memcmp(a->data, b->data, a->packed ? 1 : (size_t)a->type->enc);
}

static void put_view(print *p, const tool_view *v);

/* How many elements from i on are equal. */
static uint64_t equal_run(const tool_view *v, uint64_t i)
{
    tool_view first = tool_view_part(v, i);
    uint64_t n = 1;
    if (first.form == VIEW_ARRAY)
        return 1;
    for (; i + n < v->n; n++) {
        tool_view next = tool_view_part(v, i + n);
        if (!same_bytes(&first, &next))
            break;
    }
    return n;
}

static void put_array(print *p, const tool_view *v)
{
    uint64_t shown = 0;
    fputs("{", p->out);
    for (uint64_t i = 0; i < v->n;) {
        if (shown == p->style->elements || p->leaves >= p->style->leaves) {
            fprintf(p->out, "%s... %" PRIu64 " more", i ? ", " : "", v->n - i);
            break;
        }
        uint64_t n = equal_run(v, i);
        uint64_t times = n > 4 ? n : 1;
        tool_view part = tool_view_part(v, i);
        fputs(i ? ", " : "", p->out);
        put_view(p, &part);
        if (times > 1)
            fprintf(p->out, " x %" PRIu64, times);
        i += times;
        shown++;
    }
    fputs("}", p->out);
}

static void put_struct(print *p, const tool_view *v)
{
    fputs("{", p->out);
    for (uint64_t i = 0; i < v->n; i++) {
        const ckpti_field *f = tool_view_field(v, i);
        tool_view part = tool_view_part(v, i);
        fputs(i ? ", " : "", p->out);
        if (p->leaves >= p->style->leaves) {
            fprintf(p->out, "... %" PRIu64 " more", v->n - i);
            break;
        }
        tool_put(p->out, f->name);
        fputs(" = ", p->out);
        put_view(p, &part);
    }
    fputs("}", p->out);
}

static void put_view(print *p, const tool_view *v)
{
    if (!tool_view_has_leaves(v)) /* takes no room in the image: no bound on how many there are */
        fputs("{}", p->out);
    else if (tool_view_is_text(v) && (v->type->kind == CKPTG_CHAR || (v->n && v->data[0] && tool_view_is_readable(v))))
        put_text(p, v);
    else if (v->form == VIEW_SCALAR)
        put_scalar(p, v);
    else if (v->form == VIEW_STRUCT)
        put_struct(p, v);
    else
        put_array(p, v);
}

void tool_value_put(FILE *out, const tool_reach *reach, const tool_view *view, const tool_style *style)
{
    print p = {.out = out, .reach = reach, .style = style};
    put_view(&p, view);
}

static void put_bytes(FILE *out, const char *what, const unsigned char *bytes, uint64_t size, const tool_style *style)
{
    uint64_t n = size < style->chars ? size : style->chars;
    if (!bytes)
        return;
    fputs(what, out);
    tool_put_quoted(out, bytes, (size_t)n);
    if (n < size)
        fprintf(out, "... %" PRIu64 " more", size - n);
}

void tool_object_put(FILE *out, const tool_reach *reach, uint32_t object, const tool_style *style)
{
    ckpti_image_object o;
    if (!ckpti_image_object_get(reach->image, object, &o))
        return;
    if (o.flags & CKPTI_OF_NODATA || !o.type) {
        fputs("(not saved)", out);
        return;
    }
    tool_view v = tool_view_object(&o);
    tool_value_put(out, reach, &v, style);
    put_bytes(out, " and bytes ", tool_tail(&o), o.tail, style);
    put_bytes(out, " and between its members ", tool_gaps(&o), o.gaps, style);
}

void tool_object_type(const ckpti_image_object *o, tool_text *out)
{
    static const char *const typeless[] = {[CKPTI_O_FUNCTION] = "function", [CKPTI_O_STREAM] = "stream", [CKPTI_O_SPECIAL] = "library's"};
    if (!o->type) {
        tool_text_add(out, o->kind <= CKPTI_O_SPECIAL && typeless[o->kind] ? typeless[o->kind] : "nothing");
        return;
    }
    if (o->flags & CKPTI_OF_RAW)
        tool_text_add(out, "bytes without type");
    else
        tool_text_add(out, *o->type->name ? o->type->name : "unnamed type");
    if (o->count != 1 || o->flags & (CKPTI_OF_VLA | CKPTI_OF_RAW))
        tool_text_addf(out, "[%" PRIu64 "]", o->count);
    if (o->flags & CKPTI_OF_FLEXIBLE)
        tool_text_addf(out, " + [%" PRIu64 "]", o->flex);
}

uint64_t tool_object_size(const ckpti_image_object *o)
{
    uint64_t size = 0, more = 0;
    if (!o->type)
        return 0;
    const ckpti_field *f = ckpti_type_flexible(o->type);
    if (!ckpti_mul(o->type->size, o->count, &size))
        return UINT64_MAX;
    if ((o->flags & CKPTI_OF_FLEXIBLE) && f && !ckpti_mul(f->type->elem->size, o->flex, &more))
        return UINT64_MAX;
    return ckpti_add(size, more, &size) && ckpti_add(size, o->tail, &size) ? size : UINT64_MAX;
}
