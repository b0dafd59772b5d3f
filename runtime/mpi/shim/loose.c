/* loose.c - sends that no request of the program's stands for: buffered ones, and those whose request was freed or is complete by decree. See shim.h.
 *
 * A buffered send is a copy that is sent; the program's buffer is only counted. So the layer knows when it is done, which no MPI tells of its own:
 * MPI_Buffer_detach and MPI_Finalize would wait for receivers without hearing control messages.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "real.h"

enum { OVERHEAD = 64 };            /* of what MPI_BSEND_OVERHEAD allows for one */

static struct loose {
    struct loose *next;
    MPI_Request request;
    long long size;                /* of the attached buffer; 0: of none */
    void *bytes;                   /* what is sent; 0: the program's */
    void *header;                  /* of it, if it is tagged */
} *first;
static void **copies;              /* by slot: what is sent from there, if it is a copy */
static int ncopies;
static long long attached = -1;    /* bytes; -1: none is */

static struct loose *new_loose(long long size, void *bytes)
{
    struct loose *l = malloc(sizeof *l);

    if (!l)
        abort();
    *l = (struct loose){ first, MPI_REQUEST_NULL, size, bytes, 0 };
    return first = l;
}

/* Forget those that are done. Returns the bytes that are still in use. */
static long long reap(void)
{
    long long used = 0;

    for (struct loose **at = &first; *at;) {
        struct loose *l = *at;
        int done = 0;

        PMPI_Test(&l->request, &done, MPI_STATUS_IGNORE);
        if (done) {
            *at = l->next;
            free(l->bytes);
            free(l->header);
            free(l);
        } else {
            used += l->size;
            at = &l->next;
        }
    }
    return used;
}

/* MPICH's MPI_Pack takes no MPI_BOTTOM: the same from an address that is one. */
static int pack_absolute(int count, MPI_Datatype type, void *bytes, int size, int *used, MPI_Comm comm)
{
    char base;
    MPI_Aint back;
    MPI_Datatype from_base;
    int result;

    PMPI_Get_address(&base, &back);
    back = -back;
    if ((result = PMPI_Type_create_hindexed(1, &count, &back, type, &from_base)) != MPI_SUCCESS)
        return result;
    if ((result = PMPI_Type_commit(&from_base)) == MPI_SUCCESS)
        result = PMPI_Pack(&base, 1, from_base, bytes, size, used, comm);
    PMPI_Type_free(&from_base);
    return result;
}

/* The message, packed: *used bytes of it. */
static void *pack(const void *buffer, int count, MPI_Datatype type, MPI_Comm comm, int *size, int *used)
{
    void *bytes = 0;

    *used = 0;
    if (PMPI_Pack_size(count, type, comm, size) != MPI_SUCCESS)
        return 0;
    bytes = malloc(*size ? (size_t)*size : 1);
    if (!bytes)
        abort();
    if ((buffer == MPI_BOTTOM && count ? pack_absolute(count, type, bytes, *size, used, comm)
                                       : PMPI_Pack(buffer, count, type, bytes, *size, used, comm)) == MPI_SUCCESS)
        return bytes;
    free(bytes);
    return 0;
}

/* How many bytes; more than MPI_Pack counts? */
static bool is_long(int count, MPI_Datatype type, long long *size)
{
    MPI_Count each = 0;

    if (PMPI_Type_size_x(type, &each) != MPI_SUCCESS)
        return false;
    *size = (long long)each * count;
    return *size > INT_MAX;
}

/* A message of more bytes than that: a copy, by a message of this process to itself, and the datatype that it is of. 0: it cannot be. */
static void *copy_long(const void *buffer, int count, MPI_Datatype type, long long size, MPI_Datatype *as)
{
    MPI_Comm own = ckptm_own_comm();
    void *bytes;
    int rank;

    if (size > PTRDIFF_MAX || ckptm_many((size_t)size, MPI_PACKED, as) != MPI_SUCCESS)
        return 0;
    bytes = malloc((size_t)size);
    if (!bytes)
        abort();
    PMPI_Comm_rank(own, &rank);
    if (PMPI_Sendrecv(buffer, count, type, rank, 1, bytes, 1, *as, rank, 1, own, MPI_STATUS_IGNORE) == MPI_SUCCESS)
        return bytes;
    free(bytes);
    PMPI_Type_free(as);
    return 0;
}

int ckptm_send_buffered(const void *buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm, MPI_Request *request)
{
    int size = 0, used;
    void *bytes;

    *request = MPI_REQUEST_NULL;
    if (to == MPI_PROC_NULL)
        return MPI_SUCCESS;
    if (!(bytes = pack(buffer, count, type, comm, &size, &used)))
        return MPI_ERR_TYPE;
    if (attached < 0 || reap() + size + OVERHEAD > attached) {
        free(bytes);
        return MPI_ERR_BUFFER;
    }
    return PMPI_Isend(bytes, used, MPI_PACKED, to, tag, comm, &new_loose((long long)size + OVERHEAD, bytes)->request);
}

static void **copy_at(int slot)
{
    if (slot >= ncopies) {
        int room = slot < 32 ? 64 : 2 * slot;

        copies = realloc(copies, (size_t)room * sizeof *copies);
        if (!copies)
            abort();
        memset(copies + ncopies, 0, (size_t)(room - ncopies) * sizeof *copies);
        ncopies = room;
    }
    return &copies[slot];
}

int ckptm_send_copy(const void *buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm, bool synchronous, int slot)
{
    MPI_Request *request = ckptm_real_request(slot);
    MPI_Datatype as = MPI_PACKED;
    long long all = 0;
    bool many = is_long(count, type, &all);
    int size, used = 1, result;
    void *bytes = many ? copy_long(buffer, count, type, all, &as) : pack(buffer, count, type, comm, &size, &used), **at = copy_at(slot);

    if (!bytes)
        return MPI_ERR_TYPE;
    free(*at);
    *at = bytes;
    result = (synchronous ? PMPI_Issend : PMPI_Isend)(bytes, used, as, to, tag, comm, request);
    if (many)
        PMPI_Type_free(&as);
    return result;
}

void ckptm_copy_done(int slot)
{
    if (slot < ncopies && copies[slot]) {
        free(copies[slot]);
        copies[slot] = 0;
    }
}

void ckptm_request_let_go(int slot)
{
    MPI_Request *request = ckptm_real_request(slot);

    if (*request == MPI_REQUEST_NULL)
        return;
    new_loose(0, slot < ncopies ? copies[slot] : 0)->request = *request;
    first->header = ckptm_tag_let_go(slot);
    *request = MPI_REQUEST_NULL;
    if (slot < ncopies)
        copies[slot] = 0;
}

int ckptm_buffer_attach(int size)
{
    if (attached >= 0 || size < 0)
        return ckptm_our_error(attached >= 0 ? MPI_ERR_BUFFER : MPI_ERR_ARG);
    attached = size;
    return 0;
}

bool ckptm_buffer_empty(void) { return reap() == 0; }

int ckptm_buffer_detach(void)
{
    if (attached < 0)
        return ckptm_our_error(MPI_ERR_BUFFER);
    attached = -1;
    return 0;
}

bool ckptm_loose_done(void)
{
    reap();
    return !first;
}
