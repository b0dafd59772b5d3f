/* statuses.c - what programs put into statuses themselves. */
#include "mpi/handles/basics.h"
#include "mpi/handles/data.h"
#include "mpi/handles/types.h"
#include "mpi/layer.h"

int ckpt_MPI_Status_set_cancelled(MPI_Status *status, int flag)
{
    status->ckpt_cancelled = flag != 0;
    return 0;
}

/* count  items of the datatype, as MPICH has it, under each MPI: MPI_Get_elements then counts the basic elements of all. Open MPI 4.1 has it that it counts
 *        `count`, as the standard can be read, too; for predefined datatypes that is the same. */
int ckpt_MPI_Status_set_elements_x(MPI_Status *status, int type, MPI_Count count)
{
    if (!ckptm_type_known(type))
        return MPI_ERR_TYPE;
    if (count < 0)
        return MPI_ERR_COUNT;
    status->ckpt_type = ckptm_signature(type);
    status->ckpt_layout = ckptm_layout();
    status->ckpt_elements = count * (MPI_Count)ckptm_type_elements(type);
    return 0;
}

int ckpt_MPI_Status_set_elements(MPI_Status *status, int type, int count) { return ckpt_MPI_Status_set_elements_x(status, type, count); }
