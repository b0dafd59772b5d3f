/* way.h - the way from a variable to a leaf, in the program's names: "holder.cells[3].next", "head->next->name".
 *
 * Purpose    messages that name a heap block's leaf by the pointers that lead there, when saving and when restoring.
 */
#ifndef CKPTI_WAY_H
#define CKPTI_WAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* How objects hang together; numbers start at 1. */
typedef struct ckpti_ways {
    void *context;
    /* The pointer that leads to a block's start: its object, of a smaller number, and leaf. False: a variable, or none is known. */
    bool (*up)(void *context, uint32_t object, uint32_t *holder, uint64_t *leaf);
    /* What stands for an object that nothing leads to, "main: grid" or "(struct cell[5]#13)". */
    void (*name)(void *context, uint32_t object, char *out, size_t size);
    /* A leaf inside its object: "[3].next", ".next", "". */
    void (*inside)(void *context, uint32_t object, uint64_t leaf, char *out, size_t size);
} ckpti_ways;

/* Write the way to a leaf; always ends in a zero byte (size > 0), cut to fit. Of long ways the middle is left out. */
void ckpti_way_text(const ckpti_ways *ways, uint32_t object, uint64_t leaf, char *out, size_t size);

#endif
