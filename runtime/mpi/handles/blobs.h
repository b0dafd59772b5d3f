/* blobs.h - counts of MPI_BYTE, across restarts: so many bytes are so many of the objects that a buffer has, and these may be of another size on
 * another machine.
 *
 * Purpose    where a datatype, or a request that is persistent or pending, counts bytes of objects other than characters, an image carries a sample of such
 *            an object with what its members take; a machine on which they take something else is refused, and so is one with any other layout
 *            where the objects are not known: on the stack, or none yet.
 */
#ifndef CKPTM_BLOBS_H
#define CKPTM_BLOBS_H

#include "core/status.h"
#include "mpi/handles/types.h"

/* Samples of objects, each of another type. */
typedef struct ckptm_sample {
    void *object;
    ckptm_u64 layout;             /* of the machine that made it: hash of the sizes and places of all members */
} ckptm_sample;

typedef struct ckptm_samples {
    ckptm_sample *list;           /* [count] */
    int count;
    unsigned unknown;             /* a request counts bytes of an object that is not known, on a machine of that layout; else 0 */
    int npending;
    int *pending;                 /* [npending] samples of what requests count bytes of */
} ckptm_samples_t;

extern ckptm_samples_t ckptm_samples;

/* A datatype is used with a buffer. */
void ckptm_blobs_learn(int type, const void *buffer, ckptm_u64 count);
/* Before an image is written. */
void ckptm_blobs_settle(void);
/* After it was read. */
ckpt_status ckptm_blobs_check(void);
/* What was restored is of this machine now. */
void ckptm_blobs_restore(void);
#endif
