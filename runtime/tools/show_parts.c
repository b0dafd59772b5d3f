/* show_parts.c - header, call stack, variables, unknown pointers, types of an image as text. See show.h. */
#include <inttypes.h>
#include <string.h>
#include "tools/show.h"

static void label(const show *s, const char *what) { fprintf(s->out, "%-9s ", what); }

static void put_deepest(const show *s)
{
    const ckpti_image_head *h = ckpti_image_header(s->image);
    const ckpti_image_frame *f = ckpti_image_frame_at(s->image, ckpti_image_nframes(s->image) - 1);
    label(s, "at");
    if (*h->site) {
        fputs("site ", s->out);
        tool_put(s->out, h->site);
        fputs(", ", s->out);
    }
    if (f) {
        tool_put(s->out, f->file);
        fprintf(s->out, ":%" PRIu32 " in ", f->line);
        tool_put(s->out, f->function);
    }
    fprintf(s->out, ", visit %" PRIu64 "\n", h->visit);
}

/* A union of which nothing tells the member is its bytes. */
static bool has_bytes(const ckpti_type *t)
{
    if (t->kind == CKPTG_ARRAY)
        return has_bytes(t->elem);
    for (uint32_t i = 0; i < t->nfields; i++)
        if (!strncmp(t->fields[i].name, "(bytes ", 7) || (t->kind == CKPTG_STRUCT && t->fields[i].type->leaves && has_bytes(t->fields[i].type)))
            return true;
    return false;
}

/* Stops at a pointer into the middle of a number. */
static bool is_at_value(void *image, uint64_t leaf, const unsigned char *data)
{
    ckpti_image_object o;
    ckpti_pointer p;
    (void)leaf;
    return !ckpti_pointer_get(image, data, &p) || p.kind != CKPTI_P_BYTE || !ckpti_image_object_get(image, p.object, &o) || o.flags & CKPTI_OF_RAW;
}

static const char *why_bound(const ckpti_image *image, const ckpti_image_object *o)
{
    tool_view v;
    if (o->flags & CKPTI_OF_RAW)
        return "only void pointers lead to it";
    if (o->flags & CKPTI_OF_GUESSED)
        return "only a pointer's type tells what it holds";
    if (o->flags & CKPTI_OF_TAIL && o->tail)
        return "it is longer than what it begins with";
    if (!o->data || !o->type)
        return 0;
    if (has_bytes(o->type))
        return "nothing tells the member of a union";
    v = tool_view_object(o);
    return tool_view_pointers(&v, is_at_value, (void *)image) ? 0 : "a pointer leads into the middle of a number";
}

/* The objects that bind the image to its layout, as far as it tells. A tail that is all zero does not, nor does one of a structure with room behind it. */
static void put_bound(const show *s)
{
    ckpti_image_object o;
    uint64_t shown = 0, more = 0;
    for (uint32_t id = 1; ckpti_image_object_get(s->image, id, &o); id++) {
        const char *why = why_bound(s->image, &o);
        tool_text name = {0};
        if (!why || (shown == s->limit && ++more))
            continue;
        shown++;
        tool_object_name(&s->reach, id, &name);
        fputs("            ", s->out);
        tool_put(s->out, tool_text_get(&name));
        tool_text_free(&name);
        if (o.kind == CKPTI_O_HEAP) {
            fputs(" <- ", s->out);
            tool_reach_path(&s->reach, id, &name);
            tool_put(s->out, tool_text_get(&name));
            tool_text_free(&name);
        }
        fprintf(s->out, ": %s\n", why);
    }
    if (more)
        fprintf(s->out, "            ... %" PRIu64 " more (--full)\n", more);
}

void show_head(const show *s)
{
    const ckpti_image_head *h = ckpti_image_header(s->image);
    char text[TOOL_TIME];
    label(s, "image");
    tool_put(s->out, s->path);
    fprintf(s->out, ", format %" PRIu32 ", good\n", h->version);
    label(s, "program");
    tool_put(s->out, h->program);
    fputs("\n", s->out);
    put_deepest(s);
    label(s, "taken");
    fputs(tool_time(text, h->time, h->nanoseconds), s->out);
    if (*h->host) {
        fputs(" on ", s->out);
        tool_put(s->out, h->host);
    }
    if (*h->reason) {
        fputs(", because of ", s->out);
        tool_put(s->out, h->reason);
    }
    fputs("\n", s->out);
    label(s, "origin");
    tool_put_origin(s->out, h);
    fputs("\n", s->out);
    label(s, "restarts");
    fputs(h->place_bound ? "only with the executable that made it: "
          : h->layout_bound ? "only where types are laid out as on the origin: " : "on any architecture", s->out);
    if (h->layout_bound)
        tool_put(s->out, *h->bound ? h->bound : h->place_bound ? "a pointer is both the end of an array and the start of what lies behind it"
                                                               : "it holds bytes that mean nothing elsewhere");
    fputs("\n", s->out);
    if (h->layout_bound && !h->place_bound)
        put_bound(s);
}

void show_sections(const show *s)
{
    fputs("\nsections of the file\n  tag         offset         stored            raw\n", s->out);
    for (size_t i = 0; i < ckpti_image_nsections(s->image); i++) {
        ckpti_image_section x = ckpti_image_section_at(s->image, i);
        fprintf(s->out, "  %s %14" PRIu64 " %14" PRIu64 " %14" PRIu64 "%s\n", x.tag, x.offset, x.stored, x.raw,
                x.compressed ? " zstd" : "");
    }
}

/* "  name = value" of a variable. */
static void put_variable(const show *s, const ckpti_image_object *o, const char *indent)
{
    tool_text type = {0};
    fputs(indent, s->out);
    if (*o->function && o->kind == CKPTI_O_STATIC) {
        tool_put(s->out, o->function);
        fputs(":", s->out);
    }
    tool_put(s->out, o->name);
    if (s->full) {
        tool_object_type(o, &type);
        fputs(": ", s->out);
        tool_put(s->out, tool_text_get(&type));
        if (o->line)
            fprintf(s->out, ", line %" PRIu32, o->line);
    } else if (o->flags & CKPTI_OF_VLA) {
        fprintf(s->out, "[%" PRIu64 "]", o->count);
    }
    fputs(" = ", s->out);
    tool_object_put(s->out, &s->reach, o->id, &s->style);
    fputs("\n", s->out);
    tool_text_free(&type);
}

static void put_frame(const show *s, uint32_t i)
{
    const ckpti_image_frame *f = ckpti_image_frame_at(s->image, i);
    const char *callee = f->callees[f->resume];
    fprintf(s->out, "  #%" PRIu32 " ", i);
    tool_put(s->out, f->function);
    fputs(" at ", s->out);
    tool_put(s->out, f->file);
    fprintf(s->out, ":%" PRIu32, f->line);
    if (!callee) {
        fputs(*f->site ? ", site " : ", site", s->out);
        tool_put(s->out, f->site);
    } else if (!strcmp(callee, "*")) {
        fputs(", calling through a pointer", s->out);
    } else {
        fputs(", calling ", s->out);
        tool_put(s->out, callee);
    }
    fputs("\n", s->out);
    for (uint32_t k = 0; k < f->nlocals; k++) {
        ckpti_image_object o;
        if (ckpti_image_object_get(s->image, f->locals[k], &o))
            put_variable(s, &o, "       ");
    }
}

void show_frames(const show *s)
{
    uint32_t n = ckpti_image_nframes(s->image);
    fputs("\ncall stack, deepest first\n", s->out);
    for (uint32_t i = n; i-- > 0;) {
        uint64_t shown = n - 1 - i;
        if (shown == s->limit && i > 1) { /* the middle of a deep recursion */
            fprintf(s->out, "  ... %" PRIu32 " frames more (--full)\n", i);
            i = 0;
        }
        put_frame(s, i);
    }
}

/* Variables of the program, or of the runtime, with a line for each unit. */
static void put_units(const show *s, bool ours, const char *title)
{
    const char *unit = 0;
    uint32_t first;
    for (uint32_t run = 0; ckpti_image_run(s->image, run, &first); run++) {
        ckpti_image_object o;
        if (!ckpti_image_object_get(s->image, first, &o) || (o.kind != CKPTI_O_GLOBAL && o.kind != CKPTI_O_STATIC) ||
            tool_is_ours(o.unit) != ours || (o.flags & CKPTI_OF_NODATA && !s->full))
            continue;
        if (!unit)
            fputs(title, s->out);
        if (!unit || strcmp(unit, o.unit)) {
            unit = o.unit;
            fputs("  ", s->out);
            tool_put(s->out, *unit ? unit : "(external)");
            fputs("\n", s->out);
        }
        put_variable(s, &o, "    ");
    }
}

void show_globals(const show *s)
{
    put_units(s, false, "\nvariables with static storage\n");
    if (s->all_globals)
        put_units(s, true, "\nkept by the runtime for the program\n");
}

void show_unknown(const show *s)
{
    uint32_t all = ckpti_image_nunknowns(s->image), n = 0, shown = 0;
    for (uint32_t i = 0; i < all; i++)
        n += !ckpti_is_before(ckpti_image_unknown_at(s->image, i).byte);
    if (n)
        fprintf(s->out, "\npointers to nothing known: %" PRIu32 " address%s\n", n, n == 1 ? "" : "es");
    for (uint32_t i = 0; i < all; i++) {
        ckpti_image_unknown u = ckpti_image_unknown_at(s->image, i);
        tool_text path = {0};
        if (ckpti_is_before(u.byte))
            continue;
        if (shown++ == s->limit) {
            fprintf(s->out, "  ... %" PRIu32 " more (--full)\n", n - shown + 1);
            return;
        }
        tool_reach_leaf(&s->reach, u.object, u.leaf, &path);
        fputs("  ", s->out);
        tool_put(s->out, tool_text_get(&path));
        if (u.holders > 1)
            fprintf(s->out, " and %" PRIu32 " more", u.holders - 1);
        tool_text_free(&path);
        if (u.target) {
            fprintf(s->out, ": no value of its type there, byte %" PRIu64 " of ", u.byte);
            tool_object_name(&s->reach, u.target, &path);
            tool_put(s->out, tool_text_get(&path));
            tool_text_free(&path);
        }
        if (!u.target && u.byte)
            fprintf(s->out, ": the number 0x%" PRIx64, u.byte);
        fputs("\n", s->out);
    }
}

static void put_fields(const show *s, const ckpti_type *t)
{
    for (uint32_t i = 0; i < t->nfields; i++) {
        const ckpti_field *f = &t->fields[i];
        if (f->bits)
            fprintf(s->out, "       %-10s ", "");
        else
            fprintf(s->out, "       +%-9" PRIu64 " ", f->offset);
        tool_put(s->out, f->name);
        fputs(": ", s->out);
        tool_put(s->out, f->type->name);
        if (f->bits)
            fprintf(s->out, ", %" PRIu32 " bits", f->bits);
        fputs("\n", s->out);
    }
}

void show_types(const show *s)
{
    fputs("\ntypes, sizes and offsets as on the origin\n", s->out);
    for (uint32_t id = 1; id <= ckpti_image_ntypes(s->image); id++) {
        const ckpti_type *t = ckpti_image_type(s->image, id);
        fprintf(s->out, "  %3" PRIu32 "  ", id);
        tool_put(s->out, *t->name ? t->name : "(unnamed)");
        fprintf(s->out, ", %" PRIu64 " bytes", t->size);
        if (t->file && *t->file) {
            fputs(", ", s->out);
            tool_put(s->out, t->file);
            fprintf(s->out, ":%" PRIu32, t->line);
        }
        if (t->flags & CKPTG_T_INCOMPLETE)
            fputs(", incomplete", s->out);
        fputs("\n", s->out);
        put_fields(s, t);
    }
}
