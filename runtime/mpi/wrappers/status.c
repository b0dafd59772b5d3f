/* status.c - what a status says of the number of elements. Elements are counted by their signature, which means the same on every machine;
 * of what was only probed, bytes are. */
#include <limits.h>
#include "mpi/handles/basics.h"
#include "mpi/handles/data.h"
#include "mpi/handles/types.h"
#include "mpi/layer.h"

/* Basic elements of a datatype that the status counts, all told; false: a part of one is over. */
static bool elements_of(const MPI_Status *status, int type, const char *call, ckptm_u64 *elements)
{
    const ckptm_map *map = ckptm_map_of(type);
    int nrows;
    const ckptm_row *rows = ckptm_signature_rows(status->ckpt_type, &nrows);
    ckptm_u64 rest, counted = (ckptm_u64)status->ckpt_elements;

    *elements = counted;
    if (!counted || ckptm_rows_same(rows, nrows, map->rows, map->nrows, counted))
        return true;
    if (status->ckpt_layout != ckptm_layout())
        ckptm_fatal("%s: the status counts %s of a machine with other sizes; ask for the count before the checkpoint", call,
                    nrows == 1 ? ckptm_basic_name(rows[0].type) : "elements");
    *elements = ckptm_elements_in(map->rows, map->nrows, ckptm_elements_size(rows, nrows, counted), &rest);
    return !rest && *elements;
}

int ckpt_MPI_Get_count(const MPI_Status *status, int type, int *count)
{
    ckptm_u64 elements, each;

    if (!ckptm_type_known(type))
        return MPI_ERR_TYPE;
    each = ckptm_type_elements(type);
    if (!elements_of(status, type, "MPI_Get_count", &elements) || (each ? elements % each : elements) || (each && elements / each > INT_MAX))
        *count = MPI_UNDEFINED;
    else
        *count = each ? (int)(elements / each) : 0;
    return 0;
}

int ckpt_MPI_Get_elements_x(const MPI_Status *status, int type, MPI_Count *count)
{
    ckptm_u64 elements;

    if (!ckptm_type_known(type))
        return MPI_ERR_TYPE;
    *count = elements_of(status, type, "MPI_Get_elements", &elements) ? (MPI_Count)elements : MPI_UNDEFINED;
    return 0;
}

int ckpt_MPI_Get_elements(const MPI_Status *status, int type, int *count)
{
    MPI_Count all;
    int error = ckpt_MPI_Get_elements_x(status, type, &all);

    if (!error)
        *count = all > INT_MAX ? MPI_UNDEFINED : (int)all;
    return error;
}
