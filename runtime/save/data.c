/* data.c - payload DATA of an image: the values of all objects, in order, as a stream. See emit.h. */
#include <stdlib.h>
#include <string.h>
#include "objects/locks.h"
#include "save/emit.h"
#include "save/walk.h"
#include "types/encode.h"
#include "types/gaps.h"
#include "xdr/xdr_bulk.h"
#include "image/model.h"

typedef struct streamer {
    ckpti_encoder encoder;        /* first: the callback finds the rest */
    ckpti_table *table;
    ckpti_writer *writer;
} streamer;

static void put_pointer(ckpti_encoder *encoder, const ckpti_type *type, const void *slot, unsigned char *out)
{
    streamer *s = (streamer *)(void *)encoder;
    const unsigned char *value;
    memcpy(&value, slot, sizeof value);
    ckpti_target to = {0};
    if (value)
        to = ckpti_table_resolve(s->table, value, type);
    ckpt_xdr_put32(out, to.object);
    ckpt_xdr_put64(out + 4, to.where);
}

static void put_array(streamer *s, const ckpti_type *type, uint64_t count, const unsigned char *m);

static void put_large(streamer *s, const ckpti_type *type, const unsigned char *m);

/* A value that may be larger than the sink's room. */
static void put_any(streamer *s, const ckpti_type *type, const unsigned char *m)
{
    unsigned char *room;
    if (type->enc > CKPTI_SINK_ROOM)
        put_large(s, type, m);
    else if ((room = ckpti_writer_room(s->writer, (size_t)type->enc)))
        ckpti_encode(&s->encoder, type, m, room);
}

/* The number of the member in force, that member, and zeros where it is shorter than the longest. */
static void put_large_variant(streamer *s, const ckpti_type *type, const unsigned char *m)
{
    static const unsigned char zeros[4096];
    unsigned char number[CKPTI_ENC_SELECTOR];
    const ckpti_field *f;
    long long tag;
    if (!ckpti_variant_selected(type, m, &f, &tag))
        f = 0;
    ckpt_xdr_put32(number, f ? (uint32_t)(f - type->fields) + 1 : 0);
    ckpti_writer_put(s->writer, number, sizeof number);
    if (f)
        put_any(s, f->type, m);
    for (uint64_t left = type->enc - sizeof number - (f ? f->type->enc : 0), n; left; left -= n) {
        n = left < sizeof zeros ? left : sizeof zeros;
        ckpti_writer_put(s->writer, zeros, (size_t)n);
    }
}

/* One value that is larger than the sink's room. */
static void put_large(streamer *s, const ckpti_type *type, const unsigned char *m)
{
    if (type->kind == CKPTG_ARRAY) {
        put_array(s, type->elem, type->count, m);
        return;
    }
    if (type->kind == CKPTG_VARIANT) {
        put_large_variant(s, type, m);
        return;
    }
    for (uint32_t i = 0; i < type->nfields; i++) {
        const ckpti_field *f = &type->fields[i];
        unsigned char *room;
        if (!f->bits)
            put_any(s, f->type, m + f->offset);
        else if ((room = ckpti_writer_room(s->writer, (size_t)f->type->enc)))
            ckpti_encode_bits(f, m, room);
    }
}

static void put_array(streamer *s, const ckpti_type *type, uint64_t count, const unsigned char *m)
{
    bool bytes = ckpti_kind_is_byte(type->kind);
    uint64_t each = bytes ? 1 : type->enc;
    if (!each || !count)
        return;
    if (ckpti_encode_is_copy(type) && count * each >= CKPTI_SINK_ROOM) {
        static const unsigned char zero[4];
        size_t size = (size_t)(count * each);
        ckpti_writer_put(s->writer, m, size);
        ckpti_writer_put(s->writer, zero, (size_t)(ckpti_pad4(size) - size));
        return;
    }
    if (each > CKPTI_SINK_ROOM) {
        for (uint64_t i = 0; i < count; i++)
            put_large(s, type, m + i * type->size);
        return;
    }
    for (uint64_t most = CKPTI_SINK_ROOM / 2 / each, n; count; count -= n, m += n * type->size) {
        n = most ? most & ~(uint64_t)3 : 1;         /* pieces of chars are padded at the end only */
        n = !n ? 1 : n < count ? n : count;
        unsigned char *room = ckpti_writer_room(s->writer, (size_t)(bytes ? ckpti_pad4(n) : n * each));
        if (!room)
            return;
        ckpti_encode_array(&s->encoder, type, n, m, room);
    }
}

/* The first leaf of what lies there. */
static uint64_t leaf_at(const ckpti_type *type, uint64_t offset)
{
    uint64_t leaf = 0;
    for (const ckpti_field *f;; type = f->type) {
        for (; type->kind == CKPTG_ARRAY && type->elem->size; type = type->elem) {
            leaf += offset / type->elem->size * type->elem->leaves;
            offset %= type->elem->size;
        }
        f = 0;
        for (uint32_t i = 0; type->kind == CKPTG_STRUCT && i < type->nfields && !f; i++)
            if (!type->fields[i].bits && offset >= type->fields[i].offset && offset - type->fields[i].offset < type->fields[i].type->size)
                f = &type->fields[i];
        if (!f)
            return leaf;
        leaf += f->leaf;
        offset -= f->offset;
    }
}

/* A lock was among the object's values whose state means nothing elsewhere. */
static void refuse_lock(ckpti_table *t, uint32_t object)
{
    const ckpti_saved *o = &t->objects[object - 1];
    ckpti_shape shape = ckpti_table_shape(t, o);
    const char *why, *lock = ckpti_locks_bad(&why);
    uint64_t offset = (uint64_t)(lock - (const char *)ckpti_saved_content(o)), at = offset / shape.type->size;
    char path[256];
    ckpti_walk_path(t, object, at < shape.count ? at * shape.type->leaves + leaf_at(shape.type, offset % shape.type->size) : 0, path, sizeof path);
    t->failed = ckpti_fail(CKPT_EUNSUPPORTED, "%s %s", path, why);
}

static void put_object(streamer *s, const ckpti_saved *o)
{
    ckpti_shape shape = ckpti_table_shape(s->table, o);
    const unsigned char *m = ckpti_saved_content(o);
    put_array(s, shape.type, shape.count, m);
    if (shape.flex) {
        const ckpti_field *f = ckpti_type_flexible(shape.type);
        put_array(s, f->type->elem, shape.flex, m + f->offset + f->type->count * f->type->elem->size);
    }
    if (shape.tail)
        put_array(s, s->table->t_uchar, shape.tail, m + o->size - shape.tail);
}

/* One value's after the other: there may be many. */
static void put_gaps(streamer *s, const ckpti_saved *o)
{
    static const unsigned char zero[4];
    ckpti_shape shape = ckpti_table_shape(s->table, o);
    const unsigned char *m = ckpti_saved_content(o);
    uint64_t each = ckpti_gaps(shape.type);
    unsigned char *bytes = each ? malloc(each) : 0;
    if (each && !bytes && !s->table->failed)
        s->table->failed = ckpti_fail(CKPT_ENOMEM, "no memory for what lies between members");
    for (uint64_t i = 0; i < shape.count && bytes; i++, m += shape.type->size) {
        ckpti_gaps_take(shape.type, 1, m, bytes, shape.flex ? ckpti_type_flexible(shape.type)->offset : CKPTI_ALL_GAPS);
        ckpti_writer_put(s->writer, bytes, (size_t)each);
    }
    ckpti_writer_put(s->writer, zero, (size_t)(ckpti_pad4(shape.count * each) - shape.count * each));
    free(bytes);
}

ckpt_status ckpti_emit_data(ckpti_emitter *e, ckpti_writer *writer)
{
    streamer s = {{put_pointer}, e->table, writer};
    ckpti_locks_begin();
    ckpti_writer_begin(writer, TAG_DATA, e->data);
    for (uint32_t k = 1; k <= e->table->n && !writer->sink->status; k++) {
        const ckpti_saved *o = &e->table->objects[k - 1];
        const char *why;
        if (o->type && !(o->flags & CKPTI_OF_NODATA))
            put_object(&s, o);
        if (ckpti_locks_bad(&why) && !e->table->failed)
            refuse_lock(e->table, k);
        if (o->type && o->flags & CKPTI_OF_GAPS)
            put_gaps(&s, o);
    }
    if (writer->sink->status)
        return writer->sink->status;
    if (e->table->failed)
        return e->table->failed;
    return ckpti_writer_end(writer);
}
