/* heap.h - the program's heap: an allocator whose blocks carry their type and can be listed.
 *
 * Purpose    malloc and its family for the whole process (C library included), ckptg_malloc and its family for emitted code; for
 *            checkpoints: which block holds an address, what it is, a number per block.
 * Form       a block is preceded by a 16-byte header {type, word}. Small blocks lie in chunks (CHUNK bytes, aligned, one size of
 *            slot each), larger ones are runs of pages in regions; the largest have a mapping of their own.
 * Invariants header->word is 0 in free slots. Blocks made while ckpti_heap_private() is in force are the runtime's: they are no
 *            objects of the program.
 * Thread     all allocation functions; the checkpoint functions need the process to stand still.
 */
#ifndef CKPTI_HEAP_H
#define CKPTI_HEAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "ckpt_abi.h"

typedef struct ckpti_block {
    unsigned char *start;         /* as the program has it */
    size_t size;                  /* as asked for */
    size_t align;                 /* as asked for; 0: ordinary */
    const ckptg_type *type;       /* of its elements; 0: not known */
    bool array;                   /* calloc'ed as several elements */
    bool begins;                  /* begins with one element; what follows is not known */
    bool untold;                  /* several elements, or what begins with one: the allocation does not tell */
    bool annotated;               /* its type was declared (#pragma ckpt type) */
    bool excluded;                /* its content is not saved (#pragma ckpt exclude) */
    unsigned char *block;         /* start of the allocator's block: another one in parts (parts.h) */
    uint32_t part, parts;         /* number of the part, from 1, and of the block's parts; 0: it is in one piece */
    bool rest;                    /* a part of which nothing is known, */
    const ckptg_type *link;       /* what lies on top of its type (links.h): 0: nothing; */
    const void *link_head;        /* of the list (ckpti_linked.head) */
    bool link_inside;             /* not at its start, or not only there */
    bool room;                    /* it is longer than what it holds (ckpti_linked.room) */
    bool padding;                 /* or nothing but zeros between one part and the place of the next: no object */
} ckpti_block;

/* From now on (+1) or no longer (-1) blocks allocated are the runtime's own. Nests. */
void ckpti_heap_private(int change);

/* Set how deep that is nested (0: blocks are the program's); returns what it was, to be set again. */
int ckpti_heap_private_depth(int depth);

/* Find the live block of the program, or the part of one, that holds an address; the address just behind a block (its end) counts too, if it is not
 * in another one. False if there is none, or it is the runtime's. */
bool ckpti_heap_find(const void *address, ckpti_block *out);
/* The whole block, also if it is in parts. */
bool ckpti_heap_find_whole(const void *address, ckpti_block *out);
/* The part of a block that ends where another one starts, at the address. */
bool ckpti_heap_find_part_before(const void *address, ckpti_block *out);
/* Part k, from 1, of the block that `part` is one of. */
void ckpti_heap_part(const ckpti_block *part, uint32_t k, ckpti_block *out);

/* Call for every live block of the program, in no particular order. The function must not allocate or free. */
void ckpti_heap_each(void (*function)(void *context, const ckpti_block *block), void *context);

/* A number that a checkpoint gives to a block: 0 until set. `start` must be a live block's. */
uint32_t ckpti_heap_number(const void *start);
/* False: no memory for the numbers. */
bool ckpti_heap_set_number(const void *start, uint32_t number);
/* Forget all numbers. */
void ckpti_heap_forget_numbers(void);

/* Allocate a block of the program for restart, zeroed; align 0: ordinary. 0 if there is no memory. */
void *ckpti_heap_restore(size_t size, size_t align, const ckptg_type *type);

/* A live block is several elements of its type, whatever their last member. */
void ckpti_heap_mark_array(void *block);
/* A live block's form: enum ckptg_block_form. */
void ckpti_heap_form(void *block, uint32_t form);
/* A live block's type and form are these. */
void ckpti_heap_retype(void *block, const ckptg_type *type, uint32_t form);
/* Is a live block known to be an array of that type? */
bool ckpti_heap_is_array(void *block, const ckptg_type *type);

/* A live block has the type that the program declares, and keeps it when it is reallocated. Returns the parts that it had, or 0: to be freed
 * (parts.h) when the heap is not locked. */
struct ckpti_parts *ckpti_heap_annotate(void *block, const ckptg_type *type);

/* A declared block is one of its type, whose last member is longer; or nothing is known of that. */
void ckpti_heap_declare_one(void *block, bool one);

/* A live block's content is not saved, also when it is reallocated. */
void ckpti_heap_exclude(void *block);

/* While it is set, what the program allocates is zeroed, as it will be when the same is done again after a restart: what a free block still holds
 * is of no image, and programs send such bytes (parts of buffers that they have not filled). */
extern bool ckpti_heap_clear;

/* Internal to heap*.c ------------------------------------------------------------------------------------------------ */

/* What a block leads to lies so in its header that the first byte, which is the one behind the block before, is not needed: programs that write the
 * final zero of a string one byte behind a block of 16 k bytes do no harm with the C library's allocator, which has room there. */
typedef struct ckpti_header {
#if __SIZEOF_POINTER__ == 4
    uint32_t unused, leads;
#else
    uint64_t leads;               /* to the type, or to a pair of it and of a link on top of it (links.h); free slots: the next one; STUB: the slot's own header; PARTED: the list */
#endif
    uint64_t word;                /* size << 16 | log2(alignment) << 8 | flags */
} ckpti_header;

static inline void *ckpti_header_leads(const ckpti_header *h)
{
#if __SIZEOF_POINTER__ == 4
    return (void *)(uintptr_t)h->leads;
#elif __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    return (void *)(uintptr_t)(h->leads & ~(uint64_t)0 >> 8);
#else
    return (void *)(uintptr_t)(h->leads >> 8); /* addresses of programs have at most 56 bits on all our machines */
#endif
}
static inline void ckpti_header_lead(ckpti_header *h, const void *to)
{
#if __SIZEOF_POINTER__ == 8 && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    h->leads = (uint64_t)(uintptr_t)to << 8;
#else
    h->leads = (uintptr_t)to;
#endif
}

enum {
    CKPTI_B_LIVE = 1, CKPTI_B_PRIVATE = 2, CKPTI_B_LARGE = 4,
    CKPTI_B_STUB = 8,             /* stands before an aligned block, leads to the header of its slot */
    CKPTI_B_RUN = 16,             /* a run of pages in a region */
    CKPTI_B_ARRAY = 32,           /* calloc'ed as several elements of its type, not one that is longer */
    CKPTI_B_ANNOTATED = 64,       /* its type was declared */
    CKPTI_B_UNTOLD = 128,         /* an array of its type, or not */
    CKPTI_B_PARTED = 0x2000,      /* in parts: parts.h */
    CKPTI_B_BEGINS = 0x4000,      /* one of its type, then something else */
    CKPTI_B_EXCLUDED = 0x8000     /* its content is not saved; the alignment needs five bits, from 256 on */
};

/* The slot's header of a block. */
static inline ckpti_header *ckpti_block_header(void *block)
{
    ckpti_header *h = (ckpti_header *)block - 1;
    return __builtin_expect(!!(h->word & CKPTI_B_STUB), 0) ? ckpti_header_leads(h) : h;
}

/* Blocks of some pages (heap_runs.c); like the large ones below. ckpti_run_resize: true if it fits where it is. */
ckpti_header *ckpti_run_alloc(size_t size, bool *zeroed);
void ckpti_run_free(ckpti_header *header);
bool ckpti_run_resize(ckpti_header *header, size_t size);
ckpti_header *ckpti_run_find(const void *address, uint32_t **number);
void ckpti_run_each(void (*function)(void *context, ckpti_header *header), void *context);
void ckpti_run_forget_numbers(void);

/* Large blocks (heap_large.c). All are called with the lock held if there are threads. */
ckpti_header *ckpti_large_alloc(size_t size, bool *zeroed);
void ckpti_large_free(ckpti_header *header);
/* Bytes that the block can have in its mapping. */
size_t ckpti_large_capacity(const ckpti_header *header);
/* Move or grow; 0: cannot, the block is untouched. */
ckpti_header *ckpti_large_resize(ckpti_header *header, size_t size);
/* Header of the large block whose mapping holds the address, or 0. number: where its number is kept. */
ckpti_header *ckpti_large_find(const void *address, uint32_t **number);
/* Does the address lie where large blocks are, or were? */
bool ckpti_large_was(const void *address);
void ckpti_large_each(void (*function)(void *context, ckpti_header *header), void *context);
void ckpti_large_forget_numbers(void);

/* What the program asked for when it allocated the block in ckptg_last_untyped, where that is more than the block's size tells. */
typedef struct ckpti_asked {
    const void *block;            /* 0: the block's size tells all */
    size_t size;                  /* bytes: fewer than the block has if they were rounded up */
    size_t count, each;           /* calloc's arguments, else 0 */
} ckpti_asked;
extern ckpti_asked ckpti_last_asked;

/* The block has just been allocated without a type, for the caller to tell it. Returns it. */
static inline void *ckpti_untyped(void *block)
{
    ckpti_last_asked.block = 0;
    return ckptg_last_untyped = block;
}

#endif
