/* restore.h - the state of an image becomes that of this process.
 *
 * Purpose    verify and match everything, then decode everything, before anything of the program runs; afterwards the restart copies
 *            take their locals back through ckptg_enter, ckptg_bind, ckptg_next and ckptg_resumed (ckpt_abi.h).
 * Invariants nothing is changed in the process or its files if an image is bad (status 65): the caller may try another one. After a failure of
 *            any other kind the process must end. If frames are captured in this process (mode inplace), heap blocks keep their
 *            places, with their contents overwritten first.
 * Thread     one; before main, or at a site.
 */
#ifndef CKPTI_RESTORE_H
#define CKPTI_RESTORE_H

#include <stddef.h>
#include <stdint.h>
#include "core/status.h"
#include "types/decode.h"

/* Load an image. The bytes are needed until ckptg_resumed.
 * visit   set to the number of visits when the image was taken
 * Errors  CKPT_EBADIMAGE, CKPT_EVERSION (65); CKPT_EPROGRAM, CKPT_ERANGE, CKPT_ELAYOUT, CKPT_EFILE, CKPT_ENOMEM, ... (78) */
ckpt_status ckpti_restore(const void *bytes, size_t size, uint64_t *visit);

/* What a restart with another width of long does about the extremes of that width; refused unless told otherwise. */
void ckpti_restore_extremes(enum ckpti_extremes what);
/* What was told. *bytes: of a long on the machine of the image that was restored last, if it is not as wide as here; else 0. */
enum ckpti_extremes ckpti_restore_extremes_of(uint32_t *bytes);

/* After a restart, overwrite the variables that ckptcc has left out of images as dead: what reads one all the same is to be seen. */
void ckpti_restore_spoil(void);

#endif
