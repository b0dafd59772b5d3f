/* results.h - what collectives gave this rank: kept while a line is pending, put in its place again after a restart.
 *
 * Form       a result of several pieces is several parts, numbered as the pieces are; part -1 says that the collective was done, and
 *            what this rank gave to it.
 */
#ifndef CKPTM_RESULTS_H
#define CKPTM_RESULTS_H

#include "mpi/state.h"

/* A collective has completed in the window: keep what it gave. */
void ckptm_results_keep(const ckptm_collective *c);

/* Is the result of that number here? Then it is not done again. */
bool ckptm_results_has(ckptm_u64 comm, ckptm_u64 number);
/* What this rank gives must be what it gave then; ends the job if not. */
void ckptm_results_check(const ckptm_collective *c);
/* Put the result where it belongs and forget it. */
void ckptm_results_give(const ckptm_collective *c);

#endif
