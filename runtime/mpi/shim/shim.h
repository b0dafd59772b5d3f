/* shim.h - the real MPI as the layer sees it: numbers for handles, our values for constants.
 *
 * Purpose    the only border between the layer, which is the same for all, and an MPI library. The files of shim/ are compiled once per MPI with
 *            that MPI's own mpicc and call PMPI_ names only.
 * Form       communicators have our numbers (mpi.h); real requests live in slots that the layer chooses. Results are our error
 *            classes.
 * Thread     one.
 */
#ifndef CKPTM_SHIM_H
#define CKPTM_SHIM_H

#include <stdbool.h>
#include <stddef.h>
#include "mpi.h"
#include "mpi/collectives/record.h"

/* "MPICH", "Open MPI": for messages. */
extern const char *const ckptm_shim_name;

/* ---- life ---- */
int ckptm_init(int *argc, char ***argv, int required, int *provided);
int ckptm_finalize(void);
bool ckptm_initialized(void);
bool ckptm_finalized(void);
double ckptm_wtime(void);
void ckptm_abort(int status) __attribute__((noreturn));
int ckptm_library_version(char *version, int *resultlen);
/* The text of one of our error classes. string [MPI_MAX_ERROR_STRING] */
int ckptm_error_text(int errorcode, char *string, int *resultlen);

/* ---- communicators ---- */

/* Make one and give it the number `to`; *made: false if this rank is not in it. */
int ckptm_comm_dup(int comm, int to);
int ckptm_comm_split(int comm, int color, int key, int to, bool *made);
int ckptm_comm_free(int comm);
int ckptm_comm_rank(int comm);
int ckptm_comm_size(int comm);
/* Ranks in MPI_COMM_WORLD of its members. world [size] */
int ckptm_comm_members(int comm, int *world);

/* ---- point to point ---- */
enum ckptm_mode { CKPTM_MODE_STANDARD, CKPTM_MODE_SYNCHRONOUS, CKPTM_MODE_READY, CKPTM_MODE_BUFFERED };

int ckptm_isend(const void *buffer, int count, int type, int dest, int tag, int comm, enum ckptm_mode mode, int slot);
/* The same from a copy: the program may have its buffer again before the send is complete (then it is let go). */
int ckptm_isend_copy(const void *buffer, int count, int type, int dest, int tag, int comm, enum ckptm_mode mode, int slot);
int ckptm_irecv(void *buffer, int count, int type, int source, int tag, int comm, int slot);
/* A blocking one, if MPI does it at once: done. Else it has begun, and ckptm_request_move puts it into a slot. */
int ckptm_send_now(const void *buffer, int count, int type, int dest, int tag, int comm, enum ckptm_mode mode, bool *done);
int ckptm_receive_now(void *buffer, int count, int type, int source, int tag, int comm, bool *done, MPI_Status *status);
void ckptm_request_move(int slot);
int ckptm_cancel(int slot);
/* The real request is nobody's any more; it is looked after until it is complete. */
void ckptm_request_let_go(int slot);
/* For buffered sends, which are copied into memory of the layer's own: how much there may be of them. Detach when it is empty. */
int ckptm_buffer_attach(int size);
bool ckptm_buffer_empty(void);
int ckptm_buffer_detach(void);
/* Have all sends left that no request stands for: buffered ones, and those let go? */
bool ckptm_loose_done(void);
/* flag: something is there; status: source, tag and bytes, as the basic type BYTE */
int ckptm_iprobe(int source, int tag, int comm, bool *flag, MPI_Status *status);

/* Match a message: *held is its number, 0: there is none. */
int ckptm_improbe(int source, int tag, int comm, int *held, MPI_Status *status);
/* Receive it into a buffer of the program's; the number is free then. */
int ckptm_imrecv(void *buffer, int count, int type, int held, int slot);
/* Receive its bytes, as they stand in messages; then the number is free when ckptm_taken says so. */
void ckptm_take_held(int held, void *bytes, size_t size);
bool ckptm_taken(int held);

/* Has the request in a slot completed? Then the slot is free and *status has source, tag, error, cancelled, bytes. */
int ckptm_test(int slot, bool *flag, MPI_Status *status);
/* Block until the request in the slot, or a control message, is there; neither is completed by this. */
void ckptm_wait_some(int slot);

/* ---- datatypes ---- */

/* Make one by the constructor and its arguments (handles/constructors.h) and give it the number `to`. */
int ckptm_type_make(int to, int combiner, const int *ints, const long long *addresses, int naddresses, const int *types);
/* What the real MPI thinks of one that was made. */
void ckptm_type_bounds(int type, long long *lb, long long *extent, long long *size);
void ckptm_type_true_bounds(int type, long long *lb, long long *extent);
/* Set its bounds; before it is committed. */
int ckptm_type_bound(int type, long long lb, long long extent);
int ckptm_type_commit(int type);
int ckptm_type_free(int type);

/* ---- operations ---- */

/* Make an operation of the program's that calls ckptm_op_called with its number. */
int ckptm_op_make(int op, int commute);
int ckptm_op_free(int op);
void ckptm_op_called(int op, void *in, void *inout, int *count, int type);

/* ---- collectives ---- */

/* Post it in that slot. What is in the record stays where it is until the request is complete. */
int ckptm_start_collective(const struct ckptm_collective *record, int slot);
/* Neighbours of this rank in the communicator's topology: those from which an edge comes, or to which one goes (MPI_PROC_NULL: the edge of
 * a grid). Returns how many; list may be 0. */
int ckptm_neighbours(int comm, bool out, int *list);

/* ---- control traffic, on communicators of the layer's own ---- */

enum { CKPTM_PIECE = 16384 };      /* longest control message */

/* Collective over MPI_COMM_WORLD: make them. */
void ckptm_control_open(void);
void ckptm_control_close(void);
/* Send without waiting; the bytes are copied. */
void ckptm_control_send(int to, const void *bytes, size_t size);
/* The next control message that has come: its size and, in *from, its sender; -1: none. bytes [CKPTM_PIECE] */
long ckptm_control_receive(void *bytes, int *from);
/* Collective, for start and stop only. */
void ckptm_control_barrier(void);
/* Has every rank called this? Does not block; called until it is true. */
bool ckptm_control_all_there(void);
void ckptm_control_bcast(void *bytes, size_t size);
int ckptm_control_min(int value);

#include "shim_calls.h"
#endif
