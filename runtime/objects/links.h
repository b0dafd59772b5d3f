/* links.h - memory that the program has given back to a list of its own: a pointer lies where the type of the block has none.
 *
 * Purpose    `*(void **)block = list; list = block;`: what the block held is over, and nothing says so but that assignment. An image has the
 *            block as what it was, and the link on top of it (docs/image-format.md, "links").
 * Form       the descriptor that a block's header, or a part, leads to is a pair of two: what the memory was, and the link that begins there, or
 *            lies somewhere inside. A pair is made once. One without a link says that the block has room.
 * Invariants a pair is never seen outside objects/: ckpti_block has both apart.
 * Thread     as heap.h, with the heap locked; what a thread has put or taken last is its own
 */
#ifndef CKPTI_LINKS_H
#define CKPTI_LINKS_H

#include <stdbool.h>
#include "ckpt_abi.h"

enum { CKPTI_LINKED = 255 };      /* ckptg_type.kind of a pair */

typedef struct ckpti_linked {
    ckptg_type type;              /* kind, and what the allocator asks of flags */
    const ckptg_type *of;         /* what the memory was; 0: not known */
    const ckptg_type *link;       /* 0: it has been handed out again, and nobody has told as what */
    const ckptg_type *was;        /* ... what it was before: what it is if it is given back like that */
    const void *head;             /* what held the list's first when it was put there: if that is this memory, it is on the list; 0: not known */
    bool inside;                  /* not at the start, or not only there */
    bool room;                    /* the block is longer than what it holds: a restart has left it what it had elsewhere, for lists by size */
} ckpti_linked;

static inline const ckpti_linked *ckpti_linked_of(const ckptg_type *type)
{
    return type && __builtin_expect(type->kind == CKPTI_LINKED, 0) ? (const ckpti_linked *)(const void *)type : 0;
}

/* What a header, or a part, leads to without a link. */
static inline const ckptg_type *ckpti_unlinked(const ckptg_type *type)
{
    const ckpti_linked *pair = ckpti_linked_of(type);
    return pair ? pair->of : type;
}

/* Its descriptor, whose `type` is filled in. Without memory for it, `of`: the link is one of which nothing is known, and ckpti_link_lost says so from then on. */
const ckptg_type *ckpti_link_pair(ckpti_linked pair);
/* ... or, when a checkpoint has asked for what is below, that there was no memory for one of those. */
bool ckpti_link_lost(void);

/* Has the program linked memory of another type by that one? */
bool ckpti_link_is_used(const ckptg_type *type);

/* Has a value of the type, or an array of it, a pointer at that byte? A union has where one of its members has; of what cannot be carried (and of 0: nothing known)
 * nothing is asked (there is none). */
bool ckpti_link_has_pointer(const ckptg_type *type, ckptg_size at);

/* Where links have been put into what is no block: the program's variables, its libraries', a thread's, what functions that have not returned have; in the order of their
 * addresses. Until the next call. Only of very many there may be other things between. Returns how many. */
typedef struct ckpti_link_span { const unsigned char *from, *to; } ckpti_link_span;
unsigned ckpti_link_spans(const ckpti_link_span **out);

/* What holds, or held, the first of a list on which there were parts of blocks, or of variables. Until the next call. */
size_t ckpti_link_inside_heads(const void *const **out);

/* After a restart: that link begins where the block, or the part, does that starts there; the block that starts there has room (ckpti_linked.room). */
void ckpti_link_put(void *memory, const ckptg_type *link);
void ckpti_link_room(void *block);
/* What a block leads to that is of another type from now on. */
const ckptg_type *ckpti_link_retyped(const ckptg_type *leads, const ckptg_type *type);

#endif
