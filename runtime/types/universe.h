/* universe.h - all types of this program, each once.
 *
 * Purpose    units have descriptors of their own for the types they share; this finds out which ones are the same C type
 *            and makes one ckpti_type for each.
 * Input      ckptg_type tables, followed through elements, pointees and fields.
 * Invariants two descriptors are one type if no difference can be found by any walk from them (partition refinement by hashes; Moore's
 *            minimisation): structures by tag, size and fields, recursively. An incomplete structure is the one complete structure
 *            of its tag, if there is exactly one in the program.
 * Thread     one.
 */
#ifndef CKPTI_UNIVERSE_H
#define CKPTI_UNIVERSE_H

#include "core/status.h"
#include "types/types.h"

typedef struct ckpti_universe ckpti_universe;

/* Open an empty one; 0 without memory. */
ckpti_universe *ckpti_universe_open(void);
void ckpti_universe_close(ckpti_universe *universe);

/* Add a type and all it mentions. 0 is allowed. False without memory. */
bool ckpti_universe_add(ckpti_universe *universe, const ckptg_type *type);

/* All are added: find out what is the same and measure. Errors: CKPT_ENOMEM, CKPT_EINTERNAL (impossible descriptors) */
ckpt_status ckpti_universe_finish(ckpti_universe *universe);

/* The type of a descriptor that was added; 0 for 0 and for strangers. */
const ckpti_type *ckpti_universe_type(const ckpti_universe *universe, const ckptg_type *type);

/* Types by number: 0..n-1 in order of first appearance. */
uint32_t ckpti_universe_count(const ckpti_universe *universe);
const ckpti_type *ckpti_universe_at(const ckpti_universe *universe, uint32_t index);

#endif
