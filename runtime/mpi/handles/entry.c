/* entry.c - no rank waits inside the real MPI for one that has left: members agree that all of them are there before they make a communicator.
 *
 * Making one blocks in the real MPI, where control messages are not heard. If the job stops at a line in the meantime a member may leave that
 * never comes. So each tells the others that it has entered the call, and waits, hearing, until all have. When the job stops all ranks tell
 * all, several times over, that they are leaving: messages of two ranks keep their order, so a rank that has heard this from all has also
 * heard of all that have entered. If these are all members, they make it first; if not, none of them does.
 * Invariant: no rank enters a call after it has said that it is leaving. One that has said so in a call, which was made then, may come to the
 * next call without having heard anything in between, when others have left already.
 * Rounds: of an intercommunicator the members of one side tell their leader, the leaders each other, then their members: three steps. Each is
 * done before the next round is begun, if it is to be done.
 */
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include "mpi/handles/comms.h"
#include "mpi/handles/handles.h"

enum { ROUNDS = 4 };

typedef struct said {
    ckptm_u64 call;
    int from;
} said;

static said *heard;
static size_t nheard, room;
static int *leaving;              /* [ROUNDS] ranks heard of */
static int round_now;             /* of leaving; 0: not yet */
static bool waiting;              /* in a call that others have yet to enter */

static void tell(int to, ckptm_u64 call) { ckptm_tell(to, CKPTM_ENTER, &call, sizeof call); }

void ckptm_entry_hear(int from, unsigned kind, const void *bytes, size_t size)
{
    if (!leaving)
        leaving = calloc(ROUNDS + 1, sizeof *leaving);
    if (kind == CKPTM_LEAVING) {
        leaving[*(const unsigned char *)bytes]++;
        return;
    }
    if (nheard == room) {
        room = room ? 2 * room : 32;
        heard = ckptm_private(heard, room * sizeof *heard);
    }
    heard[nheard].from = from;
    memcpy(&heard[nheard++].call, bytes, size < sizeof heard->call ? size : sizeof heard->call);
}

/* Have all of these said so of that call? */
static bool all_said(ckptm_u64 call, const int *ranks, int count)
{
    int n = 0;

    for (int i = 0; i < count; i++)
        for (size_t k = 0; k < nheard; k++)
            if (heard[k].call == call && heard[k].from == ranks[i]) {
                n++;
                break;
            }
    return n == count;
}

static void forget(ckptm_u64 call)
{
    size_t kept = 0;

    for (size_t k = 0; k < nheard; k++)
        if (heard[k].call != call)
            heard[kept++] = heard[k];
    nheard = kept;
}

/* Say that we leave, as far as all others have. True: all have said it in all rounds. */
static bool all_leave(void)
{
    unsigned char now;

    if (round_now && (leaving[round_now] < ckptm.size || round_now == ROUNDS))
        return leaving[ROUNDS] == ckptm.size;
    now = (unsigned char)++round_now;
    for (int r = 0; r < ckptm.size; r++)
        ckptm_tell(r, CKPTM_LEAVING, &now, 1);
    return false;
}

bool ckptm_entry_waits(void) { return waiting; }

void ckptm_leave_together(void)
{
    if (!leaving)
        leaving = calloc(ROUNDS + 1, sizeof *leaving);
    do {
        ckptm_progress();
        sched_yield();
    } while (!all_leave());
}

/* Not when the job stops. */
static void enter(void)
{
    if (ckptm.stopping) {
        ckptm_leave_together();
        ckptm_leave();
    }
}

/* Wait until they have all said so. If the job stops before that, and they have not by the time when all leave, so does this rank. */
static void wait_for(ckptm_u64 call, const int *ranks, int count)
{
    waiting = true;
    for (;;) {
        ckptm_progress();
        if (all_said(call, ranks, count))
            break;
        if (ckptm.stopping && all_leave()) {
            waiting = false;
            ckptm_leave();
        }
        sched_yield();
    }
    waiting = false;
}

void ckptm_enter_call(ckptm_u64 call, const int *ranks, int count)
{
    if (!ckptm.on || count < 2)
        return;
    enter();
    for (int i = 0; i < count; i++)
        tell(ranks[i], call);
    wait_for(call, ranks, count);
    forget(call);
}

void ckptm_enter_bridge(ckptm_u64 call, const int *ranks, int count, int leader, int far, int tag)
{
    ckptm_u64 between = ckptm_mix(0xb41d6e + (ckptm_u64)(unsigned)tag), together = call + 1;

    if (!ckptm.on)
        return;
    enter();
    tell(ranks[leader], call);
    if (far >= 0) {
        wait_for(call, ranks, count);
        forget(call);
        tell(far, between);
        wait_for(between, &far, 1);
        for (size_t k = 0; k < nheard; k++)          /* another of the same pair and tag may be there already */
            if (heard[k].call == between && heard[k].from == far) {
                heard[k] = heard[--nheard];
                break;
            }
        for (int i = 0; i < count; i++)
            tell(ranks[i], together);
    }
    wait_for(together, &ranks[leader], 1);
    forget(together);
}
