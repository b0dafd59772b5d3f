/* malloc.c - the allocator under the names of the C library and of emitted code. See heap.h, ckpt_abi.h, malloc(3).
 *
 * All names that the C library's malloc.o defines and that programs use are here, so that a static link does not pull that one in.
 * Not under AddressSanitizer, which has an allocator of its own: there only blocks of emitted code are objects.
 */
#include <errno.h>
#include <malloc.h>
#include <string.h>
#include "core/log.h"
#include "objects/heap_chunk.h"
#include "objects/parts.h"

void *ckptg_malloc(ckptg_size size, const ckptg_type *elem) { return ckpti_malloc(size, elem); }

void *ckptg_calloc(ckptg_size count, ckptg_size size, const ckptg_type *elem)
{
    void *block = ckpti_calloc(count, size, elem);
    if (block && elem && elem->flags & (CKPTG_T_FLEXIBLE | CKPTG_T_HEADER) && count > 1 && size == elem->size)
        ckpti_heap_mark_array(block);
    return block;
}

void *ckptg_realloc(void *block, ckptg_size size, const ckptg_type *elem) { return ckpti_realloc(block, size, elem); }

void *ckptg_aligned_alloc(ckptg_size align, ckptg_size size, const ckptg_type *elem) { return ckpti_memalign(align, size, elem); }

/* The block allocated last without a type gets that one, unless it is gone, and one with a type has its place now. */
static bool set_type(void *block, const ckptg_type *elem)
{
    ckptg_last_untyped = 0;
    ckpti_header *h = (ckpti_header *)block - 1;
    if (h->word & CKPTI_B_STUB)
        h = (ckpti_header *)(uintptr_t)h->type;
    bool fresh = h->word & CKPTI_B_LIVE && !h->type;
    if (fresh)
        h->type = elem;
    return fresh;
}

void ckptg_set_type(void *block, const ckptg_type *elem) { (void)set_type(block, elem); }

static void *last_untold;        /* start of the block that has been given CKPTG_B_UNTOLD last */

void *ckptg_formed(void *block, ckptg_u32 form)
{
    if (!block)
        return 0;
    ckpti_heap_form(block, form);
    if (form == CKPTG_B_UNTOLD)
        last_untold = block;
    return block;
}

void *ckptg_recast(void *block, const ckptg_type *elem, ckptg_u32 form)
{
    if (!block || block != last_untold)
        return block;
    last_untold = 0;
    ckpti_block b;
    ckpti_heap_lock();
    bool found = ckpti_heap_find(block, &b) && b.start == block && b.untold && !b.annotated;
    if (found)
        ckpti_heap_retype(block, elem, form);
    ckpti_heap_unlock();
    return block;
}

void *ckptg_typed_as(void *block, const ckptg_type *elem, ckptg_u32 form)
{
    bool fresh = block && block == ckptg_last_untyped && set_type(block, elem);
    return fresh ? ckptg_formed(block, form) : block;
}

void *ckptg_realloc_untold(void *block, ckptg_size size, const ckptg_type *elem)
{
    bool array = block && ckpti_heap_is_array(block, elem);
    void *moved = ckpti_realloc(block, size, elem);
    return array || !size ? moved : ckptg_formed(moved, CKPTG_B_UNTOLD);
}

int ckptg_posix_memalign(void **out, ckptg_size align, ckptg_size size, const ckptg_type *elem, ckptg_u32 form)
{
    int error = posix_memalign(out, align, size);
    if (!error && form)
        ckptg_typed_as(*out, elem, form);
    else if (!error)
        ckptg_typed(*out, elem);
    return error;
}

void ckptg_annotate(void *block, const ckptg_type *elem, ckptg_size size, const char *file, ckptg_u32 line)
{
    ckpti_block b;
    ckpti_parts *parts = 0;
    if (!block)
        return;
    ckpti_heap_lock();
    bool found = ckpti_heap_find_whole(block, &b), fits = found && size <= b.size - (size_t)((unsigned char *)block - b.block);
    bool whole = found && b.block == block && (!b.parts || !size || size == b.size);
    if (fits && whole) {
        parts = ckpti_heap_annotate(block, elem);
        ckpti_heap_declare_one(block, elem->flags & CKPTG_T_FLEXIBLE && size == elem->size && size < b.size); /* T[1]: its last member goes on in the rest */
    }
    ckpti_heap_unlock();
    if (parts)
        ckpti_parts_free(parts);
    if (fits && !whole && (size || b.block + b.size != block)) /* T[0] at the end is nothing */
        fits = ckpti_parts_declare(block, elem, (size_t)size, file, line);
    if (!found)
        ckpti_log("%s:%u: #pragma ckpt type: the pointer does not lead to a heap block; it is not used", file, line);
    else if (!fits)
        ckpti_log("%s:%u: #pragma ckpt type: %llu bytes are declared, the block has %zu there; it is not used", file, line,
                  (unsigned long long)size, b.size - (size_t)((unsigned char *)block - b.block));
}

void ckptg_exclude(void *block, const char *file, ckptg_u32 line)
{
    ckpti_block b;
    if (!block)
        return;
    ckpti_heap_lock();
    bool found = ckpti_heap_find(block, &b) && b.block == block;
    if (found)
        ckpti_heap_exclude(block);
    ckpti_heap_unlock();
    if (!found)
        ckpti_log("%s:%u: #pragma ckpt exclude: the pointer does not lead to the start of a heap block; nothing is left out", file, line);
}

#ifndef __SANITIZE_ADDRESS__

void *malloc(size_t size)
{
    return ckptg_last_untyped = ckpti_malloc(size, 0);
}

void free(void *block) { ckpti_free(block); }

void *calloc(size_t count, size_t size)
{
    return ckptg_last_untyped = ckpti_calloc(count, size, 0);
}

void *realloc(void *block, size_t size)
{
    return ckptg_last_untyped = ckpti_realloc(block, size, 0);
}

void *reallocarray(void *block, size_t count, size_t size)
{
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes)) {
        errno = ENOMEM;
        return 0;
    }
    return realloc(block, bytes);
}

void *memalign(size_t align, size_t size)
{
    while (align & (align - 1)) /* the C library rounds up */
        align += align & -align;
    return ckptg_last_untyped = ckpti_memalign(align, size, 0);
}

void *aligned_alloc(size_t align, size_t size) { return ckptg_last_untyped = ckpti_memalign(align, size, 0); }

int posix_memalign(void **out, size_t align, size_t size)
{
    if (align % sizeof(void *) || align & (align - 1) || !align)
        return EINVAL;
    int saved = errno;
    void *p = ckpti_memalign(align, size, 0);
    errno = saved;
    if (!p)
        return ENOMEM;
    *out = ckptg_last_untyped = p;
    return 0;
}

void *valloc(size_t size) { return memalign((size_t)getpagesize(), size); }

void *pvalloc(size_t size)
{
    size_t page = (size_t)getpagesize();
    return memalign(page, (size + page - 1) & ~(page - 1));
}

size_t malloc_usable_size(void *block) { return ckpti_usable_size(block); }

/* Tuning and statistics of an allocator that is not there: accepted, without effect. */
int mallopt(int parameter, int value)
{
    (void)parameter;
    (void)value;
    return 1;
}
int malloc_trim(size_t pad)
{
    (void)pad;
    return 0;
}
struct mallinfo mallinfo(void) { return (struct mallinfo){0}; }
struct mallinfo2 mallinfo2(void) { return (struct mallinfo2){0}; }
void malloc_stats(void) {}
int malloc_info(int options, FILE *stream)
{
    (void)options;
    (void)stream;
    return 0;
}

#endif
