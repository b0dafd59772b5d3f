/* private.h - what the files of site/ share: the state of the checkpointing of this program. See site.h. */
#ifndef CKPTI_SITE_PRIVATE_H
#define CKPTI_SITE_PRIVATE_H

#include <stdbool.h>
#include <stdint.h>
#include "core/status.h"
#include "site/policy.h"
#include "storage/storage.h"

typedef struct ckpti_site_state {
    ckpti_policy policy;
    ckpti_store store;
    bool resuming;                 /* restored, and no site was visited since */
    bool on;                       /* checkpoints may be taken here */
    bool was_busy;                 /* another program had the directory when this one started */
    uint64_t base;                 /* visits when armed */
    long armed;                    /* value that ckptg_left was set to */
    uint64_t begun;                /* clock when the last checkpoint was begun, or the program */
    uint64_t begun_visit;          /* visit of the last checkpoint begun */
    uint64_t looked, polled;       /* clock when it was looked at, the child asked */
    uint64_t looked_visit;
    unsigned look_visits;
    uint64_t number;               /* of the newest image, ours or found; UINT64_MAX: not known */
    uint64_t mark;                 /* of the process state that the running child saves */
    uint64_t previous;             /* image that this program came from or wrote last */
    const char *reason, *name;     /* of the checkpoint being taken */
    bool stop;                     /* end with 75 after it */
    ckpt_status reported;          /* failure that was printed last */
    unsigned failures;             /* since the last success */
} ckpti_site_state;

extern ckpti_site_state ckpti_run;

/* CLOCK_MONOTONIC in nanoseconds: the machine's, not the program's (whose clocks go on from an image). */
uint64_t ckpti_site_clock(void);

/* The program goes on from an image taken at visit `visit`: the next visit is looked at, what the restart needed goes then. */
void ckpti_site_resume_at(uint64_t visit);

/* Count from visit `visit` on, and set after how many visits to look again. */
void ckpti_site_arm(uint64_t visit);

/* ---- checkpoint.c ---- */

/* Take a checkpoint at this visit; errno as the program has it goes into the image.
 * Returns  1 if this process captures now */
int ckpti_checkpoint_take(int program_errno);

/* Hear how the child fares; its outcome is reported. wait: until it has ended. Returns false if it is still at work. */
bool ckpti_checkpoint_fetch(bool wait, ckpt_status *status);

/* The directory is there and ours, and its newest number is known.
 * holder_ms, orphan_ms  as ckpti_store_lock */
ckpt_status ckpti_checkpoint_prepare_store(unsigned holder_ms, unsigned orphan_ms);

#endif
