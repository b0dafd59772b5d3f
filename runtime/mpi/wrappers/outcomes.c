/* outcomes.c - see outcomes.h */
#include <sched.h>
#include <stdlib.h>
#include "mpi/wrappers/outcomes.h"

bool ckptm_replay(int kind, ckptm_outcome *out)
{
    for (ckptm_outcome **at = &ckptm_state.outcomes; *at; at = &(*at)->next) {
        ckptm_outcome *o = *at;

        if (o->kind == CKPTM_O_MATCH)
            continue;
        if (o->kind != kind)
            ckptm_fatal("rank %d does something else than it did before the restart (%d, not %d)", ckptm.rank, kind, o->kind);
        *out = *o;
        if (o->value && ckptm_is_nothing(o)) {
            o->value--;                              /* as often as it was false in a row */
            return true;
        }
        *at = o->next;
        free(o);
        return true;
    }
    return false;
}

void ckptm_log_outcome(ckptm_outcome outcome)
{
    if (ckptm.window.logging)
        ckptm_outcome_add(&ckptm.window, outcome);
}

void ckptm_yield(void) { sched_yield(); }
