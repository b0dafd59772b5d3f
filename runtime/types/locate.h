/* locate.h - addresses inside of objects: offset to leaf when saving, leaf to offset when restoring.
 *
 * Purpose    the layout-independent form of pointers (docs/image-format.md, section 7): which leaf is meant by an address depends on what the
 *            pointer points to by its type, as an array, its first element, the end of the array before it and a structure around it may
 *            all have one address.
 * Invariants ckpti_leaf_offset leads to the offset that ckpti_locate was given, on one layout; where two places are one to it (the end of a structure and
 *            that of the character at its end, with padding between them) it leads to one of them: ckpti_comes_back tells.
 */
#ifndef CKPTI_LOCATE_H
#define CKPTI_LOCATE_H

#include "types/decode.h"

/* What an object looks like: `count` elements of a type, then for a single structure the further elements of its flexible array member,
 * then bytes. */
typedef struct ckpti_shape {
    const ckpti_type *type;
    uint64_t count, flex, tail;
} ckpti_shape;

/* How well a place fits a pointer; greater is better. */
enum ckpti_fit {
    CKPTI_FIT_NONE,               /* nothing that the pointer may lead to; also a char pointer to numbers */
    CKPTI_FIT_BYTE,               /* void pointer into the middle of something: only by offset */
    CKPTI_FIT_END_LOOSE,          /* the end of something */
    CKPTI_FIT_START_LOOSE,        /* a leaf starts there that the pointer may lead to */
    CKPTI_FIT_END,                /* the end of an array of what the pointer points to */
    CKPTI_FIT_START               /* what the pointer points to starts there */
};

typedef struct ckpti_place {
    enum ckpti_fit fit;
    uint64_t where;               /* leaf (START*), leaf before (END*), offset (BYTE) */
    bool doubtful;                /* it is in a union, and another member has something there, too, that may be meant; or it is the end of a
                                   * structure and of an array in it, which may lie apart elsewhere */
    bool parts;                   /* it is also the end of an array, and the two may lie apart elsewhere */
} ckpti_place;

/* Where in an object of that shape is an offset, for a pointer to `pointee` (0: unknown)? 0 <= offset <= size.
 * memory  its content: of a union only the member in force is there */
ckpti_place ckpti_locate(const ckpti_shape *shape, const unsigned char *memory, uint64_t offset, const ckpti_type *pointee);

/* Whether a pointer to `pointee` may lead to a `type` as far as C's rules for access go (6.5, 7). */
bool ckpti_pointee_fits(const ckpti_type *pointee, const ckpti_type *type);

/* Bytes of an object of that shape, from its type's sizes; false on overflow. */
bool ckpti_shape_size(const ckpti_shape *shape, uint64_t *out);

/* Leaves of an object of that shape (no overflow: it exists). */
uint64_t ckpti_shape_leaves(const ckpti_shape *shape);

/* The pointer that leads to a place. */
typedef struct ckpti_pointing {
    const ckpti_type *pointee;    /* the image's type that it points to, or 0 */
    const ckpti_type *here;       /* the program's, or 0 */
    bool declared;                /* into a block whose type was declared: where nothing fits it means what a pointer to anything does */
} ckpti_pointing;

/* The same backwards, on the program's side of a pair.
 * pair     of the elements; shape is the image's
 * after    the place is just after the leaf
 * leaf_to  set to the program's type of the leaf
 * Returns  false if the leaf has no address here (a bit-field) */
bool ckpti_leaf_offset(const ckpti_pair *pair, const ckpti_shape *shape, uint64_t leaf, bool after, const ckpti_pointing *pointer, uint64_t *offset,
                       const ckpti_type **leaf_to);

/* Does a place that ckpti_locate has found for that offset lead there again on this layout?
 * same  the type of the elements, matched with itself */
bool ckpti_comes_back(const ckpti_pair *same, const ckpti_shape *shape, const ckpti_place *place, const ckpti_pointing *pointer, uint64_t offset);

/* Where a structure starts here that begins with no value (struct { int : 32; int x; }), for which pointers to anything have no leaf to lead to.
 * byte  where it starts in the origin's memory
 * here  the program's type that the pointer points to, or 0
 * Returns  false if no such structure starts there, or the pointer is not to anything */
bool ckpti_late_start(const ckpti_pair *pair, const ckpti_shape *shape, uint64_t byte, const ckpti_type *here, uint64_t *offset);

#endif
