/* recomputed.h - variables that a restart makes again instead of finding them in the image.
 *
 * Purpose    whether images are without them, and the hash by which a restart sees that what it has made is what was there.
 * Input      what ckptcc says of a unit (ckptg_unit: recompute, made; CKPTG_V_RECOMPUTED).
 * Invariants the hash is of values, not of this machine's bytes. What is not the same again ends the restart; it is never gone on with.
 */
#ifndef CKPTI_RECOMPUTED_H
#define CKPTI_RECOMPUTED_H

#include "objects/units.h"
#include "types/universe.h"

/* In the process that captures, before anything is looked at: sets `made` of all units. It is 0, and the variables are saved, if the program has not made all
 * these calls, or if they took longer than their variables are worth. */
void ckpti_recomputed_note(const ckpti_universe *universe);

/* A variable's part of its unit's hash, which is the sum of them. name, function: those that the image has for it */
uint64_t ckpti_recomputed_hash(const ckpti_universe *universe, const ckptg_var *var, const char *name, const char *function);

/* The hash that a sum is: never 0. */
static inline uint64_t ckpti_recomputed_mark(uint64_t sum) { return sum ? sum : 1; }

/* Make the calls of a unit again, before any value of an image is in place, unless this process has made them. */
void ckpti_recomputed_make(const ckptg_unit *unit);

/* Behind a restart: all (or some only) of a unit's variables are what its calls make. If not all are, images have them from now on. */
void ckpti_recomputed_restored(const ckptg_unit *unit, bool all);

#endif
