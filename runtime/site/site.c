/* site.c - visits: count them, and look whether a checkpoint is due. See site.h.
 *
 * When to look. A site counts ckptg_left down and comes here below ckptg_floor, which is zero. For CKPT_EVERY and CKPT_AT that is exactly the next due visit.
 * For CKPT_INTERVAL (and to hear from a child) the clock is looked at every few visits: as many as pass in LOOK_NS, so that looking
 * costs well below 1 %, but at most LOOK_VISITS, so that a program whose sites become rare is not late by more than these.
 * What is asked for in between (core/request.h) raises ckptg_floor above every count, and leaves the count itself alone.
 * A timer would need a signal, which ends the program's sleeps and reads early, or a thread; neither can be hidden.
 */
#include <errno.h>
#include <limits.h>
#include <time.h>
#include "ckpt_abi.h"
#include "core/request.h"
#include "objects/frames.h"
#include "site/child.h"
#include "site/coordinate.h"
#include "site/private.h"
#include "site/restart.h"
#include "site/site.h"

#define LOOK_NS 100000u
#define LOOK_VISITS 1024u
#define POLL_NS 5000000u           /* a child is asked this often */

int ckptg_capturing;
long ckptg_left = LONG_MAX;
ckpti_site_state ckpti_run = { .armed = LONG_MAX, .look_visits = 1 };

uint64_t ckpti_site_clock(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

uint64_t ckpti_site_visits(void)
{
    return ckpti_run.base + (uint64_t)(ckpti_run.armed - ckptg_left);
}

void ckpti_site_arm(uint64_t visit)
{
    uint64_t next = ckpti_run.on ? ckpti_policy_next(&ckpti_run.policy, visit) : UINT64_MAX;
    uint64_t after = next - visit;             /* look at that visit */

    if (ckpti_run.on && (ckpti_run.policy.interval || ckpti_child_running() || ckpti_coordination) && after > ckpti_run.look_visits)
        after = ckpti_run.look_visits;
    ckpti_run.base = visit;
    ckpti_run.armed = after - 1 > (uint64_t)LONG_MAX ? LONG_MAX : (long)(after - 1);
    ckptg_left = ckpti_run.armed;
}

void ckpti_site_resume_at(uint64_t visit)
{
    ckpti_run.base = visit;
    ckpti_run.resuming = true;
    ckptg_left = ckpti_run.armed = 0;
}

/* Why a checkpoint is due at this visit, or 0. */
static const char *why(uint64_t visit, uint64_t clock, int requests)
{
    const char *reason = ckpti_policy_due(&ckpti_run.policy, visit);

    if (requests & CKPTI_REQUEST_TERM)
        reason = "term";
    else if (reason)
        return reason;
    else if (requests & CKPTI_REQUEST_SIGNAL)
        reason = "signal";
    else if (requests & CKPTI_REQUEST_CALL)
        reason = "request";
    else if (ckpti_run.policy.interval && clock - ckpti_run.begun >= ckpti_run.policy.interval && !ckpti_child_running())
        reason = "interval";
    return reason;
}

/* How many visits pass in LOOK_NS. */
static void learn_rate(uint64_t visit, uint64_t clock)
{
    uint64_t visits = visit - ckpti_run.looked_visit, time = clock - ckpti_run.looked;
    uint64_t next = time ? visits * LOOK_NS / time : LOOK_VISITS;

    ckpti_run.look_visits = next < 1 ? 1 : next > LOOK_VISITS ? LOOK_VISITS : (unsigned)next;
    ckpti_run.looked_visit = visit;
    ckpti_run.looked = clock;
}

/* The job says whether one is taken. */
static int coordinated(const ckptg_resume *at, int requests, int program_errno)
{
    ckpt_status status;

    if (!ckpti_coordination->at_site(ckpti_run.reason, ckpti_run.policy.exit_after || (requests & CKPTI_REQUEST_TERM)))
        return 0;
    if (ckpti_child_running())
        ckpti_checkpoint_fetch(true, &status);
    if (!ckpti_run.reason)
        ckpti_run.reason = "line";
    ckpti_run.name = at->site;
    ckpti_run.stop = false;
    ckpti_run.number = ckpti_coordination->number() - 1;
    return ckpti_checkpoint_take(program_errno);
}

/* Look whether anything is to be done at this visit, and do it. Returns 1 if this process captures now. */
static int look(const ckptg_resume *at, uint64_t visit, int program_errno)
{
    int requests = ckpti_request_take(), captures = 0;
    uint64_t clock = ckpti_site_clock();
    ckpt_status status;

    if (ckpti_child_running() && clock - ckpti_run.polled >= POLL_NS) {
        ckpti_checkpoint_fetch(false, &status);
        ckpti_run.polled = clock;
    }
    ckpti_run.reason = why(visit, clock, requests);
    if (ckpti_coordination) {
        captures = coordinated(at, requests, program_errno);
    } else if (ckpti_run.reason) {
        /* Two at a time there are not: what is asked for at this very visit waits for the one before. */
        if (ckpti_child_running())
            ckpti_checkpoint_fetch(true, &status);
        ckpti_run.name = at->site;
        ckpti_run.stop = ckpti_run.policy.exit_after || (requests & CKPTI_REQUEST_TERM);
        captures = ckpti_checkpoint_take(program_errno);
        clock = ckpti_site_clock();
    }
    learn_rate(visit, clock);
    return captures;
}

int ckptg_site(const ckptg_function *function, ckptg_u32 resume)
{
    uint64_t visit = ckpti_site_visits();
    int program_errno = errno, captures = 0;

    if (ckpti_hook_runs)
        return 0;
    if (ckptg_capturing)
        ckpti_frames_ran_on();
    if (ckpti_run.resuming) {
        ckpti_restart_release();
        ckpti_run.resuming = false;
    }
    if (ckpti_run.on)
        captures = look(&function->resumes[resume], visit, program_errno);
    if (captures)
        ckpti_hooks_checkpoint();
    else
        ckpti_site_arm(ckpti_site_visits());         /* a handler that was held back may have passed one */
    errno = program_errno;
    return captures;
}

