/* window.h - what a rank keeps while a line is pending.
 *
 * Purpose    from its acknowledgement on, positions and hashes of all it receives; from its checkpoint on, copies of messages that may be
 *            late, results of collectives, outcomes that may differ when done again, and where in the log of outcomes each message
 *            was sent or consumed (to cut the log where another rank's ends).
 * Invariants memory of the runtime, none of the program's. Late and early are told by positions alone (docs/mpi.md).
 */
#ifndef CKPTM_WINDOW_H
#define CKPTM_WINDOW_H

#include "mpi/collectives/numbers.h"
#include "mpi/state.h"

/* A message sent or consumed. */
typedef struct ckptm_event {
    ckptm_u64 comm;
    int peer, tag;                /* peer: its rank in the communicator */
    ckptm_u64 position, hash;
    ckptm_u64 epoch;              /* Message Tagging: of the message's header */
    size_t at;                    /* outcomes logged before it */
    ckptm_u64 when;               /* events of the window before it */
} ckptm_event;

typedef struct ckptm_events {
    ckptm_event *list;
    size_t count, room;
} ckptm_events;

typedef struct ckptm_copy {       /* of a message, or of a part of a result */
    ckptm_u64 comm, position;     /* result: the collective's index */
    int peer, tag;                /* result: tag is the part */
    ckptm_u64 order;              /* late message: place in what its sender sent us in the communicator; 0: not known (order.h) */
    ckptm_u64 arrival;            /* late message: place among those taken off MPI by probes; 0: a receive got it */
    ckptm_u64 reserved, when;     /* late message: for the receive of that number, pending at the checkpoint, that consumed it with that event */
    bool fixed;                   /* late message: it had been matched before the checkpoint */
    bool truncated;               /* late message: not all of its contents (state.h) */
    bool untyped;                 /* late message: its sender does not know its datatype any more (order.h) */
    ckptm_data data;
} ckptm_copy;

typedef struct ckptm_copies {
    ckptm_copy *list;
    size_t count, room;
    ckptm_u64 bytes;              /* of all their data */
} ckptm_copies;

/* What another rank had sent of an envelope before its checkpoint. */
typedef struct ckptm_sent_before {
    ckptm_u64 comm, count;
    int source, tag;              /* source: its rank in the communicator */
} ckptm_sent_before;

/* A row of messages of one tag and one signature: positions first to last; the first one's place in all that was sent (order.h). */
typedef struct ckptm_run {
    ckptm_u64 comm;
    int source, tag;              /* source: the sender's rank in the communicator */
    int signature;                /* handles/data.h */
    ckptm_u64 first, last, order;
} ckptm_run;

/* As peer of an event: a collective, whose number in the communicator is the position; something that no log brings back. A collective is
 * sent when it is posted, and consumed when it is complete: then its tag says for whom it waited (enum ckptm_waits), and its hash is the
 * root's rank in MPI_COMM_WORLD. */
enum { CKPTM_ALL = -2, CKPTM_WORLD_OUTSIDE = -5 };

/* Has the receiver of a synchronous send taken the message within its log? */
enum ckptm_taken { CKPTM_TAKEN_UNKNOWN, CKPTM_TAKEN_ASKED, CKPTM_TAKEN_LOGGED, CKPTM_TAKEN_LATER };

typedef struct ckptm_window {
    int (*members)(ckptm_u64 comm); /* how many a communicator has */
    ckptm_u64 tagged;             /* Message Tagging: the pending line; messages of older epochs are of before it. 0: positions tell that */
    bool listening;               /* acknowledged: keep events of receives */
    bool logging;                 /* checkpointed, log not ended: keep copies and outcomes */
    ckptm_events consumed;        /* since the acknowledgement */
    size_t consumed_before;       /* of these, before the checkpoint */
    ckptm_events sent;            /* since the checkpoint */
    ckptm_events rendezvous;      /* synchronous sends that have completed since the acknowledgement; hash: enum ckptm_taken */
    size_t rendezvous_before;     /* of these, before the checkpoint */
    ckptm_events asked;           /* other ranks', to this one: hash is its rank in MPI_COMM_WORLD */
    ckptm_copies late, results;
    ckptm_outcome *outcomes;      /* [noutcomes] */
    size_t noutcomes, outcome_room;
    size_t cut;                   /* outcomes that count */
    ckptm_u64 when, cut_when;     /* events so far; those before the end of our log */
    size_t fixed;                 /* these are not added to any more: something was sent or consumed after them */
    ckptm_table ends;             /* where other ranks' logs end: positions, and (rank in MPI_COMM_WORLD, CKPTM_ALL) numbers of collectives */
    ckptm_table own;              /* where ours ends, as cut so far; (CKPTM_ALL, CKPTM_ALL): collectives */
    ckptm_table done_before;      /* at the checkpoint: messages sent, collectives posted; and the ends of the log that is replayed */
    ckptm_table received;         /* at the checkpoint */
    ckptm_events holes;           /* positions that receives pending at the checkpoint will have */
    ckptm_table before;           /* what other ranks had sent us before their checkpoints */
    ckptm_run *runs;              /* of all ranks heard of: in which order they sent */
    size_t nruns, run_room;
    bool runs_sorted;
    ckptm_table open;             /* synchronous sends to us that were pending at their senders' checkpoints (ckptm_window_is_open) */
    ckptm_table probed;           /* since the checkpoint: the position of an envelope's last message that a probe has found */
    ckptm_events known;           /* of before our checkpoint: messages that the program knows of, but has not received */
    ckptm_u64 sequence_before;    /* of the last receive posted before our checkpoint */
    bool *heard;                  /* [size] POSITIONS have come */
    long missing;                 /* late messages of which there is no copy yet; exact once all are heard of */
    ckptm_events early;           /* what we need not send again: peer, tag, position, hash */
    ckptm_events again;           /* what we must send again, for its receiver knows of it */
    ckptm_numbers_list done;      /* which collectives members had done */
    ckptm_events made;            /* communicators since the checkpoint: key; position: number in the parent; hash: the parent's key */
} ckptm_window;

void ckptm_window_clear(ckptm_window *window);
void ckptm_event_add(ckptm_events *events, ckptm_event event);
/* The same for what happens in the window: sent, consumed or done together, in order. */
void ckptm_window_event(ckptm_window *window, ckptm_events *events, ckptm_event event);
/* It owns copy.data from now on. */
void ckptm_copy_add(ckptm_copies *copies, ckptm_copy copy);
/* Nothing had come: a false test or probe, none of several. */
static inline bool ckptm_is_nothing(const ckptm_outcome *o)
{
    return ((o->kind == CKPTM_O_TEST || o->kind == CKPTM_O_PROBE) && !o->flag) || (o->kind == CKPTM_O_ANY && o->flag < 0);
}

/* Log an outcome. One that is false and follows an equal one is counted in `value` of that. */
void ckptm_outcome_add(ckptm_window *window, ckptm_outcome outcome);

/* The checkpoint is taken: remember what has been sent and received, and how far what was done before is fixed (repair 2 of
 * test/model/README.md): `ends` are those of the log that this run replays. holes: window->holes, filled in by the caller before. */
void ckptm_window_checkpoint(ckptm_window *window, const ckptm_table *sent, const ckptm_table *received, const ckptm_table *ends);
/* The program has seen something that a restart will not show it again: the log ends here. */
void ckptm_window_unlogged(ckptm_window *window);

/* Another rank's records; look which of the messages kept are late. source is that rank in the communicator. */
void ckptm_window_before(ckptm_window *window, const ckptm_sent_before *record);
/* Was a message sent before its sender's checkpoint? */
bool ckptm_window_is_before(const ckptm_window *window, ckptm_u64 comm, int source, int tag, ckptm_u64 position);
/* A synchronous send was pending at its sender's checkpoint; was this one? */
void ckptm_window_open(ckptm_window *window, ckptm_u64 comm, int source, int tag, ckptm_u64 position);
bool ckptm_window_is_open(const ckptm_window *window, ckptm_u64 comm, int source, int tag, ckptm_u64 position);
/* Late messages, all told, that were not consumed before our checkpoint. */
long ckptm_window_late_total(const ckptm_window *window);

/* ---- ends of logs (store/ends.c) ---- */

/* Work out where our log ends, as cut so far, into window->own. */
void ckptm_ends_own(ckptm_window *window);
/* Another rank's end of an envelope has come. */
void ckptm_ends_hear(ckptm_window *window, const ckptm_sent_before *end);
/* Cut our log at the first message consumed that its sender sent after the end of its own, and at what is not logged. True if that moved
 * the end. */
bool ckptm_ends_cut(ckptm_window *window);
/* Is a receiver still to be asked? */
bool ckptm_ends_unanswered(const ckptm_window *window);
/* Have receivers taken within their logs what had completed at our checkpoint? */
bool ckptm_ends_cover_rendezvous(const ckptm_window *window);
/* Are all early messages sent before the end, and all collectives done that others had done before their checkpoints? What they depend on is
 * not replayed otherwise. After the last ckptm_ends_own. */
bool ckptm_ends_cover_early(const ckptm_window *window);

/* Memory of the runtime; ends the process if there is none. */
void *ckptm_private(void *old, size_t size);
#endif
