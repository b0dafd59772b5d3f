/* json_value.c - see json.h.
 *
 * Invariants exact: integers in decimal (as strings where they leave the range of a signed 64-bit integer), reals with as many
 *            digits as bring the same number back, and in hexadecimal; a long double's decimal is a string and its encoding
 *            stands beside it; not-a-numbers are null, with their encoding.
 */
#include "tools/json.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "tools/decimal.h"

typedef struct writer {
    FILE *out;
    const tool_reach *reach;
    ckpti_cursor cursor;
} writer;

json_t *tool_json_text(const char *text)
{
    size_t left = strlen(text);
    tool_text clean = {0};
    json_t *plain = json_stringn(text, left);
    if (plain)
        return plain;
    for (const unsigned char *p = (const unsigned char *)text; left;) {
        size_t n = *p < 0x80 ? 1 : tool_utf8(p, left);
        if (n)
            tool_text_addf(&clean, "%.*s", (int)n, (const char *)p);
        else
            tool_text_addf(&clean, "\\x%02x", *p);
        n += !n;
        p += n;
        left -= n;
    }
    plain = json_string(tool_text_get(&clean));
    tool_text_free(&clean);
    return plain;
}

static void put_text(FILE *out, json_t *text)
{
    if (!text || json_dumpf(text, out, JSON_ENCODE_ANY | JSON_ENSURE_ASCII))
        fputs("null", out);
    json_decref(text);
}

void tool_json_string(FILE *out, const char *text) { put_text(out, tool_json_text(text)); }

void tool_json_hex(FILE *out, const unsigned char *p, size_t n)
{
    static const char digit[] = "0123456789abcdef";
    putc('"', out);
    for (; n; n--, p++) {
        putc(digit[*p >> 4], out);
        putc(digit[*p & 15], out);
    }
    putc('"', out);
}

static void put_integer(writer *w, const tool_view *v)
{
    char text[64];
    tool_view_cursor(v, w->reach->image, &w->cursor);
    ckpti_int128 i = ckpti_leaf_integer(&w->cursor);
    if (v->type->kind == CKPTG_BOOL && !i.high && i.low < 2) {
        fputs(i.low ? "true" : "false", w->out);
    } else if (i.high == ((int64_t)i.low < 0 ? -1 : 0) && v->type->kind != CKPTG_INT128 && v->type->kind != CKPTG_UINT128) {
        fprintf(w->out, "%" PRId64, (int64_t)i.low);
    } else {
        ckpti_leaf_text(&w->cursor, text, sizeof text);
        fprintf(w->out, "\"%s\"", text);
    }
}

/* float and double are this machine's own: printf is faster. Always with a point or an exponent. */
static void small_decimal(int format, const ckpti_real *r, char out[TOOL_REAL])
{
    uint64_t high, low;
    double d;
    if (r->kind != CKPTI_R_FINITE || !ckpti_real_pack(CKPTI_BINARY64, r, &high, &low)) {
        tool_real_decimal(r, tool_real_digits(format), out);
        return;
    }
    memcpy(&d, &low, sizeof d);
    snprintf(out, TOOL_REAL, "%.*g", tool_real_digits(format), d);
    if (!strpbrk(out, ".e"))
        strcat(out, ".0");
}

/* One real of `enc` bytes. */
static void put_real(writer *w, int format, const unsigned char *data, size_t enc)
{
    char decimal[TOOL_REAL], hex[TOOL_REAL];
    ckpti_real r;
    bool wide = enc == 16;
    if (!ckpti_real_from_image(format, data, &r)) {
        fputs("{\"value\": null, \"bits\": ", w->out);
        tool_json_hex(w->out, data, enc);
        fputs("}", w->out);
        return;
    }
    if (wide)
        tool_real_decimal(&r, tool_real_digits(format), decimal);
    else
        small_decimal(format, &r, decimal);
    tool_real_hex(&r, hex);
    if (r.kind == CKPTI_R_NAN)
        fputs("{\"value\": null", w->out);
    else
        fprintf(w->out, wide || r.kind == CKPTI_R_INFINITE ? "{\"value\": \"%s\"" : "{\"value\": %s", decimal);
    fprintf(w->out, ", \"hex\": \"%s\"", hex);
    if (wide || r.kind == CKPTI_R_NAN) {
        fputs(", \"bits\": ", w->out);
        tool_json_hex(w->out, data, enc);
    }
    fputs("}", w->out);
}

static void put_pointer(writer *w, const unsigned char *data)
{
    ckpti_pointer p;
    tool_text text = {0};
    if (!ckpti_pointer_get(w->reach->image, data, &p)) {
        fputs("{\"bad\": ", w->out);
        tool_json_hex(w->out, data, CKPTI_ENC_POINTER);
        fputs("}", w->out);
        return;
    }
    switch (p.kind) {
    case CKPTI_P_NULL: fputs("null", w->out); return;
    case CKPTI_P_SMALL:
    case CKPTI_P_NUMBER: fprintf(w->out, "{\"integer\": %" PRId64 "}", p.small); return;
    case CKPTI_P_UNKNOWN: fprintf(w->out, "{\"unknown\": %" PRIu64 "}", p.where); return;
    case CKPTI_P_LEAF: fprintf(w->out, "{\"object\": %" PRIu32 ", \"leaf\": %" PRIu64, p.object, p.where); break;
    case CKPTI_P_AFTER: fprintf(w->out, "{\"object\": %" PRIu32 ", \"after\": %" PRIu64, p.object, p.where); break;
    case CKPTI_P_BEFORE: fprintf(w->out, "{\"object\": %" PRIu32 ", \"before\": %" PRIu64, p.object, p.where); break;
    case CKPTI_P_BYTE: fprintf(w->out, "{\"object\": %" PRIu32 ", \"byte\": %" PRIu64, p.object, p.where); break;
    }
    tool_pointer_text(w->reach, data, &text);
    fputs(", \"to\": ", w->out);
    tool_json_string(w->out, tool_text_get(&text));
    fputs("}", w->out);
    tool_text_free(&text);
}

static void put_scalar(writer *w, const tool_view *v)
{
    const ckpti_type *t = v->type;
    if (ckpti_kind_is_integer(t->kind)) {
        put_integer(w, v);
    } else if (ckpti_kind_is_real(t->kind)) {
        put_real(w, t->mant, v->data, (size_t)t->enc);
    } else if (ckpti_kind_is_complex(t->kind)) {
        fputs("{\"real\": ", w->out);
        put_real(w, t->mant, v->data, (size_t)t->enc / 2);
        fputs(", \"imaginary\": ", w->out);
        put_real(w, t->mant, v->data + t->enc / 2, (size_t)t->enc / 2);
        fputs("}", w->out);
    } else {
        put_pointer(w, v->data);
    }
}

/* An array of chars: as text if it is nothing but text and the zeros behind it, else in hexadecimal. */
static void put_bytes(writer *w, const tool_view *v)
{
    size_t used = (size_t)v->n, at = 0;
    json_t *text = 0;
    while (used && !v->data[used - 1])
        used--;
    while (at < used && v->data[at] && v->data[at] != 0x7f)
        at++;
    if (at == used && (text = json_stringn((const char *)v->data, used))) {
        fputs("{\"text\": ", w->out);
        put_text(w->out, text);
    } else {
        fputs("{\"hex\": ", w->out);
        tool_json_hex(w->out, v->data, (size_t)v->n);
    }
    fprintf(w->out, ", \"size\": %" PRIu64 "}", v->n);
}

static void put_view(writer *w, const tool_view *v);

static void put_parts(writer *w, const tool_view *v)
{
    bool structure = v->form == VIEW_STRUCT;
    putc(structure ? '{' : '[', w->out);
    for (uint64_t i = 0; i < v->n; i++) {
        tool_view part = tool_view_part(v, i);
        if (i)
            fputs(", ", w->out);
        if (structure) {
            tool_json_string(w->out, tool_view_field(v, i)->name);
            fputs(": ", w->out);
        }
        put_view(w, &part);
    }
    putc(structure ? '}' : ']', w->out);
}

static void put_view(writer *w, const tool_view *v)
{
    if (v->form == VIEW_NOTHING)
        fputs("null", w->out);
    else if (!tool_view_has_leaves(v)) /* takes no room in the image: no bound on how many there are */
        fputs(v->form == VIEW_STRUCT ? "{}" : "[]", w->out);
    else if (tool_view_is_text(v) && !v->nmore)
        put_bytes(w, v);
    else if (v->form == VIEW_SCALAR)
        put_scalar(w, v);
    else
        put_parts(w, v);
}

void tool_json_value(FILE *out, const tool_reach *reach, const tool_view *view)
{
    writer w = {.out = out, .reach = reach};
    put_view(&w, view);
}
