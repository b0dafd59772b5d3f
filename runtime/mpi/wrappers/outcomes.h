/* outcomes.h - what may end otherwise when it is done again: logged while a line is pending, replayed after a restart. */
#ifndef CKPTM_OUTCOMES_H
#define CKPTM_OUTCOMES_H

#include "mpi/layer.h"

/* The next logged outcome, if any is left. The program has to come by the same calls as then: another kind ends the run. Matches of
 * receives stand in the log too, but are looked for by their number (requests.c). */
bool ckptm_replay(int kind, ckptm_outcome *out);
/* Log it, if a line is pending. */
void ckptm_log_outcome(ckptm_outcome outcome);
/* Let others run. */
void ckptm_yield(void);
/* Of a request that is null or inactive. */
void ckptm_empty_status(MPI_Status *status);

#endif
