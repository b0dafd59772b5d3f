/* tags.c - headers of messages: a structure of header and message for each call. See tags.h, real.h.
 *
 * Invariants a header is where it is until its request is complete: each slot has one of its own, which moves with the request.
 */
#include <stdlib.h>
#include <string.h>
#include "real.h"

bool ckptm_tagged;
ckptm_tag ckptm_tag_out, ckptm_tag_in;

static ckptm_tag **headers;       /* [nheaders] by slot; 0: none yet */
static int nheaders;
static ckptm_tag *of_now;         /* of the request that has no slot */

static ckptm_tag **place_of(int slot)
{
    if (slot < 0)
        return &of_now;
    if (slot >= nheaders) {
        int room = slot < 32 ? 64 : 2 * slot;

        headers = realloc(headers, (size_t)room * sizeof *headers);
        if (!headers)
            abort();
        memset(headers + nheaders, 0, (size_t)(room - nheaders) * sizeof *headers);
        nheaders = room;
    }
    return &headers[slot];
}

static ckptm_tag *header_of(int slot)
{
    ckptm_tag **at = place_of(slot);

    if (!*at && !(*at = calloc(1, sizeof **at)))
        abort();
    return *at;
}

/* Header and message, committed; *buffer is where it begins then. Not from MPI_BOTTOM: MPICH's MPI_Pack refuses that. */
static int join(ckptm_tag *header, const void **buffer, int count, MPI_Datatype type, MPI_Datatype *made)
{
    MPI_Datatype types[2] = { MPI_BYTE, type };
    int lengths[2] = { sizeof *header, count }, result;
    MPI_Aint from, places[2] = { 0, 0 };

    PMPI_Get_address(header, &from);
    if (*buffer != MPI_BOTTOM)
        PMPI_Get_address(*buffer, &places[1]);
    places[1] = PMPI_Aint_diff(places[1], from);
    *buffer = header;
    result = PMPI_Type_create_struct(count ? 2 : 1, lengths, places, types, made);
    return result == MPI_SUCCESS ? PMPI_Type_commit(made) : result;
}

int ckptm_join_unread(ckptm_tag *header, const void **bytes, int count, MPI_Datatype type, MPI_Datatype *made)
{
    return join(header, bytes, count, type, made);
}

int ckptm_join_out(int slot, const void **buffer, int count, MPI_Datatype type, MPI_Datatype *made)
{
    ckptm_tag *header = header_of(slot);

    *header = ckptm_tag_out;
    return join(header, buffer, count, type, made);
}

int ckptm_join_in(int slot, const void **buffer, int count, MPI_Datatype type, MPI_Datatype *made)
{
    ckptm_tag *header = header_of(slot);

    *header = (ckptm_tag){ 0 };
    return join(header, buffer, count, type, made);
}

void ckptm_tag_came(int slot) { ckptm_tag_in = *header_of(slot); }

void ckptm_tag_move(int slot)
{
    free(*place_of(slot));
    *place_of(slot) = of_now;
    of_now = 0;
}

void *ckptm_tag_let_go(int slot)
{
    void *header = slot < nheaders ? headers[slot] : 0;

    if (header)
        headers[slot] = 0;
    return header;
}

long long ckptm_untagged(long long bytes) { return bytes >= (long long)sizeof(ckptm_tag) ? bytes - (long long)sizeof(ckptm_tag) : bytes < 0 ? bytes : 0; }
