/* parts.h - heap blocks that a program has carved into parts of several types (#pragma ckpt type of a part).
 *
 * Purpose    malloc(sizeof(struct head) + n * sizeof(double)) with a pointer to each: to checkpoints each part is an object of its own, in one
 *            block of the allocator.
 * Form       a block with CKPTI_B_PARTED has its list in its header, in the place of its type. The parts cover the block, in order.
 * Invariants at least one part; none is empty but the only one of an empty block.
 * Thread     as heap.h
 */
#ifndef CKPTI_PARTS_H
#define CKPTI_PARTS_H

#include "objects/heap.h"

enum ckpti_part_kind {
    CKPTI_PART_FIRST,             /* the block's beginning, as it was allocated or declared before it was carved */
    CKPTI_PART_DECLARED,
    CKPTI_PART_REST               /* nothing is known of it */
};

typedef struct ckpti_part {
    size_t offset, size;
    const ckptg_type *type;       /* of an element; 0: not known */
    uint32_t number;              /* as ckpti_heap_number */
    uint32_t kind;                /* enum ckpti_part_kind */
} ckpti_part;

typedef struct ckpti_parts {
    struct ckpti_parts *next, *previous;
    const ckptg_type *type;       /* the block's own */
    uint32_t n, room;
    ckpti_part part[];
} ckpti_parts;

static inline ckpti_parts *ckpti_parts_of(const ckpti_header *h) { return h->word & CKPTI_B_PARTED ? (ckpti_parts *)ckpti_header_leads(h) : 0; }

/* size bytes of the block that lie at `address`, at least one, are an array of that type. False: they are not in it. `file` and `line`
 * are for the message that there is no memory for the list, and the declaration without effect. */
bool ckpti_parts_declare(void *address, const ckptg_type *type, size_t size, const char *file, uint32_t line);

/* Is it a structure of which only what stands before a member is there (type(p, T before m))? What follows is no more of them. */
bool ckpti_parts_is_begun(const ckptg_type *type);

/* Part k of the whole block that `block` describes: it describes that part then. */
void ckpti_parts_describe(const ckpti_parts *parts, uint32_t k, ckpti_block *block);
/* Is part k nothing but what the program has rounded the place of the next one up by? Zeros, fewer than 16, to a multiple of 2, 4, 8 or 16. */
bool ckpti_parts_is_padding(const ckpti_parts *parts, uint32_t k, const unsigned char *block);
/* The part that holds an offset (ends: that ends there); false if there is none. */
bool ckpti_parts_find(const ckpti_parts *parts, size_t offset, bool ends, uint32_t *k);

/* Take the list off a block: its header has its own type again. 0 if it has none. */
ckpti_parts *ckpti_parts_detach(ckpti_header *h);
/* Put it on a block, of another size perhaps. */
void ckpti_parts_attach(ckpti_header *h, ckpti_parts *parts);
void ckpti_parts_free(ckpti_parts *parts);
/* The same for a block of the program by its start, in place of a list that it has; for restarts. */
void ckpti_parts_put(void *block, ckpti_parts *parts);

/* A list with room for n parts; 0 without memory. */
ckpti_parts *ckpti_parts_new(uint32_t n);

/* Forget the numbers of all parts. */
void ckpti_parts_forget_numbers(void);

#endif
