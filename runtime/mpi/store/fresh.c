/* fresh.c - memory that the program has not written is the same when a window is done again.
 *
 * Programs send buffers that they have not filled. What they have not written is whatever the allocator's free block held, which no image has:
 * the message, or what is given to a collective, would be another one after a restart, and the comparison would end it. So blocks are zeroed
 * in windows, and after a restart as long as anything is left that is compared. Not so local variables: see docs/mpi.md, "Limits".
 */
#include "mpi/layer.h"
#include "mpi/protocol/mutants.h"
#include "objects/heap.h"

void ckptm_fresh_memory(void)
{
    bool replays = ckptm_state.results || ckptm_state.early || ckptm_state.outcomes || ckptm_state.matches;

    ckpti_heap_clear = (ckptm.window.logging || replays) && !ckptm_mutant(fresh_memory);
}
