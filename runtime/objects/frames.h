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
#include "core/status.h"
#include "site/child.h"

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

/* All frames are handed over, up to that of main? Errors  CKPT_EFOREIGN */
ckpt_status ckpti_frames_check(void);

/* The capture is given up: code of the program runs that does not know of it. */
void ckpti_frames_ran_on(void) __attribute__((noreturn, cold));
/* ... seen right behind that call. */
void ckpti_frames_ran_on_at(const char *file, uint32_t line) __attribute__((noreturn, cold));

/* Called by what the program calls to change something outside: in a child whose frames are handed over, that is such code. */
static inline void ckpti_frames_no_capture(void)
{
    if (__builtin_expect(ckptg_capturing, 0) && ckpti_child_inside())
        ckpti_frames_ran_on();
}

/* Free all frames. */
void ckpti_frames_clear(void);

/* The runtime's own blocks are private from the first frame of a capture (or the start of a restore) to the end of the restart; this
 * begins and ends that, once each. */
void ckpti_frames_private(bool on);

#endif
