/* sharing.h - files that several ranks write: a file is no message, and is in no log.
 *
 * Purpose    a line is of use only if each of its images found such a file as the others did. Each rank says what it found when it is
 *            ready (readies.h); rank 0 abandons the line where two differ.
 * Input      files that a rank may have written since its checkpoint before, as listed in its image (objects/files.h).
 */
#ifndef CKPTM_SHARING_H
#define CKPTM_SHARING_H

#include <stddef.h>
#include <stdint.h>
#include "core/status.h"
#include "image/process_format.h"

/* What this rank found. */
void ckptm_sharing_list(ckpti_pw *w);
/* Rank 0: a line begins; a rank's list; may it be committed? Errors  CKPT_EUNSUPPORTED, with the file and two ranks */
void ckptm_sharing_begin(void);
void ckptm_sharing_add(int from, const void *bytes, size_t size);
ckpt_status ckptm_sharing_check(void);

#endif
