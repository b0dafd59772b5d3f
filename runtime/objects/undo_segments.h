/* undo_segments.h - the undo journal's files, for those that write and read them. Internal to runtime/objects. See files.h.
 *
 * Purpose    undo.c writes this process' journal, undo_read.c reads one, undo_home.c knows which one is an image's.
 */
#ifndef CKPTI_UNDO_SEGMENTS_H
#define CKPTI_UNDO_SEGMENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "image/process_format.h"
#include "objects/files.h"

#define CKPTI_UNDO_MAGIC CKPTI_PROC_TAG('U', 'N', 'D', 'O')
/* Kind UPDATE in the file: 7 in journals of before, with a hash of the ends. */
enum { CKPTI_UNDO_UPDATE_WHOLE = 14 };
enum { CKPTI_UNDO_HEAD = 16, CKPTI_UNDO_ROOM = 32 << 10 };    /* for all but the content: a path of PATH_MAX, numbers */

/* Call take(to, name, number, is_log) for all files of that directory's journal: "undo-000017.log", or "undo-000017.3", a link. -1: no such
 * directory (errno). */
int ckpti_undo_each(const char *directory, void (*take)(void *to, const char *name, uint64_t number, bool is_log), void *to);
/* The greatest number of a segment there; 0: none. */
uint64_t ckpti_undo_greatest(const char *directory);
/* Open a segment to add records. -1: not (errno). */
int ckpti_undo_open(const char *directory, uint64_t segment);
/* Add one record, whole or not at all. false: not (errno). */
bool ckpti_undo_add(int fd, const ckpti_undo *record);

#endif
