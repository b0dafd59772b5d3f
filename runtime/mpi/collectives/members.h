/* members.h - who takes part in a collective, and who waits for whom.
 *
 * Purpose    a barrier ends when all have entered it, a broadcast when its root has, a scan when the lower ranks have: a replay ends no
 *            earlier, and a log that has the end of one depends on those, and on no others.
 */
#ifndef CKPTM_MEMBERS_H
#define CKPTM_MEMBERS_H

#include <stdbool.h>
#include "mpi/state.h"

enum ckptm_waits {
    CKPTM_WAITS_ALL = 1,          /* everybody for everybody (of the other group, if there are two) */
    CKPTM_WAITS_ROOT,             /* everybody for the root */
    CKPTM_ROOT_WAITS,             /* the root for everybody */
    CKPTM_WAITS_LOWER,            /* for lower ranks */
    CKPTM_WAITS_NEIGHBOURS        /* for those from which an edge of the topology comes */
};

enum ckptm_waits ckptm_waits(int call);

/* Ranks in MPI_COMM_WORLD of those for whose entering this rank waits, or (`after`) of those who wait for this rank's; *count of them, free()
 * the list. Without this rank itself. */
int *ckptm_members_before(const ckptm_collective *c, bool after, int *count);

/* An intercommunicator? */
bool ckptm_members_two_groups(const ckptm_comm *c);
/* Ranks with whom this one exchanges: of the other group, or all of the only one. */
int ckptm_members_size(const ckptm_comm *c);

#endif
