/* literals.h - the string literals of the program by what they hold.
 *
 * Purpose    a literal of an image is one of this program with the same content, if there is one. All units' literals are put into a
 *            table once: what the search costs grows with the number of literals, not with its square.
 */
#ifndef CKPTI_RESTORE_LITERALS_H
#define CKPTI_RESTORE_LITERALS_H

#include "restore/state.h"

/* Where the literal stands here; pair: what its elements become. The image's unit has it before others do. *text 0: there is none. */
ckpt_status ckpti_literals_find(ckpti_restoring *r, const ckpti_image_object *o, const void **text, const ckpti_pair **pair);
void ckpti_literals_close(ckpti_literals *literals);

#endif
