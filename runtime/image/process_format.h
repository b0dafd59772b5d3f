/* process_format.h - what stands in an image's PROC sections: tags, portable numbers, reading, writing, printing.
 *
 * Purpose    one place for the form of the sections, for the program that writes and reads them (objects/process.c) and for
 *            tools that print them without the program. Normative text: docs/image-format-process.md.
 * Input      untrusted bytes: a reader never goes past the end, counts are checked against what is left.
 * Invariants each section is: u32 version (1), the tag's fixed items, u32 number of rows, rows of the tag's items; nothing after.
 * Thread     pure, but for the writer's own buffer.
 */
#ifndef CKPTI_PROCESS_FORMAT_H
#define CKPTI_PROCESS_FORMAT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "image/image.h"

#define CKPTI_PROC_TAG(a, b, c, d) ((uint32_t)(a) << 24 | (uint32_t)(b) << 16 | (uint32_t)(c) << 8 | (uint32_t)(d))
enum {
    CKPTI_PROC_STATE = CKPTI_PROC_TAG('S', 'T', 'A', 'T'),   /* directory, umask, mask, errno; rows: locale */
    CKPTI_PROC_OPEN = CKPTI_PROC_TAG('O', 'P', 'E', 'N'),    /* rows: open file descriptions */
    CKPTI_PROC_DESCRIPTOR = CKPTI_PROC_TAG('D', 'E', 'S', 'C'),  /* rows: descriptors */
    CKPTI_PROC_STREAM = CKPTI_PROC_TAG('S', 'T', 'R', 'M'),  /* rows: stdio streams */
    CKPTI_PROC_WRITTEN = CKPTI_PROC_TAG('W', 'R', 'I', 'T'), /* rows: files opened for writing since the program started */
    CKPTI_PROC_TIMER = CKPTI_PROC_TAG('T', 'I', 'M', 'E'),   /* rows: interval timers that run */
    CKPTI_PROC_REPLAY = CKPTI_PROC_TAG('R', 'E', 'P', 'L')   /* rows: calls to be made again; absent if there are none */
};
enum { CKPTI_PROC_VERSION = 1 };

/* Kinds of open file descriptions. */
enum ckpti_open_kind {
    CKPTI_OPEN_INHERITED = 0,     /* what the process was started with under this number */
    CKPTI_OPEN_FILE = 1,          /* regular file */
    CKPTI_OPEN_DEVICE = 2,        /* /dev/null and its like: no state */
    CKPTI_OPEN_DIRECTORY = 3,     /* as for openat() */
    CKPTI_OPEN_NAMELESS = 4       /* regular file without a name (tmpfile): its content is in the image */
};

/* Flags of open file descriptions. */
enum {
    CKPTI_FF_READ = 1, CKPTI_FF_WRITE = 2, CKPTI_FF_APPEND = 4, CKPTI_FF_NONBLOCK = 8, CKPTI_FF_SYNC = 16, CKPTI_FF_DSYNC = 32,
    CKPTI_FF_NOATIME = 64, CKPTI_FF_PATH = 128, CKPTI_FF_DIRECT = 256, CKPTI_FF_CHANGED = 512
};

/* Flags of descriptors. */
enum { CKPTI_DF_CLOEXEC = 1 };

/* Flags of streams. */
enum {
    CKPTI_SF_EOF = 1, CKPTI_SF_ERROR = 2, CKPTI_SF_BUFFERING = 4 /* was set by the program */, CKPTI_SF_CLOSED = 8 /* 0, 1, 2 only */,
    CKPTI_SF_INHERITED = 16 /* 0, 1, 2 as the process was started with them */, CKPTI_SF_SEEKABLE = 32 /* position is meant */,
    CKPTI_SF_CONSUMED = 64 /* a pipe or socket, of which it has read */, CKPTI_SF_REACHED = 128 /* the program may know its descriptor */
};

/* Flags of written files. */
enum {
    CKPTI_WF_EXISTS = 1, CKPTI_WF_OPEN = 2 /* for writing at the site */, CKPTI_WF_CONTENT = 4 /* the file, whole */,
    CKPTI_WF_UPDATE = 8 /* may be written anywhere, not only at its end */, 
    CKPTI_WF_HASHED = 256 /* hash: of all bytes (objects/files.h) */, CKPTI_WF_ENDS = 16 /* images of before: of the ends */,
    CKPTI_WF_ACTIVE = 32 /* jobs: may have been written since the checkpoint before */,
    CKPTI_WF_IDLE = 128 /* jobs: open, but never used since (OPEN is set, too) */,
    CKPTI_WF_TIME = 64 /* jobs: no file; length: when the list was made, ns since 1970 */,
    CKPTI_WF_JOURNAL = 512 /* no file, but the directory of the undo journal; length: its number */
};

/* ---- writing: a buffer that grows; a failure sticks ---------------------------------------------------------------- */

typedef struct ckpti_pw {
    unsigned char *data;
    size_t size, room;
    bool failed;                  /* out of memory */
} ckpti_pw;

void ckpti_pw_u32(ckpti_pw *w, uint32_t value);
void ckpti_pw_u64(ckpti_pw *w, uint64_t value);
/* XDR opaque: length, bytes, padding. */
void ckpti_pw_bytes(ckpti_pw *w, const void *bytes, size_t size);
void ckpti_pw_string(ckpti_pw *w, const char *text);
void ckpti_pw_free(ckpti_pw *w);

/* ---- reading: bounded; a failure sticks, everything then reads as 0 -------------------------------------------------- */

typedef struct ckpti_pr {
    const unsigned char *p, *end;
    bool bad;
} ckpti_pr;

uint32_t ckpti_pr_u32(ckpti_pr *r);
uint64_t ckpti_pr_u64(ckpti_pr *r);
/* Opaque bytes, borrowed. Sets *size. */
const unsigned char *ckpti_pr_bytes(ckpti_pr *r, size_t *size);
/* A string in memory of its own (free); 0 if it is malformed (bad is set) or there is no memory (bad is not set). A zero byte
 * inside is malformed. */
char *ckpti_pr_string(ckpti_pr *r);
/* Number of rows that take at least `least` bytes each. */
uint32_t ckpti_pr_count(ckpti_pr *r, size_t least);

/* ---- printing -------------------------------------------------------------------------------------------------------- */

/* Take one line of a listing: "description 3" -> "out.txt, write, at 120 of 120 bytes". Both borrowed; no bytes below space.
 * raw  what it says, and what it leaves out (contents, the ends of long texts): as it stands in the section, borrowed from that */
typedef void (*ckpti_proc_line)(void *to, const char *key, const char *value, const ckpti_pr *raw);

/* Check a section's form and print it, line by line. Strings are cut at some hundred bytes. An unknown tag gives one line with
 * tag and size.
 * line    may be 0: only check
 * Errors  CKPT_EBADIMAGE (lines before the bad place have been given) */
ckpt_status ckpti_proc_show(const ckpti_image_proc *blob, ckpti_proc_line line, void *to);

#endif
