/* turns.c - see turns.h */
#include "mpi/collectives/few.h"
#include "mpi/collectives/members.h"
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

/* What makes another communicator of this one may be mixed with any collective of it. */
static bool awaits_all(int comm, bool makes) { return makes && ckptm_creations_take_turns() && ckptm_members_two_groups(&ckptm_state.comms[comm]); }

/* Has what is asked for at that moment, which makes a communicator or does not, to wait for what came before? For what waits itself, and for a duplicate, or
 * for all, that is pending. Those that are done are completed. */
static bool busy_before(int comm, ckptm_u64 sequence, bool makes)
{
    bool all = awaits_all(comm, makes);
    int at;

    if (!all && !nwaiting && !ckptm_duplicates_take_turns())
        return false;
    for (int i = 1; i < ckptm_state.nrequests; i++) {
        const ckptm_request *r = &ckptm_state.requests[i];

        if (r->kind != CKPTM_COLLECTIVE || r->state != CKPTM_PENDING || r->comm != comm || r->sequence >= sequence)
            continue;
        if (place_of(i, &at) || ((all || r->collective->call == CKPTM_IDUP) && !ckptm_collective_test(i)))
            return true;
    }
    return false;
}

static bool is_busy_for(const ckptm_request *r) { return busy_before(r->comm, r->sequence, r->collective->call == CKPTM_IDUP); }

int ckptm_turn_take(int request)
{
    const ckptm_request *r = &ckptm_state.requests[request];

    if (!is_busy_for(r))
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
        if (is_busy_for(&ckptm_state.requests[waiting[i]]))
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
    return busy_before(comm, ~(ckptm_u64)0, true);
}

bool ckptm_turns_busy_elsewhere(int comm)
{
    int at;

    ckptm_turns_poll();
    for (int i = 1; (nwaiting || ckptm_duplicates_take_turns()) && i < ckptm_state.nrequests; i++) {
        const ckptm_request *r = &ckptm_state.requests[i];

        if (r->kind == CKPTM_COLLECTIVE && r->state == CKPTM_PENDING && r->comm != comm && r->collective->call == CKPTM_IDUP &&
            (place_of(i, &at) || !ckptm_collective_test(i)))
            return true;
    }
    return false;
}
