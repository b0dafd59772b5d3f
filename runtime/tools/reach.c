/* reach.c - who points to what: every object by the shortest way from a variable, and that way in C's notation.
 *
 * Input      an open image, its pointers checked or not (bad ones lead nowhere).
 * Invariants breadth first from statics and globals, then the frames' locals from main inwards, so a way is the same for the
 *            same state on every architecture. Time and memory in proportion to the image.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "tools/tool.h"

typedef struct walk {
    tool_reach *reach;
    uint32_t *queue;              /* [objects] */
    uint32_t head, tail;
    uint32_t from;                /* the object whose pointers are visited */
    const ckpti_type *from_type;
} walk;

/* True if the way to `to` repeats the last step of the way to `from`. */
static bool same_step(const walk *w, uint64_t leaf, uint64_t at)
{
    const tool_reached *f = &w->reach->objects[w->from];
    ckpti_image_object before;
    return f->holder && f->leaf == leaf && f->at == at &&
           ckpti_image_object_get(w->reach->image, f->holder, &before) && before.type == w->from_type;
}

static bool found(void *context, uint64_t leaf, const unsigned char *data)
{
    walk *w = context;
    ckpti_pointer p;
    if (!ckpti_pointer_get(w->reach->image, data, &p))
        return true;
    if (p.kind == CKPTI_P_UNKNOWN) { /* to what is no value of its type, but in an object */
        p.object = ckpti_image_unknown_at(w->reach->image, (uint32_t)p.where).target;
        p.where = 0;
    }
    if (!p.object)
        return true;
    tool_reached *r = &w->reach->objects[p.object], *from = &w->reach->objects[w->from];
    r->pointers += r->pointers != UINT32_MAX;
    if (r->root)
        return true;
    r->holder = w->from;
    r->leaf = leaf;
    r->at = p.kind == CKPTI_P_BEFORE ? 0 : p.kind == CKPTI_P_LEAF || p.kind == CKPTI_P_UNKNOWN ? p.where : p.where + 1;
    r->root = from->root;
    r->steps = from->steps + 1;
    bool same = same_step(w, leaf, r->at);
    r->same = same ? from->same + 1 : 1;
    r->before = same ? from->before : w->from;
    w->queue[w->tail++] = p.object;
    return true;
}

static void add_root(walk *w, uint32_t id)
{
    tool_reached *r = &w->reach->objects[id];
    if (r->root)
        return;
    r->root = id;
    w->queue[w->tail++] = id;
}

static void add_roots(walk *w)
{
    const ckpti_image *m = w->reach->image;
    uint32_t first;
    for (uint32_t run = 0; ckpti_image_run(m, run, &first); run++) {
        ckpti_image_object o;
        if (ckpti_image_object_get(m, first, &o) && (o.kind == CKPTI_O_GLOBAL || o.kind == CKPTI_O_STATIC))
            add_root(w, first);
    }
    for (uint32_t i = 0; i < ckpti_image_nframes(m); i++) {
        const ckpti_image_frame *f = ckpti_image_frame_at(m, i);
        for (uint32_t k = 0; k < f->nlocals; k++) {
            w->reach->objects[f->locals[k]].frame = i + 1;
            add_root(w, f->locals[k]);
        }
    }
}

static int by_function(const void *a, const void *b)
{
    const ckpti_image_frame *f = *(const ckpti_image_frame *const *)a, *g = *(const ckpti_image_frame *const *)b;
    int order = strcmp(f->function, g->function);
    return order ? order : strcmp(f->file, g->file);
}

static ckpt_status mark_repeated(tool_reach *reach)
{
    uint32_t n = ckpti_image_nframes(reach->image);
    const ckpti_image_frame **frames = calloc(n + (size_t)1, sizeof *frames);
    reach->repeated = calloc(n + (size_t)1, sizeof *reach->repeated);
    if (!frames || !reach->repeated) {
        free(frames);
        return CKPT_ENOMEM;
    }
    for (uint32_t i = 0; i < n; i++)
        frames[i] = ckpti_image_frame_at(reach->image, i);
    const ckpti_image_frame *main = frames[0];
    if (n)
        qsort(frames, n, sizeof *frames, by_function);
    for (uint32_t i = 1; i < n; i++) /* the frames are one array: a number is a distance in it */
        if (!by_function(&frames[i - 1], &frames[i]))
            reach->repeated[frames[i - 1] - main] = reach->repeated[frames[i] - main] = true;
    free(frames);
    return CKPT_OK;
}

ckpt_status tool_reach_walk(const ckpti_image *image, tool_reach *out)
{
    size_t n = ckpti_image_nobjects(image);
    tool_reach reach = {image, calloc(n + 1, sizeof *reach.objects), 0};
    walk w = {&reach, malloc((n + 1) * sizeof *w.queue), 0, 0, 0, 0};
    if (!reach.objects || !w.queue || mark_repeated(&reach))
        goto fail;
    add_roots(&w);
    while (w.head < w.tail) {
        ckpti_image_object o;
        w.from = w.queue[w.head++];
        if (!ckpti_image_object_get(image, w.from, &o))
            continue;
        w.from_type = o.type;
        tool_view v = tool_view_object(&o);
        tool_view_pointers(&v, found, &w);
    }
    free(w.queue);
    *out = reach;
    return CKPT_OK;

fail:
    free(w.queue);
    tool_reach_free(&reach);
    return CKPT_ENOMEM;
}

void tool_reach_free(tool_reach *reach)
{
    free(reach->objects);
    free(reach->repeated);
    *reach = (tool_reach){0};
}

/* ---- ways as text ---- */

/* A static function is one of its unit, and what replayed calls returned has only their numbers. */
static void add_name(const ckpti_image *image, const ckpti_image_object *o, tool_text *out)
{
    char small[256], *big = 0;
    if (o->kind == CKPTI_O_SPECIAL && o->line) {
        tool_text_addf(out, "(result of replayed call %" PRIu32 ")", o->line);
        return;
    }
    if (o->kind == CKPTI_O_FUNCTION && *o->unit) {
        tool_text_add(out, o->unit);
        tool_text_add(out, ":");
    }
    size_t n = ckpti_image_object_name(image, o, small, sizeof small);
    if (n >= sizeof small && (big = malloc(n + 1)))
        ckpti_image_object_name(image, o, big, n + 1);
    tool_text_add(out, big ? big : small);
    free(big);
}

void tool_object_name(const tool_reach *reach, uint32_t object, tool_text *out)
{
    ckpti_image_object o;
    if (!ckpti_image_object_get(reach->image, object, &o)) {
        tool_text_addf(out, "(no object %u)", object);
        return;
    }
    uint32_t frame = reach->objects[object].frame;
    if (o.kind == CKPTI_O_LOCAL && frame && reach->repeated[frame - 1]) {
        tool_text_add(out, o.function);
        tool_text_addf(out, "{%u}:", frame - 1);
        tool_text_add(out, o.name);
    } else {
        add_name(reach->image, &o, out);
    }
}

void tool_subpath(const ckpti_image *image, uint32_t object, uint64_t leaf, tool_text *out)
{
    ckpti_cursor c;
    char small[256], *big = 0;
    if (!ckpti_cursor_seek(&c, image, object, leaf))
        return;
    size_t n = ckpti_cursor_subpath(&c, small, sizeof small);
    if (n >= sizeof small && (big = malloc(n + 1)))
        ckpti_cursor_subpath(&c, big, n + 1);
    tool_text_add(out, big ? big : small);
    free(big);
}

void tool_path_step(tool_text *out, bool pointer, uint64_t at, const char *sub)
{
    if (!pointer) {
        tool_text_add(out, sub);
    } else if (at) { /* the pointer leads into the middle */
        tool_text block = {0};
        tool_text_add(&block, "block(");
        tool_text_add(&block, tool_text_get(out));
        tool_text_add(&block, ")");
        tool_text_add(&block, sub);
        tool_text_free(out);
        *out = block;
    } else if (*sub == '.') {
        tool_text_add(out, "->");
        tool_text_add(out, sub + 1);
    } else {
        tool_text_add(out, sub);
    }
}

static void step_to(const tool_reach *reach, uint32_t object, uint64_t leaf, tool_text *out)
{
    const tool_reached *r = &reach->objects[object];
    tool_text sub = {0};
    tool_subpath(reach->image, object, leaf, &sub);
    tool_path_step(out, r->holder != 0 || !r->root, r->at, tool_text_get(&sub));
    tool_text_free(&sub);
}

/* A run of alike steps: "->next->next", "(->next){57}". */
static void repeat_step(const tool_reach *reach, const tool_reached *r, tool_text *out)
{
    if (r->same < 4 || reach->objects[r->holder].at) {
        step_to(reach, r->holder, r->leaf, out);
        return;
    }
    tool_text one = {0};
    step_to(reach, r->holder, r->leaf, &one);
    tool_text_addf(out, "(%s){%u}", tool_text_get(&one), r->same);
    tool_text_free(&one);
}

void tool_reach_path(const tool_reach *reach, uint32_t object, tool_text *out)
{
    enum { SHOWN = 40 };
    uint32_t way[SHOWN], n = 0, at = object;
    tool_text path = {0};
    while (reach->objects[at].holder && n < SHOWN) {
        const tool_reached *r = &reach->objects[at];
        way[n++] = at;
        at = r->same >= 4 && !reach->objects[r->holder].at ? r->before : r->holder;
    }
    if (reach->objects[at].holder || !reach->objects[at].root) { /* too far, or not reached at all */
        tool_text_add(&path, reach->objects[at].holder ? "...(" : "(");
        tool_object_name(reach, at, &path);
        tool_text_add(&path, ")");
    } else {
        tool_object_name(reach, at, &path);
    }
    while (n)
        repeat_step(reach, &reach->objects[way[--n]], &path);
    tool_text_add(out, tool_text_get(&path));
    tool_text_free(&path);
}

void tool_reach_leaf(const tool_reach *reach, uint32_t object, uint64_t leaf, tool_text *out)
{
    tool_text path = {0};
    tool_reach_path(reach, object, &path);
    step_to(reach, object, leaf, &path);
    tool_text_add(out, tool_text_get(&path));
    tool_text_free(&path);
}
