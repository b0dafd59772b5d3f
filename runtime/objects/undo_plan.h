/* undo_plan.h - what the parts of putting files back share. See files.h.
 *
 * Purpose    undo_plan.c has the list and looks, undo_names.c knows the names of one file, undo_apply.c does it.
 */
#ifndef CKPTI_UNDO_PLAN_H
#define CKPTI_UNDO_PLAN_H

#include "objects/files.h"

#define CKPTI_PLAN_LOST "was rewritten or removed after the checkpoint and was too long to be kept; it stays as it is"

bool ckpti_plan_is_file(const ckpti_plan_file *f);
/* The content as it must be is at hand. */
bool ckpti_plan_has_content(const ckpti_plan_file *f);

/* A line on standard error of what is not as it was; the first ones of a restart only. */
void ckpti_plan_report(const char *path, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* ---- names of one file ---- */

/* What tells a file that is there from all others, by any of its names; 0: not there. */
uint64_t ckpti_plan_identity(const char *path);
/* See to it that what is written by this name is the file that it led to at the checkpoint, or one of its own: it may be another
 * file's name by now, and what that has must stay. false: it is not to be written. */
bool ckpti_plan_take_place(const ckpti_plan *plan, const ckpti_plan_file *f, const char *path);
/* Only a name that was another file's may lead to a file with several names by now: it is given one more, before that name is written, and loses it
 * when all names are back. */
void ckpti_plan_rescue(const ckpti_plan *plan);
void ckpti_plan_rescued(const ckpti_plan *plan);
/* Has it been put back by another of its names? What was said first of one of them holds for all. */
bool ckpti_plan_is_done(const ckpti_plan *plan, const char *path);

#endif
