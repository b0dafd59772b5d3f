/* replay.h - calls made again at a restart (ckpt_replay_abi.h).
 *
 * Purpose    the log of recorded calls: in an image as section REPL; run again through libffi.
 * Invariants a program that replays nothing does not link this (declarations are weak). The calls see the program's variables as they
 *            were when it started, and what they change in them is undone: the image has their values. Excluded variables keep
 *            what the calls made of them. Descriptors that a call opened come again under the same numbers.
 */
#ifndef CKPTI_REPLAY_H
#define CKPTI_REPLAY_H

#include <stdint.h>
#include "core/status.h"

/* Make all recorded calls of the image again. Call after ckpti_proc_apply, before the program goes on.
 * Errors  CKPT_EPROGRAM, CKPT_ERANGE, CKPT_EUNSUPPORTED (another result), CKPT_ENOMEM: text names the call */
ckpt_status ckpti_replay_run(void) __attribute__((weak));

/* Number of the recorded call that returned this pointer, from 1; 0: none. An image may name such a pointer by it. */
uint32_t ckpti_replay_result_id(const void *pointer) __attribute__((weak));
/* What that call returned in this process (after ckpti_replay_run); 0 if there is no such call. */
void *ckpti_replay_result(uint32_t id) __attribute__((weak));

#endif
