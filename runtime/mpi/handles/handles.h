/* handles.h - what a program's handles stand for that need no real MPI: groups, error handlers, info objects, keyvals with attributes, topologies.
 *
 * Purpose    records in the program's state, carried by images as ckptm_state is; a handle is the number of its record. What belongs to a
 *            communicator (attributes, name, topology, error handler) hangs on its record (state.h).
 * Invariants names of types, fields and the variable are part of the image format. Every kind of record begins with `used`; numbers of the
 *            program's own records begin with CKPTM_FIRST.
 */
#ifndef CKPTM_HANDLES_H
#define CKPTM_HANDLES_H

#include <stdbool.h>
#include "mpi/state.h"

enum { CKPTM_FIRST = 16 };

typedef struct ckptm_group {
    int used, size;
    int *world;                   /* [size] ranks in MPI_COMM_WORLD, in order */
} ckptm_group;

/* In use as long as the program has the handle, or a communicator has it. */
typedef struct ckptm_errhandler {
    int used;                     /* by how many */
    void (*function)(void);
} ckptm_errhandler;

/* An error class (of itself) or code that the program has added. */
typedef struct ckptm_added {
    int used, class;
    char *text;
} ckptm_added;

/* What attributes are set by (attributes.h). */
typedef struct ckptm_keyval {
    int used;                     /* by the program, until it frees it, and by attributes */
    int live;                     /* the program has not freed it */
    int bearer;                   /* enum ckptm_bearer */
    void (*copy)(void), (*delete)(void);      /* 0: none */
    void *extra;
} ckptm_keyval;

typedef struct ckptm_attribute {
    int keyval;
    void *value;
    struct ckptm_attribute *next;
} ckptm_attribute;

/* Info objects: keys and values, in the order of setting. */
typedef struct ckptm_hint {
    char *key, *value;
    struct ckptm_hint *next;
} ckptm_hint;

typedef struct ckptm_info {
    int used;
    ckptm_hint *first;
} ckptm_info;

typedef struct ckptm_handles {
    ckptm_group *groups;
    int ngroups;
    ckptm_errhandler *errhandlers;
    int nerrhandlers;
    ckptm_added *added;           /* codes from CKPTM_FIRST_ADDED on */
    int nadded;
    ckptm_keyval *keyvals;
    int nkeyvals;
    ckptm_info *infos;
    int ninfos;
    ckptm_info environment;       /* MPI_INFO_ENV */
} ckptm_handles_t;

extern ckptm_handles_t ckptm_handles;

enum ckptm_handle_type { CKPTM_H_GROUP, CKPTM_H_ERRHANDLER, CKPTM_H_ADDED, CKPTM_H_KEYVAL, CKPTM_H_INFO, CKPTM_H_KINDS };

/* The number of a free record of that kind, zeroed, its `used` set to 1; the list is made longer if need be (records move). */
int ckptm_handle_new(enum ckptm_handle_type kind);
/* Memory of the program for a string. */
char *ckptm_new_text(const char *text, size_t length);

struct ckptg_type;
extern const struct ckptg_type ckptm_attribute_type, ckptm_hint_type;

/* MPI_TAG_UB: the least of what MPIs have (MPICH). An MPI with less is refused when it starts. */
enum { CKPTM_TAG_UB = 0x0fffffff };

/* ---- groups.c ---- */

/* The group of that number; 0: there is none. */
const ckptm_group *ckptm_group_get(int group);
/* A group of these members, which are copied. Returns its number: MPI_GROUP_EMPTY if there are none. */
int ckptm_group_make(const int *world, int size);
/* Place of a rank of MPI_COMM_WORLD in a list, or MPI_UNDEFINED. */
int ckptm_place(const int *world, int size, int rank);
/* MPI_IDENT, MPI_SIMILAR, MPI_UNEQUAL of two lists of members. */
int ckptm_members_compare(const int *a, int na, const int *b, int nb);

/* ---- errhandlers.c ---- */

enum {
    CKPTM_FIRST_ADDED = MPI_ERR_LASTCODE + 1,
    CKPTM_CLASSES = 1             /* MPI_SUCCESS and all of errors.def */
#define CKPTM_ERROR(number, NAME, text) + 1
#include "mpi/errors.def"
#undef CKPTM_ERROR
};

/* The text of one of our error classes, the same under each MPI. */
const char *ckptm_error_text(int class);
/* A call has failed: what the communicator's handler makes of that. Returns the error for the program, if it returns. */
int ckptm_raise(int comm, int error, const char *call);
/* A communicator has a handler from now on, instead of the one that it had. */
void ckptm_errhandler_set(int comm, int errhandler);
/* In a call for several requests: the communicator of the first that failed, whose record stays until its handler has heard of it; 0: none has. */
extern int ckptm_failed_on;

#endif
