/* table.h - the objects of a checkpoint while it is being made. For runtime/save (and restore in place) only.
 *
 * Purpose    number objects in the order in which the walk finds them; find the object that an address lies in.
 * Invariants object numbers start at 1 and depend on the program's state alone, never on addresses.
 */
#ifndef CKPTI_SAVE_TABLE_H
#define CKPTI_SAVE_TABLE_H

#include "core/status.h"
#include "image/image.h"
#include "objects/frames.h"
#include "objects/heap.h"
#include "objects/units.h"
#include "types/locate.h"
#include "types/universe.h"

/* Something at a fixed place: variable, literal, function, local; also what is found on the way (a stream, a library's text). */
typedef struct ckpti_region {
    const unsigned char *start;
    uint64_t size;
    uint8_t kind;                 /* enum ckpti_object_kind */
    uint32_t object;              /* its number, 0 until reached */
    const ckptg_unit *unit;
    const ckptg_type *native;     /* of an element, or 0 */
    union {
        const ckptg_var *var;
        const ckptg_fnref *fn;
        const ckpti_captured_local *local;
        const char *name;         /* of a library's function or object */
        uint32_t number;          /* of a stream */
    };
    const ckpti_captured_frame *frame;
    uint32_t replayed;            /* special: number of the replayed call that returned the address, or 0 */
} ckpti_region;

enum ckpti_saved_state {
    CKPTI_S_QUEUED = 1,           /* scanned, or will be */
    CKPTI_S_CHARS = 2,            /* a char pointer reached the start of this block that has no type */
    CKPTI_S_TENTATIVE = 4,        /* `type` is only that of the first typed pointer to it */
    CKPTI_S_STARTS = 8,           /* that pointer led to the start */
    CKPTI_S_PENDING = 16,         /* waits for a type */
    CKPTI_S_ARRAY = 64,           /* several structures, not one with a longer last member */
    CKPTI_S_ANNOTATED = 128,      /* its type was declared */
    CKPTI_S_INSIDE = 32,          /* a char pointer reached its inside: text, if nothing speaks against it */
    CKPTI_S_BEGINS = 256,         /* one element, and what follows is not known */
    CKPTI_S_GUESS = 512,          /* an array of its type if it is longer than one: nothing tells but the type of a pointer */
    CKPTI_S_SEEN = 1024,          /* has been searched for addresses that would be lost */
    CKPTI_S_GAPS = 8192,          /* what lies between its members may be something else's */
    CKPTI_S_REST = 4096,          /* a part of a block of which nothing is known */
    CKPTI_S_ODD = 16384,          /* only pointers lead there whose type does not fit its size, and it holds no address */
    CKPTI_S_OTHER = 2048,         /* a pointer to another structure leads to a value in it that this one may begin with */
    CKPTI_S_UNLIKE = 32768        /* and what are characters in this one is something else to that */
};

typedef struct ckpti_saved {
    const unsigned char *start;   /* as pointers have it */
    uint64_t size;
    const ckpti_type *type;       /* of an element; 0: not known yet, or none */
    union {
        ckpti_region *region;         /* of all but heap blocks */
        const unsigned char *padded;  /* a copy: of a block without the one element that its structure's last array declares, with zeros there; of one on a list, with zeros where
                                       * the link is (links.c); else 0 */
    };
    uint32_t flags;               /* enum ckpti_object_flags */
    uint8_t kind;                 /* enum ckpti_object_kind */
    uint16_t state;               /* enum ckpti_saved_state */
    uint32_t holder, leaf;        /* of a block: the pointer to its start that reached it, for messages; holder 0: none. CKPTI_OF_LINK: 0, and what it lies on */
} ckpti_saved;

typedef struct ckpti_table {
    ckpti_universe *universe;
    ckpti_matcher *matcher;       /* of types with themselves: where a place leads again on the same layout */
    ckpti_saved *objects;   uint32_t n, room;       /* number k in [k - 1] */
    ckpti_region *regions;  size_t nregions, regions_room;   /* sorted by start, then kind */
    ckpti_region **extra;   size_t nextra, extra_room;       /* found on the way: hash by start */
    struct segment { const unsigned char *start, *end; bool constants; } *segments; size_t nsegments; /* of the program and its libraries */
    const unsigned char *threads_start, *threads_end; /* of the main thread's variables that each thread has */
    struct unknown {
        const void *address;
        uint32_t object;          /* of the first pointer that holds it, */
        uint64_t leaf;
        uint32_t holders, target; /* target: the object that it lies in all the same, or 0 */
        uint64_t byte;            /* of the target; CKPTI_BEFORE(k): k values before its start; without a target a number that the program keeps in a pointer, or 0 */
    } *unknowns;
    uint32_t nunknowns, unknowns_room;
    uint32_t *unknown_table; uint32_t unknown_table_room;
    struct ckpti_queue { uint32_t *items; size_t head, tail, room; } scan, pending, inside; /* objects to scan; without a type; with links inside (links.c) */
    bool odd;                     /* what other pointers lead to is known: those count, too, whose type does not fit the size of a block without one */
    bool settled;                 /* no more types come */
    bool layout_bound;
    bool place_bound;             /* ... and to this build: a pointer's meaning depends on where its linker placed objects */
    const char *why_bound;
    char bound_at[256];           /* path of the pointer that made it so */
    uint32_t bound_holder, bound_leaf; /* or that pointer, while the path is not made: holder 0: there is none */
    ckpt_status failed;
    const ckpti_type *t_char, *t_uchar;
} ckpti_table;

/* Where a pointer leads. */
typedef struct ckpti_target {
    uint32_t object;
    uint64_t where;               /* as stored: section 7 of the format */
    bool deferred;                /* into a block whose type is not known yet: `where` is not */
} ckpti_target;

/* Make the table of regions and types from units, frames and heap. */
ckpt_status ckpti_table_open(ckpti_table *table);
void ckpti_table_close(ckpti_table *table);

/* Give a region or heap block its number and queue it for scanning. 0: no memory (table->failed). */
uint32_t ckpti_table_reach_region(ckpti_table *table, ckpti_region *region);
uint32_t ckpti_table_reach_block(ckpti_table *table, const ckpti_block *block);

/* Programs round sizes up to 8 or 16 bytes when they put one thing behind another. */
enum { CKPTI_PART_ROUND = 16 };
/* To what the place of a part is rounded up behind the one before, which ends at offset `end`: 0: to what its type needs; 1: not at all, though the place may be
 * aligned, which another machine's need not be (restore/places.c). */
uint64_t ckpti_table_part_align(const ckpti_table *table, const ckpti_block *part, uint64_t end);

/* Of a block, or part, that lies on a list of the program's own: its link is the next object (objects/links.h). */
void ckpti_table_add_link(ckpti_table *table, const ckpti_block *block, uint32_t object);
/* For that: the new object, 0 without memory; and the block has links inside. */
uint32_t ckpti_table_new_link(ckpti_table *table, const unsigned char *start, const ckpti_type *type, uint32_t on);
/* A link that is on a list leads to that object: if it has a link, that is on the list, too. Returns whether that is news. */
bool ckpti_table_note_chain(ckpti_table *table, uint32_t object);
void ckpti_table_note_inside(ckpti_table *table, uint32_t object);

/* What an allocation says of a block, of enum ckpti_saved_state. */
uint16_t ckpti_table_block_state(const ckpti_block *block);

/* The type of a block is not known yet: it has to be found out. */
void ckpti_table_pend(ckpti_table *table, uint32_t object);
/* Next object of a queue; 0 at its end. */
uint32_t ckpti_queue_next(struct ckpti_queue *queue);

/* Does the tag at its start tell what a heap block of that type is? array  as below */
static inline bool ckpti_table_by_tag(const ckpti_type *type, bool array) { return type->flags & CKPTG_T_HEADER && !array; }

/* Is a heap block of a family what its type says, whatever its tag is: an array, a declared one, an excluded one (it may hold anything) of just that size? */
bool ckpti_table_is_alone(const ckpti_block *block, const ckpti_type *type);

/* The type that a heap block was allocated as; 0: not known, or one that has something that cannot be carried by itself: it is bytes. */
const ckpti_type *ckpti_table_allocated(const ckpti_table *table, const ckpti_block *block);

/* What a heap block of that type really is: of a header that others begin with, the structure that the tag at its start selects.
 * array  it is alone, as above. t->failed if the tag is in no list. */
const ckpti_type *ckpti_table_variant(ckpti_table *table, const ckpti_type *type, const unsigned char *start, uint64_t size, bool array);

/* A block's type has become known, as far as allocation and pointers tell: queue it as what it really is. */
void ckpti_table_set_variant(ckpti_table *table, uint32_t object, const ckpti_type *type);

/* An object's type has become known: queue it. */
void ckpti_table_set_type(ckpti_table *table, uint32_t object, const ckpti_type *type);

/* Regions that hold an address, or end at it; either may be 0. */
void ckpti_table_find(ckpti_table *table, const unsigned char *address, ckpti_region **holds, ckpti_region **ends);

/* The region of a variable or captured local (`what`) that starts there. */
ckpti_region *ckpti_table_region_of(ckpti_table *table, const void *start, const void *what);

/* What is not in any table: stream, library's function or object, read-only text. 0: none. */
ckpti_region *ckpti_table_find_extra(ckpti_table *table, const unsigned char *address, const ckpti_type *pointee);

/* Shape of an object whose type is known. */
ckpti_shape ckpti_table_shape(ckpti_table *table, const ckpti_saved *object);

/* Where the pointer value leads, numbering what it leads to. type: of the pointer. */
ckpti_target ckpti_table_resolve(ckpti_table *table, const unsigned char *address, const ckpti_type *type);

/* Number of an unknown address, entered if new.
 * target, byte  where it lies all the same (0: in no object, byte does not matter), though nothing that the pointer may point to is there */
uint32_t ckpti_table_unknown(ckpti_table *table, const void *address, uint32_t target, uint64_t byte);

/* Is a value that lies in no object a number, not an address that something had? (numbers.c) */
bool ckpti_is_number(const void *address);

/* Walk everything: all objects are numbered, typed and checked afterwards. */
ckpt_status ckpti_table_walk(ckpti_table *table, bool strict);

/* Where an object's content is read. */
const unsigned char *ckpti_saved_content(const ckpti_saved *object);

#endif
