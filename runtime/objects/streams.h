/* streams.h - the program's stdio streams by number: what a FILE * in its memory is called in an image.
 *
 * Purpose    0 standard input, 1 output, 2 error; from 3 on the streams that the program opened, in order; numbers are never used
 *            again. The process sections of an image (docs/image-format-process.md) say what each number was.
 * Input      the wrappers (ckptg_w_fopen, ...) keep the table.
 * Invariants streams that code without wrappers opened have no number: pointers to them are pointers to nothing known.
 * Thread     any.
 */
#ifndef CKPTI_STREAMS_H
#define CKPTI_STREAMS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#define CKPTI_NO_STREAM UINT32_MAX

/* Number of an open stream; CKPTI_NO_STREAM if it is none of the program's, or closed. */
uint32_t ckpti_stream_id(const FILE *stream);

/* Has the stream on that descriptor not been used since it was opened: nothing read or written, its place as it was, its descriptor known to nobody?
 * Of jobs of several ranks. opened: when, ns since 1970; 0: before the restart */
bool ckpti_stream_is_idle(int fd, uint64_t *opened);

/* The stream of that number, 0 if there is none. After a restart: valid from ckpti_proc_apply (process.h) on. */
FILE *ckpti_stream_by_id(uint32_t id);

#endif
