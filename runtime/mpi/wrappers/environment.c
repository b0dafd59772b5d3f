/* environment.c - what the program asks of MPI itself, and memory of MPI's. Answers that a restart under another MPI must not change are ours. */
#include <stdlib.h>
#include "ckpt_abi.h"
#include "mpi/layer.h"
#include "objects/heap.h"
#include "shim.h"

/* What mpi.h promises, whatever the MPI below has. */
int ckpt_MPI_Get_version(int *version, int *subversion)
{
    *version = MPI_VERSION;
    *subversion = MPI_SUBVERSION;
    return 0;
}

int ckpt_MPI_Get_library_version(char *version, int *resultlen) { return ckptm_library_version(version, resultlen); }

/* MPI may have been started with more than the program asked for. */
int ckpt_MPI_Query_thread(int *provided)
{
    *provided = ckptm_state.provided;
    return 0;
}

/* For profilers; no profiler hears of it. */
int ckpt_MPI_Pcontrol(const int level, ...)
{
    (void)level;
    return 0;
}

/* Memory of the program like any that malloc gives: an image carries it. MPI's own would be gone after a restart. */
int ckpt_MPI_Alloc_mem(MPI_Aint size, MPI_Info info, void *baseptr)
{
    int depth;
    void *block;

    (void)info;
    if (size < 0)
        return MPI_ERR_ARG;
    depth = ckpti_heap_private_depth(0);
    block = ckptg_malloc((size_t)size, 0);
    ckpti_heap_private_depth(depth);
    if (!block)
        return MPI_ERR_NO_MEM;
    *(void **)baseptr = ckpti_untyped(block);
    return 0;
}

int ckpt_MPI_Free_mem(void *base)
{
    free(base);
    return 0;
}
