/* attributes.h - what the program hangs on communicators and datatypes, and MPI's own attributes.
 *
 * Purpose    records in the program's state (handles.h). A value is a `void *` of the program's, extra state too, and callbacks are its functions:
 *            images carry them as they carry its other pointers (one into its objects leads there again, a small number stays that number).
 * Order      an object's attributes are a list, the newest first: when it ends they go in the reverse order of setting; copies are made in the
 *            order of setting. A value that is set again counts as set then.
 * Life       a keyval that the program has freed works on as long as an attribute has it.
 * Callbacks  run when a call of the program's says so, after a restart as before it; a restart itself calls none.
 */
#ifndef CKPTM_ATTRIBUTES_H
#define CKPTM_ATTRIBUTES_H

#include "mpi/handles/basics.h"
#include "mpi/handles/handles.h"

enum ckptm_bearer { CKPTM_OF_COMM = 1, CKPTM_OF_TYPE };

typedef struct ckptm_attributes {
    int predefined[CKPTM_FIRST];              /* values of MPI's own, by keyval: programs keep pointers to them */
    int has_appnum;
    ckptm_attribute *of_basics[CKPTM_BASICS]; /* of predefined datatypes */
} ckptm_attributes_t;

extern ckptm_attributes_t ckptm_attributes;

/* The values of MPI's own in this job; once, when the program begins. */
void ckptm_attributes_start(void);

int ckptm_keyval_make(enum ckptm_bearer bearer, void (*copy)(void), void (*delete)(void), void *extra);
int ckptm_keyval_free(enum ckptm_bearer bearer, int *keyval);

/* Errors are MPI's, or what a callback returned; then the attribute is as it was. */
int ckptm_attribute_set(enum ckptm_bearer bearer, int object, int keyval, void *value);
int ckptm_attribute_get(enum ckptm_bearer bearer, int object, int keyval, void **value, int *flag);
int ckptm_attribute_delete(enum ckptm_bearer bearer, int object, int keyval);
/* The object is to end: all go. An error leaves that one, and those that are older. */
int ckptm_attributes_end(enum ckptm_bearer bearer, int object);
/* A duplicate has been made. An error leaves it with those that were copied before. */
int ckptm_attributes_copy(enum ckptm_bearer bearer, int from, int to);

#endif
