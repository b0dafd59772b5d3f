/* json.c - a whole image as JSON, one record a line. See json.h and docs/tools.md. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "image/process_format.h"
#include "tools/json.h"

/* Add a text unless it is empty. */
static void set_text(json_t *record, const char *key, const char *text)
{
    if (text && *text)
        json_object_set_new(record, key, tool_json_text(text));
}

/* Add a number; as text where JSON readers have no such integer. */
static void set_number(json_t *record, const char *key, uint64_t n)
{
    char text[32];
    snprintf(text, sizeof text, "%" PRIu64, n);
    json_object_set_new(record, key, n <= INT64_MAX ? json_integer((json_int_t)n) : json_string(text));
}

static void set_hex(json_t *record, const char *key, uint64_t n)
{
    char text[32];
    snprintf(text, sizeof text, "%016" PRIx64, n);
    json_object_set_new(record, key, json_string(text));
}

static void set_true(json_t *record, const char *key, bool value)
{
    if (value)
        json_object_set_new(record, key, json_true());
}

/* Write a record, without its last brace if something follows. */
static void put_record(FILE *out, json_t *record, bool more)
{
    char *text = record ? json_dumps(record, JSON_ENSURE_ASCII) : 0; /* what is no ASCII may steer a terminal */
    if (text && more)
        text[strlen(text) - 1] = 0;
    fputs(text ? text : more ? "{\"failed\": true" : "{\"failed\": true}", out);
    free(text);
    json_decref(record);
}

static void put_head(FILE *out, const char *path, const ckpti_image *image)
{
    const ckpti_image_head *h = ckpti_image_header(image);
    json_t *r = json_object(), *origin = json_object(), *time = json_object();
    set_text(r, "image", path);
    set_number(r, "format", h->version);
    set_text(r, "program", h->program);
    set_text(r, "site", h->site);
    set_number(r, "visit", h->visit);
    json_object_set_new(time, "seconds", json_integer(h->time));
    set_number(time, "nanoseconds", h->nanoseconds);
    json_object_set_new(r, "time", time);
    set_text(r, "reason", h->reason);
    set_text(r, "host", h->host);
    set_text(origin, "triple", h->triple);
    json_object_set_new(origin, "byte_order", json_string(h->big_endian ? "big" : "little"));
    set_number(origin, "pointer_bytes", h->pointer_bytes);
    json_object_set_new(origin, "char_signed", json_boolean(h->char_signed));
    set_number(origin, "long_double_digits", h->ldbl_mant);
    json_object_set_new(r, "origin", origin);
    json_object_set_new(r, "layout_bound", json_boolean(h->layout_bound));
    json_object_set_new(r, "place_bound", json_boolean(h->place_bound));
    set_text(r, "bound", h->bound);
    set_hex(r, "layout", h->layout);
    set_hex(r, "signature", h->signature);
    put_record(out, r, true);
}

/* ", "key": [" record, record ... "]" */
static void put_list(FILE *out, const char *key, uint64_t n, json_t *make(const void *, uint64_t), const void *context)
{
    fprintf(out, ",\n\"%s\": [", key);
    for (uint64_t i = 0; i < n; i++) {
        fputs(i ? ",\n  " : "\n  ", out);
        put_record(out, make(context, i), false);
    }
    fputs("]", out);
}

static json_t *section(const void *image, uint64_t i)
{
    ckpti_image_section s = ckpti_image_section_at(image, (size_t)i);
    json_t *r = json_object();
    json_object_set_new(r, "tag", tool_json_text(s.tag));
    set_number(r, "offset", s.offset);
    set_number(r, "stored", s.stored);
    set_number(r, "raw", s.raw);
    json_object_set_new(r, "compressed", json_boolean(s.compressed));
    return r;
}

static const char *kind_name(uint8_t kind)
{
    static const char *const name[] = {"void", "_Bool", "char", "signed char", "unsigned char", "short", "unsigned short", "int",
        "unsigned int", "long", "unsigned long", "long long", "unsigned long long", "__int128", "unsigned __int128", "float",
        "double", "long double", "float _Complex", "double _Complex", "long double _Complex", "enum", "pointer", "array", "struct",
        "function", "stream", "opaque", "__float128", "union"};
    return kind < sizeof name / sizeof *name ? name[kind] : "?";
}

static json_t *fields(const ckpti_type *t)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < t->nfields; i++) {
        const ckpti_field *f = &t->fields[i];
        json_t *r = json_object();
        json_object_set_new(r, "name", tool_json_text(f->name));
        set_number(r, "type", f->type->id);
        if (f->bits)
            set_number(r, "bits", f->bits);
        else
            set_number(r, "offset", f->offset);
        set_number(r, "line", f->line);
        json_array_append_new(list, r);
    }
    return list;
}

static json_t *type(const void *image, uint64_t i)
{
    const ckpti_type *t = ckpti_image_type(image, (uint32_t)i + 1);
    json_t *r = json_object();
    set_number(r, "id", t->id);
    json_object_set_new(r, "kind", json_string(kind_name(t->kind)));
    set_text(r, "name", t->name);
    set_number(r, "size", t->size);
    if (ckpti_kind_is_integer(t->kind))
        json_object_set_new(r, "signed", json_boolean(ckpti_type_integer(t)->flags & CKPTG_T_SIGNED));
    if (t->mant)
        set_number(r, "digits", t->mant);
    if (t->elem)
        set_number(r, "element", t->elem->id);
    if (t->kind == CKPTG_ARRAY)
        set_number(r, "count", t->count);
    set_true(r, "flexible", t->flags & CKPTG_T_FLEXIBLE);
    set_true(r, "incomplete", t->flags & CKPTG_T_INCOMPLETE);
    set_text(r, "file", t->file);
    if (t->line)
        set_number(r, "line", t->line);
    if (t->kind == CKPTG_STRUCT || t->kind == CKPTG_VARIANT)
        json_object_set_new(r, "fields", fields(t));
    return r;
}

static json_t *frame(const void *image, uint64_t i)
{
    const ckpti_image_frame *f = ckpti_image_frame_at(image, (uint32_t)i);
    json_t *r = json_object(), *callees = json_array(), *locals = json_array();
    set_number(r, "frame", i);
    set_text(r, "function", f->function);
    set_text(r, "file", f->file);
    set_number(r, "function_line", f->function_line);
    set_number(r, "line", f->line);
    set_text(r, "site", f->site);
    set_number(r, "resume", f->resume);
    for (uint32_t k = 0; k < f->ncallees; k++)
        json_array_append_new(callees, f->callees[k] ? tool_json_text(f->callees[k]) : json_null());
    json_object_set_new(r, "callees", callees);
    for (uint32_t k = 0; k < f->nlocals; k++)
        json_array_append_new(locals, json_integer(f->locals[k]));
    json_object_set_new(r, "locals", locals);
    return r;
}

static json_t *unknown(const void *reach, uint64_t i)
{
    const tool_reach *to = reach;
    ckpti_image_unknown u = ckpti_image_unknown_at(to->image, (uint32_t)i);
    json_t *r = json_object();
    tool_text path = {0};
    tool_reach_leaf(to, u.object, u.leaf, &path);
    set_number(r, "unknown", i);
    if (!u.target && u.byte)
        set_number(r, "number", u.byte);
    if (u.target) {
        set_number(r, "target", u.target);
        set_number(r, ckpti_is_before(u.byte) ? "before" : "byte", ckpti_is_before(u.byte) ? -u.byte : u.byte);
    }
    set_number(r, "object", u.object);
    set_number(r, "leaf", u.leaf);
    set_number(r, "holders", u.holders);
    set_text(r, "path", tool_text_get(&path));
    tool_text_free(&path);
    return r;
}

static json_t *object(const tool_reach *reach, const ckpti_image_object *o)
{
    static const char *const kind[] = {"", "heap", "global", "static", "local", "literal", "function", "stream", "special"};
    const tool_reached *to = &reach->objects[o->id];
    json_t *r = json_object();
    tool_text text = {0};
    set_number(r, "id", o->id);
    json_object_set_new(r, "kind", json_string(kind[o->kind]));
    set_text(r, "name", o->name);
    set_text(r, "unit", o->unit);
    set_text(r, "function", o->function);
    if (o->kind != CKPTI_O_HEAP)
        set_number(r, "line", o->line);
    if (to->frame)
        set_number(r, "frame", to->frame - 1);
    if (o->type) {
        set_number(r, "type", o->type->id);
        set_text(r, "type_name", o->type->name);
        set_number(r, "count", o->count);
    }
    if (o->flags & CKPTI_OF_FLEXIBLE)
        set_number(r, "flexible", o->flex);
    if (o->flags & CKPTI_OF_ALIGNED)
        set_number(r, "align", o->align);
    set_true(r, "register", o->flags & CKPTI_OF_REGISTER);
    set_true(r, "variable_length", o->flags & CKPTI_OF_VLA);
    set_true(r, "raw", o->flags & CKPTI_OF_RAW);
    set_true(r, "by_tag", o->flags & CKPTI_OF_BY_TAG);
    set_true(r, "guessed", o->flags & CKPTI_OF_GUESSED);
    set_true(r, "part", o->flags & CKPTI_OF_PART);
    if (o->flags & CKPTI_OF_LINK)
        set_number(r, "on", o->over);
    set_true(r, "told", o->flags & CKPTI_OF_TOLD);
    set_true(r, "declared", o->flags & CKPTI_OF_ANNOTATED);
    set_number(r, "origin_bytes", tool_object_size(o));
    set_number(r, "image_bytes", o->enc);
    set_number(r, "pointers", to->pointers);
    if (to->holder) {
        tool_reach_path(reach, o->id, &text);
        set_text(r, "path", tool_text_get(&text));
        tool_text_free(&text);
    }
    json_object_set_new(r, "saved", json_boolean(!(o->flags & CKPTI_OF_NODATA)));
    return r;
}

static void put_objects(FILE *out, const tool_reach *reach)
{
    uint32_t n = ckpti_image_nobjects(reach->image);
    fputs(",\n\"objects\": [", out);
    for (uint32_t id = 1; id <= n; id++) {
        ckpti_image_object o;
        if (!ckpti_image_object_get(reach->image, id, &o))
            continue;
        fputs(id > 1 ? ",\n  " : "\n  ", out);
        put_record(out, object(reach, &o), true);
        tool_view v = tool_view_object(&o);
        if (o.data && v.form != VIEW_NOTHING) {
            fputs(", \"value\": ", out);
            tool_json_value(out, reach, &v);
        }
        if (tool_tail(&o)) {
            fputs(", \"tail\": ", out);
            tool_json_hex(out, tool_tail(&o), (size_t)o.tail);
        }
        if (tool_gaps(&o)) {
            fputs(", \"gaps\": ", out);
            tool_json_hex(out, tool_gaps(&o), (size_t)o.gaps);
        }
        fputs("}", out);
    }
    fputs("]", out);
}

static void add_line(void *to, const char *key, const char *value, const ckpti_pr *raw)
{
    (void)raw;
    json_object_set_new(to, key, tool_json_text(value));
}

static void put_process(FILE *out, const ckpti_image *image)
{
    size_t n = ckpti_image_nprocs(image);
    fputs(",\n\"process\": [", out);
    for (size_t i = 0; i < n; i++) {
        ckpti_image_proc p = ckpti_image_proc_at(image, i);
        char tag[5] = {(char)(p.tag >> 24), (char)(p.tag >> 16), (char)(p.tag >> 8), (char)p.tag, 0};
        json_t *r = json_object(), *lines = json_object();
        set_text(r, "tag", tag);
        ckpti_proc_show(&p, add_line, lines);
        json_object_set_new(r, "lines", lines);
        fputs(i ? ",\n  " : "\n  ", out);
        put_record(out, r, true);
        fputs(", \"bytes\": ", out);
        tool_json_hex(out, p.bytes, p.size);
        fputs("}", out);
    }
    fputs("]", out);
}

ckpt_status tool_json_image(FILE *out, const char *path, const tool_reach *reach)
{
    const ckpti_image *image = reach->image;
    put_head(out, path, image);
    put_list(out, "sections", ckpti_image_nsections(image), section, image);
    put_list(out, "types", ckpti_image_ntypes(image), type, image);
    put_list(out, "frames", ckpti_image_nframes(image), frame, image);
    put_objects(out, reach);
    put_list(out, "unknown", ckpti_image_nunknowns(image), unknown, reach);
    put_process(out, image);
    fputs("}\n", out);
    return CKPT_OK;
}
