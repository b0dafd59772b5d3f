/* few.h - blocking collectives of few ranks and few bytes, as messages of the layer's own.
 *
 * Purpose    a rank that waits in a collective has to hear control traffic, so the real MPI's blocking calls cannot be used where lines may come,
 *            and its non-blocking ones cost more: MPICH 4.0 makes a schedule for each, 0.3 us in a call of 0.3 us. Where each rank can
 *            send to each, a collective that moves data only is as many sends and receives, which cost no more than the blocking call.
 * Invariants which collectives these are is the same on all ranks of the communicator: the call, the number of ranks, the bytes of one piece by
 *            its type signature (which MPI 3.1, 5.1 has to be the same for those who give and who get). Reductions are the real MPI's: in what order
 *            it adds is its affair. Blocking and non-blocking calls do not match each other (MPI 3.1, 5.12), so these are none of the latter.
 */
#ifndef CKPTM_FEW_H
#define CKPTM_FEW_H

#include "mpi/state.h"

/* Is it a collective of that kind, but MPI_Barrier, with no bytes? No rank waits for another in it, as in the real MPIs. */
bool ckptm_collective_is_nothing(const ckptm_collective *record);

/* Post a collective in that slot: so, if it is of that kind, else as the real MPI's non-blocking call. Returns an error of ours, or 0. */
int ckptm_collective_start(const ckptm_collective *record, int slot);

#endif
