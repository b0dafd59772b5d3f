/* unit_pairs.h - which unit of this program is which of an image.
 *
 * Purpose    images name units by the paths that their compilers were given, and a program may be built elsewhere, by other paths. So the names of
 *            an image and the units here are paired one to one: equal names first, then those whose last parts are equal, the more parts the better.
 * Order      ckpti_unit_pairs_add for every name, then ckpti_unit_pairs_match, before anything is looked up.
 */
#ifndef CKPTI_UNIT_PAIRS_H
#define CKPTI_UNIT_PAIRS_H

#include <stdbool.h>
#include "ckpt_abi.h"
#include "core/status.h"

/* A name that an image has. CKPT_ENOMEM. */
ckpt_status ckpti_unit_pairs_add(const char *name);

/* CKPT_ENOMEM. */
ckpt_status ckpti_unit_pairs_match(void);

/* CKPT_EPROGRAM: it cannot be told which unit a name means; the message says which it may be. To be asked where it matters. */
ckpt_status ckpti_unit_pairs_check(const char *name);

/* How well a unit is the one that is meant by a name: 0 not at all; for a name that was added, only the one that it is paired with is (if there is
 * none: any may be, by its name). */
unsigned ckpti_unit_likeness(const ckptg_unit *unit, const char *name);

/* Do two paths mean one source file: is one of them the tail of the other from a '/' on? */
bool ckpti_unit_same(const char *a, const char *b);
/* Have they one last part at least? */
bool ckpti_unit_same_file(const char *a, const char *b);

#endif
