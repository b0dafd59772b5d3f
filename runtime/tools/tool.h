/* tool.h - what the files of the `ckpt` command share: options, output, images, views of values, paths.
 *
 * Purpose    `ckpt show`, `ckpt verify` and `ckpt diff` read images of any architecture, without the program.
 * Input      untrusted files. image/ checks them; here every loop is bounded by the bytes an image really holds, and every
 *            text that comes from one is shown without control characters.
 * Invariants results go to a FILE, messages to standard error as one line `ckpt: subject: reason; what to do`.
 *            Exit statuses: 0 good (diff: same), 1 diff: different, 64 bad command line, 65 bad or missing image,
 *            74 the output could not be written.
 * Thread     one.
 */
#ifndef CKPT_TOOLS_TOOL_H
#define CKPT_TOOLS_TOOL_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include "image/image.h"
#include "storage/storage.h"

enum { TOOL_OK = 0, TOOL_DIFFERENT = 1, TOOL_USAGE = 64, TOOL_BAD = 65, TOOL_OUTPUT = 74 };

/* ---- commands (show.c, verify.c, diff.c): arguments after the command's name; results go to `out` ------------------- */

int tool_show(int argc, char **argv, FILE *out);
int tool_verify(int argc, char **argv, FILE *out);
int tool_diff(int argc, char **argv, FILE *out);

/* "ckpt: ..." on standard error, one line, control characters as '?'. Returns status. */
int tool_complain(int status, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* ---- output (out.c) ------------------------------------------------------------------------------------------------ */

/* Write text from an image so that it cannot steer a terminal: control characters and what is no UTF-8 as \xNN. */
void tool_put(FILE *out, const char *text);
/* The same for `size` bytes, as a C string literal between double quotes. */
void tool_put_quoted(FILE *out, const unsigned char *bytes, size_t size);
/* Length of the well-formed UTF-8 character (no control character) at bytes, 0 if there is none. */
size_t tool_utf8(const unsigned char *bytes, size_t left);
/* "513 bytes", "1.4 KiB". Returns buffer. */
enum { TOOL_SIZE = 40 };
char *tool_bytes(char buffer[TOOL_SIZE], uint64_t bytes);
/* "2026-11-21 10:10:46.123 UTC". Returns buffer. */
enum { TOOL_TIME = 48 };
char *tool_time(char buffer[TOOL_TIME], int64_t seconds, uint32_t nanoseconds);
/* True for what the runtime keeps for the program under names of its own. */
bool tool_is_ours(const char *unit);
/* "x86_64-linux-gnu, little-endian, 64-bit, char signed, long double 80-bit x87" */
void tool_put_origin(FILE *out, const ckpti_image_head *head);

/* A text that grows; after a failure to grow it stays as it was and `failed` is set. */
typedef struct tool_text {
    char *text;                   /* 0 or zero-terminated */
    size_t size, room;
    bool failed;
} tool_text;
void tool_text_add(tool_text *text, const char *add);
void tool_text_addf(tool_text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
const char *tool_text_get(const tool_text *text);   /* "" where nothing was added */
void tool_text_free(tool_text *text);

/* ---- images (load.c) ------------------------------------------------------------------------------------------------ */

typedef struct tool_image {
    char *path;
    ckpti_store_bytes bytes;
    ckpti_image *image;
} tool_image;

/* Open and verify one file; with `pointers`, its references too. `why`: "path: reason". */
ckpt_status tool_image_try(const char *path, bool pointers, tool_image *out, char why[CKPTI_WHY]);
/* The same; says why not on standard error. Returns TOOL_OK or TOOL_BAD. */
int tool_image_open(const char *path, bool pointers, tool_image *out);
void tool_image_close(tool_image *image);
bool tool_is_directory(const char *path);
/* Path to an image, or directory: its newest image that verifies; says which ones do not unless quiet. */
int tool_image_open_newest(const char *path, bool pointers, bool quiet, tool_image *out);

/* ---- views of values (view.c) --------------------------------------------------------------------------------------- */

/* A value inside an image: a scalar, a structure, an array, or nothing (void, opaque, ...). */
typedef struct tool_view {
    enum { VIEW_NOTHING, VIEW_SCALAR, VIEW_STRUCT, VIEW_ARRAY } form;
    const ckpti_type *type;       /* of the scalar, the structure, an element */
    const unsigned char *data;    /* never 0 unless NOTHING */
    uint64_t leaf;                /* number of its first leaf */
    bool packed;                  /* scalar in an array of bytes */
    uint32_t bits;                /* scalar: width of a bit-field */
    uint64_t n;                   /* elements of an array, fields of a structure */
    const unsigned char *more;    /* structure: elements of its flexible array member; array: elements from n - nmore on */
    uint64_t nmore;
    uint64_t leaf_more;           /* number of the first leaf in `more` */
    uint64_t first;               /* union: which of its members its only part is */
} tool_view;

/* What is saved of an object; NOTHING if nothing is. Its tail is not part of it. */
tool_view tool_view_object(const ckpti_image_object *object);
/* Part `index` < n of a structure or array. */
tool_view tool_view_part(const tool_view *view, uint64_t index);
/* The field that part `index` of a structure is; a name that begins with ( is none of the program's. */
const ckpti_field *tool_view_field(const tool_view *view, uint64_t index);
/* True if leaves are in it at all: such a view takes room in the image, so looping over its parts is bounded by the image. */
bool tool_view_has_leaves(const tool_view *view);
bool tool_view_has_pointers(const tool_view *view);
/* True for an array of chars (text). */
bool tool_view_is_text(const tool_view *view);
/* True for text that a person would read: printable up to its zeros. */
bool tool_view_is_readable(const tool_view *view);
/* Let a cursor stand on a scalar: for ckpti_leaf_text and ckpti_leaf_integer. */
void tool_view_cursor(const tool_view *view, const ckpti_image *image, ckpti_cursor *cursor);

/* Call visit(context, leaf, pointer's 12 bytes) for every pointer of a view, in order, until it returns false. */
typedef bool tool_pointer_visit(void *context, uint64_t leaf, const unsigned char *data);
bool tool_view_pointers(const tool_view *view, tool_pointer_visit *visit, void *context);

/* The bytes of an object's tail, or 0. */
const unsigned char *tool_tail(const ckpti_image_object *object);
/* The bytes between an object's members, where they are carried, or 0. */
const unsigned char *tool_gaps(const ckpti_image_object *object);

/* ---- who points to what (reach.c) ------------------------------------------------------------------------------------ */

/* One object as it is reached on the shortest way from a variable. */
typedef struct tool_reached {
    uint32_t holder;              /* object with the first pointer to it; 0: a variable, or not reached */
    uint32_t pointers;            /* pointers to it, all told */
    uint32_t root;                /* variable it is reached from */
    uint32_t steps;               /* pointers on the way */
    uint32_t same;                /* how many pointers before it on the way are alike (a list's ->next) ... */
    uint32_t before;              /* ... and the object they set out from */
    uint32_t frame;               /* locals: number of their frame + 1; else 0 */
    uint64_t leaf;                /* of the pointer in holder */
    uint64_t at;                  /* leaf it points to */
} tool_reached;

typedef struct tool_reach {
    const ckpti_image *image;
    tool_reached *objects;        /* [1 + number of objects] */
    bool *repeated;               /* [frames] true if the function is active in another frame too */
} tool_reach;

/* Walk the image from its variables. Errors CKPT_ENOMEM */
ckpt_status tool_reach_walk(const ckpti_image *image, tool_reach *out);
void tool_reach_free(tool_reach *reach);

/* Objects by their own name; locals of a function that is active several times with the frame's number:
 * "solve:row", "solve{2}:row". */
void tool_object_name(const tool_reach *reach, uint32_t object, tool_text *out);
/* ".next", "[3].next", "": the way from an object to one of its leaves. */
void tool_subpath(const ckpti_image *image, uint32_t object, uint64_t leaf, tool_text *out);
/* The way to an object: "heat.c:list", "heat.c:list->next" (the pointer). */
void tool_reach_path(const tool_reach *reach, uint32_t object, tool_text *out);
/* The way to a leaf of an object: "heat.c:list->next->value". */
void tool_reach_leaf(const tool_reach *reach, uint32_t object, uint64_t leaf, tool_text *out);
/* Step from an object that `*out` leads to (a variable, or a pointer if `pointer`) to one of its parts. at: leaf that the
 * pointer points to. sub: ".next", "[3].next", "" */
void tool_path_step(tool_text *out, bool pointer, uint64_t at, const char *sub);

/* ---- values as text (value.c) ---------------------------------------------------------------------------------------- */

/* How much of a value is shown. */
typedef struct tool_style {
    uint64_t elements;            /* of an array */
    uint64_t leaves;              /* of all */
    uint64_t chars;               /* of a text */
} tool_style;
extern const tool_style tool_style_short, tool_style_full;

/* "{n = 3, cells = {0.0, 0.5, ... 98 more}}" */
void tool_value_put(FILE *out, const tool_reach *reach, const tool_view *view, const tool_style *style);
/* Value of an object with its tail, or why there is none. */
void tool_object_put(FILE *out, const tool_reach *reach, uint32_t object, const tool_style *style);
/* Where a pointer leads: "NULL", "&main:grid[17]", "&node#17", "\"text\"", "relax". */
void tool_pointer_text(const tool_reach *reach, const unsigned char *data, tool_text *out);
/* "double [100]", "struct node", of an object */
void tool_object_type(const ckpti_image_object *object, tool_text *out);
/* Bytes of an object's content on its origin. */
uint64_t tool_object_size(const ckpti_image_object *object);

/* ---- an image as JSON (json.c) --------------------------------------------------------------------------------------- */

/* Everything. Errors CKPT_ENOMEM */
ckpt_status tool_json_image(FILE *out, const char *path, const tool_reach *reach);
/* Text as a JSON string with its quotes; what is no UTF-8 stands as \xNN in it. */
void tool_json_string(FILE *out, const char *text);

#endif
