/* entries.c - what the program calls, made from calls.def: arguments are looked at, the wrapper does the work, and an error goes to the
 * communicator's error handler, here and nowhere else. So wrappers have arguments that are right as far as can be told from each alone,
 * return errors as they are, and may call each other. */
#include "mpi/handles/data.h"
#include "mpi/handles/infos.h"
#include "mpi/handles/ops.h"
#include "mpi/layer.h"
#include "site/site.h"
#include "shim.h"
#include "wrap_calls.h"

static int check_comm(int comm)
{
    return comm > 0 && comm < ckptm_state.ncomms && ckptm_state.comms[comm].live ? 0 : MPI_ERR_COMM;
}

static int check_group(int group) { return ckptm_group_get(group) ? 0 : MPI_ERR_GROUP; }
static int check_info(int info) { return info == MPI_INFO_NULL || ckptm_info_get(info) ? 0 : MPI_ERR_INFO; }
static int check_count(int count) { return count < 0 ? MPI_ERR_COUNT : 0; }
static int check_type(int type) { return ckptm_type_usable(type) ? 0 : MPI_ERR_TYPE; }
static int check_op(int op) { return ckptm_op_known(op) ? 0 : MPI_ERR_OP; }
static int check_tag(int tag) { return tag < 0 || tag > CKPTM_TAG_UB ? MPI_ERR_TAG : 0; }
static int check_any_tag(int tag) { return tag == MPI_ANY_TAG ? 0 : check_tag(tag); }

static int check_dest(int rank, int comm)
{
    return rank == MPI_PROC_NULL || (rank >= 0 && rank < ckptm_state.comms[comm].size) ? 0 : MPI_ERR_RANK;
}

static int check_source(int rank, int comm) { return rank == MPI_ANY_SOURCE ? 0 : check_dest(rank, comm); }

/* Of a predefined datatype there is nothing at a null address; where a derived one is, it says itself (MPI_BOTTOM). No function is called here, see
 * generate.py. */
static int check_buffer(const void *buffer, int count, int type, int peer)
{
    return ckptm_is_null(buffer, count, type) && peer != MPI_PROC_NULL ? MPI_ERR_BUFFER : 0;
}

static int check_root(int root, int comm)
{
    const ckptm_comm *c = &ckptm_state.comms[comm];
    bool inter = c->members != 0;

    return (root >= 0 && root < c->size) || (inter && (root == MPI_ROOT || root == MPI_PROC_NULL)) ? 0 : MPI_ERR_ROOT;
}

static int comm_of_request(int request)
{
    return request > 0 && request < ckptm_state.nrequests ? ckptm_state.requests[request].comm : MPI_COMM_WORLD;
}

static int comm_of_message(int message)
{
    const ckptm_message *m = message >= 0 && message < ckptm_state.nheld ? ckptm_state.held[message] : 0;

    return m ? ckptm_comm_by_key(m->comm) : MPI_COMM_WORLD;
}

/* Of several requests: on the communicator of the one that failed first. */
static __attribute__((cold)) int raise_of_several(int error, const char *call)
{
    int result = ckptm_raise(ckptm_failed_on, error, call);

    ckptm_failed_on = 0;
    return result;
}

/* A restart makes this call, or a checkpoint, and the run that went to the line has not: other ranks know nothing of it. */
static void no_part_of_the_run(const char *name) __attribute__((noreturn, cold));
static void no_part_of_the_run(const char *name)
{
    if (ckpti_hook_captures)
        ckpti_site_abandon(ckpti_fail(CKPT_EUNSUPPORTED, "%s is called by what #pragma ckpt on_checkpoint says: messages and what is agreed are part of "
                                                         "the program's run, in which this call is not", name));
    ckptm_fatal("%s is called by what #pragma ckpt on_restart says: messages and what is agreed are part of the program's run, in which this call is not", name);
}

#include "entries.inc"
