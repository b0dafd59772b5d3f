/* told.c - see told.h */
#include <stdint.h>
#include "mpi/handles/apart.h"
#include "mpi/handles/leaves.h"
#include "mpi/handles/told.h"
#include "mpi/layer.h"
#include "mpi/state.h"
#include "objects/frames.h"
#include "objects/heap.h"

/* The block of the heap that an address was told of: a place in another one, which has its memory now, is not what was meant. */
typedef struct block {
    const unsigned char *start;   /* 0: in none */
    size_t size;
    const void *type;
} block;

static block blocks[CKPTM_TOLD];
static bool restarted;

static block block_at(const unsigned char *address)
{
    ckpti_block b;

    if (ckpti_heap_find_whole(address, &b) || (ckpti_heap_find_whole(address - 1, &b) && b.start + b.size == address))
        return (block){ b.start, b.size, b.type };
    return (block){ 0 };
}

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
        if (ckptm_state.told[i].was == was && is_fresh(&ckptm_state.told[i])) {
            blocks[i] = block_at(address);
            return;
        }
    ckptm_state.forgotten |= ckptm_state.told[ckptm_state.next_told].was != 0;
    blocks[ckptm_state.next_told] = block_at(address);
    ckptm_state.told[ckptm_state.next_told] = (ckptm_told_place){ .where = (void *)(uintptr_t)address, .was = was };
    ckptm_state.next_told = (ckptm_state.next_told + 1) % CKPTM_TOLD;
}

/* Does it lie in an object of which this process has told some address? */
static bool is_in_fresh(long address)
{
    const unsigned char *start, *end;

    if (ckptm_extent_at((const void *)(intptr_t)address, &start, &end))
        for (int i = 0; i < CKPTM_TOLD; i++) {
            const unsigned char *where = ckptm_state.told[i].where;
            if (is_fresh(&ckptm_state.told[i]) && where >= start && where <= end)
                return true;
        }
    return false;
}

/* After a restart: may the number be an address that was told before it and is not known any more? Displacements are smaller. */
static bool may_be_forgotten(long address)
{
    const uint64_t least = sizeof(void *) > 4 ? (uint64_t)1 << 32 : (uint64_t)1 << 27;

    return restarted && ckptm_state.forgotten && (address >= 0 || sizeof(void *) == 4) && (unsigned long)address >= least && !is_in_fresh(address);
}

enum how { NOT_TOLD, TOLD, BEFORE /* a restart, and it is another one now */ };

/* Does the number lead to another known object now than the one that it was told of? Without randomised addresses the program may have it from there. */
static bool is_elsewhere(long address, const void *where)
{
    const unsigned char *start, *end, *is = where;

    return ckptm_extent_at((const void *)(intptr_t)address, &start, &end) && (is < start || is > end);
}

static enum how look(long address, long *now)
{
    const ckptm_told_place *old = 0;
    bool fresh = false;

    for (int i = 0; ckptm_state.told && address && i < CKPTM_TOLD; i++) {
        const ckptm_told_place *t = &ckptm_state.told[i];

        if (t->was == address && is_fresh(t))
            fresh = true;
        else if (t->was == address && (t->where || !old))
            old = t;
    }
    *now = address;
    if (!old && !fresh && may_be_forgotten(address))
        ckptm_fatal("0x%lx may be an address that MPI_Get_address has told before the restart: the last %d different ones are known, and there were more; ask for it again",
                    (unsigned long)address, CKPTM_TOLD);
    if (!old || (fresh && !old->where))
        return fresh ? TOLD : NOT_TOLD;
    if (!old->where)
        ckptm_fatal("0x%lx is an address that MPI_Get_address has told before a restart, of something that is not there any more: ask for it again", (unsigned long)address);
    if (fresh || is_elsewhere(address, old->where))
        ckptm_fatal("0x%lx is an address that MPI_Get_address has told before a restart, and something else lies there now: ask for it again behind each site", (unsigned long)address);
    *now = (long)(intptr_t)old->where;
    return BEFORE;
}

static void mixed(long told, long other)
{
    ckptm_fatal("0x%lx is an address that MPI_Get_address has told before a restart, and 0x%lx beside it is none that it has told: ask for both again", (unsigned long)told,
                (unsigned long)other);
}

void ckptm_told_places(int n, const long *addresses, long long *now)
{
    long before = 0, other = 0;

    for (int i = 0; i < n; i++) {
        long is;
        enum how how = look(addresses[i], &is);

        before = how == BEFORE ? addresses[i] : before;
        other = how == NOT_TOLD && addresses[i] ? addresses[i] : other;
        now[i] = is;
    }
    if (before && other)
        mixed(before, other);
}

long ckptm_told_add(long base, long displacement)
{
    long now;
    enum how how = look(base, &now);
    long sum = (long)((unsigned long)now + (unsigned long)displacement);

    if (how != NOT_TOLD)
        ckptm_told((const void *)(intptr_t)sum);
    return sum;
}

long ckptm_told_difference(long a, long b)
{
    long now[2];
    enum how how[] = { look(a, &now[0]), look(b, &now[1]) };

    if (how[0] == BEFORE && how[1] == NOT_TOLD)
        mixed(a, b);
    if (how[1] == BEFORE && how[0] == NOT_TOLD)
        mixed(b, a);
    return (long)((unsigned long)now[0] - (unsigned long)now[1]);
}

/* In a local of a frame that is handed over? */
static bool is_live(const unsigned char *address)
{
    for (uint32_t f = 0; f < ckpti_frames_count(); f++) {
        const ckpti_captured_frame *frame = ckpti_frames_at(f);

        for (uint32_t k = 0; k < frame->function->resumes[frame->resume].nlocals; k++)
            if (address >= frame->locals[k].address && address <= frame->locals[k].address + frame->locals[k].size)
                return true;
    }
    return false;
}

/* In the object that it was told of, just behind it, or in the executable: a literal. */
static bool is_known(const unsigned char *address, const block *told)
{
    extern const char __executable_start[] __attribute__((weak)), _end[] __attribute__((weak));
    const unsigned char *start, *end;
    block now = block_at(address);

    if (now.start || told->start)
        return now.start == told->start && now.size == told->size && now.type == told->type;
    return ckptm_extent_at(address, &start, &end) || (ckptm_extent_at(address - 1, &start, &end) && address == end) || is_live(address) ||
           ((uintptr_t)address >= (uintptr_t)__executable_start && (uintptr_t)address < (uintptr_t)_end);
}

void ckptm_told_settle(void)
{
    for (int i = 0; ckptm_state.told && i < CKPTM_TOLD; i++)
        if (ckptm_state.told[i].where && !is_known(ckptm_state.told[i].where, &blocks[i]))
            ckptm_state.told[i].where = 0;
}

void ckptm_told_restore(void)
{
    restarted = true;
    for (int i = 0; ckptm_state.told && i < CKPTM_TOLD; i++)
        if (ckptm_state.told[i].where) {
            blocks[i] = block_at(ckptm_state.told[i].where);
            ckptm_apart_asked(ckptm_state.told[i].where);
        }
}
