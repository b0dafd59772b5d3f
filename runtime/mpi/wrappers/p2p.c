/* p2p.c - sends and receives, blocking and not. What they promise is in requests/requests.h and store/window.h. */
#include <limits.h>
#include <stdlib.h>
#include "mpi/handles/data.h"
#include "mpi/handles/packing.h"
#include "mpi/handles/types.h"
#include "mpi/requests/requests.h"
#include "mpi/wrappers/outcomes.h"
#include "shim.h"
#include "wrap_calls.h"

/* ---- blocking ------------------------------------------------------------------------------------------------------ */

/* Now and then control traffic is heard, however fast messages go. */
static inline bool is_time_to_hear(void)
{
    static unsigned calls;

    return ckptm.on && (++calls & 15) == 0;
}

static inline bool goes_straight(void)
{
    if (is_time_to_hear())
        ckptm_progress();
    return ckptm_is_quiet();
}

static __attribute__((noinline)) int send_heard(const void *buf, int count, int type, int dest, int tag, int comm, int mode)
{
    if (ckptm_is_quiet())
        return ckptm_send_quietly(buf, count, type, dest, tag, comm, mode);
    if (ckptm_is_null(buf, count, type) && dest != MPI_PROC_NULL)
        return MPI_ERR_BUFFER;
    return ckptm_request_finish(ckptm_post_send(buf, count, type, dest, tag, comm, mode), 0);
}

static __attribute__((noinline)) int send_hearing(const void *buf, int count, int type, int dest, int tag, int comm, int mode)
{
    ckptm_progress();
    return send_heard(buf, count, type, dest, tag, comm, mode);
}

static int send(const void *buf, int count, int type, int dest, int tag, int comm, int mode)
{
    return (is_time_to_hear() ? send_hearing : send_heard)(buf, count, type, dest, tag, comm, mode);
}

/* The most frequent: mostly no function is called but MPI's, so that compilers save no registers. */
int ckpt_MPI_Send(const void *buf, int count, int type, int dest, int tag, int comm)
{
    if (is_time_to_hear())
        return send_hearing(buf, count, type, dest, tag, comm, CKPTM_MODE_STANDARD);
    if (!ckptm_is_quiet())
        return send_heard(buf, count, type, dest, tag, comm, CKPTM_MODE_STANDARD);
    return ckptm_send_briefly(buf, count, type, dest, tag, comm);
}

int ckpt_MPI_Ssend(const void *buf, int count, int type, int dest, int tag, int comm)
{
    return send(buf, count, type, dest, tag, comm, CKPTM_MODE_SYNCHRONOUS);
}

int ckpt_MPI_Rsend(const void *buf, int count, int type, int dest, int tag, int comm)
{
    return send(buf, count, type, dest, tag, comm, CKPTM_MODE_READY);
}

int ckpt_MPI_Bsend(const void *buf, int count, int type, int dest, int tag, int comm)
{
    return send(buf, count, type, dest, tag, comm, CKPTM_MODE_BUFFERED);
}

int ckpt_MPI_Recv(void *buf, int count, int type, int source, int tag, int comm, MPI_Status *status)
{
    if (source != MPI_PROC_NULL && goes_straight())
        return ckptm_receive_quietly(buf, count, type, source, tag, comm, status);
    return ckptm_request_finish(ckptm_post_receive(buf, count, type, source, tag, comm), status);
}

int ckpt_MPI_Sendrecv(const void *sendbuf, int sendcount, int sendtype, int dest, int sendtag, void *recvbuf, int recvcount,
                      int recvtype, int source, int recvtag, int comm, MPI_Status *status)
{
    int receive, error, other;

    if (!ckptm_type_usable(sendtype) || !ckptm_type_usable(recvtype))
        return MPI_ERR_TYPE;
    if ((ckptm_is_null(sendbuf, sendcount, sendtype) && dest != MPI_PROC_NULL) || (ckptm_is_null(recvbuf, recvcount, recvtype) && source != MPI_PROC_NULL))
        return MPI_ERR_BUFFER;
    receive = ckptm_post_receive(recvbuf, recvcount, recvtype, source, recvtag, comm);
    error = ckptm_request_finish(ckptm_post_send(sendbuf, sendcount, sendtype, dest, sendtag, comm, CKPTM_MODE_STANDARD), 0);
    other = ckptm_request_finish(receive, status);
    return error ? error : other;
}

/* A datatype of the elements of one period side by side; committed. */
static int packed_period(const ckptm_map *map, int *made)
{
    int *lengths = ckptm_private(0, (size_t)map->nrows * sizeof *lengths), *types = ckptm_private(0, (size_t)map->nrows * sizeof *types), bare, error = 0;
    long *at = ckptm_private(0, (size_t)map->nrows * sizeof *at), end = 0;

    for (int i = 0; i < map->nrows; i++) {
        error = map->rows[i].count > INT_MAX ? MPI_ERR_COUNT : error;
        lengths[i] = (int)map->rows[i].count;
        types[i] = map->rows[i].type;
        at[i] = end;
        end += (long)(map->rows[i].count * ckptm_basic_size(map->rows[i].type));
    }
    if (!error && !(error = ckpt_MPI_Type_create_struct(map->nrows, lengths, at, types, &bare))) {
        error = ckpt_MPI_Type_create_resized(bare, 0, end, made);
        ckpt_MPI_Type_free(&bare);
    }
    if (!error && (error = ckpt_MPI_Type_commit(made)))
        ckpt_MPI_Type_free(made);
    free(lengths);
    free(types);
    free(at);
    return error;
}

/* What `count` items are when they are packed: *items of a predefined datatype, or of one that is to be freed. */
static int packed_as(int type, int count, int *items, int *made)
{
    const ckptm_map *map = ckptm_map_of(type);
    ckptm_u64 period = ckptm_period(map->rows, map->nrows), all = (ckptm_u64)count * map->elements;

    *made = map->nrows == 1 ? map->rows[0].type : type;
    if (map->nrows > 1)
        all /= period;
    *items = (int)all;
    if (all > INT_MAX)
        return MPI_ERR_COUNT;
    return map->nrows > 1 && all ? packed_period(map, made) : 0;
}

/* Only the elements are copied: they may be far apart, as with MPI_BOTTOM. */
int ckpt_MPI_Sendrecv_replace(void *buf, int count, int type, int dest, int sendtag, int source, int recvtag, int comm, MPI_Status *status)
{
    int error, items, packed;
    unsigned char *copy;
    size_t size;

    if (!ckptm_type_usable(type))
        return MPI_ERR_TYPE;
    if (dest == MPI_PROC_NULL)
        return ckpt_MPI_Sendrecv(buf, 0, MPI_BYTE, dest, sendtag, buf, count, type, source, recvtag, comm, status);
    if ((error = packed_as(type, count, &items, &packed)))
        return error;
    ckptm_type_used_with(type, buf, (ckptm_u64)count, true);
    size = (size_t)count * ckptm_type_size(type);
    copy = ckptm_private(0, size);                   /* no site is passed while this is used */
    ckptm_pack(type, (ckptm_u64)count, buf, copy);
    if (ckptm_state.packed && (packed == MPI_PACKED || !ckptm_type_predefined(packed)))
        ckptm_packed_here(copy, size);
    error = ckpt_MPI_Sendrecv(copy, items, packed, dest, sendtag, buf, count, type, source, recvtag, comm, status);
    free(copy);
    if (packed != type && !ckptm_type_predefined(packed))
        ckpt_MPI_Type_free(&packed);
    return error;
}

/* ---- non-blocking -------------------------------------------------------------------------------------------------- */

static int isend(const void *buf, int count, int type, int dest, int tag, int comm, int mode, int *request)
{
    int at = ckptm_post_send(buf, count, type, dest, tag, comm, mode);

    if (ckptm_request_at(at)->status.MPI_ERROR) {
        int error = ckptm_request_at(at)->status.MPI_ERROR;

        ckptm_request_drop(at);
        return error;
    }
    *request = at;
    return 0;
}

int ckpt_MPI_Isend(const void *buf, int count, int type, int dest, int tag, int comm, int *request)
{
    return isend(buf, count, type, dest, tag, comm, CKPTM_MODE_STANDARD, request);
}

int ckpt_MPI_Issend(const void *buf, int count, int type, int dest, int tag, int comm, int *request)
{
    return isend(buf, count, type, dest, tag, comm, CKPTM_MODE_SYNCHRONOUS, request);
}

int ckpt_MPI_Irsend(const void *buf, int count, int type, int dest, int tag, int comm, int *request)
{
    return isend(buf, count, type, dest, tag, comm, CKPTM_MODE_READY, request);
}

int ckpt_MPI_Ibsend(const void *buf, int count, int type, int dest, int tag, int comm, int *request)
{
    return isend(buf, count, type, dest, tag, comm, CKPTM_MODE_BUFFERED, request);
}

int ckpt_MPI_Irecv(void *buf, int count, int type, int source, int tag, int comm, int *request)
{
    *request = ckptm_post_receive(buf, count, type, source, tag, comm);
    return 0;
}

/* ---- buffered -------------------------------------------------------------------------------------------------------- */

int ckpt_MPI_Buffer_attach(void *buffer, int size)
{
    int error = ckptm_buffer_attach(size);

    if (!error) {
        ckptm_state.attached = buffer;
        ckptm_state.attached_size = size;
    }
    return error;
}

int ckpt_MPI_Buffer_detach(void *buffer, int *size)
{
    int error;

    while (!ckptm_buffer_empty()) {
        ckptm_progress();
        ckptm_yield();
    }
    if ((error = ckptm_buffer_detach()))
        return error;
    *(void **)buffer = ckptm_state.attached;
    *size = ckptm_state.attached_size;
    ckptm_state.attached = 0;
    ckptm_state.attached_size = 0;
    return 0;
}
