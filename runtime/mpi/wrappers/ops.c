/* ops.c - operations of the program's own. See handles/ops.h. */
#include "mpi/handles/ops.h"
#include "mpi/layer.h"
#include "shim.h"
#include "wrap_calls.h"

int ckpt_MPI_Op_create(MPI_User_function *function, int commute, int *op)
{
    ckptm_op *list = ckptm_ops.list;
    int at = ckptm_ops.next, tried = 0, error;

    while (list[at].users && tried++ < CKPTM_OPS)
        at = (at + 1) % CKPTM_OPS;
    if (list[at].users)
        ckptm_fatal("MPI_Op_create: %d operations of the program's are all there is room for", CKPTM_OPS);
    error = ckptm_op_make(CKPTM_FIRST_OP + at, commute);
    if (error)
        return error;
    list[at] = (ckptm_op){ 1, 1, commute != 0, (void (*)(void))function };
    ckptm_ops.next = (at + 1) % CKPTM_OPS;
    *op = CKPTM_FIRST_OP + at;
    return 0;
}

int ckpt_MPI_Op_free(int *op)
{
    if (!ckptm_op_known(*op) || *op < CKPTM_FIRST_OP)
        return MPI_ERR_OP;
    ckptm_ops.list[*op - CKPTM_FIRST_OP].used = 0;
    ckptm_op_release(*op);
    *op = MPI_OP_NULL;
    return 0;
}

int ckpt_MPI_Op_commutative(int op, int *commute)
{
    if (!ckptm_op_known(op))
        return MPI_ERR_OP;
    *commute = op >= CKPTM_FIRST_OP ? ckptm_ops.list[op - CKPTM_FIRST_OP].commute : op != MPI_REPLACE && op != MPI_NO_OP;
    return 0;
}
