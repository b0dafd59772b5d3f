/* ops.c - operations of the program's on the real MPI, which calls a function of ours for each, for it does not say which one it means. See shim.h. */
#include "real.h"

enum { FIRST = 32, OPS = 64 };

static MPI_Op made[OPS];
static bool is_made[OPS];

void ckptm_op_called(int op, void *in, void *inout, int *count, int type);

/* Eight, and eight times eight of them. */
#define ONE(n) \
    static void call_##n(void *in, void *inout, int *count, MPI_Datatype *type) \
    { \
        ckptm_op_called(FIRST + 0##n, in, inout, count, ckptm_our_type(*type)); \
    }
#define EIGHT(E, n) E(n##0) E(n##1) E(n##2) E(n##3) E(n##4) E(n##5) E(n##6) E(n##7)
#define ALL(E) EIGHT(E, 0) EIGHT(E, 1) EIGHT(E, 2) EIGHT(E, 3) EIGHT(E, 4) EIGHT(E, 5) EIGHT(E, 6) EIGHT(E, 7)
ALL(ONE)

static MPI_User_function *const calls[OPS] = {
#define NAME(n) call_##n,
    ALL(NAME)
};

MPI_Op ckptm_real_own_op(int op) { return op >= FIRST && op < FIRST + OPS && is_made[op - FIRST] ? made[op - FIRST] : MPI_OP_NULL; }

int ckptm_op_make(int op, int commute)
{
    int result = PMPI_Op_create(calls[op - FIRST], commute, &made[op - FIRST]);

    is_made[op - FIRST] = result == MPI_SUCCESS;
    return ckptm_our_error(result);
}

int ckptm_op_free(int op)
{
    is_made[op - FIRST] = false;
    return ckptm_our_error(PMPI_Op_free(&made[op - FIRST]));
}
