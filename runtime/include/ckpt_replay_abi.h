/* ckpt_replay_abi.h - the contract for `#pragma ckpt replay`: calls that a restart makes again. Goes with ckpt_abi.h.
 *
 * Purpose    a call after `#pragma ckpt replay` is recorded each time it is made; a restart makes all recorded calls again, in
 *            order, with the arguments they had, before the program goes on.
 * Emitted    status = f(a, &b);  becomes
 *
 *     static const ckptg_type *const ckptg_ra1[] = { &type of a, &type of pointer to b's type };
 *     static const ckptg_replay ckptg_rp1 = { .name = "f", .function = (void (*)(void))f, .result = &int, .args = ckptg_ra1,
 *                                             .nargs = 2, .nfixed = 2, .file = "x.c", .line = 12 };
 *     status = __extension__ ({ TA ckptg_a0 = (a); TB ckptg_a1 = (&b);
 *                               ckptg_replay_before(&ckptg_rp1, (const void *[]){ &ckptg_a0, &ckptg_a1 });
 *                               TR ckptg_r = f(ckptg_a0, ckptg_a1);
 *                               ckptg_replay_after(&ckptg_rp1, &ckptg_r); ckptg_r; });
 *
 *            TA, TB: the parameter types (of variadic arguments: the promoted types). An argument that is an array decayed to a pointer has
 *            the type "pointer to the array", and &object "pointer to an array of one", so that the length is known. The function also
 *            stands in the unit's fnrefs, and the unit of a program that replays anything calls ckptg_replay_before, which links the
 *            runtime's part.
 * Arguments  arithmetic types but __int128, complex and wide long double; enum; strings (pointers to char); pointers to arithmetic types,
 *            structures and arrays of these, given as a copy of what they pointed to at the call; FILE * of the program's streams; functions;
 *            null; what an earlier recorded call returned. Anything else makes the next checkpoint refuse, with the call's place.
 * Results    an integer must be the same again, a pointer null again or not null again; else the restart ends with 78.
 */
#ifndef CKPT_REPLAY_ABI_H
#define CKPT_REPLAY_ABI_H

#ifndef CKPT_ABI_H
#include "ckpt_abi.h"
#endif

/* A call in the source. */
typedef struct ckptg_replay {
    const char *name;                        /* the function called, by name: calls through pointers cannot be replayed */
    const char *unit;                        /* its source file if it is static, else 0 */
    void (*function)(void);
    const ckptg_type *result;                /* 0: void */
    const ckptg_type *const *args;           /* [nargs] */
    ckptg_u32 nargs, nfixed;                 /* nfixed < nargs: variadic */
    const char *file;
    ckptg_u32 line;
} ckptg_replay;

/* Just before the call.
 * args  [nargs] where each argument's value is */
void ckptg_replay_before(const ckptg_replay *call, const void *const *args);

/* Just after it.
 * result  where its result is; 0: void */
void ckptg_replay_after(const ckptg_replay *call, const void *result);

#endif
