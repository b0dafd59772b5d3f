/* tags.c - headers of messages: a structure of header and message for each call. See tags.h, real.h.
 *
 * Form       as in the Event Logging paper (section 6.2): header and message stand in one temporary buffer, into which the sender copies what it sends, and
 *            from which the receiver copies what has come; or the structure has the message where the program's buffer is (ckptm_tag_joined). Messages of
 *            derived datatypes, of which a part may be anywhere in the buffer, and those of MPI_BOTTOM are of the second form always. Both have one
 *            signature, so that either end may be of either.
 * Invariants a header is where it is until its request is complete: each slot has one of its own, which moves with the request.
 */
#include <stdlib.h>
#include <string.h>
#include "real.h"

enum { KEPT = 32 << 10 };         /* bytes of a temporary buffer that is kept for the next message; what is longer goes back to malloc each time */

typedef struct holder {
    void *to;                     /* the program's, of a receive; 0: nothing is copied when it is complete */
    size_t bytes, room;           /* of the message, at most; allocated */
    ckptm_tag tag;
    char message[];               /* [room] */
} holder;

bool ckptm_tagged, ckptm_tag_joined;
ckptm_tag ckptm_tag_out, ckptm_tag_in;

static holder **holders;          /* [nholders] by slot; 0: none yet */
static int nholders;
static holder *of_now;            /* of the request that has no slot */

static holder **place_of(int slot)
{
    if (slot < 0)
        return &of_now;
    if (slot >= nholders) {
        int room = slot < 32 ? 64 : 2 * slot;

        holders = realloc(holders, (size_t)room * sizeof *holders);
        if (!holders)
            abort();
        memset(holders + nholders, 0, (size_t)(room - nholders) * sizeof *holders);
        nholders = room;
    }
    return &holders[slot];
}

/* With room for a message of that many bytes. */
static holder *holder_of(int slot, size_t bytes)
{
    holder **at = place_of(slot);

    if (!*at || (*at)->room < bytes) {
        free(*at);
        if (!(*at = malloc(sizeof **at + bytes)))
            abort();
        (*at)->room = bytes;
        (*at)->tag = (ckptm_tag){ 0 };
    }
    (*at)->to = 0;
    (*at)->bytes = bytes;
    return *at;
}

/* Bytes of a message that goes through the temporary buffer; 0: it does not. */
static size_t copied(const void *buffer, int count, MPI_Datatype type)
{
    MPI_Aint lb, extent;
    int integers, addresses, types, combiner, size;

    if (ckptm_tag_joined || count <= 0 || buffer == MPI_BOTTOM || PMPI_Type_get_envelope(type, &integers, &addresses, &types, &combiner) != MPI_SUCCESS ||
        combiner != MPI_COMBINER_NAMED || PMPI_Type_size(type, &size) != MPI_SUCCESS || PMPI_Type_get_extent(type, &lb, &extent) != MPI_SUCCESS)
        return 0;
    return extent == size ? (size_t)count * (size_t)size : 0;
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
    size_t bytes = copied(*buffer, count, type);
    holder *h = holder_of(slot, bytes);

    h->tag = ckptm_tag_out;
    if (bytes) {
        memcpy(h->message, *buffer, bytes);
        *buffer = h->message;
    }
    return join(&h->tag, buffer, count, type, made);
}

int ckptm_join_in(int slot, const void **buffer, int count, MPI_Datatype type, MPI_Datatype *made)
{
    size_t bytes = copied(*buffer, count, type);
    holder *h = holder_of(slot, bytes);

    h->tag = (ckptm_tag){ 0 };
    if (bytes) {
        h->to = (void *)(size_t)*buffer;
        *buffer = h->message;
    }
    return join(&h->tag, buffer, count, type, made);
}

void ckptm_tag_came(int slot, long long bytes)
{
    holder **at = place_of(slot), *h = *at ? *at : holder_of(slot, 0);

    ckptm_tag_in = h->tag;
    if (h->to && h->tag.position)
        memcpy(h->to, h->message, bytes >= 0 && (size_t)bytes < h->bytes ? (size_t)bytes : h->bytes);
    h->to = 0;
    if (h->room > KEPT && (h = realloc(h, sizeof *h))) {
        h->room = 0;
        *at = h;
    }
}

void ckptm_tag_move(int slot)
{
    free(*place_of(slot));
    *place_of(slot) = of_now;
    of_now = 0;
}

void *ckptm_tag_let_go(int slot)
{
    void *header = slot < nholders ? holders[slot] : 0;

    if (header)
        holders[slot] = 0;
    return header;
}

long long ckptm_untagged(long long bytes) { return bytes >= (long long)sizeof(ckptm_tag) ? bytes - (long long)sizeof(ckptm_tag) : bytes < 0 ? bytes : 0; }
