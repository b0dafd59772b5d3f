/* word.h - one word of a rank to another about a message that is between them: which it is, and its signature where that is wanted. Control messages
 * that are not the line's (synchronous.c, discard.c).
 */
#ifndef CKPTM_WORD_H
#define CKPTM_WORD_H

#include "mpi/layer.h"

typedef struct ckptm_word {
    ckptm_u64 comm, position;
    int peer, tag;                /* peer: the sender of this word, in the communicator */
    int nrows, unused;
} ckptm_word;

/* nrows 0: no signature. */
void ckptm_word_tell(int to, uint32_t kind, ckptm_u64 comm, int tag, ckptm_u64 position, const ckptm_row *rows, int nrows);
/* False: that is none. Its rows are in the bytes, behind it. */
bool ckptm_word_read(ckptm_word *word, const void *bytes, size_t size);

#endif
