/* readies.h - what ranks say of their parts of a line, on its way to rank 0.
 *
 * Purpose    each rank puts in its own word, adds what the ranks below it in the tree (protocol/line.h) say, and passes the whole on; at rank 0
 *            it becomes the record's lines (commit.c) and the files that ranks write (sharing.h).
 * Form       for each rank, in any order: rank (u32), summary (string), files (opaque), as in an image (image/process_format.h).
 */
#ifndef CKPTM_READIES_H
#define CKPTM_READIES_H

#include <stddef.h>
#include "core/status.h"

/* A line begins: nothing is kept. */
void ckptm_readies_begin(void);
/* This rank's own. summary: a line of text for the commit record. Errors  CKPT_ENOMEM */
ckpt_status ckptm_readies_own(const char *summary);
/* Of a rank below. */
void ckptm_readies_add(const void *bytes, size_t size);
/* Pass all on to that rank, as READY of the pending line. */
void ckptm_readies_tell(int to);
/* Rank 0: what has come is for the record, and for comparison. */
void ckptm_readies_open(void);

#endif
