/* process_hooks.h - parts of the process state that a program has only if it uses them. Internal to runtime/objects.
 *
 * Weak: a program that never calls clock() does not link clocks.c, and these are 0 there.
 */
#ifndef CKPTI_PROCESS_HOOKS_H
#define CKPTI_PROCESS_HOOKS_H

#include <stdbool.h>
#include "image/process_format.h"

/* Remember the clocks; called at a site. */
void ckpti_clocks_prepare(void) __attribute__((weak));
/* Go on from what was remembered. */
void ckpti_clocks_resumed(void) __attribute__((weak));
/* Called before (false) and after (true) a process of the runtime is waited for: its times are not the program's. */
void ckpti_clocks_reap(bool after) __attribute__((weak));

/* Register the program's functions with this process. */
void ckpti_atexit_resumed(void) __attribute__((weak));

/* ---- replayed calls (replay.c) ---- */

/* Write number and rows of the REPL section; *rows: how many.
 * Errors  CKPT_EUNSUPPORTED: a call has an argument that cannot be carried */
ckpt_status ckpti_replay_rows(ckpti_pw *w, uint32_t *rows) __attribute__((weak));
/* Read them and see whether the functions are here. What the program's variables hold now is what the calls will see. */
ckpt_status ckpti_replay_read(ckpti_pr *r) __attribute__((weak));
/* The descriptor was opened by a replayed call: it is that call's business. */
bool ckpti_replay_owns(int fd) __attribute__((weak));

#endif
