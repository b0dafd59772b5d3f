/* messages.c - messages that were matched by a probe: received by the layer, or into a receive of the program's. See shim.h. */
#include <limits.h>
#include <stdlib.h>
#include "real.h"

static struct held {
    MPI_Message message;
    MPI_Request request;             /* while it is received by the layer */
    int next_free;
} *all;                              /* [nall]; 0 is none */
static int nall, first_free;

static int new_held(void)
{
    int at = first_free;

    if (!at) {
        int room = nall ? 2 * nall : 64;

        all = realloc(all, (size_t)room * sizeof *all);
        if (!all)
            abort();
        for (int i = room - 1; i >= (nall ? nall : 1); i--) {
            all[i].next_free = first_free;
            first_free = i;
        }
        nall = room;
        at = first_free;
    }
    first_free = all[at].next_free;
    return at;
}

static void free_held(int at)
{
    all[at].next_free = first_free;
    first_free = at;
}

int ckptm_improbe(int source, int tag, int comm, int *held, our_status *status)
{
    MPI_Status real;
    MPI_Message message = MPI_MESSAGE_NULL;
    int there = 0, result = PMPI_Improbe(real_rank(source), real_tag(tag), ckptm_real_comm(comm), &there, &message, &real);

    *held = 0;
    if (!there || result != MPI_SUCCESS)
        return ckptm_our_error(result);
    *held = new_held();
    all[*held].message = message;
    all[*held].request = MPI_REQUEST_NULL;
    ckptm_give_status(&real, false, status);
    if (ckptm_tagged)
        status->elements = ckptm_untagged(status->elements);
    return 0;
}

int ckptm_imrecv(void *buffer, int count, int type, int held, int slot)
{
    int result;

    *ckptm_real_request(slot) = MPI_REQUEST_NULL;
    result = ckptm_receive_message(buffer, count, type, &all[held].message, slot);
    free_held(held);
    return ckptm_our_error(result);
}

int ckptm_many(size_t count, MPI_Datatype of, MPI_Datatype *made)
{
    enum { BLOCK = 1 << 30 };
    int lengths[2] = { (int)(count / BLOCK), (int)(count % BLOCK) }, result;
    MPI_Datatype types[2] = { MPI_DATATYPE_NULL, of };
    MPI_Aint lb, extent, places[2] = { 0, 0 };

    PMPI_Type_get_extent(of, &lb, &extent);
    places[1] = lengths[0] * extent * BLOCK;
    if ((result = PMPI_Type_contiguous(BLOCK, of, &types[0])) != MPI_SUCCESS)
        return result;
    result = PMPI_Type_create_struct(2, lengths, places, types, made);
    PMPI_Type_free(&types[0]);
    return result == MPI_SUCCESS ? PMPI_Type_commit(made) : result;
}

void ckptm_take_held(int held, void *bytes, size_t size)
{
    static ckptm_tag unread;
    MPI_Datatype type = MPI_BYTE, joined;
    bool many = size > INT_MAX;
    int count = many ? 1 : (int)size, result = many ? ckptm_many(size, MPI_BYTE, &type) : MPI_SUCCESS;

    if (result == MPI_SUCCESS && ckptm_tagged) {
        const void *whole = bytes;

        if ((result = ckptm_join_unread(&unread, &whole, count, type, &joined)) == MPI_SUCCESS) {
            result = PMPI_Imrecv((void *)(size_t)whole, 1, joined, &all[held].message, &all[held].request);
            PMPI_Type_free(&joined);
        }
    } else if (result == MPI_SUCCESS) {
        result = PMPI_Imrecv(bytes, count, type, &all[held].message, &all[held].request);
    }
    if (result != MPI_SUCCESS)
        abort();
    if (many)
        PMPI_Type_free(&type);
}

bool ckptm_taken(int held)
{
    int done = 0;

    PMPI_Test(&all[held].request, &done, MPI_STATUS_IGNORE);
    if (done)
        free_held(held);
    return done;
}
