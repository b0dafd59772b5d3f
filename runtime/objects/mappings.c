/* mappings.c - memory from mmap as blocks of the heap.
 *
 * Anonymous private memory that can be read and written is what malloc gives, at the start of a page; so it comes from there, and is
 * carried like any block. Everything else is mapped as the program says: pointers to it lead to nothing known.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "ckpt_abi.h"
#include "objects/heap_chunk.h"
#include "objects/heap_lock.h"

static size_t whole_pages(size_t size)
{
    size_t page = (size_t)getpagesize();

    return (size + page - 1) & ~(page - 1);
}

static bool is_plain_memory(const void *address, size_t size, int protection, int flags)
{
    return !address && size && size <= whole_pages(size) && protection == (PROT_READ | PROT_WRITE) &&
           (flags & MAP_TYPE) == MAP_PRIVATE && flags & MAP_ANONYMOUS && !(flags & (MAP_GROWSDOWN | MAP_HUGETLB));
}

static void *plain_memory(size_t size)
{
    void *block = ckpti_memalign((size_t)getpagesize(), whole_pages(size), 0);

    if (!block) {
        errno = ENOMEM;
        return MAP_FAILED;
    }
    (void)ckpti_untyped(memset(block, 0, whole_pages(size)));
    ckpti_last_asked = (ckpti_asked){.block = block, .size = size};
    return block;
}

/* The block that holds an address of the program's, if one does. */
static bool find(const void *address, ckpti_block *out)
{
    ckpti_heap_lock();
    bool found = ckpti_heap_find(address, out);
    ckpti_heap_unlock();
    return found;
}

void *ckptg_w_mmap(void *address, size_t size, int protection, int flags, int descriptor, off_t offset);
void *ckptg_w_mmap(void *address, size_t size, int protection, int flags, int descriptor, off_t offset)
{
    return is_plain_memory(address, size, protection, flags) ? plain_memory(size)
                                                             : mmap(address, size, protection, flags, descriptor, offset);
}

void *ckptg_w_mmap64(void *address, size_t size, int protection, int flags, int descriptor, off64_t offset);
void *ckptg_w_mmap64(void *address, size_t size, int protection, int flags, int descriptor, off64_t offset)
{
    return is_plain_memory(address, size, protection, flags) ? plain_memory(size)
                                                             : mmap64(address, size, protection, flags, descriptor, offset);
}

/* A part of a block stays where it is: the program has said that it will not use it. */
int ckptg_w_munmap(void *address, size_t size);
int ckptg_w_munmap(void *address, size_t size)
{
    ckpti_block block;

    if (!find(address, &block))
        return munmap(address, size);
    if (block.start == address && whole_pages(size) >= block.size)
        ckpti_free(address);
    return 0;
}

static void *move(const ckpti_block *old, size_t size)
{
    unsigned char *new = plain_memory(size);

    if (new != MAP_FAILED) {
        if (old->type)
            ckptg_set_type(new, old->type);
        memcpy(new, old->start, old->size < size ? old->size : size);
        ckpti_free(old->start);
    }
    return new;
}

void *ckptg_w_mremap(void *address, size_t old_size, size_t size, int flags, ...);
void *ckptg_w_mremap(void *address, size_t old_size, size_t size, int flags, ...)
{
    ckpti_block block;
    va_list arguments;

    if (find(address, &block)) {
        if (whole_pages(size) <= block.size)
            return address;
        if (block.start == address && flags == MREMAP_MAYMOVE)
            return move(&block, size);
        errno = ENOMEM;
        return MAP_FAILED;
    }
    va_start(arguments, flags);
    void *to = flags & MREMAP_FIXED ? va_arg(arguments, void *) : 0;
    va_end(arguments);
    return to ? mremap(address, old_size, size, flags, to) : mremap(address, old_size, size, flags);
}
