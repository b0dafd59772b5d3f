/* limits.h - CKPT_MPI_MAX_INTERVALS: lines that a message may cross before it is received. CKPT_MPI_MAX_BYTES: of the messages and results that
 * one rank keeps for a line. CKPT_MPI_MAX_TIME: seconds from the preparation of a line to the end of a rank's log. Unset: no limit. */
#ifndef CKPTM_LIMITS_H
#define CKPTM_LIMITS_H

/* Read them. Returns the name of one that is no positive number, or 0. */
const char *ckptm_limits_read(void);
/* A line is being prepared; the local checkpoint is taken; now and then. */
void ckptm_limits_begin(void);
void ckptm_limits_checkpointed(void);
void ckptm_limits_look(void);

#endif
