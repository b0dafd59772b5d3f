/* process_format.c - reading, writing and printing of PROC sections. See process_format.h. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "image/process_format.h"
#include "xdr/xdr_bulk.h"

/* ---- writing --------------------------------------------------------------------------------------------------------- */

static unsigned char *room(ckpti_pw *w, size_t size)
{
    size_t want;

    if (w->failed || __builtin_add_overflow(w->size, size, &want))
        goto fail;
    if (want > w->room) {
        size_t bigger = w->room * 2 > want ? w->room * 2 : want + 256;
        unsigned char *data = bigger < want ? 0 : realloc(w->data, bigger);
        if (!data)
            goto fail;
        w->data = data;
        w->room = bigger;
    }
    w->size = want;
    return w->data + want - size;
fail:
    w->failed = true;
    return 0;
}

void ckpti_pw_u32(ckpti_pw *w, uint32_t value)
{
    unsigned char *p = room(w, 4);

    if (p)
        ckpt_xdr_put32(p, value);
}

void ckpti_pw_u64(ckpti_pw *w, uint64_t value)
{
    unsigned char *p = room(w, 8);

    if (p)
        ckpt_xdr_put64(p, value);
}

void ckpti_pw_bytes(ckpti_pw *w, const void *bytes, size_t size)
{
    size_t padding = -size & 3;
    unsigned char *p;

    if (size > UINT32_MAX - 8) {
        w->failed = true;
        return;
    }
    ckpti_pw_u32(w, (uint32_t)size);
    p = room(w, size + padding);
    if (!p)
        return;
    if (size)
        memcpy(p, bytes, size);
    memset(p + size, 0, padding);
}

void ckpti_pw_string(ckpti_pw *w, const char *text) { ckpti_pw_bytes(w, text, strlen(text)); }

void ckpti_pw_free(ckpti_pw *w)
{
    free(w->data);
    memset(w, 0, sizeof *w);
}

/* ---- reading --------------------------------------------------------------------------------------------------------- */

static const unsigned char *take(ckpti_pr *r, size_t size)
{
    const unsigned char *p = r->p;

    if (r->bad || (size_t)(r->end - p) < size) {
        r->bad = true;
        return 0;
    }
    r->p += size;
    return p;
}

uint32_t ckpti_pr_u32(ckpti_pr *r)
{
    const unsigned char *p = take(r, 4);
    return p ? ckpt_xdr_get32(p) : 0;
}

uint64_t ckpti_pr_u64(ckpti_pr *r)
{
    const unsigned char *p = take(r, 8);
    return p ? ckpt_xdr_get64(p) : 0;
}

const unsigned char *ckpti_pr_bytes(ckpti_pr *r, size_t *size)
{
    uint32_t length = ckpti_pr_u32(r), padding = -length & 3;
    const unsigned char *p;

    *size = 0;
    if (length > (size_t)(r->end - r->p) || !(p = take(r, length))) {
        r->bad = true;
        return 0;
    }
    for (const unsigned char *zero = take(r, padding); padding; padding--)
        if (!zero || *zero++)
            r->bad = true;
    if (r->bad)
        return 0;
    *size = length;
    return p;
}

char *ckpti_pr_string(ckpti_pr *r)
{
    size_t size;
    const unsigned char *p = ckpti_pr_bytes(r, &size);
    char *text;

    if (!p || memchr(p, 0, size)) {
        r->bad = true;
        return 0;
    }
    text = malloc(size + 1);
    if (!text)
        return 0;
    memcpy(text, p, size);
    text[size] = 0;
    return text;
}

uint32_t ckpti_pr_count(ckpti_pr *r, size_t least)
{
    uint32_t count = ckpti_pr_u32(r);

    if (count > (size_t)(r->end - r->p) / least) {
        r->bad = true;
        return 0;
    }
    return count;
}

/* ---- printing -------------------------------------------------------------------------------------------------------- */

/* Forms of an item. */
enum form { U32 = 1, I32, U64, I64, OCTAL, SIGNALS, TEXT, BYTES, KIND, WORDS };

typedef struct item {
    const char *name;
    enum form form;
    const char *const *words;     /* KIND: by value; WORDS: by bit; ended by 0 */
} item;

typedef struct layout {
    uint32_t tag;
    const char *title, *row;      /* keys of the fixed part and of a row */
    item fixed[12], rows[12];     /* ended by a 0 name */
} layout;

static const char *const open_kinds[] = { "inherited", "file", "device", "directory", "nameless file", 0 };
static const char *const open_flags[] = { "read", "write", "append", "nonblock", "sync", "dsync", "noatime", "path", "direct", "changed", 0 };
static const char *const descriptor_flags[] = { "close-on-exec", 0 };
static const char *const stream_flags[] = { "end-of-file", "error", "buffering set", "closed", "inherited", "seekable", "consumed", "reached", 0 };
static const char *const written_flags[] = { "exists", "open", "content", "update", "ends", "active", "time", "idle", "hashed", "journal", 0 };
static const char *const bufferings[] = { "full", "line", "none", 0 };
static const char *const categories[] = { "ctype", "numeric", "time", "collate", "monetary", "messages", "?", "paper", "name",
                                          "address", "telephone", "measurement", "identification", 0 };
static const char *const timers[] = { "real", "virtual", "profiling", 0 };
static const char *const roundings[] = { "to nearest", "toward zero", "up", "down", 0 };

static const layout layouts[] = {
    { CKPTI_PROC_STATE, "process", "locale",
      { { "directory", TEXT, 0 }, { "umask", OCTAL, 0 }, { "blocked signals", SIGNALS, 0 }, { "pending signals", SIGNALS, 0 },
        { "errno", I32, 0 }, { "rounding", KIND, roundings }, { "next stream", U32, 0 }, { "segment", U64, 0 } },
      { { "category", KIND, categories }, { "name", TEXT, 0 } } },
    { CKPTI_PROC_OPEN, "open files", "open file", { { 0, 0, 0 } },
      { { "number", U32, 0 }, { "kind", KIND, open_kinds }, { "path", TEXT, 0 }, { "inherited as", I32, 0 },
        { "flags", WORDS, open_flags }, { "offset", U64, 0 }, { "length", U64, 0 }, { "mode", OCTAL, 0 }, { "content", BYTES, 0 } } },
    { CKPTI_PROC_DESCRIPTOR, "descriptors", "descriptor", { { 0, 0, 0 } },
      { { "number", I32, 0 }, { "open file", U32, 0 }, { "flags", WORDS, descriptor_flags } } },
    { CKPTI_PROC_STREAM, "streams", "stream", { { 0, 0, 0 } },
      { { "number", U32, 0 }, { "descriptor", I32, 0 }, { "mode", TEXT, 0 }, { "flags", WORDS, stream_flags },
        { "buffering", KIND, bufferings }, { "buffer", U64, 0 }, { "position", U64, 0 }, { "orientation", I32, 0 },
        { "pushed back", BYTES, 0 } } },
    { CKPTI_PROC_WRITTEN, "files written", "written", { { 0, 0, 0 } },
      { { "path", TEXT, 0 }, { "flags", WORDS, written_flags }, { "length", U64, 0 }, { "mode", OCTAL, 0 }, { "hash", U64, 0 },
        { "content", BYTES, 0 } } },
    { CKPTI_PROC_TIMER, "timers", "timer", { { 0, 0, 0 } },
      { { "kind", KIND, timers }, { "nanoseconds left", U64, 0 }, { "interval", U64, 0 } } },
    { CKPTI_PROC_REPLAY, "replayed calls", "call", { { 0, 0, 0 } },
      { { "function", TEXT, 0 }, { "unit", TEXT, 0 }, { "at", TEXT, 0 }, { "line", U32, 0 }, { "arguments", U32, 0 },
        { "of them named", U32, 0 }, { "values", BYTES, 0 }, { "result", BYTES, 0 }, { "descriptors", BYTES, 0 } } }
};

enum { LINE = 1024, TEXT_SHOWN = 240 };

typedef struct line_buffer {
    char text[LINE];
    size_t used;
} line_buffer;

static void __attribute__((format(printf, 2, 3))) append(line_buffer *b, const char *format, ...)
{
    va_list list;
    int n;

    va_start(list, format);
    n = vsnprintf(b->text + b->used, sizeof b->text - b->used, format, list);
    va_end(list);
    if (n > 0)
        b->used = b->used + (size_t)n < sizeof b->text ? b->used + (size_t)n : sizeof b->text - 1;
}

/* Text that cannot fake a line: bytes below space and quotes escaped, cut. */
static void append_text(line_buffer *b, const unsigned char *p, size_t size)
{
    append(b, "\"");
    for (size_t i = 0; i < size && i < TEXT_SHOWN; i++) {
        if (p[i] < ' ' || p[i] == 127)
            append(b, "\\x%02x", p[i]);
        else
            append(b, p[i] == '"' || p[i] == '\\' ? "\\%c" : "%c", p[i]);
    }
    append(b, size > TEXT_SHOWN ? "...\"" : "\"");
}

static void append_words(line_buffer *b, uint32_t value, const char *const *words)
{
    const char *between = "";

    append(b, "[");
    for (unsigned bit = 0; value; bit++, value >>= 1) {
        bool known = *words != 0;
        if (value & 1) {
            if (known)
                append(b, "%s%s", between, *words);
            else
                append(b, "%sbit %u", between, bit);
            between = ", ";
        }
        words += known;
    }
    append(b, "]");
}

static void append_kind(line_buffer *b, uint32_t value, const char *const *words)
{
    for (uint32_t i = 0; words[i]; i++)
        if (i == value) {
            append(b, "%s", words[i]);
            return;
        }
    append(b, "%" PRIu32, value);
}

static void append_signals(line_buffer *b, uint64_t mask)
{
    const char *between = "";

    append(b, "[");
    for (int i = 0; i < 64; i++)
        if (mask >> i & 1) {
            append(b, "%s%d", between, i + 1);
            between = ", ";
        }
    append(b, "]");
}

/* Read one item and print its value. */
static void append_item(line_buffer *b, ckpti_pr *r, const item *it)
{
    const unsigned char *p;
    size_t size;

    switch (it->form) {
    case U32: append(b, "%" PRIu32, ckpti_pr_u32(r)); break;
    case I32: append(b, "%" PRId32, (int32_t)ckpti_pr_u32(r)); break;
    case U64: append(b, "%" PRIu64, ckpti_pr_u64(r)); break;
    case I64: append(b, "%" PRId64, (int64_t)ckpti_pr_u64(r)); break;
    case OCTAL: append(b, "%04" PRIo32, ckpti_pr_u32(r)); break;
    case SIGNALS: append_signals(b, ckpti_pr_u64(r)); break;
    case KIND: append_kind(b, ckpti_pr_u32(r), it->words); break;
    case WORDS: append_words(b, ckpti_pr_u32(r), it->words); break;
    case TEXT:
        p = ckpti_pr_bytes(r, &size);
        if (p && memchr(p, 0, size))
            r->bad = true;
        append_text(b, p, r->bad ? 0 : size);
        break;
    case BYTES:
        (void)ckpti_pr_bytes(r, &size);
        append(b, "%zu bytes", size);
    }
}

static size_t least_size(const item *items)
{
    size_t size = 0;

    for (; items->name; items++)
        size += items->form == U64 || items->form == I64 || items->form == SIGNALS ? 8 : 4;
    return size ? size : 4;
}

/* The line of what stands in a section from `from` on, up to where `r` is. */
static void emit(ckpti_proc_line line, void *to, const char *key, const char *value, const unsigned char *from, const ckpti_pr *r)
{
    const ckpti_pr raw = { from, r->p, false };

    if (line)
        line(to, key, value, &raw);
}

static ckpt_status show_layout(const layout *l, ckpti_pr r, ckpti_proc_line line, void *to)
{
    line_buffer b;
    uint32_t version = ckpti_pr_u32(&r), rows;

    if (version != CKPTI_PROC_VERSION)
        return ckpti_fail(CKPT_EBADIMAGE, "%s: version %" PRIu32 " of the section is not known", l->title, version);
    for (const item *it = l->fixed; it->name; it++) {
        const unsigned char *from = r.p;
        b.used = 0;
        append_item(&b, &r, it);
        if (!r.bad)
            emit(line, to, it->name, b.text, from, &r);
    }
    rows = ckpti_pr_count(&r, least_size(l->rows));
    for (uint32_t i = 0; i < rows && !r.bad; i++) {
        char key[64];
        const unsigned char *from = r.p;
        snprintf(key, sizeof key, "%s %" PRIu32, l->row, i + 1);
        b.used = 0;
        for (const item *it = l->rows; it->name; it++) {
            append(&b, "%s%s ", it == l->rows ? "" : ", ", it->name);
            append_item(&b, &r, it);
        }
        if (!r.bad)
            emit(line, to, key, b.text, from, &r);
    }
    if (r.bad || r.p != r.end)
        return ckpti_fail(CKPT_EBADIMAGE, "%s: the section is malformed", l->title);
    return CKPT_OK;
}

ckpt_status ckpti_proc_show(const ckpti_image_proc *blob, ckpti_proc_line line, void *to)
{
    ckpti_pr r = { blob->bytes, blob->bytes + blob->size, false };
    char key[32], value[32];

    for (size_t i = 0; i < sizeof layouts / sizeof *layouts; i++)
        if (layouts[i].tag == blob->tag)
            return show_layout(&layouts[i], r, line, to);
    snprintf(key, sizeof key, "section 0x%08" PRIx32, blob->tag);
    snprintf(value, sizeof value, "%zu bytes", blob->size);
    r.p = r.end;
    emit(line, to, key, value, blob->bytes, &r);
    return CKPT_OK;
}
