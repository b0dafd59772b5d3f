/* sink.h - where the bytes of an image go: a file being written, or memory.
 *
 * Purpose    a writer with a buffer that encoders fill themselves, so that bytes are copied once on their way to the kernel.
 * Invariants bytes reach their place in order; the first failure sticks: every later call returns it and does nothing, so a
 *            caller may look at the status once, at the end. `offset` counts the bytes put so far.
 * Thread     one sink, one thread.
 *
 *     unsigned char *room;
 *     if ((status = ckpti_sink_room(sink, 4 * n, &room)) != CKPT_OK) return status;
 *     ckpt_xdr_copy32(room, values, n);  ... hash room ...;  ckpti_sink_used(sink, 4 * n);
 */
#ifndef CKPTI_SINK_H
#define CKPTI_SINK_H

#include <stddef.h>
#include <stdint.h>
#include "core/status.h"

/* Bytes that ckpti_sink_room always can give at once; the buffer's size. It fits in the second-level cache, so that what is
 * encoded, hashed and handed to the kernel is read from memory once. */
#define CKPTI_SINK_ROOM ((size_t)256 << 10)

typedef struct ckpti_sink {
    unsigned char *buffer;        /* [capacity] */
    size_t used, capacity;
    uint64_t flushed;             /* bytes handed on before buffer[0] */
    ckpt_status status;           /* first failure */
    /* Take bytes: from the buffer, or large blocks of the caller's directly. */
    ckpt_status (*flush)(struct ckpti_sink *sink, const void *data, size_t size);
} ckpti_sink;

/* Append bytes. Blocks as large as the buffer are not copied. */
ckpt_status ckpti_sink_put(ckpti_sink *sink, const void *data, size_t size);

/* Give room for the next bytes, to be filled by the caller.
 * want     at most CKPTI_SINK_ROOM
 * room     set to [want] writable bytes, valid until the next call; no particular alignment */
ckpt_status ckpti_sink_room(ckpti_sink *sink, size_t want, unsigned char **room);

/* The first `size` bytes of the room given last are filled: they are part of the image now. */
static inline void ckpti_sink_used(ckpti_sink *sink, size_t size) { sink->used += size; }

/* Bytes of the image so far. */
static inline uint64_t ckpti_sink_offset(const ckpti_sink *sink) { return sink->flushed + sink->used; }

/* Hand on what is in the buffer. Owners of a sink call it at the end. */
ckpt_status ckpti_sink_flush(ckpti_sink *sink);

/* A sink into memory, for tests and tools: `data` grows by realloc. */
typedef struct ckpti_memory_sink {
    ckpti_sink sink;
    unsigned char *data;
    size_t size, room;
} ckpti_memory_sink;

/* Open one; CKPT_ENOMEM. */
ckpt_status ckpti_memory_sink_open(ckpti_memory_sink *memory);
/* Flush it; data[size] then holds everything. */
ckpt_status ckpti_memory_sink_finish(ckpti_memory_sink *memory);
/* Free everything. */
void ckpti_memory_sink_close(ckpti_memory_sink *memory);

#endif
