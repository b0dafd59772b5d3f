/* ops.c - see ops.h */
#include "ckpt_abi.h"
#include "mpi/handles/basics.h"
#include "mpi/handles/ops.h"
#include "mpi/handles/types.h"
#include "mpi/layer.h"
#include "objects/process_roots.h"
#include "shim.h"

ckptm_ops_t ckptm_ops;

#define F CKPTI_FIELD
static const ckptg_field op_fields[] = { F(ckptm_op, used, ckpti_t_int), F(ckptm_op, users, ckpti_t_int), F(ckptm_op, commute, ckpti_t_int), F(ckptm_op, function, ckpti_t_functionp) };
CKPTI_STRUCT(t_op, ckptm_op, "struct ckptm_op", op_fields);
CKPTI_ARRAY(t_list, t_op, CKPTM_OPS, "struct ckptm_op[64]", ckptm_op);

static const ckptg_field ops_fields[] = { F(ckptm_ops_t, list, t_list), F(ckptm_ops_t, next, ckpti_t_int) };
CKPTI_STRUCT(t_ops, ckptm_ops_t, "struct ckptm_ops", ops_fields);

static const ckptg_var variables[] = { CKPTI_VAR("ops", ckptm_ops, t_ops) };
static ckptg_unit unit = { .abi = CKPTG_ABI, .file = "libckpt/mpi/ops", .vars = variables, .nvars = CKPTI_COUNT(variables) };

static void __attribute__((constructor)) add(void) { ckptg_register(&unit); }

bool ckptm_op_known(int op)
{
    switch (op) {
#define CKPTM_OP(number, NAME) case number: return true;
#include "mpi/ops.def"
#undef CKPTM_OP
    }
    return op >= CKPTM_FIRST_OP && op < CKPTM_FIRST_OP + CKPTM_OPS && ckptm_ops.list[op - CKPTM_FIRST_OP].used;
}

static ckptm_op *own(int op)
{
    return op >= CKPTM_FIRST_OP && op < CKPTM_FIRST_OP + CKPTM_OPS ? &ckptm_ops.list[op - CKPTM_FIRST_OP] : 0;
}

void ckptm_op_hold(int op)
{
    if (own(op))
        own(op)->users++;
}

void ckptm_op_release(int op)
{
    if (own(op) && --own(op)->users == 0)
        ckptm_op_free(op);
}

/* The real MPI combines elements: the program's function is called with our number of the datatype. */
void ckptm_op_called(int op, void *in, void *inout, int *count, int type)
{
    MPI_User_function *function = (MPI_User_function *)ckptm_ops.list[op - CKPTM_FIRST_OP].function;
    int outer = ckptm_type_of_op;

    if (!type)
        ckptm_fatal("an operation of the program is called with a datatype that is not the program's");
    ckptm_type_of_op = type;
    function(in, inout, count, &type);
    ckptm_type_of_op = outer;
}

void ckptm_ops_restore(void)
{
    for (int i = 0; i < CKPTM_OPS; i++)
        if (ckptm_ops.list[i].users && ckptm_op_make(CKPTM_FIRST_OP + i, ckptm_ops.list[i].commute))
            ckptm_fatal("this MPI does not make an operation of the program's again");
}
