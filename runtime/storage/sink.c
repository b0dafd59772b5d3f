/* sink.c - buffered writer. See sink.h. */
#include <stdlib.h>
#include <string.h>
#include "storage/sink.h"

static ckpt_status hand_on(ckpti_sink *sink, const void *data, size_t size)
{
    ckpt_status status = sink->flush(sink, data, size);

    if (status != CKPT_OK)
        return sink->status = status;
    sink->flushed += size;
    return CKPT_OK;
}

ckpt_status ckpti_sink_flush(ckpti_sink *sink)
{
    size_t used = sink->used;

    if (sink->status != CKPT_OK || !used)
        return sink->status;
    sink->used = 0;
    return hand_on(sink, sink->buffer, used);
}

ckpt_status ckpti_sink_put(ckpti_sink *sink, const void *data, size_t size)
{
    const unsigned char *from = data;

    if (sink->status != CKPT_OK)
        return sink->status;
    if (size >= sink->capacity) {
        if (ckpti_sink_flush(sink) != CKPT_OK)
            return sink->status;
        return hand_on(sink, data, size);
    }
    while (size) {
        size_t n = sink->capacity - sink->used;

        if (!n) {
            if (ckpti_sink_flush(sink) != CKPT_OK)
                return sink->status;
            continue;
        }
        if (n > size)
            n = size;
        memcpy(sink->buffer + sink->used, from, n);
        sink->used += n;
        from += n;
        size -= n;
    }
    return CKPT_OK;
}

ckpt_status ckpti_sink_room(ckpti_sink *sink, size_t want, unsigned char **room)
{
    if (sink->status != CKPT_OK)
        return sink->status;
    if (want > sink->capacity)
        return sink->status = ckpti_fail(CKPT_EINTERNAL, "more room asked of a sink than it has");
    if (want > sink->capacity - sink->used && ckpti_sink_flush(sink) != CKPT_OK)
        return sink->status;
    *room = sink->buffer + sink->used;
    return CKPT_OK;
}

static ckpt_status memory_flush(ckpti_sink *sink, const void *data, size_t size)
{
    ckpti_memory_sink *memory = (ckpti_memory_sink *)sink;

    if (size > memory->room - memory->size) {
        size_t need, room = memory->room < ((size_t)1 << 16) ? (size_t)1 << 16 : memory->room;
        unsigned char *grown;

        if (__builtin_add_overflow(memory->size, size, &need))
            return CKPT_ENOMEM;
        while (room < need)
            if (__builtin_mul_overflow(room, (size_t)2, &room))
                return CKPT_ENOMEM;
        if (!(grown = realloc(memory->data, room)))
            return CKPT_ENOMEM;
        memory->data = grown;
        memory->room = room;
    }
    memcpy(memory->data + memory->size, data, size);
    memory->size += size;
    return CKPT_OK;
}

ckpt_status ckpti_memory_sink_open(ckpti_memory_sink *memory)
{
    memset(memory, 0, sizeof *memory);
    memory->sink.capacity = CKPTI_SINK_ROOM;
    memory->sink.flush = memory_flush;
    if (!(memory->sink.buffer = malloc(CKPTI_SINK_ROOM)))
        return ckpti_fail(CKPT_ENOMEM, "image in memory: out of memory");
    return CKPT_OK;
}

ckpt_status ckpti_memory_sink_finish(ckpti_memory_sink *memory)
{
    return ckpti_sink_flush(&memory->sink);
}

void ckpti_memory_sink_close(ckpti_memory_sink *memory)
{
    free(memory->sink.buffer);
    free(memory->data);
    memset(memory, 0, sizeof *memory);
}
