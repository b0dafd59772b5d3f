/* diff_match.c - what of one image is what of the other: variables by name, heap blocks by the pointers to them. See diff.h. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "tools/diff.h"

bool diff_same_unit(const char *a, const char *b)
{
    size_t m = strlen(a), n = strlen(b);
    if (m < n) {
        const char *c = a;
        size_t k = m;
        a = b;
        b = c;
        m = n;
        n = k;
    }
    return !strcmp(a + (m - n), b) && (m == n || (n && a[m - n - 1] == '/'));
}

static void match(diff *d, uint32_t a, uint32_t b)
{
    d->to_b[a] = b;
    d->to_a[b] = a;
    d->queue[d->tail++] = a;
}

static void match_root(diff *d, uint32_t a, uint32_t b)
{
    match(d, a, b);
    d->common.objects[a].root = a;
    d->common.objects[a].frame = d->reach_a.objects[a].frame;
}

/* ---- variables with static storage ---- */

static int by_name(const void *a, const void *b)
{
    const ckpti_image_object *x = a, *y = b;
    int order = strcmp(x->name, y->name);
    return order ? order : (order = strcmp(x->function, y->function)) ? order : x->id < y->id ? -1 : x->id > y->id;
}

bool diff_is_left_out(const diff *d, const tool_reach *reach, uint32_t object)
{
    ckpti_image_object o;
    if (d->surroundings || !ckpti_image_object_get(reach->image, reach->objects[object].root, &o))
        return false;
    return tool_is_ours(o.unit) && (!strcmp(o.unit, "libckpt/clocks") || !strcmp(o.name, "environ"));
}

/* Variables with static storage, by name; the caller frees. */
static ckpt_status statics(const diff *d, const tool_reach *reach, ckpti_image_object **out, size_t *count)
{
    const ckpti_image *image = reach->image;
    uint32_t first, n = 0;
    size_t room = 0;
    ckpti_image_object *list = 0;
    for (uint32_t run = 0; ckpti_image_run(image, run, &first); run++) {
        ckpti_image_object o;
        if (!ckpti_image_object_get(image, first, &o) || (o.kind != CKPTI_O_GLOBAL && o.kind != CKPTI_O_STATIC) ||
            o.flags & CKPTI_OF_NODATA || diff_is_left_out(d, reach, first))
            continue;
        if (n == room) {
            ckpti_image_object *more = realloc(list, (room = 2 * room + 64) * sizeof *list);
            if (!more) {
                free(list);
                return CKPT_ENOMEM;
            }
            list = more;
        }
        list[n++] = o;
    }
    if (n)
        qsort(list, n, sizeof *list, by_name);
    *out = list;
    *count = n;
    return CKPT_OK;
}

static bool same_variable(const ckpti_image_object *a, const ckpti_image_object *b)
{
    return a->kind == b->kind && (a->kind == CKPTI_O_GLOBAL || diff_same_unit(a->unit, b->unit));
}

/* A variable that only one side has. */
static void report_variable(diff *d, bool in_a, uint32_t id)
{
    tool_text name = {0};
    char *text = 0;
    size_t size;
    FILE *memory;
    const tool_reach *reach = in_a ? &d->reach_a : &d->reach_b;
    if (!diff_shows(d) || !(memory = open_memstream(&text, &size))) {
        diff_count(d);
        return;
    }
    tool_object_name(reach, id, &name);
    tool_object_put(memory, reach, id, &tool_style_short);
    fclose(memory);
    diff_report(d, tool_text_get(&name), in_a ? text : 0, in_a ? 0 : text);
    tool_text_free(&name);
    free(text);
}

/* Both lists are sorted: variables of one name stand together; of those the first one of a fitting unit is taken. */
static void match_sorted(diff *d, const ckpti_image_object *a, size_t na, const ckpti_image_object *b, size_t nb)
{
    for (size_t i = 0, j = 0; i < na; i++) {
        int order = -1;
        while (j < nb && (order = strcmp(b[j].name, a[i].name)) < 0)
            j++;
        for (size_t k = j; k < nb && !d->to_b[a[i].id] && !strcmp(b[k].name, a[i].name); k++)
            if (!d->to_a[b[k].id] && !strcmp(b[k].function, a[i].function) && same_variable(&a[i], &b[k]))
                match_root(d, a[i].id, b[k].id);
    }
    for (size_t i = 0; i < na; i++)
        if (!d->to_b[a[i].id])
            report_variable(d, true, a[i].id);
    for (size_t i = 0; i < nb; i++)
        if (!d->to_a[b[i].id])
            report_variable(d, false, b[i].id);
}

/* ---- frames ---- */

static void match_locals(diff *d, const ckpti_image_frame *a, const ckpti_image_frame *b)
{
    for (uint32_t i = 0; i < a->nlocals; i++) {
        ckpti_image_object x, y;
        if (!ckpti_image_object_get(d->a, a->locals[i], &x) || d->to_b[x.id])
            continue;
        for (uint32_t k = 0; k < b->nlocals && !d->to_b[x.id]; k++) {
            uint32_t other = b->locals[(i + k) % b->nlocals]; /* mostly the same place */
            if (ckpti_image_object_get(d->b, other, &y) && !d->to_a[other] && !strcmp(x.name, y.name))
                match_root(d, x.id, other);
        }
        if (!d->to_b[x.id])
            report_variable(d, true, x.id);
    }
    for (uint32_t k = 0; k < b->nlocals; k++)
        if (!d->to_a[b->locals[k]])
            report_variable(d, false, b->locals[k]);
}

static void frame_text(const ckpti_image_frame *f, tool_text *out)
{
    tool_text_add(out, f->function);
    tool_text_add(out, " at ");
    tool_text_add(out, f->file);
    tool_text_addf(out, ":%" PRIu32, f->line);
}

static void report_frame(diff *d, uint32_t i, const ckpti_image_frame *a, const ckpti_image_frame *b)
{
    tool_text x = {0}, y = {0}, name = {0};
    tool_text_addf(&name, "(frame #%" PRIu32 ")", i);
    if (a)
        frame_text(a, &x);
    if (b)
        frame_text(b, &y);
    diff_report(d, tool_text_get(&name), a ? tool_text_get(&x) : 0, b ? tool_text_get(&y) : 0);
    tool_text_free(&x);
    tool_text_free(&y);
    tool_text_free(&name);
}

static void match_frames(diff *d)
{
    uint32_t na = ckpti_image_nframes(d->a), nb = ckpti_image_nframes(d->b);
    bool same = true;
    for (uint32_t i = 0; i < na || i < nb; i++) {
        static const ckpti_image_frame none;
        const ckpti_image_frame *a = i < na ? ckpti_image_frame_at(d->a, i) : 0, *b = i < nb ? ckpti_image_frame_at(d->b, i) : 0;
        same = same && a && b && !strcmp(a->function, b->function) && diff_same_unit(a->file, b->file);
        if (!same || a->resume != b->resume)
            report_frame(d, i, a, b);
        if (same) {
            match_locals(d, a, b);
        } else {
            match_locals(d, a ? a : &none, &none);
            match_locals(d, &none, b ? b : &none);
        }
    }
}

ckpt_status diff_match_variables(diff *d)
{
    ckpti_image_object *a = 0, *b = 0;
    size_t na = 0, nb = 0;
    ckpt_status st = statics(d, &d->reach_a, &a, &na);
    if (!st)
        st = statics(d, &d->reach_b, &b, &nb);
    if (!st) {
        match_sorted(d, a, na, b, nb);
        match_frames(d);
    }
    free(a);
    free(b);
    return st;
}

/* ---- heap blocks ---- */

/* One type as two targets may have it: wchar_t is int here and long there. Structures go by name. */
static bool same_type(const ckpti_type *a, const ckpti_type *b)
{
    while (a->kind == CKPTG_ARRAY && b->kind == CKPTG_ARRAY && a->count == b->count) {
        a = a->elem;
        b = b->elem;
    }
    if (ckpti_kind_is_integer(a->kind) || ckpti_kind_is_real(a->kind))
        return ckpti_kind_is_integer(a->kind) == ckpti_kind_is_integer(b->kind) &&
               ckpti_kind_is_real(a->kind) == ckpti_kind_is_real(b->kind) && ckpti_kind_is_byte(a->kind) == ckpti_kind_is_byte(b->kind);
    return a->kind == b->kind && (a->kind == CKPTG_POINTER || !strcmp(a->name, b->name));
}

static bool same_block_type(const ckpti_image_object *a, const ckpti_image_object *b)
{
    if (a->kind != CKPTI_O_HEAP || b->kind != CKPTI_O_HEAP || !a->type || !b->type)
        return false;
    return (a->flags & CKPTI_OF_RAW) == (b->flags & CKPTI_OF_RAW) && same_type(a->type, b->type);
}

/* What of a block in parts is behind this part, or what lies on it as a link, and nothing leads to, is what is there in the other one. */
static void match_rest(diff *d, uint32_t a, uint32_t b)
{
    ckpti_image_object x, y;
    for (uint32_t k = 1; ckpti_image_object_get(d->a, a + k, &x) && ckpti_image_object_get(d->b, b + k, &y) && x.flags & y.flags & (CKPTI_OF_PART | CKPTI_OF_LINK); k++)
        if (!d->reach_a.objects[a + k].root && !d->reach_b.objects[b + k].root && !d->to_b[a + k] && !d->to_a[b + k] && same_block_type(&x, &y)) {
            d->common.objects[a + k] = d->common.objects[a];
            match(d, a + k, b + k);
        }
}

bool diff_match_blocks(diff *d, uint32_t holder, uint64_t leaf, const ckpti_pointer *a, const ckpti_pointer *b)
{
    ckpti_image_object x, y;
    if (d->to_b[a->object] || d->to_a[b->object])
        return d->to_b[a->object] == b->object;
    if (!ckpti_image_object_get(d->a, a->object, &x) || !ckpti_image_object_get(d->b, b->object, &y) || !same_block_type(&x, &y))
        return false;
    tool_reached *r = &d->common.objects[a->object], *from = &d->common.objects[holder];
    ckpti_image_object h, before;
    r->holder = holder;
    r->root = from->root;
    r->leaf = leaf;
    r->at = a->kind == CKPTI_P_BEFORE ? 0 : a->kind == CKPTI_P_LEAF ? a->where : a->where + 1;
    r->steps = from->steps + 1;
    bool same = from->holder && from->leaf == leaf && from->at == r->at && ckpti_image_object_get(d->a, holder, &h) &&
                ckpti_image_object_get(d->a, from->holder, &before) && h.type == before.type;
    r->same = same ? from->same + 1 : 1;
    r->before = same ? from->before : holder;
    match(d, a->object, b->object);
    match_rest(d, a->object, b->object);
    if (x.flags & y.flags & CKPTI_OF_LINK && !d->to_b[x.over] && !d->to_a[y.over] && ckpti_image_object_get(d->a, x.over, &h) && ckpti_image_object_get(d->b, y.over, &before) &&
        same_block_type(&h, &before)) { /* what the link lies on */
        d->common.objects[x.over] = *r;
        match(d, x.over, y.over);
    }
    return true;
}
