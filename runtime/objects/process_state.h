/* process_state.h - directory, umask, locale, signals, timers, rounding, environment. Internal to runtime/objects.
 *
 * Invariants handlers are variables of a unit ("libckpt/process"), so the image has them by name; the rest is in the STAT and TIME
 *            sections. Numbers of signals, errors and locale categories are those that all Linux targets of ours share.
 */
#ifndef CKPTI_PROCESS_STATE_H
#define CKPTI_PROCESS_STATE_H

#include "image/process_format.h"

/* Number of categories of a locale that a program can set; the one called "all" has no name of its own. */
enum { CKPTI_LOCALES = 13, CKPTI_TIMERS = 3 };

typedef struct ckpti_process_state {
    char *directory;                  /* owned; "" if it had no name any more */
    uint32_t umask, rounding, next_stream;
    int32_t error;
    uint64_t blocked, pending, segment;
    char *locales[CKPTI_LOCALES];     /* owned; 0: "C" */
    uint64_t timer_left[CKPTI_TIMERS], timer_interval[CKPTI_TIMERS];
} ckpti_process_state;

void ckpti_process_state_free(ckpti_process_state *state);

/* Take all of it; `error`: the program's errno. Handlers go to variables. Errors  CKPT_ENOMEM */
ckpt_status ckpti_process_state_take(ckpti_process_state *out, int error);
void ckpti_process_state_write(const ckpti_process_state *state, ckpti_pw *stat, ckpti_pw *time);
/* Errors  CKPT_EBADIMAGE, CKPT_ENOMEM */
ckpt_status ckpti_process_state_read(ckpti_pr *stat, ckpti_pr *time, ckpti_process_state *out);

/* The segment of the undo journal that a section STAT names; 0: it is malformed. */
uint64_t ckpti_process_state_segment(const ckpti_image_proc *blob);

/* Whether the locales exist here.  Errors  CKPT_EUNSUPPORTED */
ckpt_status ckpti_process_state_check(const ckpti_process_state *state);

/* Set directory, umask, locale; block all signals.  Errors  CKPT_EFILE, CKPT_EUNSUPPORTED */
ckpt_status ckpti_process_state_apply(const ckpti_process_state *state);

/* Handlers, timers, environment, rounding, pending signals, mask, errno: in this order. */
void ckpti_process_state_resumed(const ckpti_process_state *state);

#endif
