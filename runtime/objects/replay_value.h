/* replay_value.h - arguments and results of replayed calls in a form that does not depend on the machine.
 *
 * Purpose    a value with what it points to, as XDR that describes itself; back to this machine's memory.
 * Input      decoding: bytes of an image; bounded, nothing is trusted, nesting is limited.
 * Form       docs/image-format-process.md, "Replayed calls".
 */
#ifndef CKPTI_REPLAY_VALUE_H
#define CKPTI_REPLAY_VALUE_H

#include <ffi.h>
#include "ckpt_replay_abi.h"
#include "image/process_format.h"

/* Room for a scalar of any kind. */
typedef union ckpti_scalar {
    unsigned char bytes[32];
    unsigned long long integer;
    long double real;
    void *pointer;
    ffi_arg word;
} ckpti_scalar;

/* Number of the earlier call that returned this pointer; 0: none. And its result in this process. */
uint32_t ckpti_replay_result_id(const void *pointer);
void *ckpti_replay_result(uint32_t id);

/* Write a scalar at `address`, with all that it points to. Returns 0, or what is wrong with it. */
const char *ckpti_replay_put(ckpti_pw *w, const ckptg_type *type, const void *address);

/* What a value is. */
typedef struct ckpti_replay_value {
    ffi_type *type;
    ckpti_scalar scalar;              /* as this machine has it; memory it points to lives for ever */
} ckpti_replay_value;

/* Read one. Errors  CKPT_EBADIMAGE; CKPT_ERANGE; CKPT_EPROGRAM: a function or stream that is not here; CKPT_ENOMEM */
ckpt_status ckpti_replay_get(ckpti_pr *r, ckpti_replay_value *out);

/* The same without making anything: only the form is checked. */
ckpt_status ckpti_replay_skip(ckpti_pr *r);

#endif
