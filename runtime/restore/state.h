/* state.h - a restart under way. For runtime/restore only. */
#ifndef CKPTI_RESTORE_STATE_H
#define CKPTI_RESTORE_STATE_H

#include "core/status.h"
#include "image/image.h"
#include "objects/units.h"
#include "types/decode.h"
#include "types/locate.h"
#include "types/universe.h"

/* A frame of the image and the function of this program that it becomes. */
typedef struct ckpti_restored_frame {
    const ckptg_function *function;
    uint32_t resume;
    uint32_t *objects;            /* [locals of the resume point]: number of the object for each; 0: new here */
    void **added;                 /* [locals of the resume point]: value of those that are new */
} ckpti_restored_frame;

/* A pointer that can be stored only when frames stand (its target is a local), or streams are open. */
typedef struct ckpti_fixup {
    uint32_t holder, target;      /* objects */
    unsigned char *slot;          /* of locals: in the staged copy */
    uint64_t offset;              /* in the target */
} ckpti_fixup;

enum { CKPTI_LEFT_OUT = 8 };

typedef struct ckpti_literals ckpti_literals; /* literals.h */

typedef struct ckpti_restoring {
    ckpti_image *image;
    ckpti_universe *universe;
    ckpti_matcher *matcher;
    ckpti_changes changes;        /* what #pragma ckpt changed says of structures */
    uint32_t *variable_runs, nvariable_runs; /* runs of the image's objects that are variables outside frames */
    bool *constant;               /* [objects] a variable that is constant here, with a value in the image: left out; or 0 */
    void **gone;                  /* [objects] where pointers to what is not here lead: 16 bytes for each leaf; or 0 */
    bool retyped;                 /* what was a pointer to void is one to a type here */
    bool incomplete;              /* something of the image is not here: a field, a variable, a local, a function */
    const ckpti_pair **pairs;     /* [objects]; 0: none, or dead here */
    ckpti_literals *literals;     /* of the program; 0: none was asked for */
    const ckpti_pair **named;     /* [types of the image]: by name, where that was asked */
    unsigned char **at;           /* [objects] address here; of locals the staged copy */
    unsigned char **bound;        /* [nlocals] where locals are now; 0: not yet */
    uint32_t nlocals;             /* objects 1..nlocals are the locals of frames */
    ckpti_restored_frame *frames;
    uint32_t nframes, next;       /* next: frame that ckptg_enter expects */
    ckpti_fixup *fixups;          /* by holder, ascending */
    size_t nfixups, fixups_room;
    uint32_t *late; uint32_t nlate;      /* objects whose tags can be checked only when pointers to locals and streams are stored */
    void **values; size_t values_room;   /* what ckptg_bind returned last */
    struct ckpti_holder { uint32_t object; const unsigned char *data; } *holders; /* [objects] of blocks: the first pointer to their
                                     start, its holder and encoding; 0 unless there are pointers to nothing known, to be named */
    bool same_layout;             /* all that comes back lies here as it lay on the origin */
    char *left_out[CKPTI_LEFT_OUT]; uint32_t nleft_out;  /* the first of what is not here, and how many that are */
    uint64_t nnumbers; uint32_t number;  /* pointers with numbers that those here cannot hold; the entry of the first among the unknown */
    uint32_t object;              /* being decoded */
    ckpt_status failed;
    bool active;
} ckpti_restoring;

extern ckpti_restoring ckpti_restart_state;

/* Shape of an object as the image has it. */
static inline ckpti_shape ckpti_object_shape(const ckpti_image_object *o)
{
    return (ckpti_shape){o->type, o->count, o->flex, o->tail};
}

/* What #pragma ckpt changed says, in all units, and which of the image's objects are variables; before anything is matched. */
ckpt_status ckpti_restore_changes(ckpti_restoring *r);
/* The variable of this program that one of the image is, under whatever name; 0: it is gone. */
const ckptg_var *ckpti_restore_variable(const ckpti_restoring *r, const ckpti_image_object *o);
/* Is a static variable of a function the one of its name? Others of that name in other blocks may have come or gone. */
bool ckpti_restore_same_static(const ckpti_restoring *r, const ckpti_image_object *o, const ckptg_var *v);
/* Are two names those of variables of one name, in several blocks: "i", "i#2"? */
bool ckpti_restore_same_stem(const char *a, const char *b);
/* Is it said that a variable of the image is gone? */
bool ckpti_restore_declared_gone(const ckpti_image_object *o);
/* Does #pragma ckpt changed say that a variable of this program is new, or has another name? */
bool ckpti_restore_is_said_new(const ckptg_unit *u, const ckptg_var *v);
/* Is it a compound literal outside functions, and has this program others in the initialiser of that variable? */
bool ckpti_restore_other_literals(const ckpti_image_object *o);
/* The row about a local of a function, by its name here; 0: nothing is said. */
const ckptg_change *ckpti_restore_local_change(const ckptg_function *function, unsigned what, const char *name);
/* May what is gone be gone? When all that goes on has its pair. */
ckpt_status ckpti_restore_judge(ckpti_restoring *r);
/* Before anything is in place: make again what the image is without because a restart can. */
void ckpti_restore_recompute(const ckpti_restoring *r);
/* When all variables are back: is it what it was there? */
ckpt_status ckpti_restore_recomputed(const ckpti_restoring *r);
/* Print what is left out. */
void ckpti_restore_say_left_out(const ckpti_restoring *r);
/* ... and of numbers in pointers that pointers of this width do not hold. */
void ckpti_restore_say_numbers(ckpti_restoring *r);
/* Frames and their locals. */
ckpt_status ckpti_restore_frames(ckpti_restoring *r);
/* Leave out what nothing leads to any more; what something leads to must be here. */
ckpt_status ckpti_restore_reach(ckpti_restoring *r);
/* Call for each pointer of an object's values that this program has a place for. */
void ckpti_restore_each_pointer(ckpti_restoring *r, const ckpti_image_object *o, void (*call)(ckpti_restoring *, const ckpti_pair *, const unsigned char *));
/* A function of the image that is not here. */
ckpt_status ckpti_restore_no_function(const ckpti_image_object *o);
/* "total (heat.c:41)" for messages. */
const char *ckpti_restore_where(const ckpti_image_object *o, char out[CKPTI_WHY]);
/* Match frames, variables, types of blocks: pairs, frames, and addresses of all that stands already. */
ckpt_status ckpti_restore_match(ckpti_restoring *r);
/* Types of heap blocks, when all variables and locals have theirs. */
ckpt_status ckpti_restore_blocks(ckpti_restoring *r);
/* The program's type for values of an image's type that no pointer tells about. */
ckpt_status ckpti_restore_named_pair(ckpti_restoring *r, const ckpti_type *from, const ckpti_pair **out);
/* Allocate blocks and staged copies of locals. */
ckpt_status ckpti_restore_allocate(ckpti_restoring *r);
/* Decode all values. */
ckpt_status ckpti_restore_decode(ckpti_restoring *r);
/* Tags mean here what they meant in the program that was saved; after decoding. Those that read pointers which are not stored yet are left to */
ckpt_status ckpti_restore_tags(ckpti_restoring *r);
/* when all are. */
ckpt_status ckpti_restore_late_tags(const ckpti_restoring *r);
/* Arrays of variable length are as long as their saved bounds say. */
ckpt_status ckpti_restore_bounds(const ckpti_restoring *r);
/* A pointer of the object being decoded, encoded at `data`, leads to the start of an object. */
void ckpti_restore_held(ckpti_restoring *r, uint32_t object, const unsigned char *data);
/* Name traps by the ways that lead to the pointers; after decoding. */
void ckpti_restore_name_traps(ckpti_restoring *r);
/* Store pointers to streams. */
ckpt_status ckpti_restore_streams(ckpti_restoring *r);
/* Store pointers that replayed calls returned, after they are made again. */
ckpt_status ckpti_restore_replayed(ckpti_restoring *r);
/* Free everything. */
void ckpti_restore_close(ckpti_restoring *r);

/* Bytes of an object here; false if they cannot be in this address space. */
bool ckpti_restored_size(const ckpti_pair *pair, const ckpti_image_object *o, size_t *out);
/* places.c: where objects [first, first + n), the parts of one block, lie in it; into `parts`, which has room for them, if there is one, with the number of
 * each from `first` on (n: none of these), and the block's size. CKPT_ELAYOUT: that is not known. */
struct ckpti_parts;
ckpt_status ckpti_restored_places(const ckpti_restoring *r, uint32_t first, uint32_t n, struct ckpti_parts *parts, size_t *bytes);

#endif
