/* show_heap.c - heap blocks by type with who points to them; sizes by type and by variable. See show.h. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "tools/show.h"

/* What is added up for a type (index: its number, 0: blocks without type) or for a variable (its object's number). */
typedef struct total {
    uint32_t id;
    uint64_t objects, elements, origin, image, reached;
} total;

static void add(uint64_t *sum, uint64_t n)
{
    if (__builtin_add_overflow(*sum, n, sum))
        *sum = UINT64_MAX;
}

static uint32_t type_of(const ckpti_image_object *o)
{
    return o->type && !(o->flags & CKPTI_OF_RAW) ? o->type->id : 0;
}

static void count(total *t, const ckpti_image_object *o)
{
    t->objects++;
    add(&t->elements, o->count);
    add(&t->origin, tool_object_size(o));
    add(&t->image, o->enc);
}

/* Most bytes first, then by number. */
static int by_bytes(const void *a, const void *b)
{
    const total *x = a, *y = b;
    uint64_t m = x->image + x->reached, n = y->image + y->reached;
    return m != n ? (m < n ? 1 : -1) : x->id < y->id ? -1 : x->id > y->id;
}

static const char *type_name(const ckpti_image *image, uint32_t id)
{
    const ckpti_type *t = ckpti_image_type(image, id);
    return !t ? "bytes without type" : *t->name ? t->name : "(unnamed)";
}

/* Blocks that only what the runtime keeps leads to (the environment, mostly) are left out of a short listing. */
static bool is_shown(const show *s, uint32_t id)
{
    ckpti_image_object root;
    return s->limit == UINT64_MAX || !ckpti_image_object_get(s->image, s->reach.objects[id].root, &root) || !tool_is_ours(root.unit);
}

/* Totals of the objects that have data: of heap blocks that are shown, or of all. [1 + ntypes], sorted; the caller frees. */
static total *totals_by_type(const show *s, bool heap_only)
{
    const ckpti_image *image = s->image;
    uint32_t first, n, ntypes = ckpti_image_ntypes(image);
    total *t = calloc(ntypes + (size_t)1, sizeof *t);
    if (!t)
        return 0;
    for (uint32_t i = 0; i <= ntypes; i++)
        t[i].id = i;
    for (uint32_t run = 0; (n = ckpti_image_run(image, run, &first)); run++) {
        ckpti_image_object o;
        if (!ckpti_image_object_get(image, first, &o) || !o.type || (heap_only && o.kind != CKPTI_O_HEAP) ||
            (!heap_only && o.flags & CKPTI_OF_NODATA))
            continue;
        for (uint32_t i = 0; i < n; i++)
            if (!heap_only || is_shown(s, first + i))
                count(&t[type_of(&o)], &o);
    }
    qsort(t, ntypes + (size_t)1, sizeof *t, by_bytes);
    return t;
}

static void put_block(const show *s, uint32_t id)
{
    const tool_reached *r = &s->reach.objects[id];
    tool_text text = {0};
    ckpti_image_object o;
    if (!ckpti_image_object_get(s->image, id, &o))
        return;
    fputs("    ", s->out);
    tool_object_name(&s->reach, id, &text);
    tool_put(s->out, tool_text_get(&text));
    tool_text_free(&text);
    if (o.flags & CKPTI_OF_LINK)
        fprintf(s->out, ", the link of a list, on top of #%" PRIu32, o.over);
    if (o.flags & CKPTI_OF_PART)
        fprintf(s->out, ", in one block behind #%" PRIu32, id - 1);
    if (r->holder) {
        fputs(" <- ", s->out);
        tool_reach_path(&s->reach, id, &text);
        tool_put(s->out, tool_text_get(&text));
        tool_text_free(&text);
        if (r->at)
            fputs(" (into it)", s->out);
        if (r->pointers > 1)
            fprintf(s->out, " and %" PRIu32 " more", r->pointers - 1);
    } else {
        fputs(" <- nobody", s->out);
    }
    fputs("\n      ", s->out);
    tool_object_put(s->out, &s->reach, id, &s->style);
    fputs("\n", s->out);
}

/* The first `limit` blocks of a type. */
static void put_blocks(const show *s, uint32_t type, uint64_t limit, uint64_t all)
{
    uint64_t shown = 0;
    uint32_t first, n;
    for (uint32_t run = 0; (n = ckpti_image_run(s->image, run, &first)); run++) {
        ckpti_image_object o;
        if (!ckpti_image_object_get(s->image, first, &o) || o.kind != CKPTI_O_HEAP || type_of(&o) != type)
            continue;
        for (uint32_t i = 0; i < n; i++) {
            if (!is_shown(s, first + i))
                continue;
            if (shown++ == limit) {
                fprintf(s->out, "    ... %" PRIu64 " more (--objects)\n", all - limit);
                return;
            }
            put_block(s, first + i);
        }
    }
}

/* How many blocks were not shown. */
static void put_left_out(const show *s)
{
    uint32_t first, n;
    uint64_t hidden = 0;
    for (uint32_t run = 0; (n = ckpti_image_run(s->image, run, &first)); run++) {
        ckpti_image_object o;
        if (ckpti_image_object_get(s->image, first, &o) && o.kind == CKPTI_O_HEAP)
            for (uint32_t i = 0; i < n; i++)
                hidden += !is_shown(s, first + i);
    }
    if (hidden)
        fprintf(s->out, "  and %" PRIu64 " of the environment and the runtime (--objects)\n", hidden);
}

ckpt_status show_heap(const show *s)
{
    total *t = totals_by_type(s, true);
    uint64_t blocks = 0, bytes = 0;
    uint32_t n = ckpti_image_ntypes(s->image), kinds = 0;
    char size[TOOL_SIZE];
    if (!t)
        return CKPT_ENOMEM;
    for (uint32_t i = 0; i <= n; i++) {
        blocks += t[i].objects;
        kinds += t[i].objects != 0;
        add(&bytes, t[i].origin);
    }
    fprintf(s->out, "\nheap: %" PRIu64 " block%s, %s on the origin\n", blocks, blocks == 1 ? "" : "s", tool_bytes(size, bytes));
    uint64_t each = s->limit == UINT64_MAX ? s->limit : kinds <= 4 ? 5 : 2, shown = 0;
    for (uint32_t i = 0; i <= n; i++) {
        if (!t[i].objects)
            continue;
        if (shown++ == s->limit) {
            fprintf(s->out, "  ... %" PRIu64 " types more (--objects)\n", kinds - shown + 1);
            break;
        }
        fputs("  ", s->out);
        tool_put(s->out, type_name(s->image, t[i].id));
        fprintf(s->out, ": %" PRIu64 " block%s, %s\n", t[i].objects, t[i].objects == 1 ? "" : "s", tool_bytes(size, t[i].origin));
        put_blocks(s, t[i].id, each, t[i].objects);
    }
    free(t);
    put_left_out(s);
    return CKPT_OK;
}

/* ---- sizes ---- */

static void put_sizes_by_type(const show *s, const total *t, uint32_t n)
{
    fputs("\nbytes by type\n       image      origin    objects   elements  type\n", s->out);
    for (uint32_t i = 0; i <= n && t[i].objects; i++) {
        if (i == s->limit) {
            fputs("  ... more (--full)\n", s->out);
            return;
        }
        fprintf(s->out, "%12" PRIu64 "%12" PRIu64 "%11" PRIu64 "%11" PRIu64 "  ", t[i].image, t[i].origin, t[i].objects,
                t[i].elements);
        tool_put(s->out, type_name(s->image, t[i].id));
        fputs("\n", s->out);
    }
}

/* Variables with what is reached from each first: own bytes, and those of blocks. */
static ckpt_status sizes_by_variable(const show *s)
{
    uint32_t n = ckpti_image_nobjects(s->image), rows = 0;
    total *t = calloc(n + (size_t)1, sizeof *t);
    if (!t)
        return CKPT_ENOMEM;
    for (uint32_t id = 1; id <= n; id++) {
        uint32_t root = s->reach.objects[id].root;
        ckpti_image_object o;
        if (!ckpti_image_object_get(s->image, id, &o) || o.flags & CKPTI_OF_NODATA)
            continue;
        if (root == id)
            add(&t[id].image, o.enc);
        else
            add(&t[root].reached, o.enc);
        t[root].id = root;
        t[root].objects++;
    }
    for (uint32_t id = 1; id <= n; id++)
        if (t[id].objects)
            t[rows++] = t[id];
    qsort(t, rows, sizeof *t, by_bytes);
    fputs("\nbytes in the image by variable, and of what it is the first to lead to\n         own     reached    objects  variable\n", s->out);
    for (uint32_t i = 0; i < rows; i++) {
        tool_text name = {0};
        if (i == s->limit) {
            fprintf(s->out, "  ... %" PRIu32 " more (--full)\n", rows - i);
            break;
        }
        tool_object_name(&s->reach, t[i].id, &name);
        fprintf(s->out, "%12" PRIu64 "%12" PRIu64 "%11" PRIu64 "  ", t[i].image, t[i].reached, t[i].objects);
        tool_put(s->out, tool_text_get(&name));
        fputs("\n", s->out);
        tool_text_free(&name);
    }
    free(t);
    return CKPT_OK;
}

ckpt_status show_sizes(const show *s)
{
    total *t = totals_by_type(s, false);
    if (!t)
        return CKPT_ENOMEM;
    put_sizes_by_type(s, t, ckpti_image_ntypes(s->image));
    free(t);
    return sizes_by_variable(s);
}
