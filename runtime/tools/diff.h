/* diff.h - the parts of `ckpt diff`. For diff*.c only.
 *
 * Purpose    two images of one program, of any two architectures: variables matched by name, heap blocks by the ways that lead to
 *            them, values compared as values.
 * Invariants two blocks are matched at most once, when the first pair of matched pointers leads to both and their elements'
 *            types have one name. What is never matched was added or removed. Addresses of nothing known count as equal.
 */
#ifndef CKPT_TOOLS_DIFF_H
#define CKPT_TOOLS_DIFF_H

#include "tools/tool.h"

typedef struct diff {
    FILE *out;
    bool json, quiet;
    bool surroundings;            /* clocks and environment too */
    uint64_t limit, count;        /* differences shown at most; found so far */
    tool_image file_a, file_b;
    const ckpti_image *a, *b;
    tool_reach reach_a, reach_b;  /* ways in each, for what is only there */
    tool_reach common;            /* ways to matched objects, by their number in a: the same in both */
    uint32_t *to_b, *to_a;        /* matched objects, 0: none */
    uint32_t *shape;              /* by type of a: type of b that is encoded alike; 0 not asked yet; UINT32_MAX none */
    uint32_t *queue, head, tail;  /* matched objects of a, to be compared */
} diff;

/* Part of a way from an object to one of its parts. */
typedef struct diff_step {
    const struct diff_step *up;
    const char *field;            /* 0: an element */
    uint64_t index;
} diff_step;

/* A difference: `path` is a on one side and b on the other; 0: not there. */
void diff_report(diff *d, const char *path, const char *a, const char *b);
/* True if the next difference will be shown: its text is worth making. */
bool diff_shows(const diff *d);
/* Count one that is not shown. */
void diff_count(diff *d);

/* True for what only clocks and the environment lead to, which differ from run to run. */
bool diff_is_left_out(const diff *d, const tool_reach *reach, uint32_t object);

/* Paths of one unit: equal, or one ends with / and the other. */
bool diff_same_unit(const char *a, const char *b);
/* diff_match.c: variables by name, frames; then the queue. Errors CKPT_ENOMEM */
ckpt_status diff_match_variables(diff *d);
/* Match two heap blocks that pointers at `leaf` of holder (an object of a) lead to. False if they cannot be the same. */
bool diff_match_blocks(diff *d, uint32_t holder, uint64_t leaf, const ckpti_pointer *a, const ckpti_pointer *b);

/* diff_value.c: compare two matched objects. */
void diff_objects(diff *d, uint32_t a, uint32_t b);
/* Blocks that only one side has. */
void diff_blocks(diff *d);

/* diff_process.c. Errors CKPT_ENOMEM */
ckpt_status diff_process(diff *d);

#endif
