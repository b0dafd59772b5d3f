/* word.c - see word.h */
#include <stdlib.h>
#include <string.h>
#include "mpi/requests/word.h"

void ckptm_word_tell(int to, uint32_t kind, ckptm_u64 comm, int tag, ckptm_u64 position, const ckptm_row *rows, int nrows)
{
    size_t size = sizeof(ckptm_word) + (size_t)nrows * sizeof *rows;
    unsigned char *bytes = ckptm_private(0, size);
    ckptm_word w = { .comm = comm, .position = position, .peer = ckptm_state.comms[ckptm_comm_by_key(comm)].rank, .tag = tag, .nrows = nrows };

    memcpy(bytes, &w, sizeof w);
    if (nrows)
        memcpy(bytes + sizeof w, rows, (size_t)nrows * sizeof *rows);
    ckptm_tell(to, kind, bytes, size);
    free(bytes);
}

bool ckptm_word_read(ckptm_word *w, const void *bytes, size_t size)
{
    if (size < sizeof *w)
        return false;
    memcpy(w, bytes, sizeof *w);
    return w->nrows >= 0 && size == sizeof *w + (size_t)w->nrows * sizeof(ckptm_row);
}
