/* sharing.h - files that several ranks write: a file is no message, and is in no log.
 *
 * Purpose    a line is of use only if each of its images found such a file as the others did. Each rank tells rank 0 what it found before it
 *            says that it is ready; rank 0 abandons the line where two differ.
 * Input      files that a rank may have written since its checkpoint before, as listed in its image (objects/files.h).
 */
#ifndef CKPTM_SHARING_H
#define CKPTM_SHARING_H

#include <stddef.h>
#include <stdint.h>
#include "core/status.h"

/* Tell rank 0, for the pending line. */
void ckptm_sharing_tell(void);
/* Rank 0: a line begins; a rank has told; may it be committed? Errors  CKPT_EUNSUPPORTED, with the file and two ranks */
void ckptm_sharing_begin(void);
void ckptm_sharing_hear(int from, uint64_t line, const void *bytes, size_t size);
ckpt_status ckptm_sharing_check(void);

#endif
