/* kept.h - where the heap blocks of the image written last are in this process: mode inplace restores them there. */
#ifndef CKPTI_SAVE_KEPT_H
#define CKPTI_SAVE_KEPT_H

#include <stdbool.h>
#include <stdint.h>

/* Address of the block that is object `object` of that image; 0 if it is no block, or there is no such image. */
unsigned char *ckpti_kept_block(uint32_t object);
/* What lies between its members counts, and is 0 where the image does not have it. */
bool ckpti_kept_gaps(uint32_t object);
/* Forget them. */
void ckpti_kept_clear(void);

#endif
