/* real.h - what the files of the shim share: our numbers and values onto the real MPI's. Compiled with the real mpi.h; ours is not seen. */
#ifndef CKPTM_REAL_H
#define CKPTM_REAL_H

#include <limits.h>
#include <mpi.h>
#include <stdbool.h>
#include <stddef.h>

/* What both sides see, spelt without either mpi.h. */
typedef struct our_status {
    int source, tag, error, cancelled, type;
    unsigned layout;
    long long elements;
} our_status;

enum { OUR_ANY_SOURCE = -1, OUR_PROC_NULL = -3, OUR_ROOT = -4, OUR_ANY_TAG = -1, OUR_UNDEFINED = -32766, OUR_BYTE = 4, OUR_ERR_TRUNCATE = 15 };

/* ---- shim.c: numbers ---- */
enum { OUR_BASICS = 64, OUR_WORLD = 1, OUR_SELF = 2 };
extern MPI_Datatype ckptm_basics[OUR_BASICS];      /* MPI_DATATYPE_NULL: there is none of that number */
extern MPI_Comm *ckptm_comms;
extern int ckptm_ncomms;
extern MPI_Request *ckptm_requests;
extern int ckptm_nrequests;
MPI_Datatype ckptm_real_derived(int type);
/* Our number of a real datatype; 0: it has none. */
int ckptm_our_type(MPI_Datatype real);
MPI_Op ckptm_real_op(int op);
MPI_Op ckptm_real_own_op(int op);
void ckptm_put_comm(int at, MPI_Comm comm);
MPI_Request *ckptm_new_request(int slot);

/* ---- tags.c: slot -1 is the request that has none ---- */
#include "mpi/shim/tags.h"
/* A datatype of a message with its header, to be used once and freed; *buffer is where that begins. */
int ckptm_join_out(int slot, const void **buffer, int count, MPI_Datatype type, MPI_Datatype *made);
int ckptm_join_in(int slot, const void **buffer, int count, MPI_Datatype type, MPI_Datatype *made);
int ckptm_join_unread(ckptm_tag *header, const void **bytes, int count, MPI_Datatype type, MPI_Datatype *made);
/* The request is complete; a receive has got that many bytes (-1: all that fit, or nothing and no header either). */
void ckptm_tag_came(int slot, long long bytes);
/* The request that had none has that slot now; the request of that slot is nobody's any more: its header, to be freed with it. */
void ckptm_tag_move(int slot);
void *ckptm_tag_let_go(int slot);
/* Bytes of a message without its header. */
long long ckptm_untagged(long long bytes);

/* ---- comms.c ---- */
int ckptm_comm_idup(int comm, int to, int slot);

/* ---- rings.c ---- */
/* For calls of neighbours on a grid: which block each receive, in the order of neighbours, has to name; to be freed. 0: its own. */
typedef enum ckptm_ring_call { CKPTM_RING_ALLTOALL, CKPTM_RING_ALLTOALLV, CKPTM_RING_ALLTOALLW, CKPTM_RING_CALLS } ckptm_ring_call;
int *ckptm_ring_order(MPI_Comm comm, ckptm_ring_call call);

/* ---- control.c ---- */
/* A communicator of the layer's own, of all ranks; MPI_COMM_NULL if there is none. */
MPI_Comm ckptm_own_comm(void);
/* Another one, for messages (own.c). */
extern MPI_Comm ckptm_messages;

/* ---- own.c ---- */
extern struct own *ckptm_own;
/* Those of a slot, or 0; are they done? The same, and then they are over: returns their error, or 0. */
struct own *ckptm_own_of(int slot);
bool ckptm_own_there(struct own *messages);
int ckptm_own_test(struct own *messages, bool *flag);

/* ---- shim.c: values ---- */
int ckptm_our_class(int code);
/* cancelled: it may have been. */
void ckptm_give_any_status(const MPI_Status *from, bool cancelled, our_status *to);

/* Bytes received; -1: the MPI does not say. A call of PMPI_Get_count is a tenth of a small message; the fields are part of MPICH's ABI (wiki.mpich.org,
 * ABI Compatibility Initiative), which others follow. */
static inline long long ckptm_bytes_of(const MPI_Status *status)
{
#ifdef MPICH_VERSION
    unsigned long long high = (unsigned)status->count_hi_and_cancelled >> 1;

    return (long long)(high << 32 | (unsigned)status->count_lo);
#else
    MPI_Count bytes = 0;

    PMPI_Get_elements_x(status, MPI_BYTE, &bytes);
    return bytes == MPI_UNDEFINED ? -1 : (long long)bytes;
#endif
}

static inline void ckptm_give_status(const MPI_Status *from, bool cancelled, our_status *to)
{
    if (cancelled || from->MPI_SOURCE < 0 || from->MPI_TAG < 0) {
        ckptm_give_any_status(from, cancelled, to);
        return;
    }
    to->source = from->MPI_SOURCE;
    to->tag = from->MPI_TAG;
    to->cancelled = 0;
    to->type = OUR_BYTE;
    to->elements = ckptm_bytes_of(from);
}

static inline int ckptm_our_error(int code) { return code == MPI_SUCCESS ? 0 : ckptm_our_class(code); }

static inline MPI_Datatype ckptm_real_type(int type)
{
    return (unsigned)type < OUR_BASICS ? ckptm_basics[type] : ckptm_real_derived(type);
}

extern MPI_Comm ckptm_world;                         /* the program's MPI_COMM_WORLD (control.c) */

static inline MPI_Comm ckptm_real_comm(int comm)
{
    if (comm == OUR_WORLD)
        return ckptm_world;
    if (comm == OUR_SELF)
        return MPI_COMM_SELF;
    return comm > 0 && comm < ckptm_ncomms ? ckptm_comms[comm] : MPI_COMM_NULL;
}

static inline MPI_Request *ckptm_real_request(int slot) { return slot < ckptm_nrequests ? &ckptm_requests[slot] : ckptm_new_request(slot); }

/* CKPTM_UNTRANSLATED: for a test that these are needed. */
static inline int real_rank(int rank)
{
#ifdef CKPTM_UNTRANSLATED
    return rank;
#endif
    return rank >= 0 ? rank : rank == OUR_ANY_SOURCE ? MPI_ANY_SOURCE : rank == OUR_PROC_NULL ? MPI_PROC_NULL : rank == OUR_ROOT ? MPI_ROOT : rank;
}

static inline int real_tag(int tag) { return tag == OUR_ANY_TAG ? MPI_ANY_TAG : tag; }

static inline void *real_buffer(const void *buffer)
{
    return buffer == (const void *)1 ? MPI_IN_PLACE : (void *)(size_t)buffer;
}

/* ---- messages.c ---- */
/* A datatype of that many items of a predefined one, more than an int counts; committed, to be freed. */
int ckptm_many(size_t count, MPI_Datatype of, MPI_Datatype *made);

/* ---- p2p.c ---- */
int ckptm_receive_message(void *buffer, int count, int type, MPI_Message *message, int slot);

/* ---- loose.c: as PMPI_Ibsend, whose result it has ---- */
int ckptm_send_buffered(const void *buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm, MPI_Request *request);

/* As PMPI_Isend or PMPI_Issend in a slot, from a copy that lives until the send is complete. */
int ckptm_send_copy(const void *buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm, bool synchronous, int slot);
void ckptm_copy_done(int slot);

#endif
