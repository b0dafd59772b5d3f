/* walk.c - from frames and variables to everything that can be reached. See table.h.
 *
 * A breadth-first walk with a queue of object numbers: its memory does not grow with the depth of lists and trees.
 * Blocks without a type are looked at when nothing else is left: what only char pointers reach is text, what only void
 * pointers reach is raw bytes, and binds the image to this layout.
 */
#include <stdio.h>
#include <string.h>
#include "objects/heap.h"
#include "save/walk.h"
#include "types/path.h"
#include "types/way.h"

/* The member of a union that its tag selects; a tag that is in no list is the end of this checkpoint. */
static const ckpti_field *selected(walker *w, const ckpti_type *type, const unsigned char *m, uint64_t leaf)
{
    const ckpti_saved *o = &w->t->objects[w->object - 1];
    const ckpti_field *f;
    long long tag;
    char path[256];
    if (type->flags & CKPTG_T_OWN_ADDRESS && ckpti_saved_content(o) != o->start) { /* a local: what is here is a copy, with other addresses */
        ckpti_walk_path(w->t, w->object, leaf, path, sizeof path);
        w->t->failed = ckpti_fail(CKPT_EUNSUPPORTED, "%s: the tag of its union compares addresses of its own structure (%s:%u), which a local variable "
                                  "cannot have; make it static, or allocate it", path, type->file, type->line);
        return 0;
    }
    if (ckpti_variant_selected(type, m, &f, &tag))
        return f;
    ckpti_walk_path(w->t, w->object, leaf, path, sizeof path);
    w->t->failed = ckpti_fail(CKPT_EUNSUPPORTED, "%s: the tag of its union is %lld, which is not in the list of #pragma ckpt variant (%s:%u); "
                              "name the member for it, or void", path, tag, type->file, type->line);
    return 0;
}

/* Call for every pointer in `count` values; leaf is the number of the first leaf. */
static void each_pointer(walker *w, const ckpti_type *type, uint64_t count, const unsigned char *m, uint64_t leaf, on_pointer *call)
{
    if (!type->has_pointer && !type->has_variant)
        return;
    for (uint64_t i = 0; i < count && !w->t->failed; i++, m += type->size, leaf += type->leaves) {
        if (type->kind == CKPTG_POINTER) {
            call(w, type, m, leaf);
        } else if (type->kind == CKPTG_ARRAY) {
            each_pointer(w, type->elem, type->count, m, leaf, call);
        } else if (type->kind == CKPTG_VARIANT) {
            const ckpti_field *f = selected(w, type, m, leaf);
            if (f)
                each_pointer(w, f->type, 1, m, leaf + f->leaf, call);
        } else {
            for (uint32_t k = 0; k < type->nfields; k++) {
                const ckpti_field *f = &type->fields[k];
                if (f->type->has_pointer || f->type->has_variant)
                    each_pointer(w, f->type, 1, m + f->offset, leaf + f->leaf, call);
            }
        }
    }
}

void ckpti_walk_object(walker *w, uint32_t object, on_pointer *call)
{
    const ckpti_saved o = w->t->objects[object - 1];
    ckpti_shape s = ckpti_table_shape(w->t, &o);
    const unsigned char *m = ckpti_saved_content(&o);
    w->object = object;
    each_pointer(w, s.type, s.count, m, 0, call);
    const ckpti_field *f = s.flex ? ckpti_type_flexible(s.type) : 0;
    if (f)
        each_pointer(w, f->type->elem, s.flex, m + f->offset + f->type->count * f->type->elem->size, s.type->leaves * s.count, call);
}

/* ---- names ---- */

static bool way_up(void *context, uint32_t object, uint32_t *holder, uint64_t *leaf)
{
    const ckpti_table *t = context;
    const ckpti_saved *o = &t->objects[object - 1];
    *holder = o->holder;
    *leaf = o->leaf;
    return o->holder;
}

static void way_name(void *context, uint32_t object, char *out, size_t size)
{
    const ckpti_table *t = context;
    const ckpti_saved *o = &t->objects[object - 1];
    if (o->kind == CKPTI_O_LOCAL)
        snprintf(out, size, "%s: %s", o->region->frame->function->name, o->region->local->local->name);
    else if (o->region && (o->kind == CKPTI_O_GLOBAL || o->kind == CKPTI_O_STATIC))
        snprintf(out, size, "%s", o->region->var->name);
    else
        snprintf(out, size, "(block of %s)", o->type ? o->type->name : "bytes");
}

static void way_inside(void *context, uint32_t object, uint64_t leaf, char *out, size_t size)
{
    ckpti_table *t = context;
    const ckpti_saved *o = &t->objects[object - 1];
    *out = 0;
    if (!o->type)
        return;
    ckpti_shape s = ckpti_table_shape(t, o);
    bool block = o->kind == CKPTI_O_HEAP && (s.count != 1 || s.type->kind != CKPTG_STRUCT);
    ckpti_leaf_path(&s, leaf, block || o->flags & CKPTI_OF_VLA, out, size);
}

/* Text of a leaf's path for messages. */
void ckpti_walk_path(ckpti_table *t, uint32_t object, uint64_t leaf, char *out, size_t size)
{
    ckpti_ways ways = {t, way_up, way_name, way_inside};
    ckpti_way_text(&ways, object, leaf, out, size);
}

static void note_target(walker *w, ckpti_target to, uint64_t leaf)
{
    ckpti_table *t = w->t;
    if (to.object || (to.where & 3) != 2)
        return;
    struct unknown *u = &t->unknowns[to.where >> 2];
    if (!u->holders++) {
        u->object = w->object;
        u->leaf = leaf;
    }
    if (w->strict && !t->failed && (u->target ? !ckpti_is_before(u->byte) : !u->byte)) {
        char path[256];
        ckpti_walk_path(t, w->object, leaf, path, sizeof path);
        t->failed = ckpti_fail(CKPT_ESTRICT, "%s points to no known object (freed, not set, or a library's); set it to NULL, or do "
                                             "without CKPT_STRICT", path);
    }
}

/* Resolve a pointer; note it if it is the one that binds the image to this layout. */
static ckpti_target resolve(walker *w, const ckpti_type *type, const unsigned char *slot, uint64_t leaf)
{
    const unsigned char *value;
    int before = w->t->layout_bound + w->t->place_bound;
    memcpy(&value, slot, sizeof value);
    if (!value)
        return (ckpti_target){0};
    ckpti_target to = ckpti_table_resolve(w->t, value, type);
    if (w->t->layout_bound + w->t->place_bound > before && (!before || w->t->place_bound))
        ckpti_walk_path(w->t, w->object, leaf, w->t->bound_at, sizeof w->t->bound_at), w->t->bound_holder = 0;
    return to;
}

/* First look: number what it leads to. */
static void discover(walker *w, const ckpti_type *type, const unsigned char *slot, uint64_t leaf)
{
    uint32_t before = w->t->n;
    if (w->t->failed)
        return;
    ckpti_target to = resolve(w, type, slot, leaf);
    if (w->t->failed) {
        char path[256];
        ckpti_walk_path(w->t, w->object, leaf, path, sizeof path);
        ckpti_fail_prefix(w->t->failed, "%s", path);
        return;
    }
    ckpti_saved *new = w->t->n > before ? &w->t->objects[before] : 0;
    if (new && new->kind == CKPTI_O_HEAP && leaf <= UINT32_MAX) {
        const unsigned char *value;
        memcpy(&value, slot, sizeof value);
        if (value == new->start) {
            new->holder = w->object;
            new->leaf = (uint32_t)leaf;
        }
    }
    if (to.deferred)
        w->deferred = true;
    else if (!w->t->failed)
        note_target(w, to, leaf);
}

/* Second look, when all types are known: pointers into blocks that had none at the first. */
static void settle(walker *w, const ckpti_type *type, const unsigned char *slot, uint64_t leaf)
{
    ckpti_target to = resolve(w, type, slot, leaf);
    if (!w->t->failed && !to.deferred)
        note_target(w, to, leaf);
}

static void drain(walker *w)
{
    ckpti_table *t = w->t;
    for (uint32_t k; !t->failed && (k = ckpti_queue_next(&t->scan));)
        ckpti_walk_object(w, k, discover);
}

static void roots(ckpti_table *t)
{
    for (uint32_t i = ckpti_frames_count(); i-- > 0;) {
        const ckpti_captured_frame *f = ckpti_frames_at(i);
        const ckptg_resume *r = &f->function->resumes[f->resume];
        for (uint32_t k = 0; k < r->nlocals; k++)
            ckpti_table_reach_region(t, ckpti_table_region_of(t, f->locals[k].address, &f->locals[k]));
    }
    for (const ckptg_unit *u = ckpti_units(); u; u = u->next)
        for (size_t i = 0; i < u->nvars; i++) {
            const ckptg_var *v = &u->vars[i];
            if (!(v->flags & CKPTG_V_CONST) && !(v->start && !(v->flags & CKPTG_V_RECOMPUTED) && !ckpti_var_is_saved(v))) /* of those without content, too: that a program that needs it asks for it */
                ckpti_table_reach_region(t, ckpti_table_region_of(t, ckpti_var_address(v), v));
        }
}

/* Give blocks their types, one after the other, as what hangs on one may tell about the next. */
static void settle_types(walker *w)
{
    ckpti_table *t = w->t;
    for (uint32_t k; !t->failed && (k = ckpti_queue_next(&t->pending)); drain(w)) {
        const ckpti_saved *o = &t->objects[k - 1];
        if (o->state & CKPTI_S_CHARS || !o->size)
            ckpti_table_set_type(t, k, t->t_char);
        else if (o->state & CKPTI_S_TENTATIVE)
            ckpti_table_set_variant(t, k, o->type);
        else
            t->objects[k - 1].state &= (uint16_t)~CKPTI_S_PENDING; /* it comes again when a pointer tells more */
    }
}

/* Live blocks to which only pointers lead that cannot be to an array of what they hold: a structure with text behind it, something smaller that another
 * type stands for. They are as their first pointer says, and what is behind that, or all, is bytes. */
static void reach_odd(walker *w)
{
    ckpti_table *t = w->t;
    t->odd = true;
    for (uint32_t k = 1, n = t->n; w->deferred && k <= n && !t->failed; k++)
        if (t->objects[k - 1].state & CKPTI_S_QUEUED)
            ckpti_walk_object(w, k, discover);
    drain(w);
    settle_types(w);
}

/* Unions whose bytes are saved (CKPTG_T_BYTES): the image goes on only where they mean the same. */
static void bind_bytes(ckpti_table *t)
{
    for (uint32_t k = 1; k <= t->n; k++) {
        const ckpti_saved *o = &t->objects[k - 1];
        if (!o->type || !o->type->has_bytes || o->flags & CKPTI_OF_NODATA)
            continue;
        if (!t->layout_bound) {
            t->why_bound = o->type->flags & CKPTG_T_BYTES ? "a union of which nothing tells the member" : "something with a union of which nothing tells the member";
            ckpti_walk_path(t, k, 0, t->bound_at, sizeof t->bound_at);
            t->bound_holder = 0;
        }
        t->layout_bound = true;
        return;
    }
}

ckpt_status ckpti_table_walk(ckpti_table *t, bool strict)
{
    walker w = {.t = t, .strict = strict};
    roots(t);
    drain(&w);
    settle_types(&w);
    if (!t->failed)
        reach_odd(&w);
    if (t->failed)
        return t->failed;
    ckpt_status st = ckpti_walk_untyped(t);
    t->settled = true;
    if (st || (st = ckpti_walk_longer(&w)))
        return st;
    if (w.deferred) {
        for (uint32_t i = 0; i < t->nunknowns; i++)
            t->unknowns[i].holders = 0;
        for (uint32_t k = 1; k <= t->n && !t->failed; k++)
            if (t->objects[k - 1].state & CKPTI_S_QUEUED)
                ckpti_walk_object(&w, k, settle);
    }
    if (!t->failed && !(st = ckpti_walk_links(t)) && !(st = ckpti_walk_pools(&w)))
        st = ckpti_walk_lost(t);
    if (!st)
        bind_bytes(t);
    if (t->bound_holder) /* of a list's last block: made once, for it goes all the way up */
        ckpti_walk_path(t, t->bound_holder, t->bound_leaf, t->bound_at, sizeof t->bound_at);
    return t->failed ? t->failed : st;
}
