/* walk.h - what walk.c, longer.c and lost.c share. For these only. */
#ifndef CKPTI_SAVE_WALK_H
#define CKPTI_SAVE_WALK_H

#include "save/table.h"

typedef struct walker {
    ckpti_table *t;
    uint32_t object;              /* being scanned */
    bool deferred;                /* some pointer's place is not known yet */
    bool strict;
    const unsigned char *covered; /* loses_address: as far as this has been looked at */
    uintptr_t apart;              /* ... in a copy that lies so far behind it */
    bool guessed, loses;          /* ... its pointers are looked at, too */
} walker;

typedef void on_pointer(walker *w, const ckpti_type *type, const unsigned char *slot, uint64_t leaf);

/* Call for every pointer in an object, as its type says, by increasing addresses. */
void ckpti_walk_object(walker *walker, uint32_t object, on_pointer *call);

/* Text of a leaf's path for messages. */
void ckpti_walk_path(ckpti_table *table, uint32_t object, uint64_t leaf, char *out, size_t size);

/* Does this look like an address: of a heap block, of the program, of a library, on the stack as it was at the site, of a thread-local variable? */
bool ckpti_walk_is_address(const ckpti_table *table, const unsigned char *value);
/* Can it be a pointer's value: one of these, a number that the program keeps in a pointer, or what a restart has put in the place of what led to nothing known? */
bool ckpti_walk_may_be_pointer(const ckpti_table *table, const unsigned char *value);
/* Is it where a link of the program's own list is, which is carried (links.c)? */
bool ckpti_walk_is_linked(const unsigned char *at);
/* Is one among the aligned words of so many bytes that is not? */
bool ckpti_walk_has_address(const ckpti_table *table, const unsigned char *from, uint64_t size);

/* Blocks of which no pointer tells the type: characters, or bytes that bind the image to this layout. An address in these fails the checkpoint. */
ckpt_status ckpti_walk_untyped(ckpti_table *table);

/* Blocks that are longer than what is known of them: bytes, or a guess; both bind the image. Addresses that would be lost fail the checkpoint. */
ckpt_status ckpti_walk_longer(walker *walker);

/* What pointers of another type lead into: addresses that would be lost there fail the checkpoint. */
ckpt_status ckpti_walk_pools(walker *walker);

/* Links inside blocks, where their types have no pointers: they fail the checkpoint. */
ckpt_status ckpti_walk_links(ckpti_table *table);

/* Addresses in numbers and characters, of blocks to which nothing else leads: they fail the checkpoint. */
ckpt_status ckpti_walk_lost(ckpti_table *table);

#endif
