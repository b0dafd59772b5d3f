/* own.c - messages of the layer's own in a slot, of which a collective consists (collectives/few.h). See shim.h.
 *
 * Form       those that are under way are a list, the last begun first: a call that waits may have the layer do something else that waits.
 * Invariants on a communicator that the program does not have, so no receive of its own gets them.
 */
#include <stdlib.h>
#include "real.h"

enum { MOST = 16 };

struct own {
    struct own *below;
    int slot, count, error;
    bool done;
    MPI_Request requests[MOST];
};
struct own *ckptm_own;
static struct own *free_ones;

void ckptm_own_begin(int slot)
{
    struct own *o = free_ones ? free_ones : malloc(sizeof *o);

    if (!o)
        abort();
    if (free_ones)
        free_ones = o->below;
    o->below = ckptm_own;
    o->slot = slot;
    o->count = o->error = 0;
    o->done = false;
    ckptm_own = o;
}

static MPI_Request *next(void)
{
    if (ckptm_own->count == MOST)
        abort();
    return &ckptm_own->requests[ckptm_own->count++];
}

static int begun(int result)
{
    if (result != MPI_SUCCESS)
        ckptm_own->count--;
    return ckptm_our_error(result);
}

/* An MPI may find at once that the message is too long (MPICH's ch3), and has taken it then: that is the slot's error, when all else of it is there. */
int ckptm_own_receive(void *buffer, int count, int type, int from, int tag)
{
    int error = begun(PMPI_Irecv(buffer, count, ckptm_real_type(type), from, tag, ckptm_messages, next()));

    if (error != OUR_ERR_TRUNCATE)
        return error;
    ckptm_own->error = error;
    return 0;
}

int ckptm_own_send(const void *buffer, int count, int type, int to, int tag, bool small)
{
    if (small)
        return ckptm_our_error(PMPI_Send(buffer, count, ckptm_real_type(type), to, tag, ckptm_messages));
    return begun(PMPI_Isend(buffer, count, ckptm_real_type(type), to, tag, ckptm_messages, next()));
}

/* ---- until they are done -------------------------------------------------------------------------------------------- */

struct own *ckptm_own_of(int slot)
{
    struct own *o = ckptm_own;

    while (o && o->slot != slot)
        o = o->below;
    return o;
}

static int error_in(const MPI_Status *statuses, int count)
{
    for (int i = 0; i < count; i++)
        if (statuses[i].MPI_ERROR != MPI_SUCCESS && statuses[i].MPI_ERROR != MPI_ERR_PENDING)
            return statuses[i].MPI_ERROR;
    return MPI_SUCCESS;
}

bool ckptm_own_there(struct own *o)
{
    MPI_Status statuses[MOST];
    int flag = 0, result;

    if (o->done)
        return true;
    if (!o->count)
        return o->done = true;
    result = PMPI_Testall(o->count, o->requests, &flag, statuses);
    if (result == MPI_ERR_IN_STATUS)
        result = error_in(statuses, o->count);
    if (result != MPI_SUCCESS)
        o->error = ckptm_our_error(result);
    return o->done = flag || result != MPI_SUCCESS;
}

/* What is not complete after an error is nobody's any more. */
static void let_go(struct own *o)
{
    for (int i = 0; i < o->count; i++)
        if (o->requests[i] != MPI_REQUEST_NULL) {
            PMPI_Cancel(&o->requests[i]);
            PMPI_Request_free(&o->requests[i]);
        }
}

static void end(struct own *o)
{
    struct own **at = &ckptm_own;

    while (*at != o)
        at = &(*at)->below;
    *at = o->below;
    if (o->error)
        let_go(o);
    o->below = free_ones;
    free_ones = o;
}

int ckptm_own_test(struct own *o, bool *flag)
{
    int error;

    if (!(*flag = ckptm_own_there(o)))
        return 0;
    error = o->error;
    end(o);
    return error;
}

void ckptm_own_failed(int slot, int error)
{
    struct own *o = ckptm_own_of(slot);

    o->error = error;
    end(o);
}
