/* heap.c - the allocator: small blocks in chunks of one slot size. See heap.h; listing and numbers are in heap_objects.c.
 *
 * A chunk hands out slots from its own free list, then from its untouched rest. The current chunk of each class is in `classes`;
 * others with free slots wait in a list. free() finds the chunk by masking the address. Empty chunks' pages go back to the
 * system where there are many of them. The idea of free lists per chunk is mimalloc's (Leijen et al., 2019).
 */
#include "objects/heap_chunk.h"
#include "objects/heap_lock.h"
#include "objects/links.h"
#include "objects/parts.h"
#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/single_threaded.h>
#include "core/log.h"

ckpti_class ckpti_classes[CKPTI_NCLASSES];
ckpti_chunk *ckpti_chunks;
static size_t nchunks, nempty;                 /* nempty: chunks without a live block that still have their pages */
void *ckptg_last_untyped;
ckpti_asked ckpti_last_asked;
static uint64_t new_flags = CKPTI_B_LIVE;     /* flags of new blocks: PRIVATE added while the runtime works */
static int private_depth;

#define LIKELY(x) __builtin_expect(!!(x), 1)
#define UNLIKELY(x) __builtin_expect(!!(x), 0)
#define COLD __attribute__((noinline, cold))

static inline void release(bool taken)
{
    if (UNLIKELY(taken))
        ckpti_heap_unlock();
}

static void __attribute__((constructor)) at_forks(void) { pthread_atfork(ckpti_heap_lock_at_fork, ckpti_heap_unlock_at_fork, ckpti_heap_lock_anew); }

#ifdef CKPTI_GUARD
bool ckpti_guarding;
static void __attribute__((constructor(101))) start_guarding(void) { ckpti_guarding = true; }
#endif

void ckpti_heap_private(int change)
{
    private_depth += change;
    new_flags = CKPTI_B_LIVE | (private_depth ? CKPTI_B_PRIVATE : 0);
}

int ckpti_heap_private_depth(int depth)
{
    int before = private_depth;
    ckpti_heap_private(depth - before);
    return before;
}

/* ---- chunks ---- */

/* CHUNK bytes at a multiple of CHUNK. */
static void *map_chunk(void)
{
    size_t want = 2 * CKPTI_CHUNK;
    unsigned char *p = mmap(0, CKPTI_CHUNK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (p == MAP_FAILED)
        return 0;
    if (!((uintptr_t)p & (CKPTI_CHUNK - 1)))
        return p;
    munmap(p, CKPTI_CHUNK);
    p = mmap(0, want, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (p == MAP_FAILED)
        return 0;
    unsigned char *start = (unsigned char *)(((uintptr_t)p + CKPTI_CHUNK - 1) & ~(uintptr_t)(CKPTI_CHUNK - 1));
    if (start > p)
        munmap(p, (size_t)(start - p));
    if (start + CKPTI_CHUNK < p + want)
        munmap(start + CKPTI_CHUNK, (size_t)(p + want - start - CKPTI_CHUNK));
    return start;
}

static ckpti_chunk *new_chunk(ckpti_class *class)
{
    ckpti_chunk *c = map_chunk();
    if (!c)
        return 0;
    size_t slot = ckpti_slot_size((unsigned)(class - ckpti_classes));
    c->class = class;
    c->slot = (uint32_t)slot;
    c->bump = (unsigned char *)c + CKPTI_CHUNK_HEADER;
    c->end = c->bump + (CKPTI_CHUNK - CKPTI_CHUNK_HEADER) / slot * slot;
    c->magic = CKPTI_CHUNK_MAGIC;
    c->trigger = CKPTI_NEVER;
    c->next = ckpti_chunks;
    ckpti_chunks = c;
    nchunks++;
    return c;
}

/* Put some untouched slots on the free list: a page's worth, so that untouched memory stays untouched. */
static bool extend(ckpti_chunk *c)
{
    if (c->bump == c->end)
        return false;
    size_t n = c->slot >= 4096 ? 1 : 4096 / c->slot, left = (size_t)(c->end - c->bump) / c->slot;
    if (n > left)
        n = left;
    unsigned char *p = c->bump;
    c->bump += n * c->slot;
    for (size_t i = 0; i < n; i++, p += c->slot) {
        ckpti_header_lead((ckpti_header *)p, i + 1 < n ? p + c->slot : 0);
        ckpti_guard((ckpti_header *)p, c->slot, 0);
    }
    c->free = (ckpti_header *)(c->bump - n * c->slot);
    return true;
}

/* The class's current chunk has nothing free: extend it, or take another one. */
static COLD ckpti_header *refill(ckpti_class *class)
{
    for (;;) {
        ckpti_chunk *c = class->current;
        if (c) {
            if (c->free || extend(c)) {
                ckpti_header *h = c->free;
                c->free = ckpti_header_leads(h);
                c->live++;
                return h;
            }
            c->trigger = c->live - 1; /* full: the next free() tells us */
        }
        c = class->waiting;
        if (c)
            class->waiting = c->wait;
        else if (!(c = new_chunk(class)))
            return 0;
        c->waiting = false;
        if (c->empty) {
            c->empty = false;
            nempty--;
        }
        c->trigger = CKPTI_NEVER;
        class->current = c;
    }
}

/* Called by free() when live == trigger: a full chunk has a slot again, or a waiting one is empty. */
static COLD void chunk_event(ckpti_chunk *c)
{
    ckpti_class *class = c->class;
    if (!c->waiting) {
        c->waiting = true;
        c->wait = class->waiting;
        class->waiting = c;
    } else if (!c->live && nempty < nchunks / 4 + 64) { /* soon wanted again, likely */
        c->empty = true;
        nempty++;
    } else if (!c->live) { /* give its pages back; it stays a chunk of its class, as new */
        unsigned char *page = (unsigned char *)c + 4096 * ((CKPTI_CHUNK_HEADER + 4095) / 4096);
        unsigned char *from = (unsigned char *)c + CKPTI_CHUNK_HEADER;
        c->bump = from;
        c->free = 0;
        ckpti_unguard(from, CKPTI_CHUNK - CKPTI_CHUNK_HEADER);
        memset(from, 0, (size_t)(page - from));
        madvise(page, (size_t)((unsigned char *)c + CKPTI_CHUNK - page), MADV_DONTNEED);
    }
    c->trigger = c->live ? 0 : CKPTI_NEVER;
}

/* ---- allocation ---- */

/* Class of a slot for `size` bytes (header not included); size <= CKPTI_SMALL_MAX. */
static inline unsigned class_of(size_t size)
{
    if (LIKELY(size <= CKPTI_FINE_MAX))
        return (unsigned)((size + 15) >> 4);
    size_t n = size + sizeof(ckpti_header) - 1;
    unsigned log = 8 * (unsigned)sizeof(size_t) - 1 - (unsigned)__builtin_clzl(n);
    return CKPTI_FINE + (log - CKPTI_FINE_LOG) * 4 + (unsigned)(n >> (log - 2) & 3);
}

/* Slots of some size are a multiple of what programs align to by hand, (p + 63) & ~63: a block that is allocated again at a restart then begins at
 * the same place modulo that. */
size_t ckpti_slot_size(unsigned class)
{
    if (class < CKPTI_FINE) {
        size_t slot = ((size_t)class + 1) << 4, step = slot > 128 ? 64 : 16;
        return (slot + step - 1) & ~(step - 1);
    }
    unsigned k = class - CKPTI_FINE;
    return ((size_t)4 + k % 4 + 1) << (CKPTI_FINE_LOG + k / 4 - 2);
}

static COLD ckpti_header *slow_alloc(size_t size, bool *zeroed)
{
    ckpti_header *h;
    *zeroed = false;
    if (size > CKPTI_SIZE_MAX) {
        h = 0;
    } else if (size > CKPTI_RUN_MAX) {
        h = ckpti_large_alloc(size, zeroed);
    } else if (size > CKPTI_SMALL_MAX) {
        h = ckpti_run_alloc(size, zeroed);
    } else {
        h = refill(&ckpti_classes[class_of(size)]);
        if (h)
            ckpti_guard(h, ckpti_chunk_of(h)->slot, size);
    }
    if (!h)
        errno = ENOMEM;
    return h;
}

/* A block's header, filled in; 0 and ENOMEM. */
static inline __attribute__((always_inline)) ckpti_header *allocate(size_t size, const ckptg_type *type, bool *zeroed)
{
    ckpti_header *h;
    uint64_t large = 0;
    bool threads = UNLIKELY(!__libc_single_threaded);
    if (threads)
        ckpti_heap_lock();
    *zeroed = false;
    if (LIKELY(size <= CKPTI_SMALL_MAX)) {
        ckpti_chunk *c = ckpti_classes[class_of(size)].current;
        if (LIKELY(c && c->free)) {
            h = c->free;
            c->free = ckpti_header_leads(h);
            c->live++;
            ckpti_guard(h, c->slot, size);
        } else {
            h = slow_alloc(size, zeroed);
        }
    } else {
        h = slow_alloc(size, zeroed);
        large = size > CKPTI_RUN_MAX ? CKPTI_B_LARGE : CKPTI_B_RUN;
    }
    if (LIKELY(h != 0)) {
        ckpti_header_lead(h, type);
        h->word = (uint64_t)size << 16 | new_flags | large;
    }
    release(threads);
    return h;
}

static COLD void bad_free(void)
{
    static const char text[] = "ckpt: free(): not a live block (freed twice, or overwritten); aborting\n";

    ckpti_log_line(text, sizeof text - 1);
    abort();
}

/* The runtime's own blocks are zeroed when they are free: the program would find addresses there that it has never had, and a later checkpoint, too. */
static COLD void wipe(const ckpti_header *h, unsigned char *from, size_t size)
{
    uintptr_t page = (uintptr_t)getpagesize(), first = ((uintptr_t)from + page - 1) & ~(page - 1), end = ((uintptr_t)from + size) & ~(page - 1);
    if (!(h->word & CKPTI_B_LARGE) || first >= end || madvise((void *)first, end - first, MADV_DONTNEED) != 0) {
        memset(from, 0, size);
        return;
    }
    memset(from, 0, first - (uintptr_t)from);
    memset((void *)end, 0, (uintptr_t)from + size - end);
}

/* Returns what has to be freed, too, when the lock is released. */
static COLD ckpti_parts *release_odd(void *block, ckpti_header *h)
{
    if (h->word & CKPTI_B_STUB) {
        ckpti_header *slot = ckpti_header_leads(h);
        h->word = 0;
        h = slot;
    }
    if (!(h->word & CKPTI_B_LIVE))
        bad_free();
    if (h->word & CKPTI_B_PRIVATE)
        wipe(h, block, (size_t)(h->word >> 16));
    ckpti_parts *parts = ckpti_parts_detach(h);
    if (h->word & CKPTI_B_LARGE)
        ckpti_large_free(h);
    else if (h->word & CKPTI_B_RUN)
        ckpti_run_free(h);
    else
        ckpti_free_slot(h);
    return parts;
}

/* Free a slot of a chunk. */
void ckpti_free_slot(ckpti_header *h)
{
    ckpti_chunk *c = ckpti_chunk_of(h);
    h->word = 0;
    ckpti_header_lead(h, c->free);
    c->free = h;
    ckpti_guard(h, c->slot, 0);
    if (UNLIKELY(--c->live == c->trigger))
        chunk_event(c);
}

void ckpti_free(void *block)
{
    if (!block)
        return;
    ckpti_header *h = (ckpti_header *)block - 1;
    bool threads = UNLIKELY(!__libc_single_threaded);
    ckpti_parts *parts = 0;
    if (threads)
        ckpti_heap_lock();
    if (LIKELY((h->word & (CKPTI_B_LIVE | CKPTI_B_LARGE | CKPTI_B_RUN | CKPTI_B_STUB | CKPTI_B_PARTED | CKPTI_B_PRIVATE)) == CKPTI_B_LIVE)) {
        ckpti_chunk *c = ckpti_chunk_of(h);
        h->word = 0;
        ckpti_header_lead(h, c->free);
        c->free = h;
        ckpti_guard(h, c->slot, 0);
        if (UNLIKELY(--c->live == c->trigger))
            chunk_event(c);
    } else {
        parts = release_odd(block, h);
    }
    release(threads);
    if (UNLIKELY(parts != 0))
        ckpti_parts_free(parts);
}

bool ckpti_heap_clear;

/* What others left in a block that the program has not filled would be saved with it: an address leads somewhere, a number need not fit elsewhere.
 * A block that gets its type later may be of any. Those of nothing but characters, int and double stay as they are. */
static inline bool begins_as_zeros(const ckptg_type *type) { return !type || type->flags & CKPTG_T_CLEARED || UNLIKELY(ckpti_heap_clear); }

/* Bytes from..to of a block of the program; the runtime's own stay as they are. */
static inline void clear(const ckpti_header *h, void *block, size_t from, size_t to)
{
    if (LIKELY(!(h->word & CKPTI_B_PRIVATE)) && from < to)
        memset((unsigned char *)block + from, 0, to - from);
}

void *ckpti_malloc(size_t size, const ckptg_type *type)
{
    bool zeroed;
    ckpti_header *h = allocate(size, type, &zeroed);
    if (!h)
        return 0;
    if (!zeroed && begins_as_zeros(type))
        clear(h, h + 1, 0, size);
    return h + 1;
}

void *ckpti_calloc(size_t count, size_t size, const ckptg_type *type)
{
    size_t bytes;
    bool zeroed;
    if (UNLIKELY(__builtin_mul_overflow(count, size, &bytes))) {
        errno = ENOMEM;
        return 0;
    }
    ckpti_header *h = allocate(bytes, type, &zeroed);
    if (!h)
        return 0;
    if (!zeroed)
        memset(h + 1, 0, bytes);
    return h + 1;
}

/* A slot large enough that an aligned block fits; a second header leads back to the slot's. */
void *ckpti_memalign(size_t align, size_t size, const ckptg_type *type)
{
    bool zeroed;
    if (align & (align - 1) || align > CKPTI_ALIGN_MAX) {
        errno = EINVAL;
        return 0;
    }
    if (align <= sizeof(ckpti_header))
        return ckpti_malloc(size, type);
    if (size > CKPTI_SIZE_MAX - 2 * align) {
        errno = ENOMEM;
        return 0;
    }
    ckpti_header *h = allocate(size + align, type, &zeroed);
    if (!h)
        return 0;
    unsigned char *block = ckpti_aligned_start(h, align);
    if (!zeroed && begins_as_zeros(type))
        clear(h, block, 0, size);
    h->word = (h->word & 0xff) | (uint64_t)size << 16 | (uint64_t)__builtin_ctzl(align) << 8;
    if (block != (unsigned char *)(h + 1)) {
        ckpti_header *stub = (ckpti_header *)block - 1;
        ckpti_header_lead(stub, h);
        stub->word = CKPTI_B_STUB;
    }
    return block;
}

size_t ckpti_usable_size(void *block) { return block ? (size_t)(ckpti_block_header(block)->word >> 16) : 0; }

/* Bytes the block can have where it is. */
static size_t capacity(const ckpti_header *h)
{
    return h->word & (CKPTI_B_LARGE | CKPTI_B_RUN) ? 0 : ckpti_chunk_of(h)->slot - sizeof *h;
}

/* What of a block's word stays when its length changes: several structures may become one with a longer last member, but headers by the number
 * stay that; and so does what is not known, if the call does not tell more (told). */
static uint64_t kept_flags(const ckpti_header *h, const ckptg_type *type, bool told)
{
    uint64_t lost = type && type->flags & CKPTG_T_HEADER ? 0 : CKPTI_B_ARRAY | (told ? CKPTI_B_UNTOLD | CKPTI_B_BEGINS : 0);
    return h->word & 0xffff & ~lost;
}

/* The parts stay where they are in the block; what is new at its end is not known. */
static COLD void *realloc_parted(void *block, size_t size, const ckptg_type *type)
{
    ckpti_parts *parts, *room = ckpti_parts_new(ckpti_parts_of(ckpti_block_header(block))->n + 3);
    if (!room)
        return 0;
    bool threads = !__libc_single_threaded;
    if (threads)
        ckpti_heap_lock();
    parts = ckpti_parts_detach(ckpti_block_header(block));
    release(threads);
    memcpy(room->part, parts->part, parts->n * sizeof *parts->part);
    room->n = parts->n;
    ckpti_parts_free(parts);
    void *moved = ckpti_realloc(block, size, type);
    if (threads)
        ckpti_heap_lock();
    ckpti_parts_attach(ckpti_block_header(moved ? moved : block), room);
    release(threads);
    return moved;
}

void *ckpti_realloc(void *block, size_t size, const ckptg_type *type)
{
    if (!block)
        return ckpti_malloc(size, type);
    ckpti_header *h = ckpti_block_header(block);
    if (!(h->word & CKPTI_B_LIVE))
        bad_free();
    if (!size) { /* as the C library does */
        ckpti_free(block);
        return 0;
    }
    if (UNLIKELY(h->word & CKPTI_B_PARTED))
        return realloc_parted(block, size, type);
    size_t old = (size_t)(h->word >> 16);
    bool told = type;
    if (UNLIKELY(h->word & CKPTI_B_PRIVATE) && size < old)
        wipe(h, (unsigned char *)block + size, old - size);
    if (!type || h->word & CKPTI_B_ANNOTATED)
        type = ckpti_unlinked(ckpti_header_leads(h));
    if (!(h->word & 0x1f00) && size <= CKPTI_SIZE_MAX) {
        size_t room = capacity(h);
        if (size <= room && (room <= 128 || size >= room / 2)) {
            h->word = kept_flags(h, type, told) | (uint64_t)size << 16;
            ckpti_header_lead(h, type);
            ckpti_guard(h, ckpti_chunk_of(h)->slot, size);
            if (begins_as_zeros(type))
                clear(h, block, old, size);
            return block;
        }
        bool run = h->word & CKPTI_B_RUN && size <= CKPTI_RUN_MAX, large = h->word & CKPTI_B_LARGE && size > CKPTI_RUN_MAX;
        if ((run || large) && size > CKPTI_SMALL_MAX) {
            bool threads = !__libc_single_threaded;
            if (threads)
                ckpti_heap_lock();
            size_t used = large ? ckpti_large_capacity(h) : size; /* behind it are new pages */
            ckpti_header *moved = large ? ckpti_large_resize(h, size) : ckpti_run_resize(h, size) ? h : 0;
            release(threads);
            if (moved) {
                moved->word = kept_flags(moved, type, told) | (uint64_t)size << 16;
                ckpti_header_lead(moved, type);
                if (begins_as_zeros(type))
                    clear(moved, moved + 1, old, size < used ? size : used);
                return moved + 1;
            }
        }
    }
    bool zeroed;
    ckpti_header *fresh = allocate(size, type, &zeroed);
    if (!fresh)
        return 0;
    memcpy(fresh + 1, block, old < size ? old : size);
    if (!zeroed && begins_as_zeros(type))
        clear(fresh, fresh + 1, old, size);
    fresh->word |= kept_flags(h, type, told) & (CKPTI_B_PRIVATE | CKPTI_B_ANNOTATED | CKPTI_B_ARRAY | CKPTI_B_UNTOLD | CKPTI_B_BEGINS | CKPTI_B_EXCLUDED);
    ckpti_free(block);
    return fresh + 1;
}
