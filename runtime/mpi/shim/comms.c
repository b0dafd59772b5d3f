/* comms.c - communicators made, freed, looked at. See shim.h. */
#include <stdlib.h>
#include "real.h"

int ckptm_comm_dup(int comm, int to)
{
    MPI_Comm made = MPI_COMM_NULL;
    int result = PMPI_Comm_dup(ckptm_real_comm(comm), &made);

    if (result == MPI_SUCCESS)
        ckptm_put_comm(to, made);
    return ckptm_our_error(result);
}

int ckptm_comm_split(int comm, int color, int key, int to, bool *made)
{
    MPI_Comm new = MPI_COMM_NULL;
    int result = PMPI_Comm_split(ckptm_real_comm(comm), color == OUR_UNDEFINED ? MPI_UNDEFINED : color, key, &new);

    *made = result == MPI_SUCCESS && new != MPI_COMM_NULL;
    if (*made)
        ckptm_put_comm(to, new);
    return ckptm_our_error(result);
}

int ckptm_comm_free(int comm)
{
    MPI_Comm real = ckptm_real_comm(comm);

    ckptm_put_comm(comm, MPI_COMM_NULL);
    return ckptm_our_error(PMPI_Comm_free(&real));
}

int ckptm_comm_rank(int comm)
{
    int rank = 0;

    PMPI_Comm_rank(ckptm_real_comm(comm), &rank);
    return rank;
}

int ckptm_comm_size(int comm)
{
    int size = 0;

    PMPI_Comm_size(ckptm_real_comm(comm), &size);
    return size;
}

int ckptm_comm_members(int comm, int *world)
{
    MPI_Group all, some;
    int size = ckptm_comm_size(comm), *ranks = malloc(((size_t)size + 1) * sizeof *ranks), result;

    for (int i = 0; i < size; i++)
        ranks[i] = i;
    PMPI_Comm_group(MPI_COMM_WORLD, &all);
    PMPI_Comm_group(ckptm_real_comm(comm), &some);
    result = PMPI_Group_translate_ranks(some, size, ranks, all, world);
    PMPI_Group_free(&all);
    PMPI_Group_free(&some);
    free(ranks);
    return ckptm_our_error(result);
}
