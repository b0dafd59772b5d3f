/* gaps.h - the bytes of a structure that its values do not have.
 *
 * Purpose    memory that is one structure by its allocation may be used as another one: what that has lies in part where the first has nothing. Such
 *            bytes are carried, for restarts where types lie in memory as they did.
 * Form       of `count` values one after the other, each one's gaps by increasing offset, those of structures in it included. All bytes that no
 *            member takes, but bit-fields; and all of _Bool and long double, whose values are not all that their bytes can be. A union has none.
 * before     only gaps in front of that offset have something in memory, the others count as zeros (count is 1 then): where a structure's last array begins, whose
 *            elements go on in them. CKPTI_ALL_GAPS: all
 */
#ifndef CKPTI_GAPS_H
#define CKPTI_GAPS_H

#include "types/types.h"

#define CKPTI_ALL_GAPS UINT64_MAX

/* _Bool and long double: not all of what their bytes can be are values. */
bool ckpti_is_gap(const ckpti_type *type);
/* Bytes of the gaps of one value; UINT64_MAX: more than can be. */
uint64_t ckpti_gaps(const ckpti_type *type);
/* Is there a byte that is not 0 in them? */
bool ckpti_gaps_used(const ckpti_type *type, uint64_t count, const unsigned char *memory, uint64_t before);
/* From memory, and into it; count * ckpti_gaps(type) bytes. */
void ckpti_gaps_take(const ckpti_type *type, uint64_t count, const unsigned char *memory, unsigned char *out, uint64_t before);
void ckpti_gaps_put(const ckpti_type *type, uint64_t count, unsigned char *memory, const unsigned char *from, uint64_t before);
/* Only what _Bool and long double have of them: theirs are put before the values, and what these were in memory after them. */
void ckpti_gaps_put_values(const ckpti_type *type, uint64_t count, unsigned char *memory, const unsigned char *from, uint64_t before);

#endif
