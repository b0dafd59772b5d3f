/* open.c - open and verify an image's bytes: sections, checksums, decompression. See image.h, docs/image-format.md section 1. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>
#include <zstd.h>
#include "image/model.h"
#include "xdr/xdr_bulk.h"

static const unsigned char magic[8] = {0x89, 'C', 'K', 'P', 'T', '\r', '\n', 0x1a};

ckpt_status ckpti_image_bad(char *why, const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    vsnprintf(why, CKPTI_WHY, format, ap);
    va_end(ap);
    return CKPT_EBADIMAGE;
}

static void tag_text(uint32_t tag, char out[5])
{
    for (int i = 0; i < 4; i++) {
        unsigned char c = (unsigned char)(tag >> (24 - 8 * i));
        out[i] = c >= ' ' && c < 0x7f ? (char)c : '?';
    }
    out[4] = 0;
}

/* Read the section at *at (its header is there in full), check it, and move *at behind it. */
static ckpt_status take_section(ckpti_image *m, size_t *at, section *out, uint64_t *check, char *why)
{
    const unsigned char *h = m->bytes + *at;
    uint64_t left = m->size - *at - SECTION_HEADER;
    section s = {ckpt_xdr_get32(h), ckpt_xdr_get32(h + 4), *at + SECTION_HEADER, ckpt_xdr_get64(h + 8), ckpt_xdr_get64(h + 16)};
    if (s.stored > left || ckpti_pad4(s.stored) > left || left - ckpti_pad4(s.stored) < 8)
        return ckpti_image_bad(why, "truncated: a section of %llu bytes at offset %zu does not fit in the file",
                               (unsigned long long)s.stored, *at);
    const unsigned char *end = m->bytes + s.offset + s.stored;
    const unsigned char *hash = m->bytes + s.offset + ckpti_pad4(s.stored);
    *check = XXH64(h, SECTION_HEADER + (size_t)s.stored, m->nsections);
    for (; end < hash; end++)
        if (*end)
            return ckpti_image_bad(why, "damaged: padding at offset %zu is not zero", (size_t)(end - m->bytes));
    if (*check != ckpt_xdr_get64(hash))
        return ckpti_image_bad(why, "damaged: checksum of the section at offset %zu is wrong", *at);
    if (s.flags & ~(uint32_t)(SECTION_COMPRESSED | SECTION_OPTIONAL))
        return ckpti_image_bad(why, "damaged: unknown flags of the section at offset %zu", *at);
    if (s.flags & SECTION_COMPRESSED ? s.raw / MAX_RATIO > s.stored : s.raw != s.stored)
        return ckpti_image_bad(why, "damaged: impossible length of the section at offset %zu", *at);
    *at = (size_t)(hash - m->bytes) + 8;
    *out = s;
    return CKPT_OK;
}

static ckpt_status check_end(const ckpti_image *m, const section *s, uint64_t checks, size_t at, char *why)
{
    const unsigned char *p = m->bytes + s->offset;
    if (s->flags || s->stored != 24 || ckpt_xdr_get64(p) != m->nsections || ckpt_xdr_get64(p + 8) != m->size ||
        ckpt_xdr_get64(p + 16) != checks)
        return ckpti_image_bad(why, "damaged: the end section does not match the file");
    if (at != m->size)
        return ckpti_image_bad(why, "damaged: %zu bytes after the end", m->size - at);
    return CKPT_OK;
}

/* Find and check all sections; m->nsections does not count TEND. */
static ckpt_status scan(ckpti_image *m, char *why)
{
    size_t at = 12, room = 0;
    XXH64_state_t *all = XXH64_createState();
    ckpt_status st = CKPT_OK;
    if (!all || XXH64_reset(all, 0) != XXH_OK) {
        st = CKPT_ENOMEM;
        goto done;
    }
    for (;;) {
        section s;
        uint64_t check = 0;
        if (m->size - at < SECTION_HEADER + 8) {
            st = ckpti_image_bad(why, "truncated: no end section");
            goto done;
        }
        if ((st = take_section(m, &at, &s, &check, why)))
            goto done;
        if (s.tag == TAG_TEND) {
            st = check_end(m, &s, XXH64_digest(all), at, why);
            goto done;
        }
        unsigned char be[8];
        ckpt_xdr_put64(be, check);
        XXH64_update(all, be, 8);
        if (m->nsections == room) {
            room = room ? 2 * room : 16;
            section *more = realloc(m->sections, room * sizeof *more);
            if (!more) {
                st = CKPT_ENOMEM;
                goto done;
            }
            m->sections = more;
        }
        m->sections[m->nsections++] = s;
    }
done:
    XXH64_freeState(all);
    return st;
}

static ckpt_status own(ckpti_image *m, size_t size, unsigned char **out)
{
    void **more = realloc(m->owned, (m->nowned + 1) * sizeof *more);
    if (!more)
        return CKPT_ENOMEM;
    m->owned = more;
    m->owned[m->nowned] = *out = malloc(size ? size : 1);
    if (!*out)
        return CKPT_ENOMEM;
    m->nowned++;
    return CKPT_OK;
}

/* Put a section's raw payload at out (s->raw bytes). */
static ckpt_status expand(const ckpti_image *m, const section *s, unsigned char *out, char *why)
{
    if (!(s->flags & SECTION_COMPRESSED)) {
        memcpy(out, m->bytes + s->offset, (size_t)s->raw);
        return CKPT_OK;
    }
    size_t n = ZSTD_decompress(out, (size_t)s->raw, m->bytes + s->offset, (size_t)s->stored);
    if (ZSTD_isError(n) || n != s->raw)
        return ckpti_image_bad(why, "damaged: a section does not decompress");
    return CKPT_OK;
}

/* The raw payload of a section, as a reader. */
static ckpt_status payload(ckpti_image *m, const section *s, reader *out, char *why)
{
    const unsigned char *p = m->bytes + s->offset;
    if (s->flags & SECTION_COMPRESSED) {
        unsigned char *buffer;
        ckpt_status st = s->raw > SIZE_MAX / 2 ? CKPT_ENOMEM : own(m, (size_t)s->raw, &buffer);
        if (st || (st = expand(m, s, buffer, why)))
            return st;
        p = buffer;
    }
    *out = (reader){p, p + s->raw, false};
    return CKPT_OK;
}

/* All DATA sections as one byte string. */
static ckpt_status gather_data(ckpti_image *m, char *why)
{
    uint64_t total = 0;
    const section *only = 0;
    size_t n = 0;
    for (size_t i = 0; i < m->nsections; i++)
        if (m->sections[i].tag == TAG_DATA) {
            only = &m->sections[i];
            total += only->raw; /* at most 256 times the file: no overflow */
            n++;
        }
    if (!n)
        return ckpti_image_bad(why, "incomplete: no data");
    m->ndata = total;
    if (n == 1) {
        reader r;
        ckpt_status st = payload(m, only, &r, why);
        if (!st)
            m->data = r.p;
        return st;
    }
    unsigned char *buffer;
    ckpt_status st = total > SIZE_MAX / 2 ? CKPT_ENOMEM : own(m, (size_t)total, &buffer);
    if (st)
        return st;
    m->data = buffer;
    for (size_t i = 0; i < m->nsections; i++)
        if (m->sections[i].tag == TAG_DATA) {
            if ((st = expand(m, &m->sections[i], buffer, why)))
                return st;
            buffer += m->sections[i].raw;
        }
    return CKPT_OK;
}

static ckpt_status add_proc(ckpti_image *m, const section *s, char *why)
{
    reader r;
    ckpt_status st = payload(m, s, &r, why);
    if (st)
        return st;
    uint32_t tag = ckpti_read32(&r);
    if (r.bad)
        return ckpti_image_bad(why, "damaged: process section too short");
    m->procs[m->nprocs++] = (ckpti_image_proc){tag, r.p, (size_t)(r.end - r.p)};
    return CKPT_OK;
}

typedef ckpt_status parse(ckpti_image *, reader, char *);

/* Parse the sections that occur once, in the order in which they must stand; then the rest. */
static ckpt_status parse_all(ckpti_image *m, char *why)
{
    static const struct { uint32_t tag; parse *function; } once[] = {
        {TAG_HEAD, ckpti_parse_head}, {TAG_STRS, ckpti_parse_strings}, {TAG_TYPE, ckpti_parse_types},
        {TAG_OBJS, ckpti_parse_objects}, {TAG_FRAM, ckpti_parse_frames}, {TAG_UNKN, ckpti_parse_unknowns}};
    size_t next = 0;
    bool in_data = false;
    ckpt_status st = gather_data(m, why);
    if (!st && !(m->procs = calloc(m->nsections + 1, sizeof *m->procs)))
        st = CKPT_ENOMEM;
    for (size_t i = 0; i < m->nsections && !st; i++) {
        const section *s = &m->sections[i];
        reader r;
        if (next < sizeof once / sizeof *once && s->tag == once[next].tag) {
            if (!(st = payload(m, s, &r, why)))
                st = once[next].function(m, r, why);
            next++;
        } else if (next == sizeof once / sizeof *once && s->tag == TAG_PROC && !in_data) {
            st = add_proc(m, s, why);
        } else if (next == sizeof once / sizeof *once && s->tag == TAG_BIND && s->flags & SECTION_OPTIONAL && !in_data) {
            if (!(st = payload(m, s, &r, why)))
                st = ckpti_parse_bound(m, r, why);
        } else if (next == sizeof once / sizeof *once && s->tag == TAG_DATA) {
            in_data = true;
        } else if (!(s->flags & SECTION_OPTIONAL) || !i || s->tag == TAG_DATA || s->tag == TAG_PROC || s->tag == TAG_BIND) {
            char text[5];
            tag_text(s->tag, text);
            st = ckpti_image_bad(why, "unknown or misplaced section %s", text);
        }
    }
    if (!st && next < sizeof once / sizeof *once)
        st = ckpti_image_bad(why, "incomplete: a section is missing");
    if (!st && m->needs != m->head.version)
        st = ckpti_image_bad(why, "damaged: version %u, but what is in it is not of that version", m->head.version);
    return st;
}

ckpt_status ckpti_image_open(const void *bytes, size_t size, ckpti_image **out, char why[CKPTI_WHY])
{
    const unsigned char *p = bytes;
    ckpti_image *m = 0;
    ckpt_status st;
    snprintf(why, CKPTI_WHY, "%s", ckpt_status_message(CKPT_ENOMEM));
    if (size < 12 || memcmp(p, magic, sizeof magic))
        return ckpti_image_bad(why, size ? "not an image of a checkpoint" : "empty file");
    uint32_t version = ckpt_xdr_get32(p + 8);
    if (version < CKPTI_IMAGE_FIRST_VERSION || version > CKPTI_IMAGE_VERSION) {
        ckpti_image_bad(why, "format version %u, but this program knows versions up to %d only", version, CKPTI_IMAGE_VERSION);
        return CKPT_EVERSION;
    }
    if (!(m = calloc(1, sizeof *m)))
        return CKPT_ENOMEM;
    m->bytes = p;
    m->size = size;
    m->head.version = version;
    if ((st = scan(m, why)) || (st = parse_all(m, why))) {
        ckpti_image_close(m);
        return st;
    }
    *out = m;
    return CKPT_OK;
}

void ckpti_image_close(ckpti_image *m)
{
    if (!m)
        return;
    for (size_t i = 0; i < m->nowned; i++)
        free(m->owned[i]);
    free(m->owned);
    free(m->sections);
    free(m->strings);
    free(m->pool);
    free(m->types);
    free(m->fields);
    free(m->runs);
    free(m->frames);
    free(m->callees);
    free(m->locals);
    free(m->unknowns);
    free(m->procs);
    free(m);
}

size_t ckpti_image_nsections(const ckpti_image *m) { return m->nsections; }

ckpti_image_section ckpti_image_section_at(const ckpti_image *m, size_t index)
{
    const section *s = &m->sections[index];
    ckpti_image_section out = {.compressed = s->flags & SECTION_COMPRESSED, .offset = s->offset, .stored = s->stored, .raw = s->raw};
    tag_text(s->tag, out.tag);
    return out;
}
