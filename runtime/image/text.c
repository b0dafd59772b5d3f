/* text.c - values of leaves as text. See image.h. Reals are printed from their bits, so every machine prints the same. */
#include "image/text.h"
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "image/model.h"
#include "types/real.h"
#include "xdr/xdr_bulk.h"

void ckpti_text_add(ckpti_text *t, const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    size_t at = t->used < t->size ? t->used : t->size;
    int n = vsnprintf(t->size ? t->buffer + at : 0, t->size - at, format, ap);
    va_end(ap);
    if (n > 0)
        t->used += (size_t)n;
}

void ckpti_text_char(ckpti_text *t, uint32_t c, char quote)
{
    static const char named[] = "\a\b\t\n\v\f\r", letters[] = "abtnvfr";
    const char *p = c && c < 128 ? strchr(named, (int)c) : 0;
    if (p)
        ckpti_text_add(t, "\\%c", letters[p - named]);
    else if (c == (unsigned char)quote || c == '\\')
        ckpti_text_add(t, "\\%c", (int)c);
    else if (c >= ' ' && c < 0x7f)
        ckpti_text_add(t, "%c", (int)c);
    else if (c < 256)
        ckpti_text_add(t, "\\%03o", (unsigned)c);
    else
        ckpti_text_add(t, "\\U%08x", (unsigned)c);
}

void ckpti_text_literal(ckpti_text *t, const ckpti_image_object *o)
{
    enum { SHOWN = 32 };
    bool packed = ckpti_kind_is_byte(o->type->kind);
    uint64_t n = o->count ? o->count - 1 : 0, i;
    if (!o->data || (!packed && o->type->enc != 4)) {
        ckpti_text_add(t, "literal %u", o->id);
        return;
    }
    ckpti_text_add(t, "\"");
    for (i = 0; i < n && i < SHOWN; i++)
        ckpti_text_char(t, packed ? o->data[i] : ckpt_xdr_get32(o->data + 4 * i), '"');
    ckpti_text_add(t, i < n ? "...\"" : "\"");
}

ckpti_int128 ckpti_leaf_integer(const ckpti_cursor *c)
{
    const ckpti_type *t = ckpti_type_integer(c->type);
    bool is_signed = t->flags & CKPTG_T_SIGNED;
    ckpti_int128 v = {0, 0};
    if (!c->data)
        return v;
    if (c->packed)
        v.low = is_signed ? (uint64_t)(int64_t)(signed char)*c->data : *c->data;
    else if (t->enc == 4)
        v.low = is_signed ? (uint64_t)(int64_t)(int32_t)ckpt_xdr_get32(c->data) : ckpt_xdr_get32(c->data);
    else if (t->enc == 8)
        v.low = ckpt_xdr_get64(c->data);
    else {
        v.high = (int64_t)ckpt_xdr_get64(c->data);
        v.low = ckpt_xdr_get64(c->data + 8);
        return v;
    }
    v.high = is_signed && (int64_t)v.low < 0 ? -1 : 0;
    return v;
}

/* 128 bits in decimal, by long division in base 10^9. */
static void add_integer(ckpti_text *t, ckpti_int128 v, bool is_signed)
{
    uint64_t high = (uint64_t)v.high, low = v.low;
    bool negative = is_signed && v.high < 0;
    if (negative) {
        low = 0 - low;
        high = ~high + !low;
    }
    uint32_t word[4] = {(uint32_t)(high >> 32), (uint32_t)high, (uint32_t)(low >> 32), (uint32_t)low};
    uint32_t digit[5];
    int n = 0;
    do {
        uint64_t rest = 0;
        for (int i = 0; i < 4; i++) {
            rest = rest << 32 | word[i];
            word[i] = (uint32_t)(rest / 1000000000);
            rest %= 1000000000;
        }
        digit[n++] = (uint32_t)rest;
    } while (word[0] | word[1] | word[2] | word[3]);
    ckpti_text_add(t, "%s%" PRIu32, negative ? "-" : "", digit[--n]);
    while (n > 0)
        ckpti_text_add(t, "%09" PRIu32, digit[--n]);
}

/* Hexadecimal, as printf's %a: exact for every format. */
static void add_hexadecimal(ckpti_text *t, const ckpti_real *r)
{
    uint64_t high = r->high << 1 | r->low >> 63, low = r->low << 1;
    char digits[33];
    int n = snprintf(digits, sizeof digits, "%016" PRIx64 "%016" PRIx64, high, low);
    while (n > 0 && digits[n - 1] == '0')
        digits[--n] = 0;
    ckpti_text_add(t, "%s0x1%s%sp%+d", r->negative ? "-" : "", n ? "." : "", digits, r->exponent + 127);
}

/* Shortest decimal that reads back as the same number, for what is a double; else hexadecimal. */
static void add_real(ckpti_text *t, int format, const unsigned char *data)
{
    ckpti_real r;
    uint64_t high, low;
    if (!ckpti_real_from_image(format, data, &r)) {
        ckpti_text_add(t, "(two doubles far apart)");
        return;
    }
    if (r.kind == CKPTI_R_NAN || r.kind == CKPTI_R_INFINITE) {
        ckpti_text_add(t, "%s%s", r.negative ? "-" : "", r.kind == CKPTI_R_NAN ? "nan" : "inf");
        return;
    }
    if (!ckpti_real_pack(CKPTI_BINARY64, &r, &high, &low)) {
        add_hexadecimal(t, &r);
        return;
    }
    double d;
    memcpy(&d, &low, 8);
    char text[40];
    bool is_float = format == CKPTI_BINARY32;
    for (int digits = is_float ? 6 : 15; digits <= (is_float ? 9 : 17); digits++) {
        snprintf(text, sizeof text, "%.*g", digits, d);
        if (is_float ? strtof(text, 0) == (float)d : strtod(text, 0) == d)
            break;
    }
    ckpti_text_add(t, "%s", text);
    if (!strpbrk(text, ".e"))
        ckpti_text_add(t, ".0");
}

size_t ckpti_pointer_text(const ckpti_image *image, const ckpti_pointer *p, char *buffer, size_t size)
{
    ckpti_text t = {buffer, size, 0};
    ckpti_cursor c;
    char name[CKPTI_WHY];
    ckpti_image_object o;
    switch (p->kind) {
    case CKPTI_P_NULL: ckpti_text_add(&t, "NULL"); return t.used;
    case CKPTI_P_SMALL: ckpti_text_add(&t, "(void *)%lld", (long long)p->small); return t.used;
    case CKPTI_P_NUMBER: ckpti_text_add(&t, "(void *)0x%llx", (unsigned long long)p->small); return t.used;
    case CKPTI_P_UNKNOWN: ckpti_text_add(&t, "unknown address %llu", (unsigned long long)p->where); return t.used;
    default: break;
    }
    if (!ckpti_image_object_get(image, p->object, &o)) {
        ckpti_text_add(&t, "(no object %u)", p->object);
        return t.used;
    }
    ckpti_image_object_name(image, &o, name, sizeof name);
    const char *what = o.kind == CKPTI_O_FUNCTION ? "function " : "";
    if (p->kind == CKPTI_P_BEFORE)
        ckpti_text_add(&t, "%llu before %s", (unsigned long long)p->where, name);
    else if (p->kind == CKPTI_P_BYTE)
        ckpti_text_add(&t, "byte %llu of %s", (unsigned long long)p->where, name);
    else if (p->kind == CKPTI_P_AFTER && !o.leaves)
        ckpti_text_add(&t, "just after %s", name);
    else if (!o.leaves || (p->kind == CKPTI_P_LEAF && !p->where) || !ckpti_cursor_seek(&c, image, p->object, p->where))
        ckpti_text_add(&t, "%s%s", what, name);
    else {
        char sub[CKPTI_WHY];
        ckpti_cursor_subpath(&c, sub, sizeof sub);
        ckpti_text_add(&t, "%s%s%s", p->kind == CKPTI_P_AFTER ? "just after " : "", name, sub);
    }
    return t.used;
}

size_t ckpti_leaf_text(const ckpti_cursor *c, char *buffer, size_t size)
{
    ckpti_text t = {buffer, size, 0};
    const ckpti_type *type = c->type;
    if (!c->data) {
        ckpti_text_add(&t, "(not saved)");
    } else if (ckpti_kind_is_integer(type->kind)) {
        ckpti_int128 v = ckpti_leaf_integer(c);
        add_integer(&t, v, ckpti_type_integer(type)->flags & CKPTG_T_SIGNED);
        if (ckpti_kind_is_char(type->kind) && !c->bits && v.high == 0 && v.low >= ' ' && v.low < 0x7f) {
            ckpti_text_add(&t, " '");
            ckpti_text_char(&t, (uint32_t)v.low, '\'');
            ckpti_text_add(&t, "'");
        }
    } else if (ckpti_kind_is_real(type->kind)) {
        add_real(&t, type->mant, c->data);
    } else if (ckpti_kind_is_complex(type->kind)) {
        uint64_t half = type->enc / 2;
        add_real(&t, type->mant, c->data);
        size_t plus = t.used;
        ckpti_text_add(&t, "+");
        add_real(&t, type->mant, c->data + half);
        if (plus + 1 < t.size && t.buffer[plus + 1] == '-') { /* "1+-2" is "1-2" */
            size_t end = t.used < t.size - 1 ? t.used : t.size - 1;
            memmove(t.buffer + plus, t.buffer + plus + 1, end - plus);
            t.used--;
        }
        ckpti_text_add(&t, "i");
    } else {
        ckpti_pointer p;
        if (ckpti_pointer_get(c->image, c->data, &p))
            return ckpti_pointer_text(c->image, &p, buffer, size);
        ckpti_text_add(&t, "(bad pointer)");
    }
    return t.used;
}
