/* coordinate.h - a site of one process of a job: the job says when a checkpoint is taken, not the policy of this process.
 *
 * Purpose    what the MPI layer (runtime/mpi) hangs itself into. Its own library is linked only into MPI programs: the functions it
 *            provides are weak here, and 0 in all others.
 * Invariants images of a job are numbered and removed by the layer; stopping (status 75) is its business.
 */
#ifndef CKPTI_COORDINATE_H
#define CKPTI_COORDINATE_H

#include <stdbool.h>
#include <stdint.h>
#include "core/status.h"
#include "site/policy.h"

typedef struct ckpti_coordinator {
    /* At a site that looks. reason: why this process wants a checkpoint, or 0; stop: and then to stop. True: take one now. */
    bool (*at_site)(const char *reason, bool stop);
    /* The number that it will have. */
    uint64_t (*number)(void);
    /* All frames are handed over, and the state is about to be looked at: in the process that writes it. */
    void (*captured)(void);
    /* A checkpoint has begun (done false: memory is as it will be in the image) or is on disk, or has failed with that text. */
    void (*outcome)(bool done, ckpt_status status, const char *text);
} ckpti_coordinator;

extern const ckpti_coordinator *ckpti_coordination;   /* 0: none */

/* ---- provided by site/ ---- */

void ckpti_coordinate(const ckpti_coordinator *coordinator);
/* The next site is to look. */
void ckpti_coordinate_due(void);
/* Hear how the checkpoint's process fares. */
void ckpti_coordinate_poll(void);
/* What was taken last is part of a committed line. */
void ckpti_coordinate_committed(void);

/* ---- provided by the layer; weak ---- */

/* The settings are read, nothing else has happened: become a process of the job, put its own directory and image into the policy.
 * fresh: a restart was asked for, and there is no line yet. */
ckpt_status ckpti_job_start(int *argc, char ***argv, ckpti_policy *policy, bool *fresh) __attribute__((weak));
/* The image is loaded, the program does not run yet. */
ckpt_status ckpti_job_restored(void) __attribute__((weak));
/* Everything is ready: the program, or its restart copies, run next. */
void ckpti_job_ready(void) __attribute__((weak));
/* See also objects/job.h. */

#endif
