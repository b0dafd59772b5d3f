/* malloc.c - the allocator under the names of the C library and of emitted code. See heap.h, ckpt_abi.h, malloc(3).
 *
 * All names that the C library's malloc.o defines and that programs use are here, so that a static link does not pull that one in.
 * Not where this file is compiled with AddressSanitizer, which has an allocator of its own: there only blocks of emitted code are objects. With
 * CKPTI_GUARD the runtime is (heap_chunk.h), but for the allocator; the sanitizer's strdup and realpath would take its own.
 */
#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <malloc.h>
#include <pthread.h>
#include <string.h>
#include "core/log.h"
#include "objects/heap_chunk.h"
#include "objects/heap_lock.h"
#include "objects/links.h"
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
    ckpti_header *h = ckpti_block_header(block);
    bool fresh = h->word & CKPTI_B_LIVE && !ckpti_unlinked(ckpti_header_leads(h));
    if (fresh)
        ckpti_header_lead(h, ckpti_link_retyped(ckpti_header_leads(h), elem));
    return fresh;
}

void ckptg_set_type(void *block, const ckptg_type *elem) { (void)set_type(block, elem); }

static void *last_untold;        /* start of the block that has been given CKPTG_B_UNTOLD last */
void *ckptg_last_begun;

void *ckptg_formed(void *block, ckptg_u32 form)
{
    if (!block)
        return 0;
    ckpti_heap_form(block, form);
    ckpti_header *h = ckpti_block_header(block);
    const ckpti_linked *pair = ckpti_linked_of(ckpti_header_leads(h));
    if (form && pair && pair->room && !pair->link) /* what is behind is something, or not known */
        ckpti_header_lead(h, pair->of);
    if (form == CKPTG_B_UNTOLD)
        last_untold = block;
    if (form == CKPTG_B_UNTOLD || form == CKPTG_B_BEGINS)
        ckptg_last_begun = block;
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

/* Does the address lie in a live block, the program's variables, or on this thread's stack? The call may have freed what it led to. A thread's own
 * descriptor stands above its stack; the main thread's stands elsewhere. */
static bool is_readable(const void *at)
{
    extern char __data_start[] __attribute__((weak)), _end[] __attribute__((weak));
    extern void *__libc_stack_end;
    ckpti_block b;
    uintptr_t address = (uintptr_t)at, here = (uintptr_t)&b, self = (uintptr_t)pthread_self(), top = (uintptr_t)__libc_stack_end;
    if (self > here && self < top)
        top = self;
    if ((address >= (uintptr_t)__data_start && address < (uintptr_t)_end) || (address > here && address < top))
        return true;
    ckpti_heap_lock();
    bool found = ckpti_heap_find(at, &b);
    ckpti_heap_unlock();
    return found;
}

static uint64_t number_at(ckptg_size address, char width)
{
    const void *at = (const void *)(uintptr_t)address;
    switch (is_readable(at) ? width : 0) {
    case '2': { uint16_t v; memcpy(&v, at, sizeof v); return v; }
    case '4': { uint32_t v; memcpy(&v, at, sizeof v); return v; }
    case '8': { uint64_t v; memcpy(&v, at, sizeof v); return v; }
    default: return 0;
    }
}

/* The size that the numbers say, the largest that is as much as was asked for, or up to `slack` bytes less; or 0. See ckptg_set_measured.
 * constants  those that calloc was not given count, too */
static size_t asked_for(const ckpti_asked *r, size_t slack, bool constants, const ckptg_size *numbers, const char *kinds)
{
    uint64_t factors[8];
    size_t most = 0;
    unsigned n = 0;
    if (kinds[0] == 't' && !kinds[1]) /* mostly */
        return numbers[0] <= r->size && r->size - numbers[0] <= slack ? (size_t)numbers[0] : 0;
    for (size_t i = 0; kinds[i] && n < 8; i++)
        if (kinds[i] == 'n' || (kinds[i] == 'c' && (constants || numbers[i] == r->count || numbers[i] == r->each)))
            factors[n++] = numbers[i];
        else if (kinds[i] != 't' && kinds[i] != 'c')
            factors[n++] = number_at(numbers[i], kinds[i]);
    for (size_t i = 0; kinds[i]; i++)
        for (unsigned some = 0; kinds[i] == 't' && some < 1u << n; some++) {
            uint64_t product = numbers[i];
            bool fits = true;
            for (unsigned k = 0; k < n && fits; k++)
                if (some >> k & 1)
                    fits = !__builtin_mul_overflow(product, factors[k], &product);
            if (fits && product > most && product <= r->size && r->size - product <= slack)
                most = (size_t)product;
        }
    return most;
}

/* Has the block the size that the numbers say? */
static bool is_asked_for(void *block, const ckptg_type *elem, const ckptg_size *numbers, const char *kinds)
{
    const ckpti_asked *r = ckpti_last_asked.block == block ? &ckpti_last_asked : &(ckpti_asked){.size = ckpti_block_header(block)->word >> 16};
    const ckpti_linked *pair = ckpti_linked_of(ckpti_header_leads(ckpti_block_header(block)));
    return !r->size || asked_for(r, pair && pair->room && elem && elem->size ? elem->size - 1 : 0, false, numbers, kinds);
}

/* What allocators round sizes up to, or put behind. */
enum { SLACK = 64 };

void ckptg_set_behind(void *memory, const ckptg_type *elem, const ckptg_size *numbers, const char *kinds)
{
    ckpti_block b;
    const unsigned char *begun = ckptg_last_begun; /* other threads allocate, too */
    ckpti_heap_lock();
    bool found = ckpti_heap_find_whole(begun, &b) && b.block == begun;
    const ckptg_type *front = !found ? 0 : b.parts ? ckpti_unlinked(ckpti_parts_of(ckpti_block_header(b.block))->type) : b.type;
    size_t place = (size_t)((unsigned char *)memory - begun);
    bool here = front && front->kind == CKPTG_STRUCT && !(front->flags & CKPTG_T_HEADER) && front->count == place && place < b.size;
    ckpti_heap_unlock();
    if (!here)
        return;
    ckptg_last_begun = 0;
    size_t left = b.size - place, size = numbers ? asked_for(&(ckpti_asked){.size = left}, SLACK, true, numbers, kinds) : left;
    if (size)
        (void)ckpti_parts_declare(memory, elem, size, elem->file ? elem->file : elem->name, elem->line);
}

void ckptg_set_measured(void *block, const ckptg_type *elem, const ckptg_size *numbers, const char *kinds)
{
    bool as_asked = is_asked_for(block, elem, numbers, kinds);
    if (set_type(block, elem) && !as_asked)
        (void)ckptg_formed(block, CKPTG_B_UNTOLD);
}

void ckptg_expect(void) { ckptg_last_untyped = 0; }

void ckptg_typed_at(const void *where, const ckptg_type *elem, const ckptg_size *numbers, const char *kinds)
{
    void *block;
    if (!where || !ckptg_last_untyped || !is_readable(where))
        return;
    memcpy(&block, where, sizeof block);
    (void)ckptg_typed_measured(block, elem, numbers, kinds);
}

void *ckptg_recast_measured(void *block, const ckptg_type *elem, const ckptg_size *numbers, const char *kinds)
{
    bool as_asked = block && block == last_untold && is_asked_for(block, elem, numbers, kinds);
    return ckptg_recast(block, elem, as_asked ? 0 : CKPTG_B_UNTOLD);
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
    bool found = ckpti_heap_find_whole(block, &b), all = size == CKPTG_ALL;
    size_t left = found ? b.size - (size_t)((unsigned char *)block - b.block) : 0;
    bool fits = found && (all || size <= left), nothing = all ? !left : !size;
    bool whole = fits && b.block == block && (nothing ? !b.size : ckpti_parts_is_begun(elem) ? size == b.size : !b.parts || all || size == b.size);
    if (whole) {
        parts = ckpti_heap_annotate(block, elem);
        ckpti_heap_declare_one(block, elem->flags & CKPTG_T_FLEXIBLE && size == elem->size && size < b.size); /* T[1]: its last member goes on in the rest */
    }
    ckpti_heap_unlock();
    if (parts)
        ckpti_parts_free(parts);
    if (fits && !whole && !nothing)
        fits = ckpti_parts_declare(block, elem, all ? left : (size_t)size, file, line);
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

void *malloc(size_t size) { return ckpti_untyped(ckpti_malloc(size, 0)); }

void free(void *block) { ckpti_free(block); }

void *calloc(size_t count, size_t size)
{
    void *block = ckpti_untyped(ckpti_calloc(count, size, 0));
    ckpti_last_asked = (ckpti_asked){.block = block, .size = count * size, .count = count, .each = size};
    return block;
}

void *realloc(void *block, size_t size) { return ckpti_untyped(ckpti_realloc(block, size, 0)); }

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
    return ckpti_untyped(ckpti_memalign(align, size, 0));
}

void *aligned_alloc(size_t align, size_t size) { return ckpti_untyped(ckpti_memalign(align, size, 0)); }

int posix_memalign(void **out, size_t align, size_t size)
{
    if (align % sizeof(void *) || align & (align - 1) || !align)
        return EINVAL;
    int saved = errno;
    void *p = ckpti_memalign(align, size, 0);
    errno = saved;
    if (!p)
        return ENOMEM;
    *out = ckpti_untyped(p);
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

#ifdef CKPTI_GUARD
char *strndup(const char *text, size_t n)
{
    size_t length = strnlen(text, n);
    char *copy = malloc(length + 1);
    if (copy) {
        memcpy(copy, text, length);
        copy[length] = 0;
    }
    return copy;
}
char *strdup(const char *text) { return strndup(text, strlen(text)); }
char *__strdup(const char *text) { return strdup(text); }
char *realpath(const char *path, char *resolved)
{
    char room[PATH_MAX], *(*next)(const char *, char *) = (char *(*)(const char *, char *))dlsym(RTLD_NEXT, "realpath");
    return resolved ? next(path, resolved) : next(path, room) ? strdup(room) : 0;
}
#endif

#endif
