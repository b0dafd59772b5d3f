/* imageline.c - see imageline.h. What is read are fields of the layer's state (mpi/state.c), a variable of each image. */
#include <stdio.h>
#include <string.h>
#include "mpi/store/imageline.h"

static uint32_t state_of(const ckpti_image *image)
{
    ckpti_image_object o;
    uint32_t first;

    for (uint32_t run = 0; ckpti_image_run(image, run, &first); run++)
        if (ckpti_image_object_get(image, first, &o) && o.data && strcmp(o.name, "state") == 0 && strcmp(o.unit, "libckpt/mpi") == 0)
            return first;
    return 0;
}

ckpt_status ckptm_image_is_of(const ckpti_image *image, uint64_t line, int rank, char why[CKPTI_WHY])
{
    uint64_t is_line = 0, is_rank = 0;
    uint32_t state = state_of(image);
    ckpti_cursor cursor;
    char path[32];

    if (!state || !ckpti_cursor_seek(&cursor, image, state, 0))
        return CKPT_OK;
    do {
        ckpti_cursor_subpath(&cursor, path, sizeof path);
        if (strcmp(path, ".line") == 0)
            is_line = ckpti_leaf_integer(&cursor).low;
        else if (strcmp(path, ".rank") == 0)
            is_rank = ckpti_leaf_integer(&cursor).low;
    } while (ckpti_cursor_next(&cursor));
    if (!is_line || (is_line == line && is_rank == (uint64_t)rank))
        return CKPT_OK;
    snprintf(why, CKPTI_WHY, "it is the image of line %llu, rank %llu", (unsigned long long)is_line, (unsigned long long)is_rank);
    return CKPT_EBADIMAGE;
}
