/* diff_value.c - two values compared as values: by field name and index, integers and reals across widths and formats, pointers by
 * what they lead to. See diff.h.
 * Invariants parts that are encoded alike and have no pointers are compared as bytes, so equal state costs little. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "tools/diff.h"
#include "types/real.h"

typedef struct pair {
    diff *d;
    uint32_t a, b;                /* objects */
    ckpti_cursor cursor_a, cursor_b;
} pair;

/* ---- text of what is reported ---- */

static void add_steps(const diff_step *step, tool_text *out)
{
    if (!step)
        return;
    add_steps(step->up, out);
    if (step->field && *step->field == '(') {
        return; /* the program has no name for it */
    } else if (step->field) {
        tool_text_add(out, ".");
        tool_text_add(out, step->field);
    } else {
        tool_text_addf(out, "[%" PRIu64 "]", step->index);
    }
}

static void path_of(const pair *p, const diff_step *step, tool_text *out)
{
    const tool_reached *r = &p->d->common.objects[p->a];
    tool_text sub = {0};
    tool_reach_path(&p->d->common, p->a, out);
    add_steps(step, &sub);
    tool_path_step(out, r->holder != 0, r->at, tool_text_get(&sub));
    tool_text_free(&sub);
}

static void report(pair *p, const diff_step *step, const char *a, const char *b)
{
    tool_text path = {0};
    if (!diff_shows(p->d)) {
        diff_count(p->d);
        return;
    }
    path_of(p, step, &path);
    diff_report(p->d, tool_text_get(&path), a, b);
    tool_text_free(&path);
}

static char *value_text(const tool_reach *reach, const tool_view *v)
{
    char *text = 0;
    size_t size;
    FILE *memory = open_memstream(&text, &size);
    if (!memory)
        return 0;
    tool_value_put(memory, reach, v, &tool_style_short);
    fclose(memory);
    return text;
}

static void report_values(pair *p, const diff_step *step, const tool_view *a, const tool_view *b)
{
    if (!diff_shows(p->d)) {
        diff_count(p->d);
        return;
    }
    char *x = a ? value_text(&p->d->reach_a, a) : 0, *y = b ? value_text(&p->d->reach_b, b) : 0;
    report(p, step, a ? (x ? x : "?") : 0, b ? (y ? y : "?") : 0);
    free(x);
    free(y);
}

/* ---- types that are encoded alike ---- */

static bool alike(diff *d, const ckpti_type *a, const ckpti_type *b);

static bool look_alike(diff *d, const ckpti_type *a, const ckpti_type *b)
{
    if (a->kind != b->kind || a->enc != b->enc || a->leaves != b->leaves || a->mant != b->mant || a->count != b->count ||
        (a->flags ^ b->flags) & CKPTG_T_SIGNED || a->nfields != b->nfields)
        return false;
    if (a->kind == CKPTG_ARRAY || a->kind == CKPTG_ENUM)
        return alike(d, a->elem, b->elem);
    for (uint32_t i = 0; i < a->nfields; i++)
        if (strcmp(a->fields[i].name, b->fields[i].name) || a->fields[i].bits != b->fields[i].bits ||
            !alike(d, a->fields[i].type, b->fields[i].type))
            return false;
    return true;
}

/* A type of a is compared with one type of b only, the first that it meets: enough for images of one program. */
static bool alike(diff *d, const ckpti_type *a, const ckpti_type *b)
{
    uint32_t *known = &d->shape[a->id];
    if (!*known) {
        *known = UINT32_MAX;
        if (look_alike(d, a, b))
            *known = b->id;
    }
    return *known == b->id;
}

/* ---- scalars ---- */

static bool same_real(const ckpti_type *t, const ckpti_type *u, const unsigned char *a, const unsigned char *b)
{
    ckpti_real x, y;
    if (!ckpti_real_from_image(t->mant, a, &x) || !ckpti_real_from_image(u->mant, b, &y))
        return false;
    if (x.kind != y.kind || x.negative != y.negative)
        return false;
    if (x.kind == CKPTI_R_FINITE)
        return x.exponent == y.exponent && x.high == y.high && x.low == y.low;
    return x.kind != CKPTI_R_NAN || (x.high == y.high && x.low == y.low);
}

/* A plain char is a byte: whether its first bit is a sign is the machine's affair. As many bits as count in both, else 0. */
static uint64_t char_bits(const tool_view *a, const tool_view *b)
{
    uint64_t n = a->bits ? a->bits : 8, m = b->bits ? b->bits : 8;
    return a->type->kind == CKPTG_CHAR && b->type->kind == CKPTG_CHAR && n == m ? (UINT64_C(1) << n) - 1 : 0;
}

static bool same_number(pair *p, const tool_view *a, const tool_view *b)
{
    const ckpti_type *t = a->type, *u = b->type;
    if (ckpti_kind_is_integer(t->kind) && ckpti_kind_is_integer(u->kind)) {
        tool_view_cursor(a, p->d->a, &p->cursor_a);
        tool_view_cursor(b, p->d->b, &p->cursor_b);
        ckpti_int128 x = ckpti_leaf_integer(&p->cursor_a), y = ckpti_leaf_integer(&p->cursor_b);
        uint64_t bits = char_bits(a, b);
        return bits ? !((x.low ^ y.low) & bits) : x.high == y.high && x.low == y.low;
    }
    if (ckpti_kind_is_real(t->kind) && ckpti_kind_is_real(u->kind))
        return same_real(t, u, a->data, b->data);
    if (ckpti_kind_is_complex(t->kind) && ckpti_kind_is_complex(u->kind))
        return same_real(t, u, a->data, b->data) && same_real(t, u, a->data + t->enc / 2, b->data + u->enc / 2);
    return false;
}

/* ---- pointers ---- */

static bool same_target(const diff *d, const ckpti_image_object *x, const ckpti_image_object *y)
{
    uint64_t n = x->count < y->count ? x->count : y->count;
    if (x->kind != y->kind)
        return false;
    switch (x->kind) {
    case CKPTI_O_STREAM: return x->line == y->line;
    case CKPTI_O_LITERAL: /* of one element size; the shorter one ends with its zero */
        return x->data && y->data && x->type->kind == y->type->kind && x->enc == y->enc && x->count == y->count &&
               (!n || !memcmp(x->data, y->data, (size_t)x->enc));
    case CKPTI_O_HEAP: case CKPTI_O_LOCAL: return d->to_b[x->id] == y->id;
    case CKPTI_O_SPECIAL: return !strcmp(x->name, y->name) && x->line == y->line; /* a library's, or what that replayed call returned */
    default:
        return d->to_b[x->id] ? d->to_b[x->id] == y->id
                              : !strcmp(x->name, y->name) && !strcmp(x->function, y->function) && diff_same_unit(x->unit, y->unit);
    }
}

/* The same place in two matched objects. */
static bool same_place(const diff *d, const ckpti_image_object *x, const ckpti_image_object *y, const ckpti_pointer *a,
                       const ckpti_pointer *b)
{
    tool_text s = {0}, t = {0};
    if (a->kind != b->kind)
        return false;
    if (a->where == b->where || a->kind >= CKPTI_P_BYTE)
        return a->where == b->where;
    tool_subpath(d->a, x->id, a->where, &s); /* a field more or less shifts leaves: compare names */
    tool_subpath(d->b, y->id, b->where, &t);
    bool same = s.size && !strcmp(tool_text_get(&s), tool_text_get(&t));
    tool_text_free(&s);
    tool_text_free(&t);
    return same;
}

/* Where types are laid out alike, bytes of an object and what lies between its members can be compared. */
static bool one_layout(const diff *d) { return ckpti_image_header(d->a)->layout == ckpti_image_header(d->b)->layout; }

/* A pointer to what is no value of its type leads to a byte of an object all the same; which one, that depends on the layout. */
static void as_place(const diff *d, const ckpti_image *image, ckpti_pointer *p)
{
    if (p->kind != CKPTI_P_UNKNOWN)
        return;
    ckpti_image_unknown u = ckpti_image_unknown_at(image, (uint32_t)p->where);
    if (u.target)
        *p = (ckpti_pointer){.kind = CKPTI_P_BYTE, .object = u.target, .where = one_layout(d) ? u.byte : 0};
}

/* Numbers that the program keeps in pointers, as a restart takes them from one width to another: of 64 bits what 32 have, if they have it with or without a sign. */
static bool same_kept(const diff *d, const ckpti_pointer *a, const ckpti_pointer *b)
{
    if (ckpti_image_header(d->a)->pointer_bytes == ckpti_image_header(d->b)->pointer_bytes || a->small == b->small)
        return a->small == b->small;
    return a->small >= INT32_MIN && a->small <= UINT32_MAX && b->small >= INT32_MIN && b->small <= UINT32_MAX && (uint32_t)a->small == (uint32_t)b->small;
}

static bool is_number(const ckpti_pointer *p) { return p->kind == CKPTI_P_SMALL || p->kind == CKPTI_P_NUMBER; }

static bool same_pointer(pair *p, const tool_view *va, const tool_view *vb)
{
    diff *d = p->d;
    ckpti_pointer a, b;
    ckpti_image_object x, y;
    if (!ckpti_pointer_get(d->a, va->data, &a) || !ckpti_pointer_get(d->b, vb->data, &b))
        return false;
    as_place(d, d->a, &a);
    as_place(d, d->b, &b);
    if (is_number(&a) && is_number(&b))
        return same_kept(d, &a, &b);
    if (a.kind < CKPTI_P_LEAF || b.kind < CKPTI_P_LEAF)
        return a.kind == b.kind;
    if (!ckpti_image_object_get(d->a, a.object, &x) || !ckpti_image_object_get(d->b, b.object, &y))
        return false;
    if (x.kind == CKPTI_O_HEAP && y.kind == CKPTI_O_HEAP && !diff_match_blocks(d, p->a, va->leaf, &a, &b))
        return false;
    return same_target(d, &x, &y) && same_place(d, &x, &y, &a, &b);
}

/* What a pointer is: a block by the way to it, if both sides have it. */
static void target_text(const diff *d, bool in_a, const unsigned char *data, tool_text *out)
{
    const tool_reach *reach = in_a ? &d->reach_a : &d->reach_b;
    ckpti_pointer p;
    ckpti_image_object o;
    if (!ckpti_pointer_get(reach->image, data, &p) || p.kind < CKPTI_P_LEAF || p.kind >= CKPTI_P_BYTE ||
        !ckpti_image_object_get(reach->image, p.object, &o) || o.kind != CKPTI_O_HEAP) {
        tool_pointer_text(reach, data, out);
        return;
    }
    uint32_t known = in_a ? (d->to_b[p.object] ? p.object : 0) : d->to_a[p.object];
    tool_text way = {0}, sub = {0};
    if (p.where || p.kind == CKPTI_P_AFTER) {
        tool_subpath(reach->image, p.object, p.where, &sub);
        tool_text_add(out, "&");
    }
    if (known) {
        tool_reach_path(&d->common, known, &way);
        if (sub.size)
            tool_path_step(&way, true, d->common.objects[known].at, tool_text_get(&sub));
        tool_text_add(out, tool_text_get(&way));
    } else {
        tool_text_add(out, in_a ? "(removed " : "(new ");
        tool_object_type(&o, out);
        tool_text_add(out, ")");
        tool_text_add(out, tool_text_get(&sub));
    }
    tool_text_add(out, p.kind == CKPTI_P_AFTER ? " + 1" : "");
    tool_text_free(&way);
    tool_text_free(&sub);
}

static void compare_pointers(pair *p, const diff_step *step, const tool_view *a, const tool_view *b)
{
    tool_text x = {0}, y = {0};
    if (same_pointer(p, a, b))
        return;
    if (!diff_shows(p->d)) {
        diff_count(p->d);
        return;
    }
    target_text(p->d, true, a->data, &x);
    target_text(p->d, false, b->data, &y);
    report(p, step, tool_text_get(&x), tool_text_get(&y));
    tool_text_free(&x);
    tool_text_free(&y);
}

/* ---- all values ---- */

static void compare(pair *p, const diff_step *step, const tool_view *a, const tool_view *b);

static void report_count(pair *p, const diff_step *step, uint64_t a, uint64_t b)
{
    char x[40], y[40];
    snprintf(x, sizeof x, "%" PRIu64 " element%s", a, a == 1 ? "" : "s");
    snprintf(y, sizeof y, "%" PRIu64 " element%s", b, b == 1 ? "" : "s");
    report(p, step, x, y);
}

static void compare_arrays(pair *p, const diff_step *step, const tool_view *a, const tool_view *b)
{
    uint64_t n = a->n < b->n ? a->n : b->n;
    if (a->n > 1 && b->n > 1 && tool_view_is_readable(a) && tool_view_is_readable(b)) {
        size_t x = strnlen((const char *)a->data, (size_t)a->n), y = strnlen((const char *)b->data, (size_t)b->n);
        if (x != y || memcmp(a->data, b->data, x))
            report_values(p, step, a, b);
        else if (a->n != b->n)
            report_count(p, step, a->n, b->n);
        return;
    }
    if (a->n != b->n)
        report_count(p, step, a->n, b->n);
    if (!tool_view_has_leaves(a) || !tool_view_has_leaves(b))
        return;
    for (uint64_t i = 0; i < n; i++) {
        diff_step to = {step, 0, i};
        tool_view x = tool_view_part(a, i), y = tool_view_part(b, i);
        compare(p, &to, &x, &y);
    }
}

/* Field of that name; `i` is tried first. */
static uint64_t field_named(const tool_view *v, const char *name, uint64_t i)
{
    if (i < v->n && !strcmp(tool_view_field(v, i)->name, name))
        return i;
    for (i = 0; i < v->n && strcmp(tool_view_field(v, i)->name, name); i++)
        ;
    return i;
}

static void compare_structs(pair *p, const diff_step *step, const tool_view *a, const tool_view *b)
{
    if (!tool_view_has_leaves(a) && !tool_view_has_leaves(b))
        return;
    for (uint64_t i = 0; i < a->n; i++) {
        diff_step to = {step, tool_view_field(a, i)->name, 0};
        uint64_t k = field_named(b, to.field, i);
        tool_view x = tool_view_part(a, i), y;
        if (k == b->n) {
            report_values(p, &to, &x, 0);
            continue;
        }
        y = tool_view_part(b, k);
        compare(p, &to, &x, &y);
    }
    for (uint64_t k = 0; k < b->n; k++) {
        diff_step to = {step, tool_view_field(b, k)->name, 0};
        if (field_named(a, to.field, k) < a->n)
            continue;
        tool_view y = tool_view_part(b, k);
        report_values(p, &to, 0, &y);
    }
}

static bool same_bytes(pair *p, const tool_view *a, const tool_view *b)
{
    if (a->form != b->form || a->nmore || b->nmore || a->type->has_pointer || a->packed != b->packed)
        return false;
    if (a->form == VIEW_ARRAY && a->n != b->n)
        return false;
    uint64_t size = a->packed ? 1 : a->type->enc;
    if (a->form == VIEW_ARRAY && !ckpti_array_enc(a->type, a->n, &size))
        return false;
    return alike(p->d, a->type, b->type) && !memcmp(a->data, b->data, (size_t)size);
}

static void compare(pair *p, const diff_step *step, const tool_view *a, const tool_view *b)
{
    if (a->form == VIEW_NOTHING && b->form == VIEW_NOTHING)
        return;
    if (a->form != b->form || (a->form == VIEW_SCALAR && (a->type->kind == CKPTG_POINTER) != (b->type->kind == CKPTG_POINTER)))
        report_values(p, step, a, b);
    else if (same_bytes(p, a, b))
        return;
    else if (a->form == VIEW_ARRAY)
        compare_arrays(p, step, a, b);
    else if (a->form == VIEW_STRUCT)
        compare_structs(p, step, a, b);
    else if (a->type->kind == CKPTG_POINTER)
        compare_pointers(p, step, a, b);
    else if (!same_number(p, a, b))
        report_values(p, step, a, b);
}

void diff_objects(diff *d, uint32_t a, uint32_t b)
{
    pair p = {.d = d, .a = a, .b = b};
    ckpti_image_object x, y;
    if (!ckpti_image_object_get(d->a, a, &x) || !ckpti_image_object_get(d->b, b, &y))
        return;
    tool_view v = tool_view_object(&x), w = tool_view_object(&y);
    if (v.form != w.form && v.form != VIEW_NOTHING && w.form != VIEW_NOTHING) { /* one element more: a block and an array of it */
        if (v.form != VIEW_ARRAY)
            v = (tool_view){VIEW_ARRAY, x.type, x.data, 0, false, 0, x.count, 0, 0, 0, 0};
        if (w.form != VIEW_ARRAY)
            w = (tool_view){VIEW_ARRAY, y.type, y.data, 0, false, 0, y.count, 0, 0, 0, 0};
    }
    compare(&p, 0, &v, &w);
    const unsigned char *s = tool_tail(&x), *t = tool_tail(&y);
    if (x.tail != y.tail || (s && t && memcmp(s, t, (size_t)x.tail)))
        report(&p, 0, "other bytes at its end", "these");
    s = tool_gaps(&x), t = tool_gaps(&y);
    if (s && t && one_layout(d) && (x.gaps != y.gaps || memcmp(s, t, (size_t)x.gaps)))
        report(&p, 0, "other bytes between its members", "these");
}

/* ---- blocks on one side ---- */

static void report_block(diff *d, bool in_a, uint32_t id)
{
    const tool_reach *reach = in_a ? &d->reach_a : &d->reach_b;
    tool_text path = {0};
    char *text = 0;
    size_t size;
    ckpti_image_object o;
    FILE *memory;
    if (!diff_shows(d) || !ckpti_image_object_get(reach->image, id, &o) || !(memory = open_memstream(&text, &size))) {
        diff_count(d);
        return;
    }
    tool_reach_path(reach, id, &path);
    tool_text type = {0};
    tool_object_type(&o, &type);
    tool_put(memory, tool_text_get(&type));
    fputs(" ", memory);
    tool_object_put(memory, reach, id, &tool_style_short);
    fclose(memory);
    diff_report(d, tool_text_get(&path), in_a ? text : 0, in_a ? 0 : text);
    tool_text_free(&path);
    tool_text_free(&type);
    free(text);
}

static void blocks_of(diff *d, bool in_a)
{
    const ckpti_image *image = in_a ? d->a : d->b;
    const uint32_t *matched = in_a ? d->to_b : d->to_a;
    uint32_t first, n;
    for (uint32_t run = 0; (n = ckpti_image_run(image, run, &first)); run++) {
        ckpti_image_object o;
        if (!ckpti_image_object_get(image, first, &o) || o.kind != CKPTI_O_HEAP)
            continue;
        for (uint32_t i = 0; i < n; i++)
            if (!matched[first + i] && !diff_is_left_out(d, in_a ? &d->reach_a : &d->reach_b, first + i))
                report_block(d, in_a, first + i);
    }
}

void diff_blocks(diff *d)
{
    blocks_of(d, true);
    blocks_of(d, false);
}
