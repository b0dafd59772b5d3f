/* writer.c - sections of an image into a sink. See writer.h. */
#include "image/writer.h"
#include <stdlib.h>
#include <string.h>
#include <zstd.h>
#include "image/model.h"
#include "xdr/xdr_bulk.h"

static const unsigned char magic[8] = {0x89, 'C', 'K', 'P', 'T', '\r', '\n', 0x1a};

static unsigned char *grow(ckpti_buffer *b, size_t n)
{
    if (b->failed)
        return 0;
    if (b->room - b->size < n) {
        size_t room = 2 * b->room + n + 256;
        unsigned char *more = realloc(b->data, room);
        if (!more) {
            b->failed = 1;
            return 0;
        }
        b->data = more;
        b->room = room;
    }
    b->size += n;
    return b->data + b->size - n;
}

void ckpti_buffer_put32(ckpti_buffer *b, uint32_t value)
{
    unsigned char *p = grow(b, 4);
    if (p)
        ckpt_xdr_put32(p, value);
}

void ckpti_buffer_put64(ckpti_buffer *b, uint64_t value)
{
    unsigned char *p = grow(b, 8);
    if (p)
        ckpt_xdr_put64(p, value);
}

void ckpti_buffer_put_string(ckpti_buffer *b, const char *text)
{
    size_t n = text ? strlen(text) : 0;
    ckpti_buffer_put32(b, (uint32_t)n);
    unsigned char *p = grow(b, (size_t)ckpti_pad4(n));
    if (p) {
        memset(p, 0, (size_t)ckpti_pad4(n));
        if (n)
            memcpy(p, text, n);
    }
}

void ckpti_buffer_append(ckpti_buffer *b, ckpti_buffer *other)
{
    unsigned char *p = other->failed || !other->size ? 0 : grow(b, other->size);
    if (p)
        memcpy(p, other->data, other->size);
    b->failed |= other->failed;
    free(other->data);
    *other = (ckpti_buffer){0};
}

ckpt_status ckpti_writer_open(ckpti_writer *w, ckpti_sink *sink, uint32_t version)
{
    *w = (ckpti_writer){.sink = sink, .hash = XXH64_createState(), .all = XXH64_createState()};
    if (!w->hash || !w->all)
        return ckpti_fail(CKPT_ENOMEM, "no memory to write an image");
    XXH64_reset(w->all, 0);
    unsigned char head[12];
    memcpy(head, magic, sizeof magic);
    ckpt_xdr_put32(head + 8, version);
    return ckpti_sink_put(sink, head, sizeof head);
}

void ckpti_writer_close(ckpti_writer *w)
{
    XXH64_freeState(w->hash);
    XXH64_freeState(w->all);
}

/* Hand on what has been filled in. */
static void settle(ckpti_writer *w)
{
    if (w->used) {
        XXH64_update(w->hash, w->room, w->used);
        ckpti_sink_used(w->sink, w->used);
    }
    w->have = w->used = 0;
}

static void begin(ckpti_writer *w, uint32_t tag, uint32_t flags, uint64_t stored, uint64_t raw)
{
    unsigned char h[SECTION_HEADER];
    ckpt_xdr_put32(h, tag);
    ckpt_xdr_put32(h + 4, flags);
    ckpt_xdr_put64(h + 8, stored);
    ckpt_xdr_put64(h + 16, raw);
    XXH64_reset(w->hash, w->sections++);
    XXH64_update(w->hash, h, sizeof h);
    ckpti_sink_put(w->sink, h, sizeof h);
    w->left = stored;
}

void ckpti_writer_begin(ckpti_writer *w, uint32_t tag, uint64_t size) { begin(w, tag, 0, size, size); }

unsigned char *ckpti_writer_room(ckpti_writer *w, size_t size)
{
    if (w->have - w->used < size) {
        settle(w);
        if (ckpti_sink_room(w->sink, size, &w->room))
            return 0;
        w->have = w->sink->capacity - w->sink->used; /* all that is left of the buffer */
    }
    w->used += size;
    w->left -= size;
    return w->room + w->used - size;
}

void ckpti_writer_put(ckpti_writer *w, const void *data, size_t size)
{
    const unsigned char *p = data;
    if (size >= CKPTI_SINK_ROOM) {
        settle(w);
        w->left -= size;
        while (size) { /* in pieces that stay in the cache between hash and copy */
            size_t n = size < CKPTI_SINK_ROOM ? size : CKPTI_SINK_ROOM;
            XXH64_update(w->hash, p, n);
            ckpti_sink_put(w->sink, p, n);
            p += n;
            size -= n;
        }
        return;
    }
    unsigned char *room = ckpti_writer_room(w, size);
    if (room)
        memcpy(room, p, size);
}

ckpt_status ckpti_writer_end(ckpti_writer *w)
{
    unsigned char tail[12] = {0};
    uint64_t length;
    settle(w);
    if (w->left && !w->sink->status)
        return ckpti_fail(CKPT_EINTERNAL, "a section of the image is %llu bytes off its length", (unsigned long long)w->left);
    length = ckpti_sink_offset(w->sink); /* sections begin at multiples of 4 */
    size_t pad = (size_t)(ckpti_pad4(length) - length);
    ckpt_xdr_put64(tail + pad, XXH64_digest(w->hash));
    XXH64_update(w->all, tail + pad, 8);
    return ckpti_sink_put(w->sink, tail, pad + 8);
}

/* Compress; the frame is followed by a skippable one if it is smaller than the format allows. 0: not worth it. */
static unsigned char *compress(const ckpti_buffer *b, size_t *out)
{
    enum { WORTHWHILE = 1024, SKIP = 8 };
    size_t bound = ZSTD_compressBound(b->size) + SKIP + b->size / MAX_RATIO;
    unsigned char *p = b->size < WORTHWHILE ? 0 : malloc(bound);
    size_t n = p ? ZSTD_compress(p, bound, b->data, b->size, 3) : 0;
    if (!p || ZSTD_isError(n) || n > b->size - b->size / 4) {
        free(p);
        return 0;
    }
    if (b->size / MAX_RATIO > n) {
        size_t skip = b->size / MAX_RATIO - n;
        static const unsigned char frame[4] = {0x50, 0x2a, 0x4d, 0x18};
        memcpy(p + n, frame, 4);
        for (int i = 0; i < 4; i++)
            p[n + 4 + i] = (unsigned char)(skip >> 8 * i);
        memset(p + n + SKIP, 0, skip);
        n += SKIP + skip;
    }
    *out = n;
    return p;
}

static ckpt_status whole(ckpti_writer *w, uint32_t tag, uint32_t flags, const ckpti_buffer *payload)
{
    if (payload->failed)
        return ckpti_fail(CKPT_ENOMEM, "no memory to write an image");
    size_t n = payload->size;
    unsigned char *small = compress(payload, &n);
    begin(w, tag, flags | (small ? SECTION_COMPRESSED : 0), n, payload->size);
    ckpti_writer_put(w, small ? small : payload->data, n);
    free(small);
    return ckpti_writer_end(w);
}

ckpt_status ckpti_writer_section(ckpti_writer *w, uint32_t tag, const ckpti_buffer *payload) { return whole(w, tag, 0, payload); }
ckpt_status ckpti_writer_optional(ckpti_writer *w, uint32_t tag, const ckpti_buffer *payload) { return whole(w, tag, SECTION_OPTIONAL, payload); }

ckpt_status ckpti_writer_finish(ckpti_writer *w)
{
    unsigned char end[24];
    uint64_t before = w->sections, sum = XXH64_digest(w->all);
    ckpt_xdr_put64(end, before);
    ckpt_xdr_put64(end + 8, ckpti_sink_offset(w->sink) + SECTION_HEADER + sizeof end + 8);
    ckpt_xdr_put64(end + 16, sum);
    begin(w, TAG_TEND, 0, sizeof end, sizeof end);
    ckpti_writer_put(w, end, sizeof end);
    return ckpti_writer_end(w);
}
