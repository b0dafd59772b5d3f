/* probes.c - MPI_Probe and its kin, and what MPI_Mprobe has taken. What a probe finds may differ when it is done again: it is logged, and
 * replayed. */
#include "mpi/handles/data.h"
#include "mpi/requests/requests.h"
#include "mpi/wrappers/outcomes.h"
#include "wrap_calls.h"

static void nothing_from_nobody(MPI_Status *status)
{
    ckptm_empty_status(status);
    if (status)
        status->MPI_SOURCE = MPI_PROC_NULL;
}

int ckpt_MPI_Iprobe(int source, int tag, int comm, int *flag, MPI_Status *status)
{
    ckptm_outcome outcome;
    MPI_Status found;
    bool there = false;
    int error;

    if (source == MPI_PROC_NULL) {
        *flag = 1;
        nothing_from_nobody(status);
        return 0;
    }
    if (ckptm_replay(CKPTM_O_PROBE, &outcome)) {
        *flag = outcome.flag;
        if (!*flag)
            return 0;
        do {                                         /* it came then, it will come now */
            error = ckptm_look(outcome.source, outcome.tag, comm, &there, &found);
            ckptm_progress();
        } while (!there && !error);
        ckptm_tell_status(status, &found);
        return error;
    }
    ckptm_progress();
    error = ckptm_look(source, tag, comm, &there, &found);
    *flag = there;
    if (there)
        ckptm_tell_status(status, &found);
    ckptm_log_outcome((ckptm_outcome){ .kind = CKPTM_O_PROBE, .flag = there, .source = there ? found.MPI_SOURCE : 0,
                                       .tag = there ? found.MPI_TAG : 0 });
    return error;
}

int ckpt_MPI_Probe(int source, int tag, int comm, MPI_Status *status)
{
    ckptm_outcome outcome;
    MPI_Status found;
    bool there = false, again;
    int error;

    if (source == MPI_PROC_NULL) {
        nothing_from_nobody(status);
        return 0;
    }
    again = ckptm_replay(CKPTM_O_PROBE, &outcome);
    if (again) {
        source = outcome.source;
        tag = outcome.tag;
    }
    do {
        ckptm_progress();
        error = ckptm_look(source, tag, comm, &there, &found);
        if (!there)
            ckptm_yield();
    } while (!there && !error);
    if (!again)
        ckptm_log_outcome((ckptm_outcome){ .kind = CKPTM_O_PROBE, .flag = 1, .source = found.MPI_SOURCE, .tag = found.MPI_TAG });
    ckptm_tell_status(status, &found);
    return error;
}

/* ---- with a message ------------------------------------------------------------------------------------------------------ */

/* Where a probe looks: as then, after a restart. False: then there was nothing. */
static bool replay_place(int *source, int *tag, bool *again)
{
    ckptm_outcome outcome;

    *again = ckptm_replay(CKPTM_O_PROBE, &outcome);
    if (*again && outcome.flag) {
        *source = outcome.source;
        *tag = outcome.tag;
    }
    return !*again || outcome.flag;
}

static void log_probe(int message, const MPI_Status *found)
{
    ckptm_outcome outcome = { .kind = CKPTM_O_PROBE, .flag = message != MPI_MESSAGE_NULL };

    if (outcome.flag) {
        outcome.source = found->MPI_SOURCE;
        outcome.tag = found->MPI_TAG;
    }
    ckptm_log_outcome(outcome);
}

/* One look, or (wait) until there is one. */
static int take(int source, int tag, int comm, bool wait, int *message, MPI_Status *status)
{
    MPI_Status found;
    bool again;
    int error;

    *message = MPI_MESSAGE_NULL;
    if (source == MPI_PROC_NULL) {
        *message = MPI_MESSAGE_NO_PROC;
        nothing_from_nobody(status);
        return 0;
    }
    if (!replay_place(&source, &tag, &again))
        return 0;
    for (;;) {
        ckptm_progress();
        error = ckptm_look_and_take(source, tag, comm, message, &found);
        if (error || *message != MPI_MESSAGE_NULL || !(wait || again))
            break;
        ckptm_yield();
    }
    if (!again)
        log_probe(*message, &found);
    if (*message != MPI_MESSAGE_NULL)
        ckptm_tell_status(status, &found);
    return error;
}

int ckpt_MPI_Mprobe(int source, int tag, int comm, int *message, MPI_Status *status)
{
    return take(source, tag, comm, true, message, status);
}

int ckpt_MPI_Improbe(int source, int tag, int comm, int *flag, int *message, MPI_Status *status)
{
    int error = take(source, tag, comm, false, message, status);

    *flag = *message != MPI_MESSAGE_NULL;
    return error;
}

int ckpt_MPI_Imrecv(void *buf, int count, int type, int *message, int *request)
{
    ckptm_message *m;

    if (count < 0)
        return MPI_ERR_COUNT;
    if (!ckptm_type_usable(type))
        return MPI_ERR_TYPE;
    if (ckptm_is_null(buf, count, type) && *message != MPI_MESSAGE_NO_PROC)
        return MPI_ERR_BUFFER;
    m = ckptm_held_take(*message);
    if (!m && *message != MPI_MESSAGE_NO_PROC)
        return MPI_ERR_REQUEST;
    *message = MPI_MESSAGE_NULL;
    *request = ckptm_post_held(buf, count, type, m, m ? ckptm_comm_by_key(m->comm) : MPI_COMM_WORLD);
    return 0;
}

int ckpt_MPI_Mrecv(void *buf, int count, int type, int *message, MPI_Status *status)
{
    int request, error = ckpt_MPI_Imrecv(buf, count, type, message, &request);

    return error ? error : ckptm_request_finish(request, status);
}
