/* turns.c - see turns.h */
#include "mpi/collectives/few.h"
#include "mpi/collectives/run.h"
#include "mpi/collectives/turns.h"
#include "mpi/layer.h"
#include "shim.h"

static int *waiting;              /* [nwaiting] requests, in the order of posting */
static int nwaiting, room;

static bool place_of(int request, int *at)
{
    for (*at = 0; *at < nwaiting; ++*at)
        if (waiting[*at] == request)
            return true;
    return false;
}

/* Is there a duplicate, or one that waits, before that moment? Duplicates that are done are completed. */
static bool busy_before(int comm, ckptm_u64 sequence)
{
    int at;

    for (int i = 1; i < ckptm_state.nrequests; i++) {
        const ckptm_request *r = &ckptm_state.requests[i];

        if (r->kind != CKPTM_COLLECTIVE || r->state != CKPTM_PENDING || r->comm != comm || r->sequence >= sequence)
            continue;
        if (place_of(i, &at) || (r->collective->call == CKPTM_IDUP && !ckptm_collective_test(i)))
            return true;
    }
    return false;
}

static bool may_be_busy(void) { return nwaiting || ckptm_duplicates_take_turns(); }

int ckptm_turn_take(int request)
{
    const ckptm_request *r = &ckptm_state.requests[request];

    if (!may_be_busy() || !busy_before(r->comm, r->sequence))
        return ckptm_collective_start(r->collective, request);
    if (nwaiting == room) {
        room = room ? 2 * room : 16;
        waiting = ckptm_private(waiting, (size_t)room * sizeof *waiting);
    }
    waiting[nwaiting++] = request;
    return 0;
}

/* An error of the real MPI is that of the request. */
static void post(int at)
{
    int request = waiting[at], error;

    nwaiting--;
    for (int i = at; i < nwaiting; i++)
        waiting[i] = waiting[i + 1];
    error = ckptm_collective_start(ckptm_state.requests[request].collective, request);
    if (error)
        ckptm_collective_failed(request, error);
}

void ckptm_turns_poll(void)
{
    static bool at_it;

    if (at_it)
        return;                                      /* a duplicate that is looked at may look here */
    at_it = true;
    for (int i = 0; i < nwaiting;) {
        const ckptm_request *r = &ckptm_state.requests[waiting[i]];

        if (busy_before(r->comm, r->sequence))
            i++;
        else
            post(i);
    }
    at_it = false;
}

bool ckptm_turns_wait(void) { return nwaiting; }

bool ckptm_turn_waits(int request)
{
    int at;

    if (!nwaiting || !place_of(request, &at))
        return false;
    ckptm_turns_poll();
    return place_of(request, &at) || ckptm_state.requests[request].state != CKPTM_PENDING;
}

bool ckptm_turns_busy(int comm)
{
    ckptm_turns_poll();
    return may_be_busy() && busy_before(comm, ~(ckptm_u64)0);
}

bool ckptm_turns_busy_elsewhere(int comm)
{
    int at;

    ckptm_turns_poll();
    for (int i = 1; may_be_busy() && i < ckptm_state.nrequests; i++) {
        const ckptm_request *r = &ckptm_state.requests[i];

        if (r->kind == CKPTM_COLLECTIVE && r->state == CKPTM_PENDING && r->comm != comm && r->collective->call == CKPTM_IDUP &&
            (place_of(i, &at) || !ckptm_collective_test(i)))
            return true;
    }
    return false;
}
