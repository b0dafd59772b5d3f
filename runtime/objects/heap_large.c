/* heap_large.c - blocks with a mapping of their own. See heap.h.
 *
 * A mapping begins with a `large` record, then the block's header. A few freed mappings are kept for the next allocation of about their size,
 * as asking the system for zeroed pages each time is what makes large blocks slow.
 */
#include "objects/heap_chunk.h"
#include <string.h>
#include <sys/mman.h>

typedef struct large {
    struct large *previous, *next;
    size_t length;                /* of the mapping */
    uint32_t number;
} __attribute__((aligned(16))) large;

enum { CACHED = 16 };
#define CACHED_BYTES ((size_t)64 << 20)

static large *blocks;
static size_t nblocks;
static struct { large *at; size_t length; } cache[CACHED];
static size_t cached_bytes;
static unsigned victim;
static uintptr_t lowest = UINTPTR_MAX, highest;   /* of all that there ever were */

/* Sorted by address, for lookups; stale after any change. */
static large **index_;
static size_t index_room;
static bool index_fresh;

static ckpti_header *header_of(large *l) { return (ckpti_header *)(l + 1); }
static large *large_of(ckpti_header *h) { return (large *)h - 1; }

static size_t length_for(size_t size)
{
    size_t page = 4096, need = size + sizeof(large) + sizeof(ckpti_header) + 1; /* + 1: a block's end is inside of its mapping, not the next one's start */
    return (need + page - 1) & ~(page - 1);
}

static void link_in(large *l)
{
    uintptr_t start = (uintptr_t)l, end = start + l->length;
    lowest = start < lowest ? start : lowest;
    highest = end > highest ? end : highest;
    l->previous = 0;
    l->next = blocks;
    if (blocks)
        blocks->previous = l;
    blocks = l;
    nblocks++;
    index_fresh = false;
}

static void link_out(large *l)
{
    if (l->previous)
        l->previous->next = l->next;
    else
        blocks = l->next;
    if (l->next)
        l->next->previous = l->previous;
    nblocks--;
    index_fresh = false;
}

static large *from_cache(size_t length)
{
    int best = -1;
    for (int i = 0; i < CACHED; i++)
        if (cache[i].at && cache[i].length >= length && cache[i].length - length <= length / 4 &&
            (best < 0 || cache[i].length < cache[best].length))
            best = i;
    if (best < 0)
        return 0;
    large *l = cache[best].at;
    cached_bytes -= cache[best].length;
    cache[best].at = 0;
    return l;
}

static void drop(unsigned i)
{
    if (!cache[i].at)
        return;
    munmap(cache[i].at, cache[i].length);
    cached_bytes -= cache[i].length;
    cache[i].at = 0;
}

ckpti_header *ckpti_large_alloc(size_t size, bool *zeroed)
{
    size_t length = length_for(size);
    large *l = from_cache(length);
    *zeroed = !l;
    if (!l) {
        l = mmap(0, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (l == MAP_FAILED) {
            for (unsigned i = 0; i < CACHED; i++)
                drop(i);
            l = mmap(0, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
            if (l == MAP_FAILED)
                return 0;
        }
        l->length = length;
    }
    l->number = 0;
    link_in(l);
    return header_of(l);
}

void ckpti_large_free(ckpti_header *h)
{
    large *l = large_of(h);
    size_t length = l->length;
    h->word = 0;
    link_out(l);
    if (length > CACHED_BYTES / 2) {
        munmap(l, length);
        return;
    }
    while (cached_bytes + length > CACHED_BYTES || cache[victim].at) {
        drop(victim);
        if (cached_bytes + length <= CACHED_BYTES)
            break;
        victim = (victim + 1) % CACHED;
    }
    cache[victim].at = l;
    cache[victim].length = length;
    cached_bytes += length;
    victim = (victim + 1) % CACHED;
}

size_t ckpti_large_capacity(const ckpti_header *h) { return ((const large *)h - 1)->length - sizeof(large) - sizeof *h; }

ckpti_header *ckpti_large_resize(ckpti_header *h, size_t size)
{
    large *l = large_of(h);
    size_t length = length_for(size);
    if (length <= l->length && length >= l->length / 2)
        return h;
    link_out(l);
    large *moved = mremap(l, l->length, length, MREMAP_MAYMOVE);
    if (moved == MAP_FAILED) {
        link_in(l);
        return 0;
    }
    moved->length = length;
    link_in(moved);
    return header_of(moved);
}

static int by_address(const void *a, const void *b)
{
    const large *x = *(large *const *)a, *y = *(large *const *)b;
    return x < y ? -1 : x > y;
}

/* Heap sort: qsort may allocate, and what it allocates may be one of ours. */
static void sift(large **a, size_t root, size_t n)
{
    for (size_t child; (child = 2 * root + 1) < n; root = child) {
        if (child + 1 < n && by_address(&a[child], &a[child + 1]) < 0)
            child++;
        if (by_address(&a[root], &a[child]) >= 0)
            return;
        large *t = a[root];
        a[root] = a[child];
        a[child] = t;
    }
}

static bool make_index(void)
{
    size_t n = 0;
    if (nblocks > index_room) {
        size_t room = nblocks * 2;
        void *p = mmap(0, room * sizeof *index_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (p == MAP_FAILED)
            return false;
        if (index_)
            munmap(index_, index_room * sizeof *index_);
        index_ = p;
        index_room = room;
    }
    for (large *l = blocks; l; l = l->next)
        index_[n++] = l;
    for (size_t i = n / 2; i-- > 0;)
        sift(index_, i, n);
    for (size_t end = n; end > 1;) {
        large *t = index_[0];
        index_[0] = index_[--end];
        index_[end] = t;
        sift(index_, 0, end);
    }
    index_fresh = true;
    return true;
}

ckpti_header *ckpti_large_find(const void *address, uint32_t **number)
{
    size_t low = 0, high = nblocks;
    if (!nblocks || (!index_fresh && !make_index()))
        return 0;
    while (high - low > 1) {
        size_t mid = low + (high - low) / 2;
        if ((const void *)index_[mid] <= address)
            low = mid;
        else
            high = mid;
    }
    large *l = index_[low];
    if (address < (const void *)l || (const unsigned char *)address >= (unsigned char *)l + l->length)
        return 0;
    *number = &l->number;
    return header_of(l);
}

bool ckpti_large_was(const void *address) { return (uintptr_t)address >= lowest && (uintptr_t)address <= highest; }

void ckpti_large_each(void (*function)(void *context, ckpti_header *header), void *context)
{
    for (large *l = blocks; l; l = l->next)
        function(context, header_of(l));
}

void ckpti_large_forget_numbers(void)
{
    for (large *l = blocks; l; l = l->next)
        l->number = 0;
}
