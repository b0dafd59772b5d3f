/* heap_chunk.h - form of the allocator's chunks. For heap*.c only. */
#ifndef CKPTI_HEAP_CHUNK_H
#define CKPTI_HEAP_CHUNK_H

#include <stdlib.h>
#include <unistd.h>
#include "objects/heap.h"

/* Slots of (k + 1) * 16 bytes or a little more up to 2^FINE_LOG; above, four classes to each power of two. Sizes include the header. */
enum {
    CKPTI_FINE_LOG = 10, CKPTI_FINE = 1 << (CKPTI_FINE_LOG - 4),
    CKPTI_FINE_MAX = (1 << CKPTI_FINE_LOG) - 16,
    CKPTI_SMALL_LOG = 15, CKPTI_SMALL_MAX = (1 << CKPTI_SMALL_LOG) - 16,
    CKPTI_NCLASSES = CKPTI_FINE + 4 * (CKPTI_SMALL_LOG - CKPTI_FINE_LOG),
    CKPTI_CHUNK_HEADER = 128,
    CKPTI_CHUNK_MAGIC = 0x636b7074
};
#define CKPTI_CHUNK ((size_t)256 << 10)
/* Regions of pages, and the largest block in them. */
#define CKPTI_REGION (sizeof(size_t) == 8 ? (size_t)64 << 20 : (size_t)16 << 20)
#define CKPTI_RUN_MAX (CKPTI_REGION / 4)
#define CKPTI_SIZE_MAX ((size_t)1 << (sizeof(size_t) * 8 - 2) < (size_t)1 << 30 ? (size_t)1 << 30 : \
                        sizeof(size_t) == 8 ? (size_t)((uint64_t)1 << 46) : (size_t)1 << 30)
#define CKPTI_ALIGN_MAX ((size_t)1 << (sizeof(size_t) == 8 ? 31 : 28))
#define CKPTI_NEVER UINT32_MAX

typedef struct ckpti_class {
    struct ckpti_chunk *current;  /* where slots are taken from; 0 before the first */
    struct ckpti_chunk *waiting;  /* others that have free slots */
} ckpti_class;

/* At the start of CKPTI_CHUNK bytes aligned to their size. */
typedef struct ckpti_chunk {
    ckpti_header *free;           /* free slots, linked through their headers */
    uint32_t live, trigger;       /* live slots; free() calls for attention when live falls to trigger */
    uint32_t slot, magic;
    bool waiting, empty;          /* in class->waiting; no live slot, pages kept */
    ckpti_class *class;
    unsigned char *bump, *end;    /* slots never used */
    struct ckpti_chunk *wait;     /* in class->waiting */
    struct ckpti_chunk *next;     /* all chunks */
    uint32_t *numbers;            /* [slots], of a checkpoint; or 0 */
} ckpti_chunk;
_Static_assert(sizeof(ckpti_chunk) <= CKPTI_CHUNK_HEADER, "chunk header");
_Static_assert(sizeof(ckpti_header) == 16, "block header");

extern ckpti_class ckpti_classes[CKPTI_NCLASSES];
extern ckpti_chunk *ckpti_chunks;

static inline ckpti_chunk *ckpti_chunk_of(const void *p)
{
    return (ckpti_chunk *)((uintptr_t)p & ~(uintptr_t)(CKPTI_CHUNK - 1));
}

/* A runtime that is tested with AddressSanitizer (CKPTI_GUARD): in chunks, what is no block's cannot be touched. The allocator's own files are
 * compiled without, for it is needed before the sanitizer is ready. */
#ifdef CKPTI_GUARD
#include <sanitizer/asan_interface.h>
extern bool ckpti_guarding;
/* Of a slot in use only `size` bytes behind its header, of one that is not (0) none; the header can always be touched. */
static inline void ckpti_guard(ckpti_header *h, size_t slot, size_t size)
{
    if (!ckpti_guarding)
        return;
    __asan_poison_memory_region(h + 1, slot - sizeof *h);
    __asan_unpoison_memory_region(h + 1, size);
}
static inline void ckpti_unguard(void *p, size_t size)
{
    if (ckpti_guarding)
        __asan_unpoison_memory_region(p, size);
}
#else
static inline void ckpti_guard(ckpti_header *h, size_t slot, size_t size) { (void)h, (void)slot, (void)size; }
static inline void ckpti_unguard(void *p, size_t size) { (void)p, (void)size; }
#endif

/* Where an aligned block starts in its slot. */
static inline unsigned char *ckpti_aligned_start(const ckpti_header *h, size_t align)
{
    return (unsigned char *)(((uintptr_t)(h + 1) + align - 1) & ~(uintptr_t)(align - 1));
}

size_t ckpti_slot_size(unsigned class);
void ckpti_free_slot(ckpti_header *h);

/* The allocator proper; malloc.c gives it the C library's names. */
void *ckpti_malloc(size_t size, const ckptg_type *type);
void *ckpti_calloc(size_t count, size_t size, const ckptg_type *type);
void *ckpti_realloc(void *block, size_t size, const ckptg_type *type);
void *ckpti_memalign(size_t align, size_t size, const ckptg_type *type);
void ckpti_free(void *block);
size_t ckpti_usable_size(void *block);

#endif
