/* turns.h - collectives that the real MPI gets only after others that are pending on their communicator, for it would mix them up.
 *
 * Purpose    Open MPI 4.1's MPI_Comm_idup consists of several reductions on the parent, each posted when the one before is done. If another
 *            collective is posted in between, members may disagree on the order, for it is up to the progress of each: the plain MPI hangs,
 *            or makes communicators that do not fit. So whatever the program starts on a communicator that is being duplicated waits, in the
 *            layer, for its turn.
 *            What it does on a communicator of two groups, to make another one of it, uses numbers of messages that collectives of both groups
 *            use, too, as long as few of these have been called; after a restart these are few. So that begins when all before it are done.
 * Invariants requests that wait keep the order of their calls, which is the same on all members. They are pending ones like others to a line
 *            and to a restart; who waits is not part of images.
 */
#ifndef CKPTM_TURNS_H
#define CKPTM_TURNS_H

#include <stdbool.h>

/* Post that collective, or let it wait. Returns an error of ours, or 0. */
int ckptm_turn_take(int request);
/* Does it wait? Those whose turn has come are posted first. */
bool ckptm_turn_waits(int request);
/* Does any? */
bool ckptm_turns_wait(void);
/* Post those whose turn has come. */
void ckptm_turns_poll(void);
/* Is the communicator being duplicated, or in a use that would be mixed up with making another one of it, so that no blocking call may do that? */
bool ckptm_turns_busy(int comm);
/* Is another one? The real MPI may make no communicator before that is done, where this rank does not hear any more what the next one waits for. */
bool ckptm_turns_busy_elsewhere(int comm);

#endif
