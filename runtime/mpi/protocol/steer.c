/* steer.c - see steer.h */
#include "mpi/protocol/steer.h"

#ifdef CKPTM_MUTANTS
#include <sched.h>
#include <stdlib.h>
#include <time.h>
#include "mpi/layer.h"

int ckptm_steer_held = -1;

int ckptm_steer_restarted(void) { return (int)ckptm.restarted; }

static long long held_until;      /* 0: for ever */
static long long drain_held_until;            /* 0: it is not */

static long long now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000LL + t.tv_nsec / 1000000;
}

void ckptm_steer_hold(int tag)
{
    ckptm_steer_held = tag;
    held_until = 0;
}

void ckptm_steer_hold_log(int tag, int milliseconds)
{
    ckptm_steer_held = tag;
    held_until = now() + milliseconds;
}

static bool is_log_over(long long until) { return now() > until || (ckptm.line.phase > CKPTM_WINDOW && !ckptm.window.logging); }

int ckptm_steer_still_held(void)
{
    if (held_until && is_log_over(held_until))
        ckptm_steer_hold(-1);
    return ckptm_steer_held >= 0;
}

void ckptm_steer_hold_drain(int milliseconds) { drain_held_until = now() + milliseconds; }

int ckptm_steer_drain_held(void)
{
    if (drain_held_until && is_log_over(drain_held_until))
        drain_held_until = 0;
    return drain_held_until != 0;
}

/* Is it one that this run makes? */
static bool is_made(int line)
{
    const char *last = getenv("CKPT_MPI_STEER");

    return ckptm.on && last && line <= atoi(last) && (uint64_t)line > ckptm.restarted;
}

void ckptm_steer_ask(int line)
{
    if (is_made(line) && ckptm.rank == 0)
        ckptm_line_wish(&ckptm.line, getenv("CKPT_EXIT") != 0);
}

static bool is_there(uint64_t line, int moment)
{
    const ckptm_line *l = &ckptm.line;

    if (l->number != line)
        return l->number > line;
    switch (moment) {
    case CKPTM_STEER_DUE: return ckptm.due || l->phase >= CKPTM_WINDOW;
    case CKPTM_STEER_KNOWN: return l->phase >= CKPTM_WINDOW && ckptm_line_known(l);
    case CKPTM_STEER_ENDED: return l->phase > CKPTM_WINDOW;
    }
    return l->phase == CKPTM_IDLE;
}

void ckptm_steer_wait(int line, int moment)
{
    while (is_made(line) && !is_there((uint64_t)line, moment)) {
        ckptm_progress();
        sched_yield();
    }
}

void ckptm_steer_hear(int milliseconds)
{
    while (milliseconds-- > 0) {
        ckptm_progress();
        nanosleep(&(struct timespec){ .tv_nsec = 1000000 }, 0);
    }
}
#endif
