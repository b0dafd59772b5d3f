/* requests.h - what the files of requests/ share: sends and receives from posting to completion, and the queue between MPI and the program.
 *
 * Purpose    a receive takes, in this order: what came with a line and is reserved for it; what its logged match says; the first message of the
 *            matching queue that fits; one from MPI. slots.c: numbers; send.c; post.c: receives; match.c: positions; queue.c: the matching
 *            queue; drain.c: from MPI into it; complete.c; messages.c: MPI_Message; cancel.c; restore.c: checkpoint and restart.
 * Positions  a message's position is its place in its sender's sequence of that envelope, from 1. It is given when the message is matched:
 *            by a probe, or, for a receive that MPI has, when that completes. Receives of one envelope match in the order of posting
 *            but complete in any.
 * Invariants the matching queue has the order of matching. What is in it was matched before anything that is still MPI's, and after what
 *            receives that MPI has pending will get: so every receive and probe looks there first, and while the queue is filled
 *            (ckptm.draining) a new receive is never given to MPI. Of one envelope, entries stand in the order of positions.
 */
#ifndef CKPTM_REQUESTS_H
#define CKPTM_REQUESTS_H

#include "mpi/layer.h"
#include "mpi/handles/basics.h"
#include "mpi/protocol/mutants.h"

/* Nothing is replayed, suppressed, queued or looked at by a line: calls may go straight to MPI. */
static inline bool ckptm_is_quiet(void)
{
    return !ckptm.window.listening && !ckptm_state.queue && !ckptm.draining && !ckptm_state.early && !ckptm_state.outcomes && !ckptm_state.matches;
}

static inline ckptm_request *ckptm_request_at(int request) { return &ckptm_state.requests[request]; }

/* To the program, which keeps its own MPI_ERROR (MPI 3.1, 3.2.5: only calls that end with MPI_ERR_IN_STATUS set it). */
static inline void ckptm_tell_status(MPI_Status *status, const MPI_Status *found)
{
    if (status) {
        int error = status->MPI_ERROR;

        *status = *found;
        status->MPI_ERROR = error;
    }
}

static inline ckptm_u64 ckptm_request_key(const ckptm_request *r) { return ckptm_state.comms[r->comm].key; }

static inline bool ckptm_fits(int wanted_source, int wanted_tag, int source, int tag)
{
    return (wanted_source == MPI_ANY_SOURCE || wanted_source == source) && (wanted_tag == MPI_ANY_TAG || wanted_tag == tag);
}

/* ---- slots.c ---- */

void ckptm_requests_grow(void);
static inline int ckptm_request_new(enum ckptm_request_kind kind)
{
    ckptm_request *r;
    int at;

    if (!ckptm_state.free_request)
        ckptm_requests_grow();
    at = ckptm_state.free_request;
    r = ckptm_request_at(at);                        /* clear, but for `next` */
    ckptm_state.free_request = r->next;
    r->next = 0;
    r->kind = kind;
    r->sequence = ++ckptm_state.sequence;
    return at;
}
void ckptm_request_drop(int request);
/* It has ended so. */
static inline void ckptm_request_set(ckptm_request *r, int source, int tag, int type, long long elements)
{
    r->state = CKPTM_COMPLETE;                       /* its error stays */
    r->status.MPI_SOURCE = source;
    r->status.MPI_TAG = tag;
    r->status.ckpt_cancelled = 0;
    r->status.ckpt_type = type;
    r->status.ckpt_layout = ckptm_layout();
    r->status.ckpt_elements = elements;
}
/* Numbers of those of a kind (all: CKPTM_NONE), in the order of posting: *count of them, free() the list. */
int *ckptm_requests_in_order(enum ckptm_request_kind kind, size_t *count);


/* ---- send.c ---- */

/* One that was counted has been cancelled, or MPI has not taken it: the count goes back, and a line that is pending is abandoned, for that is no matter
 * for a log. */
void ckptm_send_never_was(int comm, int peer, int tag, const char *why);

/* ---- post.c ---- */

/* After a restart: a receive that was pending, whose number in the order of posting stays. */
void ckptm_receive_again(int request);
/* Has the message come that the request was given? */
bool ckptm_receive_came(int request);
/* The request gets that message of the queue, which leaves it. */
void ckptm_receive_assign(int request, ckptm_message *message);
/* It could not take the message, and is complete: some MPICHs tell a message that is too long where the receive is posted. */
void ckptm_receive_failed(int request, int source, int tag, int error);
/* Give it to MPI. */
void ckptm_receive_real(int request);

/* ---- match.c ---- */

/* From here on (a line is prepared) pending receives are known by envelope. */
void ckptm_match_open(void);
void ckptm_match_close(void);
void ckptm_match_add(int request);
void ckptm_match_remove(int request);
/* The position of a message that a receive has got, or (0) a probe. Earlier receives that could have had it are settled first. */
ckptm_u64 ckptm_match_position(int request, int comm, int source, int tag);
/* The position that the next message of the envelope will have. */
ckptm_u64 ckptm_match_next(int comm, int source, int tag);

/* ---- queue.c ---- */

void ckptm_queue_append(ckptm_message *message);
/* The first that fits; 0: there is none. */
ckptm_message *ckptm_queue_find(ckptm_u64 comm, int source, int tag);
/* The first of its envelope; after any other everything must be found again. */
void ckptm_queue_remove(ckptm_message *message);
/* That very one, wherever it is: in the queue, or held by the program; 0: it is neither. */
ckptm_message *ckptm_queue_position(ckptm_u64 comm, int source, int tag, ckptm_u64 position);
/* Find everything again. */
void ckptm_queue_index(void);
void ckptm_message_free(ckptm_message *message);

/* ---- drain.c ---- */

enum { CKPTM_DRAIN_LINE = 1, CKPTM_DRAIN_RESTART = 2, CKPTM_DRAIN_DISCARD = 4 };

void ckptm_drain_begin(int why);
void ckptm_drain_end(int why);
/* Take what has come, give it to receives that wait for it. */
void ckptm_drain_step(void);
/* All positions are known: which of what is in the queue is late. */
void ckptm_drain_known(void);
/* Receives of the layer's own that are under way. */
void ckptm_arrivals_poll(void);
/* The message's contents are here, or MPI has them. */
bool ckptm_message_arrived(ckptm_message *message);
/* A receive that only the queue serves. */
void ckptm_drain_wait(int request);

/* ---- complete.c ---- */

/* The program has freed it: it goes when it completes. */
void ckptm_request_release(int request);

/* A message is the program's, or known to it, before it is complete: the log may have to end here. */
void ckptm_consumed_early(ckptm_u64 comm, int source, int tag, ckptm_u64 position);

/* ---- cancel.c ---- */

/* Was the receive of that number cancelled, as the log has it? */
bool ckptm_cancel_logged(ckptm_u64 sequence);
/* A request of which MPI_Cancel was asked is complete: cancelled, or not. */
void ckptm_cancel_done(int request);

/* ---- messages.c ---- */

/* The number that the program gets for a message that is taken out of the queue. */
int ckptm_held_new(ckptm_message *message);

/* ---- restore.c ---- */

/* Of a message that will be sent again, where no probe said how long it is. */
#define CKPTM_ANY_LENGTH (~(ckptm_u64)0)

/* A message of the line: into the place that the image has for it, or to the end of the queue. It owns the message. */
void ckptm_restore_message(ckptm_message *message);

#endif
