/* data_memory.c - copies of data, and their end. See data.h */
#include <stdlib.h>
#include <string.h>
#include "mpi/handles/data.h"

void ckptm_data_keep(ckptm_data *to, const ckptm_data *from)
{
    *to = *from;
    to->rows = ckptm_new(CKPTM_T_ROW, (size_t)from->nrows);
    to->bytes = ckptm_new(CKPTM_T_BYTE, (size_t)from->size);
    if (from->nrows)
        memcpy(to->rows, from->rows, (size_t)from->nrows * sizeof *to->rows);
    if (from->size)
        memcpy(to->bytes, from->bytes, (size_t)from->size);
}

void ckptm_data_clear(ckptm_data *data)
{
    free(data->rows);
    free(data->bytes);
    *data = (ckptm_data){ 0 };
}
