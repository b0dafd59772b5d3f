/* streams_table.h - the table of the program's streams. Internal to runtime/objects. See streams.h. */
#ifndef CKPTI_STREAMS_TABLE_H
#define CKPTI_STREAMS_TABLE_H

#include <stdbool.h>
#include "image/process_format.h"
#include "objects/streams.h"

enum { CKPTI_STREAM_MODE = 32 };

/* An open stream. Entries 0, 1, 2 always exist. */
typedef struct ckpti_stream {
    struct ckpti_stream *next;
    uint32_t id;
    FILE *file;                       /* 0: closed (0, 1, 2 only) */
    char mode[CKPTI_STREAM_MODE];     /* as the program gave it, without ",ccs=..." where it is longer */
    bool inherited;                   /* 0, 1, 2 as they were at the start */
    bool buffering;                   /* set by the program */
    bool reached;                     /* the program may know its descriptor */
    int64_t start;                    /* jobs: where its descriptor stood when it was opened, */
    uint64_t opened;                  /* and when that was */
    const char *refused;              /* what made it and cannot be carried: "popen", "fmemopen", ...; else 0 */
    void *buffer;                     /* made at a restart, freed with the stream */
} ckpti_stream;

/* All entries, by number. */
ckpti_stream *ckpti_streams_first(void);
/* Does descriptor 2 belong to stderr now? Also from a signal handler. */
bool ckpti_streams_error_is_2(void);

/* Is stdin, stdout or stderr (0, 1, 2) what it was when the process began? */
bool ckpti_streams_standard(uint32_t which);
/* Number of the next stream to be opened. */
uint32_t ckpti_streams_next_id(void);
void ckpti_streams_set_next_id(uint32_t id);
/* Jobs: it has been opened, and is not used yet. */
void ckpti_stream_begins(ckpti_stream *stream, uint64_t opened);
/* Add a stream under its number (at least 3), or the next one if it is CKPTI_NO_STREAM; 0 without memory. */
ckpti_stream *ckpti_streams_add(FILE *file, const char *mode, uint32_t id);
/* Close and forget all but 0, 1, 2 (mode inplace). */
void ckpti_streams_close_all(void);

/* Something that is no stream but as bad: an open directory stream. Its path or 0, for the message. */
bool ckpti_streams_directory(const char **path);

/* What a stream's mode asks of open(). */
int ckpti_stream_flags(const char *mode);

/* ---- streams_flush.c ------------------------------------------------------------------------------------------------------- */

/* Write all output to the files. Errors  CKPT_EFILE: the program still has what could not be written */
ckpt_status ckpti_streams_flush(void);

/* ---- streams_state.c ------------------------------------------------------------------------------------------------------- */

/* Is there one that can never be carried?  Errors  CKPT_EUNSUPPORTED */
ckpt_status ckpti_streams_refuse(void);
/* Whether all streams can be carried.  Errors  CKPT_EUNSUPPORTED: text says which cannot */
ckpt_status ckpti_streams_check(void);
/* Write number and rows of the STRM section. seekable(fd): whether positions mean something there. */
void ckpti_streams_rows(ckpti_pw *w, bool (*seekable)(int fd));

/* A row, read. */
typedef struct ckpti_stream_row {
    uint32_t id, flags, buffering;
    int32_t fd, orientation;
    char *mode;                       /* owned */
    uint64_t buffer, position;
    unsigned char *pushed;            /* owned; in the order in which they will be read */
    size_t pushed_size;
} ckpti_stream_row;

/* Close standard stream 0, 1 or 2, with its descriptor: before the descriptors are put in place. */
void ckpti_stream_close_standard(uint32_t id);

/* Open it again on its descriptor, which is in place. The row has not CKPTI_SF_CLOSED.  Errors  CKPT_EFILE, CKPT_ENOMEM */
ckpt_status ckpti_stream_restore(const ckpti_stream_row *row);

#endif
