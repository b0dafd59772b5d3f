/* image.h - an image as a model in memory: what restore and the tools read (docs/image-format.md).
 *
 * Purpose    open and verify a file's bytes; look at header, types, objects, frames, process state, unknown pointers; walk the
 *            values of any object by path, on any machine, without the program.
 * Input      untrusted bytes. Everything is checked before ckpti_image_open succeeds, but for pointers inside objects' values
 *            (ckpti_image_check_pointers); memory used is at most a fixed multiple of the file's size.
 * Invariants a model never changes; it borrows the file's bytes, which must outlive it. Strings are never 0 unless said.
 * Thread     any number of readers of one model; a cursor belongs to one thread.
 */
#ifndef CKPTI_IMAGE_H
#define CKPTI_IMAGE_H

#include "core/status.h"
#include "types/types.h"

typedef struct ckpti_image ckpti_image;

/* Room for a one-line reason, final zero included. */
#define CKPTI_WHY 512
/* ... and for what binds an image. */
#define CKPTI_BOUND 512

/* The format's versions that are read. An image is written as the first of them that has all that is in it: the second brought variants, the third
 * blocks whose type is a guess, numbers in pointers, and what lies between members; the fourth blocks in parts; the fifth pointers to before a block; the seventh tells
 * whose type is only that of the pointers that led there. */
enum { CKPTI_IMAGE_FIRST_VERSION = 1, CKPTI_IMAGE_VARIANT_VERSION = 2, CKPTI_IMAGE_GUESS_VERSION = 3, CKPTI_IMAGE_PARTS_VERSION = 4, CKPTI_IMAGE_BEFORE_VERSION = 5,
       CKPTI_IMAGE_START_VERSION = 6, CKPTI_IMAGE_TOLD_VERSION = 7, CKPTI_IMAGE_LINK_VERSION = 8, CKPTI_IMAGE_VERSION = 8 };

/* ---- header ------------------------------------------------------------------------------------------------------ */

typedef struct ckpti_image_head {
    uint32_t version;
    bool layout_bound;            /* restarts only where `layout` is equal */
    bool place_bound;             /* ... which then is of the build, not of its types alone */
    bool big_endian;              /* the origin; images themselves are always big-endian */
    bool char_signed;
    uint32_t pointer_bytes;       /* 4 or 8 */
    uint32_t ldbl_mant;           /* 53, 64, 106, 113 */
    uint64_t layout, signature;
    uint64_t visit;
    int64_t time;                 /* seconds since 1970 */
    uint32_t nanoseconds;
    const char *program;          /* source file of main */
    const char *triple, *host, *site, *reason;   /* "" where there is none */
    const char *bound;            /* what binds the image to its layout, or its build, and why: printable, in one line; "" where nothing does, or the image does not tell */
} ckpti_image_head;

/* Verify and open an image.
 * bytes, size  the whole file, borrowed until ckpti_image_close; any alignment
 * out          the model
 * why          on failure, a reason without newline
 * Errors       CKPT_EBADIMAGE (truncated, changed, not an image, too new), CKPT_ENOMEM
 */
ckpt_status ckpti_image_open(const void *bytes, size_t size, ckpti_image **out, char why[CKPTI_WHY]);

/* Close a model; 0 is allowed. */
void ckpti_image_close(ckpti_image *image);

/* Check every pointer in every object: refers to an object, a leaf within it. Takes time in proportion to the image.
 * Errors  CKPT_EBADIMAGE, with the path of the first bad pointer in `why` */
ckpt_status ckpti_image_check_pointers(const ckpti_image *image, char why[CKPTI_WHY]);

const ckpti_image_head *ckpti_image_header(const ckpti_image *image);

/* A section as it stands in the file, for listings. */
typedef struct ckpti_image_section {
    char tag[5];
    bool compressed;
    uint64_t offset, stored, raw; /* offset of the payload in the file */
} ckpti_image_section;
size_t ckpti_image_nsections(const ckpti_image *image);
ckpti_image_section ckpti_image_section_at(const ckpti_image *image, size_t index);

/* ---- types: numbers 1..n ----------------------------------------------------------------------------------------- */

uint32_t ckpti_image_ntypes(const ckpti_image *image);
/* id  1..ntypes, or 0: returns 0 */
const ckpti_type *ckpti_image_type(const ckpti_image *image, uint32_t id);

/* ---- objects: numbers 1..n --------------------------------------------------------------------------------------- */

enum ckpti_object_kind {
    CKPTI_O_HEAP = 1, CKPTI_O_GLOBAL = 2, CKPTI_O_STATIC = 3, CKPTI_O_LOCAL = 4,
    CKPTI_O_LITERAL = 5, CKPTI_O_FUNCTION = 6, CKPTI_O_STREAM = 7, CKPTI_O_SPECIAL = 8
};

enum ckpti_object_flags {
    CKPTI_OF_NODATA = 1,      /* constant or excluded: a target of pointers only */
    CKPTI_OF_REGISTER = 2,    /* local without an address of its own */
    CKPTI_OF_VLA = 4,
    CKPTI_OF_FLEXIBLE = 8,    /* `flex` elements follow */
    CKPTI_OF_TAIL = 16,       /* `tail` bytes follow */
    CKPTI_OF_RAW = 32,        /* stored as bytes for want of a type */
    CKPTI_OF_ALIGNED = 64,
    CKPTI_OF_ANNOTATED = 128, /* its type was declared (#pragma ckpt type): pointers of every type may lead into it */
    CKPTI_OF_BY_TAG = 256,    /* one structure behind a header (#pragma ckpt variant), told by its tag: it may become another one */
    CKPTI_OF_GUESSED = 512,   /* only a pointer's type says that the block is an array of that; the image is layout-bound */
    CKPTI_OF_GAPS = 1024,     /* `gaps` bytes follow: what lies between its members (types/gaps.h), for restarts on the same layout */
    CKPTI_OF_PART = 2048,     /* lies in the same block as the object before it (objects/parts.h), behind it, aligned as its type needs, and to `align` bytes */
    CKPTI_OF_START = 4096,    /* with NODATA: a variable that has its first value */
    CKPTI_OF_ON_LIST = 32768, /* with LINK: the list leads there; without, the block may be off it, though nobody has seen that */
    CKPTI_OF_LINK = 16384,    /* lies on top of the object `over`, from its start on: a link of the program's own list (objects/links.h) */
    CKPTI_OF_TOLD = 8192      /* its allocation said no type, pointers to it did: after a restart each checkpoint asks them again, as without one */
};

typedef struct ckpti_image_object {
    uint32_t id;
    uint8_t kind;                 /* enum ckpti_object_kind */
    uint32_t flags;               /* enum ckpti_object_flags */
    const char *name, *unit, *function;   /* "" where there is none */
    uint32_t line;                /* of the declaration; of a stream its number */
    const ckpti_type *type;       /* of an element; 0: none */
    uint64_t count;               /* elements */
    uint64_t flex, tail, align, gaps;
    uint32_t over;                /* CKPTI_OF_LINK: the object that it lies on */
    uint64_t leaves;              /* all of them, flexible part included */
    const unsigned char *data;    /* its encoding in the image; 0 if CKPTI_OF_NODATA or none */
    uint64_t enc;                 /* bytes of data */
} ckpti_image_object;

uint32_t ckpti_image_nobjects(const ckpti_image *image);
/* Look an object up; false if id is not in 1..nobjects. O(log runs). */
bool ckpti_image_object_get(const ckpti_image *image, uint32_t id, ckpti_image_object *out);

/* Objects stand in runs of heap blocks that are alike (same type and count); sums over types need only look at the first of
 * each. first  the first number of run `run`;  returns how many, 0 if there is no such run. */
uint32_t ckpti_image_run(const ckpti_image *image, uint32_t run, uint32_t *first);

/* Run that an object (1..nobjects) belongs to. O(log runs). */
uint32_t ckpti_image_run_of(const ckpti_image *image, uint32_t object);
uint32_t ckpti_image_nruns(const ckpti_image *image);

/* Write the object's own name: "heat.c:total", "main:grid", "node_t[3]#17" (heap), "\"text\"", "stream 3".
 * Cut to fit;  returns the length it would have, as snprintf. */
size_t ckpti_image_object_name(const ckpti_image *image, const ckpti_image_object *object, char *buffer, size_t size);

/* ---- frames: 0 is main ------------------------------------------------------------------------------------------- */

typedef struct ckpti_image_frame {
    const char *function, *file;
    uint32_t function_line;
    uint32_t resume;              /* index into callees */
    uint32_t line;                /* of the resume point */
    const char *site;             /* site's name, "" */
    uint32_t ncallees;
    const char *const *callees;   /* 0: a site; "*": through a pointer */
    uint32_t nlocals;
    const uint32_t *locals;       /* object numbers */
} ckpti_image_frame;

uint32_t ckpti_image_nframes(const ckpti_image *image);
const ckpti_image_frame *ckpti_image_frame_at(const ckpti_image *image, uint32_t index);

/* ---- process state, unknown pointers ------------------------------------------------------------------------------ */

typedef struct ckpti_image_proc {
    uint32_t tag;
    const unsigned char *bytes;
    size_t size;
} ckpti_image_proc;
size_t ckpti_image_nprocs(const ckpti_image *image);
ckpti_image_proc ckpti_image_proc_at(const ckpti_image *image, size_t index);

typedef struct ckpti_image_unknown {
    uint32_t object;              /* holder of the first such pointer */
    uint64_t leaf;
    uint32_t holders;             /* pointers with this address */
    uint32_t target;              /* object that it lies in though nothing that the pointer may point to is there; 0: none */
    uint64_t byte;                /* of the target, as it lay in the origin's memory; or CKPTI_BEFORE(k) */
} ckpti_image_unknown;
/* The program's pointer leads to k values before the start of a block (base-1 arrays): 0 < k < 16. */
#define CKPTI_BEFORE(k) (-(uint64_t)(k))
enum { CKPTI_FRONT = 16 };        /* bytes in front of a block that are no other block's, nor just behind one: further out such a pointer is none */
static inline bool ckpti_is_before(uint64_t byte) { return byte > CKPTI_BEFORE(16); }
uint32_t ckpti_image_nunknowns(const ckpti_image *image);
ckpti_image_unknown ckpti_image_unknown_at(const ckpti_image *image, uint32_t index);

/* ---- values -------------------------------------------------------------------------------------------------------- */

enum { CKPTI_CURSOR_DEPTH = 64 };     /* deeper by-value nesting is refused when an image is opened */

/* Stands on one leaf of an object. Read only what is documented. */
typedef struct ckpti_cursor {
    const ckpti_image *image;
    ckpti_image_object object;
    uint64_t leaf;                /* its number */
    const ckpti_type *type;       /* scalar type of the leaf */
    uint32_t bits;                /* > 0: bit-field of that width */
    uint32_t line;                /* where its variable or field is declared, or 0 */
    const unsigned char *data;    /* encoding: type->enc bytes (1 byte if `packed`); 0 if the object has no data, or this member of a union is not there */
    bool packed;                  /* an element of an array of chars or _Bool */
    uint64_t run;                 /* leaves from here on that follow in the same array of scalars, this one included */
    uint64_t absent;              /* leaves from here on of a member of a union that is not there */
    /* private: the way down */
    unsigned depth;
    struct { const ckpti_field *field; uint64_t index; bool is_index; } step[2 * CKPTI_CURSOR_DEPTH + 2];
} ckpti_cursor;

/* Stand on a leaf. Returns false if the object has no such leaf. O(depth · log fields). */
bool ckpti_cursor_seek(ckpti_cursor *cursor, const ckpti_image *image, uint32_t object, uint64_t leaf);
/* Stand on the next leaf of the object; false at its end. Of members of unions that are not there only the first leaf is stood on. */
bool ckpti_cursor_next(ckpti_cursor *cursor);

/* The leaf that is encoded at `data` in the object's data; false if there is none. */
bool ckpti_image_leaf_at(const ckpti_image *image, uint32_t object, const unsigned char *data, uint64_t *leaf);

/* Write the path of the leaf in the program's names: "grid.cells[3].next", "*(node_t#17).value" where the object is a heap block.
 * Cut to fit;  returns the length it would have, as snprintf. */
size_t ckpti_cursor_path(const ckpti_cursor *cursor, char *buffer, size_t size);
/* The part after the object's name: ".cells[3].next", "" for a plain scalar. */
size_t ckpti_cursor_subpath(const ckpti_cursor *cursor, char *buffer, size_t size);

/* A pointer as stored (format, section 7). */
typedef struct ckpti_pointer {
    enum { CKPTI_P_NULL, CKPTI_P_SMALL, CKPTI_P_NUMBER, CKPTI_P_UNKNOWN, CKPTI_P_LEAF, CKPTI_P_AFTER, CKPTI_P_BYTE, CKPTI_P_BEFORE } kind;
    uint32_t object;              /* LEAF, AFTER, BYTE, BEFORE */
    uint64_t where;               /* leaf; byte; BEFORE: how many values; UNKNOWN, NUMBER: entry number */
    int64_t small;                /* SMALL; BEFORE: entry number; NUMBER: of an origin with pointers of 32 bits, from 0 to 2^32 - 1 */
} ckpti_pointer;

/* Decode 12 bytes. Returns false if they are no valid pointer of this image (object or leaf out of range). */
bool ckpti_pointer_get(const ckpti_image *image, const unsigned char *data, ckpti_pointer *out);
/* Write where a pointer leads: "NULL", "grid[17]", "just after u[99]", "function relax", "\"text\"", "unknown address 3".
 * Returns the length it would have. */
size_t ckpti_pointer_text(const ckpti_image *image, const ckpti_pointer *pointer, char *buffer, size_t size);

/* Integer leaves (also enum, bit-field, _Bool): 128 bits, sign- or zero-extended. */
typedef struct ckpti_int128 { int64_t high; uint64_t low; } ckpti_int128;
ckpti_int128 ckpti_leaf_integer(const ckpti_cursor *cursor);
/* Write a leaf's value as text: integers in decimal, chars also quoted, reals so that they read back exactly (long double
 * in the format of the image), complex as "a+bi", pointers as ckpti_pointer_text. Returns the length it would have. */
size_t ckpti_leaf_text(const ckpti_cursor *cursor, char *buffer, size_t size);

#endif
