/* told.c - see told.h */
#include <stdint.h>
#include "mpi/handles/apart.h"
#include "mpi/handles/leaves.h"
#include "mpi/handles/told.h"
#include "mpi/layer.h"
#include "mpi/state.h"
#include "objects/frames.h"

/* Is the number of the entry an address of this process? */
static bool is_fresh(const ckptm_told_place *t) { return t->where && (long)(intptr_t)t->where == (long)t->was; }

void ckptm_told(const void *address)
{
    long was = (long)(intptr_t)address;

    if (!address)
        return;
    if (!ckptm_state.told)
        ckptm_state.told = ckptm_new(CKPTM_T_TOLD, CKPTM_TOLD);
    for (int i = 0; i < CKPTM_TOLD; i++)
        if (ckptm_state.told[i].was == was && is_fresh(&ckptm_state.told[i]))
            return;
    ckptm_state.told[ckptm_state.next_told] = (ckptm_told_place){ .where = (void *)(uintptr_t)address, .was = was };
    ckptm_state.next_told = (ckptm_state.next_told + 1) % CKPTM_TOLD;
}

long ckptm_told_now(long address)
{
    const ckptm_told_place *stale = 0;
    bool fresh = false;

    for (int i = 0; ckptm_state.told && address && i < CKPTM_TOLD; i++) {
        const ckptm_told_place *t = &ckptm_state.told[i];

        if (t->was != address)
            continue;
        if (is_fresh(t))
            fresh = true;
        else if (t->where || !stale)
            stale = t;
    }
    if (!stale)
        return address;
    if (!stale->where && !fresh)
        ckptm_fatal("0x%lx is an address that MPI_Get_address has told before a restart, of something that is not there any more: ask for it again", (unsigned long)address);
    if (fresh && stale->where)
        ckptm_fatal("0x%lx is an address that MPI_Get_address has told before a restart and, of something else, after it: ask for both again", (unsigned long)address);
    return fresh ? address : (long)(intptr_t)stale->where;
}

/* In a local of a frame that is handed over? */
static bool is_live(const unsigned char *address)
{
    for (uint32_t f = 0; f < ckpti_frames_count(); f++) {
        const ckpti_captured_frame *frame = ckpti_frames_at(f);

        for (uint32_t k = 0; k < frame->function->resumes[frame->resume].nlocals; k++)
            if (address >= frame->locals[k].address && address < frame->locals[k].address + frame->locals[k].size)
                return true;
    }
    return false;
}

void ckptm_told_settle(void)
{
    const unsigned char *start, *end;

    for (int i = 0; ckptm_state.told && i < CKPTM_TOLD; i++)
        if (ckptm_state.told[i].where && !ckptm_extent_at(ckptm_state.told[i].where, &start, &end) && !is_live(ckptm_state.told[i].where))
            ckptm_state.told[i].where = 0;
}

void ckptm_told_restore(void)
{
    for (int i = 0; ckptm_state.told && i < CKPTM_TOLD; i++)
        if (ckptm_state.told[i].where)
            ckptm_apart_asked(ckptm_state.told[i].where);
}
