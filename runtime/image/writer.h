/* writer.h - sections of an image into a sink (docs/image-format.md, section 1).
 *
 * Invariants payloads whose length is known are hashed and handed on as they are written: nothing is kept in memory.
 * Errors     the sink's status sticks; look at it at the end.
 */
#ifndef CKPTI_IMAGE_WRITER_H
#define CKPTI_IMAGE_WRITER_H

#include <xxhash.h>
#include "storage/sink.h"

typedef struct ckpti_writer {
    ckpti_sink *sink;
    XXH64_state_t *hash, *all;    /* of the section; of all check fields */
    uint64_t sections;
    uint64_t left;                /* bytes of the payload still to come */
    unsigned char *room;          /* of the sink, being filled: [have], `used` of it filled */
    size_t have, used;
} ckpti_writer;

/* A growing byte string for payloads that are built before they are written. */
typedef struct ckpti_buffer {
    unsigned char *data;
    size_t size, room;
    int failed;                   /* out of memory */
} ckpti_buffer;
void ckpti_buffer_put32(ckpti_buffer *buffer, uint32_t value);
void ckpti_buffer_put64(ckpti_buffer *buffer, uint64_t value);
/* As an XDR string; 0 is empty. */
void ckpti_buffer_put_string(ckpti_buffer *buffer, const char *text);

/* Append another one and free it. */
void ckpti_buffer_append(ckpti_buffer *buffer, ckpti_buffer *other);

/* Write magic and version, the lowest one that has all that the image has. CKPT_ENOMEM. Close with ckpti_writer_close in any case. */
ckpt_status ckpti_writer_open(ckpti_writer *writer, ckpti_sink *sink, uint32_t version);
/* Write the end section. */
ckpt_status ckpti_writer_finish(ckpti_writer *writer);
void ckpti_writer_close(ckpti_writer *writer);

/* A section whose payload is `size` bytes, put in pieces between begin and end. */
void ckpti_writer_begin(ckpti_writer *writer, uint32_t tag, uint64_t size);
ckpt_status ckpti_writer_end(ckpti_writer *writer);
/* Room for the next bytes of the payload, at most CKPTI_SINK_ROOM; 0 if the sink failed. They count as written. */
unsigned char *ckpti_writer_room(ckpti_writer *writer, size_t size);
/* Bytes of the caller's; large blocks are not copied. */
void ckpti_writer_put(ckpti_writer *writer, const void *data, size_t size);

/* A whole section; compressed if that saves a quarter or more of at least a kilobyte. */
ckpt_status ckpti_writer_section(ckpti_writer *writer, uint32_t tag, const ckpti_buffer *payload);
/* The same of one that readers may skip which do not know it. */
ckpt_status ckpti_writer_optional(ckpti_writer *writer, uint32_t tag, const ckpti_buffer *payload);

#endif
