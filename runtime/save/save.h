/* save.h - write the captured state of the program as an image.
 *
 * Purpose    walk all objects from the captured frames and the variables of all units, then encode them.
 * Input      the frames of objects/frames.h, the units, the heap; the process stands still.
 * Output     an image (docs/image-format.md) into a sink.
 * Invariants the same state gives the same bytes, but for the time. Memory of the program is only read. Nothing grows with the depth of
 *            the program's data structures but tables of a few bytes an object.
 */
#ifndef CKPTI_SAVE_H
#define CKPTI_SAVE_H

#include <stdbool.h>
#include <stdint.h>
#include "storage/sink.h"

typedef struct ckpti_save_info {
    uint64_t visit;
    const char *site;             /* its name, or 0 */
    const char *reason;           /* "interval", "at", ... */
    bool strict;                  /* refuse pointers to nothing known */
} ckpti_save_info;

/* Write the image. The frames stay captured.
 * Errors  those of the sink; CKPT_ESTRICT, CKPT_EUNSUPPORTED: text names the pointer or object; CKPT_ENOMEM */
ckpt_status ckpti_checkpoint_write(ckpti_sink *sink, const ckpti_save_info *info);

#endif
