/* site.h - what happens at a site: is a checkpoint due, who takes it, how did it go.
 *
 * Purpose    the life cycle of a checkpoint. ckptg_site (ckpt_abi.h) counts visits and looks whether one is due; then
 *              async, sync   a child is made (child.h), which unwinds: ckptg_site returns 1 there, every frame hands itself over and
 *                            returns, main (main.c) calls ckpti_site_captured, which writes the image and ends the child.
 *                            The program itself got 0 and runs on at once, or after the child (sync).
 *              inplace       the program unwinds itself; ckpti_site_captured writes the image and loads it back, and main starts
 *                            the restart copies.
 * Invariants visits = base + (armed - ckptg_left); ckptg_left is only set in arm(). Nothing is touched (files, signals,
 *            descriptors) unless CKPT_DIR or CKPT_RESTART is set. A checkpoint that fails leaves the program as it was;
 *            each kind of failure is reported once until one succeeds.
 * Thread     main thread only; with other threads alive a checkpoint is refused.
 */
#ifndef CKPTI_SITE_H
#define CKPTI_SITE_H

#include <stdbool.h>
#include <stdint.h>
#include "core/status.h"

/* Called by main before anything of the program runs: read the environment, restore an image if asked to.
 * Ends the process with 65 or 78 if that cannot be. argc, argv, envp are replaced by copies on the heap, so that they
 * can be saved, if checkpoints may be taken.
 * Returns  true if the program is to go on from an image: call the restart copy of its main */
bool ckpti_site_start(int *argc, char ***argv, char ***envp);

/* Called by main when it was returned to while ckptg_capturing: all frames are handed over. In a child this does not return.
 * In mode inplace the program's state is ready for the restart copy of main when it does. */
void ckpti_site_captured(void);

/* Give a capture up, wherever it is: the reason is status and its text. In a child: tells the program, which is unharmed.
 * In mode inplace frames are already lost: ends the process with 78. */
void ckpti_site_abandon(ckpt_status status) __attribute__((noreturn, cold));

/* Visits so far, this one included. */
uint64_t ckpti_site_visits(void);

/* What a pragma of the program's says is being called (hooks.c): on_restart, or on_checkpoint. */
extern bool ckpti_hook_runs, ckpti_hook_captures;

/* This process captures: call what on_checkpoint outside functions says. */
void ckpti_hooks_checkpoint(void);

#endif
