/* restart.h - which image CKPT_RESTART means, and going back to it.
 *
 * Purpose    latest: the newest image that is whole; number: that one; anything else: a path.
 * Invariants nothing of an image that is not whole is used. Only `latest` falls back, only from images that are bad themselves
 *            (status 65), and says so; an image of another program or a value that does not fit ends the start.
 */
#ifndef CKPTI_RESTART_H
#define CKPTI_RESTART_H

#include <stdbool.h>
#include "storage/storage.h"

typedef struct ckpti_restarted {
    bool found;                   /* false: there is no image yet, the program starts afresh */
    uint64_t number;              /* of the image in the directory; 0: from elsewhere */
    uint64_t visit;
} ckpti_restarted;

/* Restore what `wish` means.
 * directory  0 if CKPT_DIR is not set: only a path will do then
 * Errors     those of the image; text says which image and why */
ckpt_status ckpti_restart(const char *wish, const char *directory, ckpti_restarted *out);

/* Restore from the file of that path. The file stays mapped until ckpti_restart_release. */
ckpt_status ckpti_restart_file(const char *path, uint64_t *visit);

/* Restore from an image in memory, kept until ckpti_restart_release. Takes `memory` over, on success. */
ckpt_status ckpti_restart_memory(ckpti_memory_sink *memory, uint64_t *visit);

/* The program runs again: what its image was read from is not needed any more. */
void ckpti_restart_release(void);

#endif
