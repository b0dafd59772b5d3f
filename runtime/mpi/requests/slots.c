/* slots.c - numbers of requests: the next free one is known, so that neither posting nor completing looks at all of them. See requests.h. */
#include <stdlib.h>
#include <string.h>
#include "mpi/handles/types.h"
#include "mpi/requests/requests.h"

/* Twice as many; the new ones are free. */
void ckptm_requests_grow(void)
{
    ckptm_request *old = ckptm_state.requests;
    int had = ckptm_state.nrequests, room = had ? 2 * had : 16;

    ckptm_state.requests = ckptm_new(CKPTM_T_REQUEST, (size_t)room);
    if (old)
        memcpy(ckptm_state.requests, old, (size_t)had * sizeof *old);
    ckptm_state.nrequests = room;
    free(old);
    for (int i = room - 1; i >= (had ? had : 1); i--) {
        ckptm_state.requests[i].next = ckptm_state.free_request;
        ckptm_state.free_request = i;
    }
}

/* Field by field: compilers make of an assignment of 170 bytes a string instruction that costs more than the rest of a message. */
static void clear(ckptm_request *r)
{
    r->kind = r->state = r->mode = r->released = 0;
    r->persistent = r->any = r->probed = r->cancel = 0;
    r->next = r->count = r->type = r->peer = 0;
    r->tag = r->comm = 0;
    r->buffer = 0;
    r->sequence = r->position = r->seen = r->drained = 0;
    r->message = 0;
    r->collective = 0;
    r->status.MPI_SOURCE = r->status.MPI_TAG = r->status.MPI_ERROR = r->status.ckpt_cancelled = 0;
    r->status.ckpt_type = 0;
    r->status.ckpt_layout = 0;
    r->status.ckpt_elements = 0;
}

int ckptm_post_collective(ckptm_collective *c)
{
    int at = ckptm_request_new(CKPTM_COLLECTIVE);

    ckptm_request_at(at)->comm = c->comm;
    ckptm_request_at(at)->collective = c;
    return at;
}

void ckptm_request_end(int at, int error)
{
    ckptm_request *r = ckptm_request_at(at);

    r->status.MPI_ERROR = error;
    ckptm_request_set(r, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_BYTE, 0);
    if (r->collective && r->collective->kept)
        ckptm_collective_free(r->collective);
    r->collective = 0;
}

void ckptm_request_drop(int at)
{
    ckptm_request *r = ckptm_request_at(at);

    ckptm_type_release(r->type);
    clear(r);                                        /* its buffer is not the layer's any more */
    r->next = ckptm_state.free_request;
    ckptm_state.free_request = at;
}

static int by_sequence(const void *a, const void *b)
{
    ckptm_u64 x = ckptm_request_at(*(const int *)a)->sequence, y = ckptm_request_at(*(const int *)b)->sequence;

    return x != y ? (x < y ? -1 : 1) : *(const int *)a - *(const int *)b;
}

int *ckptm_requests_in_order(enum ckptm_request_kind kind, size_t *count)
{
    int *list = ckptm_private(0, (size_t)ckptm_state.nrequests * sizeof *list);

    *count = 0;
    for (int i = 1; i < ckptm_state.nrequests; i++)
        if (ckptm_request_at(i)->kind && (!kind || ckptm_request_at(i)->kind == (int)kind))
            list[(*count)++] = i;
    if (*count)
        qsort(list, *count, sizeof *list, by_sequence);
    return list;
}
