/* loose.c - sends that no request of the program's stands for: buffered ones, and those whose request was freed. See shim.h.
 *
 * A buffered send is a copy that is sent; the program's buffer is only counted. So the layer knows when it is done, which no MPI tells of its own:
 * MPI_Buffer_detach and MPI_Finalize would wait for receivers without hearing control messages.
 */
#include <limits.h>
#include <stdlib.h>
#include "real.h"

enum { OVERHEAD = 64 };            /* of what MPI_BSEND_OVERHEAD allows for one */

static struct loose {
    struct loose *next;
    MPI_Request request;
    long long size;                /* of the attached buffer; 0: a freed request */
    char bytes[];
} *first;
static long long attached = -1;    /* bytes; -1: none is */

static struct loose *new_loose(long long size)
{
    struct loose *l = malloc(sizeof *l + (size_t)size);

    if (!l)
        abort();
    l->size = size;
    l->next = first;
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
            free(l);
        } else {
            used += l->size;
            at = &l->next;
        }
    }
    return used;
}

int ckptm_send_buffered(const void *buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm, MPI_Request *request)
{
    struct loose *l;
    int size = 0, used = 0, result = PMPI_Pack_size(count, type, comm, &size);

    *request = MPI_REQUEST_NULL;
    if (result != MPI_SUCCESS)
        return result;
    if (to == MPI_PROC_NULL)
        return MPI_SUCCESS;
    if (attached < 0 || reap() + size + OVERHEAD > attached)
        return MPI_ERR_BUFFER;
    l = new_loose((long long)size + OVERHEAD);
    l->request = MPI_REQUEST_NULL;
    result = PMPI_Pack(buffer, count, type, l->bytes, size, &used, comm);
    return result == MPI_SUCCESS ? PMPI_Isend(l->bytes, used, MPI_PACKED, to, tag, comm, &l->request) : result;
}

void ckptm_request_let_go(int slot)
{
    MPI_Request *request = ckptm_real_request(slot);

    if (*request == MPI_REQUEST_NULL)
        return;
    new_loose(0)->request = *request;
    *request = MPI_REQUEST_NULL;
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
