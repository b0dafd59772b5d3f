/* ops.h - reductions by their numbers: the predefined ones of ops.def, and those of the program.
 *
 * Purpose    records in the program's state: the function is carried as a pointer of the program; a restart makes the operation again.
 * Invariants names of types, fields and the variable are part of the image format. Numbers of the program's operations begin with
 *            CKPTM_FIRST_OP; there is room for CKPTM_OPS, for each has a function of the shim's that the real MPI calls.
 */
#ifndef CKPTM_OPS_H
#define CKPTM_OPS_H

#include <stdbool.h>

enum { CKPTM_FIRST_OP = 32, CKPTM_OPS = 64 };

typedef struct ckptm_op {
    int used;                     /* the program has a handle of it */
    int users;                    /* that handle, and collectives that are pending: it is there until there are none */
    int commute;
    void (*function)(void);
} ckptm_op;

typedef struct ckptm_ops {
    ckptm_op list[CKPTM_OPS];
    int next;                     /* is given out next, if it is free: what was freed stays unused for long */
} ckptm_ops_t;

extern ckptm_ops_t ckptm_ops;

/* A handle that the program may have. */
bool ckptm_op_known(int op);
/* One more, or one less, that uses it; nothing for a predefined one. */
void ckptm_op_hold(int op);
void ckptm_op_release(int op);
/* When all pointers are set: make them on the real MPI. */
void ckptm_ops_restore(void);
#endif
