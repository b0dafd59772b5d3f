/* real.h - what the files of the shim share: our numbers and values onto the real MPI's. Compiled with the real mpi.h; ours is not seen. */
#ifndef CKPTM_REAL_H
#define CKPTM_REAL_H

#include <mpi.h>
#include <stdbool.h>
#include <stddef.h>

/* What both sides see, spelt without either mpi.h. */
typedef struct our_status {
    int source, tag, error, cancelled, type;
    unsigned layout;
    long long elements;
} our_status;

enum { OUR_ANY_SOURCE = -1, OUR_PROC_NULL = -3, OUR_ROOT = -4, OUR_ANY_TAG = -1, OUR_UNDEFINED = -32766, OUR_BYTE = 4 };

/* ---- shim.c: numbers ---- */
MPI_Datatype ckptm_real_type(int type);
MPI_Datatype ckptm_real_derived(int type);
/* Our number of a real datatype; 0: it has none. */
int ckptm_our_type(MPI_Datatype real);
MPI_Op ckptm_real_op(int op);
MPI_Op ckptm_real_own_op(int op);
MPI_Comm ckptm_real_comm(int comm);
void ckptm_put_comm(int at, MPI_Comm comm);
MPI_Request *ckptm_real_request(int slot);

/* ---- control.c ---- */
/* A communicator of the layer's own, of all ranks; MPI_COMM_NULL if there is none. */
MPI_Comm ckptm_own_comm(void);

/* ---- shim.c: values ---- */
int ckptm_our_error(int code);
void ckptm_give_status(const MPI_Status *from, our_status *to);

static inline int real_rank(int rank)
{
    return rank == OUR_ANY_SOURCE ? MPI_ANY_SOURCE : rank == OUR_PROC_NULL ? MPI_PROC_NULL : rank == OUR_ROOT ? MPI_ROOT : rank;
}

static inline int real_tag(int tag) { return tag == OUR_ANY_TAG ? MPI_ANY_TAG : tag; }

static inline void *real_buffer(const void *buffer)
{
    return buffer == (const void *)1 ? MPI_IN_PLACE : (void *)(size_t)buffer;
}

/* ---- loose.c: as PMPI_Ibsend, whose result it has ---- */
int ckptm_send_buffered(const void *buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm, MPI_Request *request);

/* As PMPI_Isend or PMPI_Issend in a slot, from a copy that lives until the send is complete. */
int ckptm_send_copy(const void *buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm, bool synchronous, int slot);
void ckptm_copy_done(int slot);

#endif
