/* layer.h - one rank's part of the work: what the rooms of the layer share.
 *
 * Purpose    wrappers (what the program calls) drive requests; requests drive the window and, by progress, the line; the line's
 *            machine asks layer.c for what a phase needs.
 * Thread     one; a program that has several is refused at a site as ever.
 */
#ifndef CKPTM_LAYER_H
#define CKPTM_LAYER_H

#include "core/status.h"
#include "mpi/protocol/line.h"
#include "mpi/state.h"
#include "mpi/store/window.h"

typedef struct ckptm_layer_state {
    bool started;                 /* the real MPI runs, by us or by the program */
    bool on;                      /* lines may be made: CKPT_DIR is set */
    bool ending;                  /* in MPI_Finalize */
    int rank, size;
    const char *directory;        /* of the job, absolute; 0: none */
    ckptm_line line;
    ckptm_window window;
    int draining;                 /* why everything is taken off MPI into the queue (requests/requests.h); 0: it is not */
    bool receipt;                 /* CKPT_MPI_LATE=receipt: late messages are copied as the program receives them, there is no draining */
    bool discard;                 /* CKPT_MPI_EARLY=discard: early messages are sent again, and thrown away by their receivers */
    bool tagging;                 /* CKPT_MPI_IDENTIFY=tagging: messages have headers (requests/tagging.h) */
    uint64_t epoch;               /* the last line we have checkpointed for, or came from: what headers say */
    bool due;                     /* checkpoint at the next site */
    bool stopping;                /* a line is committed at which the job stops */
    bool image_done;              /* ours of the pending line is on disk */
    uint64_t restarted;           /* line that this run came from */
    double clock_offset;          /* added to the real MPI_Wtime */
    bool outside;                 /* the program has opened a device, a pipe, ...: what it reads there is in no log */
} ckptm_layer_state;

extern ckptm_layer_state ckptm;

/* ---- layer.c ---- */

/* Hear control messages and do what the line needs now. Never blocks. */
void ckptm_progress(void);
/* End the process, for the job has stopped at a line; all ranks do. */
void ckptm_leave(void) __attribute__((noreturn));
/* Let others run, until something may have come for the request in that slot (0: none). */
void ckptm_pause(int slot);
/* Send a control message that is not the line's: kinds from CKPTM_ASK on. */
void ckptm_tell(int to, uint32_t kind, const void *bytes, size_t size);
/* Start: everything is there but the program. */
void ckptm_layer_open(void);
/* In MPI_Finalize: until all ranks are there and no line is pending. */
void ckptm_layer_close(void);
/* Something can't be: say so, end the job with 78. */
void ckptm_fatal(const char *format, ...) __attribute__((noreturn, cold, format(printf, 1, 2)));
/* End the job, when why has been said. First a launcher gets time to print that, which it may drop when it hears of an abort; and one rank after
 * the other, lower ones first, for of two aborts at once Hydra may make status 1, whatever they say. */
void ckptm_end_job(int status) __attribute__((noreturn, cold));

/* ---- store/fresh.c ---- */

/* A window or a replay has begun, or may be over: whether blocks are zeroed from now on. */
void ckptm_fresh_memory(void);

/* ---- handles/comms.c, remake.c ---- */

/* Make again what the image has. */
void ckptm_comms_restore(void);
void ckptm_comms_start(void);
/* The communicator's record; ends the job on a number that is none. */
ckptm_comm *ckptm_comm_get(int comm, const char *call);
/* Number of the communicator with that key; 0: not known here. */
int ckptm_comm_by_key(ckptm_u64 key);
/* Ranks in MPI_COMM_WORLD of its own group; *size of them. */
const int *ckptm_comm_members_of(const ckptm_comm *comm, int *size);

/* ---- requests/ ---- */

/* Post; returns the request's number. */
int ckptm_post_send(const void *buffer, int count, int type, int dest, int tag, int comm, int mode);
int ckptm_post_receive(void *buffer, int count, int type, int source, int tag, int comm);
/* Persistent ones, and their start. */
int ckptm_make_send(const void *buffer, int count, int type, int dest, int tag, int comm, int mode);
int ckptm_make_receive(void *buffer, int count, int type, int source, int tag, int comm);
void ckptm_send_start(int request);
void ckptm_receive_start(int request);
/* Blocking ones while nothing is to be looked at (ckptm_is_quiet): the real MPI's, and a count. */
int ckptm_send_quietly(const void *buffer, int count, int type, int dest, int tag, int comm, int mode);
int ckptm_send_briefly(const void *buffer, int count, int type, int dest, int tag, int comm);      /* CKPTM_MODE_STANDARD */
int ckptm_receive_quietly(void *buffer, int count, int type, int source, int tag, int comm, MPI_Status *status);
/* A request for a collective, which keeps its record until it is complete (collectives/run.h). */
int ckptm_post_collective(ckptm_collective *record);
/* A collective is complete, or could not be. */
void ckptm_request_end(int request, int error);
/* A send that was complete when the log was made: it is. */
void ckptm_send_decree(int request);
/* Look whether it has completed. */
bool ckptm_request_done(int request);
/* Wait for it; its status may be 0. Frees the number, or a persistent request is inactive then. Returns the error. */
int ckptm_request_finish(int request, MPI_Status *status);
int ckptm_request_cancel(int request);
/* All that are pending: complete those that have come. */
void ckptm_requests_poll(void);
/* Those of them that the program has freed. */
void ckptm_released_reap(void);
/* At a checkpoint: positions of all receives that MPI has matched are certain. */
void ckptm_requests_settle(void);
/* The program stops here: until no rank has a send under way, everything that comes is thrown away. MPI_Finalize would wait for it. */
void ckptm_flush(void);
/* After a restart, when the program's memory is whole: post again. */
void ckptm_requests_restore(void);
/* While the line's part is loaded: so many messages of an envelope were sent before the line. */
void ckptm_restore_envelope(ckptm_u64 comm, int source, int tag, ckptm_u64 sent);

/* Is there a message? In the queue, or MPI's. */
int ckptm_look(int source, int tag, int comm, bool *flag, MPI_Status *status);
/* Take it, as MPI_Improbe does; MPI_MESSAGE_NULL: there is none. */
int ckptm_look_and_take(int source, int tag, int comm, int *message, MPI_Status *status);
/* What an MPI_Message stands for, which then is no one's; 0: nothing. */
ckptm_message *ckptm_held_take(int message);
int ckptm_post_held(void *buffer, int count, int type, ckptm_message *message, int comm);

/* ---- store/linefile.c ---- */

/* This rank's part of line `number`, beside its image. summary: a line of text for the commit record. */
ckpt_status ckptm_linefile_write(uint64_t number, char *summary, size_t room);
/* Read it into the program's state (after the image was restored). */
ckpt_status ckptm_linefile_load(uint64_t number);
/* See whether it is there and whole. */
ckpt_status ckptm_linefile_check(uint64_t number);

/* ---- store/withhold.c ---- */

/* Keep standard output back; then print what was kept, or drop it (the process stops). */
void ckptm_withhold(void);
void ckptm_release(bool print);
/* The process is about to end in another way: print what was kept. What is in the program's streams stays there. */
void ckptm_release_as_it_is(void);

/* ---- store/commit.c ---- */

/* Rank 0: a rank's text for the record of the pending line. */
void ckptm_commit_part(int rank, const char *text, size_t size);
/* Rank 0: write the line's record of those, then remove those of all but the last two. */
ckpt_status ckptm_commit_write(uint64_t number);
/* Rank 0: the line is abandoned, say so in the log that `ckpt show` reads. */
void ckptm_commit_abandoned(uint64_t number, const char *why);
/* A line is abandoned: remove this rank's files of it. */
void ckptm_commit_forget(uint64_t number);
/* Rank 0: how many ranks the line's record says; 0, and a note: it is no record. */
int ckptm_commit_ranks(uint64_t number);
/* A line is committed: remove this rank's files of all but the last two. */
void ckptm_commit_prune(uint64_t newest);
/* Remove what a job that ended had not finished writing. */
void ckptm_commit_clean(const char *directory);
/* Write a file so that it is there whole or not at all. */
ckpt_status ckptm_write_file(const char *path, const void *bytes, size_t size);

#endif
