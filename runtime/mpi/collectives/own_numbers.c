/* own_numbers.c - which collectives this rank has posted and completed. See numbers.h. */
#include <stdlib.h>
#include <string.h>
#include "mpi/collectives/numbers.h"
#include "mpi/handles/comms.h"
#include "mpi/layer.h"
#include "mpi/protocol/mutants.h"

static bool is_open(const ckptm_request *r, int comm)
{
    return r->kind == CKPTM_COLLECTIVE && r->state != CKPTM_COMPLETE && r->comm == comm;
}

static ckptm_u64 *own_open(int comm, size_t *count)
{
    ckptm_u64 *open = ckptm_private(0, ((size_t)ckptm_state.nrequests + 1) * sizeof *open);

    *count = 0;
    for (int i = 1; i < ckptm_state.nrequests; i++)
        if (is_open(&ckptm_state.requests[i], comm))
            open[(*count)++] = ckptm_state.requests[i].collective->number;
    return open;
}

static bool has_member(const ckptm_comm *c, int rank)
{
    int size;
    const int *own = ckptm_comm_members_of(c, &size);

    for (int i = 0; i < c->size; i++)
        if (c->world[i] == rank)
            return true;
    for (int i = 0; i < size; i++)
        if (own[i] == rank)
            return true;
    return false;
}

unsigned char *ckptm_numbers_own(int to, size_t *size)
{
    unsigned char *bytes = 0;

    *size = 0;
    for (int i = 1; i < ckptm_state.ncomms; i++) {
        const ckptm_comm *c = &ckptm_state.comms[i];
        ckptm_numbers_head head = { .comm = c->key, .given = c->collectives };
        ckptm_u64 *open;
        size_t n;

        if (!c->key || !has_member(c, to))
            continue;
        open = own_open(i, &n);
        for (size_t k = 0; k < n && ckptm_mutant(number_sets); k++)
            if (head.given >= open[k])
                head.given = open[k] - 1;
        head.nopen = n;
        bytes = ckptm_private(bytes, *size + sizeof head + n * sizeof *open);
        memcpy(bytes + *size, &head, sizeof head);
        memcpy(bytes + *size + sizeof head, open, n * sizeof *open);
        *size += sizeof head + n * sizeof *open;
        free(open);
    }
    return bytes ? bytes : ckptm_private(0, 1);
}

/* What this rank has done on a communicator that is gone is over, whoever has not heard that yet. */
void ckptm_numbers_drop_gone(ckptm_numbers_list *all)
{
    size_t kept = 0;

    for (size_t i = 0; i < all->count; i++) {
        if (ckptm_comm_gone(all->list[i].comm))
            free(all->list[i].open);
        else
            all->list[kept++] = all->list[i];
    }
    all->count = kept;
}

bool ckptm_numbers_settled(const ckptm_numbers_list *all)
{
    for (size_t i = 0; i < all->count; i++) {
        int comm = ckptm_comm_by_key(all->list[i].comm);

        if (comm && ckptm_numbers_beyond(&all->list[i], ckptm_state.comms[comm].collectives))
            return false;
    }
    for (int i = 1; i < ckptm_state.nrequests; i++) {
        const ckptm_request *r = &ckptm_state.requests[i];

        if (is_open(r, r->comm) && ckptm_numbers_needed(all, ckptm_state.comms[r->comm].key, r->collective->number))
            return false;
    }
    return true;
}
