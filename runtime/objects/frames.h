/* frames.h - the frames that a capture hands over.
 *
 * Purpose    keep contents and former addresses of the live locals while the stack goes away.
 * Input      ckptg_capture, deepest frame first.
 * Invariants a local's content is a copy of its own; `address` is only compared with pointers.
 */
#ifndef CKPTI_FRAMES_H
#define CKPTI_FRAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "ckpt_abi.h"

typedef struct ckpti_captured_local {
    const ckptg_local *local;
    const unsigned char *address; /* where it was */
    unsigned char *content;       /* [size], owned */
    size_t size;
} ckpti_captured_local;

typedef struct ckpti_captured_frame {
    const ckptg_function *function;
    uint32_t resume;
    ckpti_captured_local *locals; /* [function->resumes[resume].nlocals], owned */
} ckpti_captured_frame;

/* Frames handed over so far, deepest first. */
uint32_t ckpti_frames_count(void);
const ckpti_captured_frame *ckpti_frames_at(uint32_t index);

/* Free all frames. */
void ckpti_frames_clear(void);

/* The runtime's own blocks are private from the first frame of a capture (or the start of a restore) to the end of the restart; this
 * begins and ends that, once each. */
void ckpti_frames_private(bool on);

#endif
