/* ckpt_abi.h - the contract between the code that ckptcc emits and libckpt.
 *
 * Purpose    everything an instrumented unit mentions: descriptors it hands over, variables it tests, calls it makes.
 * Input      filled in by each target's own compiler (sizeof, offsetof), so a table always tells the truth about its target.
 * Invariants names here begin with ckptg_ (emitted code) and never change meaning without CKPTG_ABI going up: a unit built
 *            for another ABI is refused when it registers itself. Descriptors are constant and live as long as the program.
 * Plain C11 with GNU attributes; ckptcc pastes this header into the emitted text, so it includes nothing.
 */
#ifndef CKPT_ABI_H
#define CKPT_ABI_H

#define CKPTG_ABI 11

typedef __SIZE_TYPE__ ckptg_size;
typedef unsigned int ckptg_u32;

/* ---- types ---------------------------------------------------------------------------------------------------- */

/* Kinds of C types (C11 6.2.5). The numbers are also those of the image format (docs/image-format.md, "types"). */
enum ckptg_kind {
    CKPTG_VOID = 0,     /* unknown: pointee of void *, incomplete struct */
    CKPTG_BOOL = 1,
    CKPTG_CHAR = 2,     /* plain char; CKPTG_T_SIGNED says whether it is signed here */
    CKPTG_SCHAR = 3, CKPTG_UCHAR = 4,
    CKPTG_SHORT = 5, CKPTG_USHORT = 6,
    CKPTG_INT = 7, CKPTG_UINT = 8,
    CKPTG_LONG = 9, CKPTG_ULONG = 10,
    CKPTG_LLONG = 11, CKPTG_ULLONG = 12,
    CKPTG_INT128 = 13, CKPTG_UINT128 = 14,
    CKPTG_FLOAT = 15, CKPTG_DOUBLE = 16,
    CKPTG_LDOUBLE = 17, /* format told by `mant`: 53 plain double, 64 x87, 106 double-double, 113 IEEE quad */
    CKPTG_CFLOAT = 18, CKPTG_CDOUBLE = 19, CKPTG_CLDOUBLE = 20, /* _Complex: real part, imaginary part */
    CKPTG_ENUM = 21,    /* elem: the integer type it is compatible with */
    CKPTG_POINTER = 22, /* elem: pointee (CKPTG_FUNCTION for pointers to functions, CKPTG_STREAM for FILE *) */
    CKPTG_ARRAY = 23,   /* elem, count; count 0: flexible array member, or the unknown bound of an outer array */
    CKPTG_STRUCT = 24,  /* fields, in declaration order; members of anonymous members stand in their parent */
    CKPTG_FUNCTION = 25,/* only as a pointee */
    CKPTG_STREAM = 26,  /* FILE: only as a pointee */
    CKPTG_OPAQUE = 27,  /* cannot be carried (union, va_list, jmp_buf, ...): `name` says what; only as a pointee or excluded */
    CKPTG_FLOAT128 = 28,/* __float128 / _Float128 where it is a type of its own */
    CKPTG_VARIANT = 29  /* union of which `select` tells the member in force; fields: the members, elem: the type that holds the tag */
};

enum ckptg_type_flags {
    CKPTG_T_SIGNED = 1,      /* integer kinds: signed on this target */
    CKPTG_T_FLEXIBLE = 2,    /* struct: its last field is a flexible array member (also spelt [0], or [1] in last place) */
    CKPTG_T_INCOMPLETE = 4,  /* struct never completed in this unit; another unit may complete it */
    CKPTG_T_OWN_ADDRESS = 16,/* CKPTG_VARIANT: `select` compares addresses in the value, not only what is in it; not in images */
    CKPTG_T_BYTES = 32,      /* struct: a union, its bytes being the only field; they mean the same only where types lie as here; not in images */
    CKPTG_T_HEADER = 8,      /* struct that others begin with: `select` tells which of `variants` a heap block is */
    CKPTG_T_CLEARED = 64,    /* heap blocks of it begin as zeros: what was in that memory need not fit elsewhere, or leads somewhere; not in images */
    CKPTG_T_ALIGNED = 16,    /* struct (which has no OWN_ADDRESS): it or a member of it is aligned beyond what the types of its values need; not in images */
    CKPTG_T_UNNAMED = 128    /* struct: it has bit-fields without a name, which are no fields here, and on some targets align it more; not in images */
};

struct ckptg_type;

/* One member of a struct. Bit-fields (bits > 0) have no offset; they are read and written through accessors that the
 * target's compiler makes. get returns the value, sign- or zero-extended; set takes it truncated to `bits`. */
typedef struct ckptg_field {
    const char *name;
    const struct ckptg_type *type;
    ckptg_size offset;                       /* bytes */
    ckptg_u32 bits;                          /* 0: not a bit-field */
    ckptg_u32 line;
    unsigned long long (*get)(const void *object);
    void (*set)(void *object, unsigned long long value);
} ckptg_field;

typedef struct ckptg_type {
    unsigned char kind;                      /* enum ckptg_kind */
    unsigned char flags;                     /* enum ckptg_type_flags */
    unsigned short mant;                     /* floating kinds: digits of the mantissa (LDBL_MANT_DIG) */
    ckptg_u32 nfields;
    const char *name;                        /* as the user writes it: "struct node", "node_t", "unsigned long", "int" */
    ckptg_size size, align;                  /* bytes on this target; 0 where unknown */
    const struct ckptg_type *elem;
    ckptg_size count;                        /* elements of an array; of a struct without CKPTG_T_HEADER: bytes from its start to what the unit keeps behind it
                                              * in its block (`return h + 1`), with CKPTG_BEHIND_REUSED if it hands that out again when it was given back; 0: nothing that
                                              * is known, all ones: there are several such places */
    const ckptg_field *fields;
    const char *file;                        /* where a struct is declared, or 0; of a CKPTG_VARIANT, where its pragma is */
    ckptg_u32 line;
    ckptg_u32 nvariants;
    /* CKPTG_VARIANT and CKPTG_T_HEADER: which one it is, by the tag; `count` is then a hash of the pragma's text.
     * value    the union, or the structure;  tag  set to the value of the tag-expression
     * Returns  index of the field or variant + 1; 0: none has a value now; CKPTG_NO_VARIANT: the tag is in no list */
    ckptg_u32 (*select)(const void *value, long long *tag);
    const struct ckptg_type *const *variants; /* of a CKPTG_T_HEADER: the structures that a block may be */
} ckptg_type;

#define CKPTG_NO_VARIANT 0xffffffffu
#define CKPTG_BEHIND_REUSED (~(ckptg_size)0 / 2 + 1)

/* ---- what a unit has ------------------------------------------------------------------------------------------- */

enum ckptg_var_flags {
    CKPTG_V_CONST = 1,       /* read-only object: known so that pointers to it have a name; its content is not saved */
    CKPTG_V_STATIC = 2,      /* internal linkage or function-local: its identity is (unit, function, name) */
    CKPTG_V_EXCLUDED = 4,    /* by annotation: known, content not saved */
    CKPTG_V_THREAD = 8,      /* _Thread_local: addr is 0, `tls` gives the calling thread's */
    CKPTG_V_DEAD = 16,       /* written before it is read again, from whatever site: content not saved */
    CKPTG_V_RECOMPUTED = 32  /* what `recompute` of its unit makes, and nothing else changes: content not saved if the unit's `made` is not 0 */
};

/* A variable with static storage that this unit defines, or a compound literal outside functions: "commands (literal 2 of 5)". */
typedef struct ckptg_var {
    const char *name;                        /* as in the source, without function or unit */
    const char *function;                    /* function-local statics: the function; else 0. Two of one name in one
                                              * function are told apart by a suffix: "n", "n#2" in source order */
    const ckptg_type *type;
    void *addr;
    void *(*tls)(void);
    ckptg_u32 flags, line;
    const void *start;                       /* 0, or a copy of its first value, which restarted programs have as well: content saved only if it differs.
                                              * Of CKPTG_V_RECOMPUTED: its unit's `made` */
} ckptg_var;

/* A function whose address the unit takes (its own or another's). */
typedef struct ckptg_fnref {
    const char *name;
    void (*addr)(void);
    ckptg_u32 is_static;                     /* identity is (unit, name) */
    ckptg_u32 line;
} ckptg_fnref;

/* A string literal of the unit. The compiler gives equal literals of one unit one address, so listing them
 * here names those in the code. */
typedef struct ckptg_literal {
    const void *text;
    ckptg_size size;                         /* bytes, with the final zero */
    const ckptg_type *elem;                  /* char, or the wide type */
} ckptg_literal;

/* ---- frames ---------------------------------------------------------------------------------------------------- */

enum ckptg_local_flags {
    CKPTG_L_MEMORY = 1,      /* has an identity: its address was taken, or it is an array; bound by address */
    CKPTG_L_VLA = 2,         /* variable length: type is the element type; size is handed over */
    CKPTG_L_EXCLUDED = 4     /* by annotation: has an identity, content not saved; with CKPTG_L_MEMORY only */
};

/* A local that is live at a resume point. */
typedef struct ckptg_local {
    const char *name;                        /* "x"; shadowed ones "x#2" in source order; ours "(result of f)" */
    const ckptg_type *type;
    ckptg_u32 flags, line;
} ckptg_local;

/* A place where an activation can be suspended: a site, or a call to a checkpointable function. */
typedef struct ckptg_resume {
    const char *callee;                      /* 0: a site; "*": a call through a pointer; else the callee's name */
    const char *site;                        /* a site's name(...) or 0 */
    ckptg_u32 line;
    ckptg_u32 nlocals;
    const ckptg_local *locals;
} ckptg_resume;

/* A checkpointable function. Its restart copy has the function's own type; for main it is called by the adapter below. */
typedef struct ckptg_function {
    const char *name;
    const char *file;                        /* source file of its definition, as the user named it; "unit.c > header.h" if it is
                                              * static and defined in a header: each unit that includes it has its own */
    ckptg_u32 line;
    ckptg_u32 is_static;
    ckptg_u32 nresumes;
    const ckptg_resume *resumes;
    void (*restart)(void);                   /* restart copy */
} ckptg_function;

/* ---- changed programs ------------------------------------------------------------------------------------------ */

enum ckptg_change_kind { CKPTG_C_ADDED = 1, CKPTG_C_REMOVED = 2, CKPTG_C_RENAMED = 3 };

/* #pragma ckpt changed: how names here differ from those in images that an older program made. */
typedef struct ckptg_change {
    ckptg_u32 what, line;
    const ckptg_type *type;                  /* a member of that structure; else 0 */
    const char *function;                    /* a variable of that function of the unit; neither: one of the unit */
    const char *name;                        /* here; 0 of what is removed */
    const char *old;                         /* in images; 0 of what is added */
    const void *value;                       /* of what is added, in its own type, of a bit-field as unsigned long long; 0: zero */
} ckptg_change;

/* A unit's tables. */
typedef struct ckptg_unit {
    ckptg_u32 abi;                           /* CKPTG_ABI */
    const char *file;                        /* main source file, as given to the compiler */
    const ckptg_var *vars;           ckptg_size nvars;
    const ckptg_fnref *fnrefs;       ckptg_size nfnrefs;
    const ckptg_literal *literals;   ckptg_size nliterals;
    const ckptg_function *const *functions; ckptg_size nfunctions;
    struct ckptg_unit *next;                 /* for the runtime */
    const ckptg_type *const *types; ckptg_size ntypes; /* element types of allocations that no other table mentions; repeats do no harm */
    void (*const *hooks)(void); ckptg_size nhooks;   /* #pragma ckpt on_restart outside functions: called when a restart is complete */
    const ckptg_change *changes; ckptg_size nchanges;
    void (*const *before)(void); ckptg_size nbefore; /* #pragma ckpt on_checkpoint outside functions: called before frames are handed over */
    void (*recompute)(void);                 /* makes the calls again that variables of CKPTG_V_RECOMPUTED come from, in a program that has just begun; or 0 */
    unsigned long long *made;                /* saved: while images are without these variables, their hash; else 0 */
    ckptg_u32 nmakers;                       /* calls that `recompute` makes */
    ckptg_u32 begun, ended, again;           /* for the runtime: of these calls in this run, whether `recompute` has been called, and the nanoseconds that they took */
    unsigned long long begun_at, took;
} ckptg_unit;

/* Called by each unit's constructor, before main. The unit must stay in place. */
void ckptg_register(ckptg_unit *unit);

/* Around each call that a unit's `recompute` makes as well: what takes longer than it would save is not left out. */
void ckptg_make_begin(ckptg_unit *unit);
void ckptg_make_end(ckptg_unit *unit);

/* ---- running --------------------------------------------------------------------------------------------------- */

#define CKPTG_HIDDEN __attribute__((visibility("hidden")))

/* True while a checkpoint is being captured: every checkpointable function hands its frame over and returns. */
extern CKPTG_HIDDEN int ckptg_capturing;

/* Visits left until the runtime wants to look again: only sites count it down, only the runtime, called by one, sets it. */
extern CKPTG_HIDDEN long ckptg_left;

/* A site goes to ckptg_site when ckptg_left is below this: 0, or LONG_MAX when something was asked for between sites. A signal handler
 * may set it at any instruction, so it is not ckptg_left that is lowered: a site that has just read that would undo it. */
extern CKPTG_HIDDEN long ckptg_floor;

/* At a site: count this visit; is it to be looked at? The empty asm says that ckptg_floor may have changed (a handler's doing) and, unlike
 * volatile, leaves it an operand of the comparison. */
static inline __attribute__((always_inline, unused)) int ckptg_visit(void)
{
    __asm__ volatile ("" : "+m" (ckptg_floor));
    return --ckptg_left < ckptg_floor;
}

/* A site's slow path. Returns non-zero if this process now captures: the caller hands its frame over and returns.
 * Cold, as ckptg_capture: that the tests before them mostly fail needs no other word, and none is as strong. __builtin_expect, for which gcc
 * takes 90 %, would have it keep in registers what only a capture needs. */
int ckptg_site(const ckptg_function *function, ckptg_u32 resume) __attribute__((cold));

/* Hand over a frame while capturing, deepest first.
 * addr   [nlocals] where each live local is to be read now: the variable itself if CKPTG_L_MEMORY, else a copy of its value
 * size   [nlocals] bytes of each VLA (0 for others), or 0 if there is none
 * ret    __builtin_return_address(0) of the function: must lie in section ckptg_text, or the capture is given up here
 * The contents are copied before this returns. Does not return if the capture is given up in a child. */
void ckptg_capture(const ckptg_function *function, ckptg_u32 resume, void *const *addr, const ckptg_size *size,
                   const void *ret) __attribute__((cold));

/* A call from a checkpointable function to uninstrumented code that was given a callback returned while capturing: the site was
 * reached through that code, whose frame is lost; callee 0: a call by an address of which no site was known to be reached. Ends the
 * capture, reports `callee` at file:line. Does not return. */
void ckptg_foreign(const char *callee, const char *file, ckptg_u32 line) __attribute__((noreturn, cold));

/* A function of #pragma ckpt no_site. Its frame cannot be handed over; that it has something to do when it is left keeps compilers from
 * ending it in a jump to what it calls, whose return address would not be in it. */
typedef struct ckptg_no_site {
    const char *name, *file;
    ckptg_u32 line;
} ckptg_no_site;

static inline __attribute__((unused)) void ckptg_no_site_left(const ckptg_no_site *in)
{
    if (__builtin_expect(ckptg_capturing, 0))
        ckptg_foreign(in->name, in->file, in->line);
}

/* Restart: called first by a restart copy. Returns the resume point this activation continues at. */
ckptg_u32 ckptg_enter(const ckptg_function *function);

/* Restart: before a variable length array of this activation is declared again, with the saved bounds.
 * local  index into the resume point's locals;  bytes  its size by those bounds. Reports a damaged image and ends the process, status 65,
 * if the saved array has another size. */
void ckptg_vla_check(const ckptg_function *function, ckptg_u32 resume, ckptg_u32 local, ckptg_size bytes);

/* Restart: the saved value of an unsigned long local (a variable length array's bound), before ckptg_bind. */
unsigned long ckptg_bound(const ckptg_function *function, ckptg_u32 resume, ckptg_u32 local);

/* Restart, at the resume point. Binds locals with an identity to their new addresses (content copied there now, pointers in it
 * patched when the deepest frame stands) and returns, per local, the address of its value (valid until the next runtime call).
 * addr  [nlocals] address of each CKPTG_L_MEMORY local, 0 for the others */
void *const *ckptg_bind(const ckptg_function *function, ckptg_u32 resume, void *const *addr, const ckptg_size *size);

/* Restart, at a call: the restart copy to call next, to be cast to the callee's type. */
void (*ckptg_next(void))(void);

/* Restart, at a site: the deepest frame stands; patch all pointers, the program runs again after this. */
void ckptg_resumed(void);

/* Restart, behind ckptg_resumed: 1 makes the calls of on_restart outside functions; what on_restart on the site's line says stands between
 * this and 0. No site is visited in between. */
void ckptg_on_restart(int on);

/* Capture, behind a ckptg_site that returned non-zero: what on_checkpoint on the site's line says stands between 1 and 0. No site is visited in
 * between, and no frame handed over. (That outside functions was called by ckptg_site.) */
void ckptg_on_checkpoint(int on) __attribute__((cold));

/* ---- setjmp ----------------------------------------------------------------------------------------------------- */

/* A frame's note of the buffer that a call of setjmp in it has armed: 0 none, 1 several, which nobody can tell apart. */
static inline __attribute__((always_inline, unused)) void *ckptg_arm(const volatile void *old, void *buffer)
{
    return !old || old == buffer ? buffer : (void *)1;
}
static inline __attribute__((always_inline, unused)) int ckptg_is_several(const volatile void *buffer) { return buffer == (void *)1; }
static inline __attribute__((always_inline, unused)) int ckptg_is_armed(const volatile void *buffer) { return (ckptg_size)buffer > 1; }

/* While capturing: a frame has several buffers armed by one setjmp. Ends the capture. Does not return. */
void ckptg_jumps_lost(const char *file, ckptg_u32 line) __attribute__((noreturn, cold));

/* ---- heap ------------------------------------------------------------------------------------------------------ */

/* As in C11 7.22.3; elem is the type of the block's elements. libckpt also defines malloc, calloc, realloc, free, ... themselves
 * (so the C library's blocks are known too); blocks from those have no type until ckptg_typed or a pointer gives one. */
void *ckptg_malloc(ckptg_size size, const ckptg_type *elem) __attribute__((malloc, alloc_size(1), warn_unused_result));
void *ckptg_calloc(ckptg_size count, ckptg_size size, const ckptg_type *elem) __attribute__((malloc, alloc_size(1, 2), warn_unused_result));
void *ckptg_realloc(void *block, ckptg_size size, const ckptg_type *elem) __attribute__((alloc_size(2), warn_unused_result));
void *ckptg_aligned_alloc(ckptg_size align, ckptg_size size, const ckptg_type *elem) __attribute__((malloc, alloc_size(2), warn_unused_result));

/* The start of the untyped block allocated last, or 0. */
extern CKPTG_HIDDEN void *ckptg_last_untyped;
/* Give the block at that address, one from ckptg_last_untyped, its type. */
void ckptg_set_type(void *block, const ckptg_type *elem);

/* The result of the program's own allocator, assigned to a pointer to elem: gives the block its type if it was just
 * allocated and has none. The asm: compilers know that malloc changes no variable of the program's, but this one it does. */
static inline __attribute__((always_inline, unused)) void *ckptg_typed(void *block, const ckptg_type *elem)
{
    __asm__ volatile ("" : "+m" (ckptg_last_untyped));
    if (__builtin_expect(block == ckptg_last_untyped, 0) && block)
        ckptg_set_type(block, elem);
    return block;
}

/* What is known of a block that is longer than its type. Without any: it is an array of it. */
enum ckptg_block_form {
    CKPTG_B_SEVERAL = 1,          /* headers that others begin with, by their number: n * sizeof(T) */
    CKPTG_B_BEGINS = 2,           /* it begins with one T, and something else follows: sizeof(T) + n */
    CKPTG_B_UNTOLD = 3,           /* nothing but the type of the pointer that it is kept in */
    CKPTG_B_TRAILS = 4            /* it begins with one T, whose last member is a flexible array, and something else follows its elements */
};
/* A block that has just been allocated has that form. Returns it; 0 is none. */
void *ckptg_formed(void *block, ckptg_u32 form);
/* ckptg_typed, with a form. */
void *ckptg_typed_as(void *block, const ckptg_type *elem, ckptg_u32 form);
/* The result of the program's own allocator, which was given these numbers: ckptg_typed if the block has the size that they say, or else ckptg_typed_as
 * CKPTG_B_UNTOLD: the allocator has put something else in front or behind.
 * kinds  of each number: t a size in bytes, n any number, c a constant (which counts if calloc was given it), 1 ... 8 the address of a number of so many bytes, which the allocator may have set. The block
 *        has the size of a t, which any of the others may multiply. */
void ckptg_set_measured(void *block, const ckptg_type *elem, const ckptg_size *numbers, const char *kinds);
/* The start of the block that was given CKPTG_B_BEGINS or CKPTG_B_UNTOLD last, until its caller has told what it keeps behind the structure in front; or 0. */
extern CKPTG_HIDDEN void *ckptg_last_begun;
/* If memory behind that structure is what the allocator returns, at the place where the program keeps such memory (ckptg_type.count), it is an array of elem: as long
 * as the numbers say; without any, to the end of the block. */
void ckptg_set_behind(void *memory, const ckptg_type *elem, const ckptg_size *numbers, const char *kinds);
static inline __attribute__((always_inline, unused)) int ckptg_is_behind(const void *memory)
{
    __asm__ volatile ("" : "+m" (ckptg_last_begun));
    return ckptg_last_begun && (ckptg_size)memory - (ckptg_size)ckptg_last_begun - 1 < 4095;
}
static inline __attribute__((always_inline, unused)) void *ckptg_typed_measured(void *block, const ckptg_type *elem, const ckptg_size *numbers, const char *kinds)
{
    __asm__ volatile ("" : "+m" (ckptg_last_untyped));
    if (__builtin_expect(block == ckptg_last_untyped, 0) && block)
        ckptg_set_measured(block, elem, numbers, kinds);
    else if (__builtin_expect(ckptg_is_behind(block), 0))
        ckptg_set_behind(block, elem, numbers, kinds);
    return block;
}
/* ---- lists: memory that the program keeps for itself when it is given back ---- */

/* `((struct link *)memory)->next = list; list = memory;`: memory becomes part of a list of what was given back, whatever it holds. link  what the program takes it
 * for to link it. Returns memory. */
void *ckptg_linked(void *memory, const ckptg_type *link);
/* ... and `list` is there. */
void ckptg_heads(const void *head);
/* `list = ((struct link *)memory)->next;`: it is taken off that list. Returns memory. */
void *ckptg_unlinked(void *memory);
/* It is handed out again, by a function that hands out blocks of which its callers say what they hold: as one that has just been allocated. Returns memory. */
void *ckptg_again(void *memory);

/* The result of the program's own allocator, converted to a pointer to characters. */
static inline __attribute__((always_inline, unused)) void *ckptg_behind(void *memory, const ckptg_type *elem)
{
    if (__builtin_expect(ckptg_is_behind(memory), 0))
        ckptg_set_behind(memory, elem, 0, 0);
    return memory;
}
/* The same where the caller has had the address put. ckptg_expect comes before the call: if nothing is allocated, nothing is looked at. */
void ckptg_expect(void);
void ckptg_typed_at(const void *where, const ckptg_type *elem, const ckptg_size *numbers, const char *kinds);
/* ckptg_realloc; what is not an array of elem already is CKPTG_B_UNTOLD then. */
void *ckptg_realloc_untold(void *block, ckptg_size size, const ckptg_type *elem) __attribute__((alloc_size(2), warn_unused_result));
/* The block allocated last as CKPTG_B_UNTOLD is cast by the caller, who has told its size, to another structure: it is that. form: 0 or of enum
 * ckptg_block_form. Returns the block. */
void *ckptg_recast(void *block, const ckptg_type *elem, ckptg_u32 form);
/* The same, if the block has the size that the numbers say; else it stays CKPTG_B_UNTOLD. */
void *ckptg_recast_measured(void *block, const ckptg_type *elem, const ckptg_size *numbers, const char *kinds);
/* As in POSIX. form: 0 or of enum ckptg_block_form. */
int ckptg_posix_memalign(void **out, ckptg_size align, ckptg_size size, const ckptg_type *elem, ckptg_u32 form);

/* A number of bytes that no block has. precompiler/frontend/Pragmas.cpp writes it out. */
#define CKPTG_ALL (~(__SIZE_TYPE__)0 / 2 + 1)

/* #pragma ckpt type(block, elem[]): what the block holds, or from inside it on a part of it, whatever it was allocated as and whatever pointers
 * lead to it.
 * size  bytes declared; CKPTG_ALL: as many as there are; 0: nothing is (an empty block is an array of elem then). A pointer that leads to no
 *       block, or more than it has there, is reported with its place and has no effect. */
void ckptg_annotate(void *block, const ckptg_type *elem, ckptg_size size, const char *file, ckptg_u32 line);

/* #pragma ckpt exclude(*block): what the block holds is not saved; after a restart it is all zero bits.
 * A pointer that leads to no block's start is reported with its place and has no effect. */
void ckptg_exclude(void *block, const char *file, ckptg_u32 line);

/* ---- the C library's locks --------------------------------------------------------------------------------------- */

/* A lock, or its attributes, as a number that means the same on all machines, and one of that state in its place (runtime/objects/locks.h). They are what ckptg_field wants. */
unsigned long long ckptg_mutex_state(const void *at);
void ckptg_mutex_state_set(void *at, unsigned long long state);
unsigned long long ckptg_cond_state(const void *at);
void ckptg_cond_state_set(void *at, unsigned long long state);
unsigned long long ckptg_rwlock_state(const void *at);
void ckptg_rwlock_state_set(void *at, unsigned long long state);
unsigned long long ckptg_semaphore_state(const void *at);
void ckptg_semaphore_state_set(void *at, unsigned long long state);
unsigned long long ckptg_barrier_state(const void *at);
void ckptg_barrier_state_set(void *at, unsigned long long state);
unsigned long long ckptg_mutexattr_state(const void *at);
void ckptg_mutexattr_state_set(void *at, unsigned long long state);
unsigned long long ckptg_condattr_state(const void *at);
void ckptg_condattr_state_set(void *at, unsigned long long state);
unsigned long long ckptg_rwlockattr_state(const void *at);
void ckptg_rwlockattr_state_set(void *at, unsigned long long state);
unsigned long long ckptg_barrierattr_state(const void *at);
void ckptg_barrierattr_state_set(void *at, unsigned long long state);
unsigned long long ckptg_attr_state(const void *at);
void ckptg_attr_state_set(void *at, unsigned long long state);
unsigned long long ckptg_attr_stack(const void *at);
void ckptg_attr_stack_set(void *at, unsigned long long bytes);
unsigned long long ckptg_attr_guard(const void *at);
void ckptg_attr_guard_set(void *at, unsigned long long bytes);

/* ---- main ------------------------------------------------------------------------------------------------------ */

/* Emitted in the unit that defines main, in section ckptg_text: the user's main, and its restart copy. libckpt's own main calls them;
 * while ckptg_capturing is set on return, every frame has been handed over. */
int ckptg_user_main(int argc, char **argv, char **envp);
int ckptg_user_main_restart(int argc, char **argv, char **envp);

#endif
