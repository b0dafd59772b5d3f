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
/* Of a message that is too long for its receive it gives what goes into the buffer; false: nothing. */
extern const bool ckptm_gives_cut_off;

/* ---- life ---- */
int ckptm_init(int *argc, char ***argv, int required, int *provided);
int ckptm_finalize(void);
/* False: with what is pending the real MPI would not end well. */
bool ckptm_can_finalize(void);
bool ckptm_initialized(void);
bool ckptm_finalized(void);
double ckptm_wtime(void);
void ckptm_abort(int status) __attribute__((noreturn));
int ckptm_library_version(char *version, int *resultlen);

/* What this MPI says of itself: MPI_TAG_UB; MPI_APPNUM, false: it is not set; pair n of MPI_INFO_ENV, false: there is none. */
int ckptm_tag_ub(void);
bool ckptm_appnum(int *number);
bool ckptm_info_env(int n, char *key, size_t key_room, char *value, size_t value_room);

/* ---- communicators ---- */

/* Make one and give it the number `to`, if this rank is in it. Groups are ranks in MPI_COMM_WORLD. */
int ckptm_comm_dup(int comm, int to);
int ckptm_comm_split(int comm, int color, int key, int to);
int ckptm_comm_split_type(int comm, bool shared, int key, int to);
int ckptm_comm_create(int comm, const int *world, int size, int to);
int ckptm_comm_create_group(int comm, const int *world, int size, int tag, int to);
/* far: rank in MPI_COMM_WORLD of the remote leader (leaders only) */
int ckptm_intercomm_create(int local, int leader, int peer, int remote_leader, int far, int tag, int to);
/* A word for the other group, and its. Collective. */
int ckptm_intercomm_exchange(int comm, unsigned long long own, unsigned long long *other);
int ckptm_intercomm_merge(int comm, int high, int to);
/* topology: as in handles/topologies.h */
int ckptm_comm_topology(int comm, const int *topology, int to);
int ckptm_cart_sub(int comm, const int *remain, int to);
/* weights 0: unweighted */
int ckptm_dist_graph_create(int comm, int n, const int *sources, const int *degrees, const int *destinations, const int *weights, int to);
/* Neighbours as the MPI orders them; in, out: how many. */
int ckptm_dist_graph_degrees(int comm, int *in, int *out);
int ckptm_dist_graph_neighbors(int comm, int in, int *sources, int *source_weights, int out, int *destinations, int *destination_weights);

/* A duplicate without waiting, in that slot; when that is complete the number gets it. */
int ckptm_comm_idup(int comm, int to, int slot);
void ckptm_comm_idup_done(int to);
/* Duplicates are under way, and this MPI confuses them with other collectives of the parent (collectives/turns.h). */
bool ckptm_duplicates_take_turns(void);
/* This MPI confuses what makes a communicator of one of two groups with collectives of that one. */
bool ckptm_creations_take_turns(void);

bool ckptm_comm_is_real(int comm);
int ckptm_comm_free(int comm);
/* A barrier on it that does not block: begin; has it ended? */
void ckptm_comm_close_begin(int comm);
bool ckptm_comm_closed(int comm);
int ckptm_comm_rank(int comm);
int ckptm_comm_size(int comm);
/* 0: no intercommunicator */
int ckptm_comm_remote_size(int comm);
/* Ranks in MPI_COMM_WORLD of its members, or those of its other group. world [size] */
int ckptm_comm_members(int comm, bool remote, int *world);

/* At a restart, called by all ranks: those with the same color (not -1) are one from now on, ordered by `place`. */
int ckptm_comm_remake(int color, int place, int to);
/* Then, of an intercommunicator: `at` is its own group; make it the whole. far: rank in MPI_COMM_WORLD of the other group's first. */
int ckptm_comm_remake_bridge(int at, int far, int tag);
int ckptm_comm_remake_topology(int at, const int *topology);

/* ---- point to point ---- */
enum ckptm_mode { CKPTM_MODE_STANDARD, CKPTM_MODE_SYNCHRONOUS, CKPTM_MODE_READY, CKPTM_MODE_BUFFERED };

int ckptm_isend(const void *buffer, int count, int type, int dest, int tag, int comm, enum ckptm_mode mode, int slot);
/* The same from a copy: the program may have its buffer again before the send is complete (then it is let go). */
int ckptm_isend_copy(const void *buffer, int count, int type, int dest, int tag, int comm, enum ckptm_mode mode, int slot);
int ckptm_irecv(void *buffer, int count, int type, int source, int tag, int comm, int slot);
/* A blocking one, if MPI does it at once: done. Else it has begun, and ckptm_request_move puts it into a slot. small: of so few bytes that
 * it may as well wait in MPI: a standard send of that size is over before anyone receives it. */
int ckptm_send_now(const void *buffer, int count, int type, int dest, int tag, int comm, enum ckptm_mode mode, bool small, bool *done);
int ckptm_receive_now(void *buffer, int count, int type, int source, int tag, int comm, bool *done, MPI_Status *status);
/* A standard one of so few bytes, of a predefined datatype, to a rank of the communicator; not where messages have headers. */
int ckptm_send_at_once(const void *buffer, int count, int type, int dest, int tag, int comm);
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

/* Has the request in a slot completed? Then the slot is free and *status has source, tag, error, bytes, and, if that can be, cancelled. */
int ckptm_test(int slot, bool cancelled, bool *flag, MPI_Status *status);
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
/* Can it be the real MPI's blocking call? The same on all ranks of the communicator. Then: do it; returns the error. */
bool ckptm_can_be_blocking(const struct ckptm_collective *record);
int ckptm_do_blocking(const struct ckptm_collective *record);
/* A collective as messages of the layer's own (collectives/few.h), in that slot: begin, then what it consists of. Ranks in MPI_COMM_WORLD. ckptm_test says
 * when all are done. small: as with ckptm_send_now. failed: one was not begun; the slot is free. */
void ckptm_own_begin(int slot);
int ckptm_own_receive(void *buffer, int count, int type, int from, int tag);
int ckptm_own_send(const void *buffer, int count, int type, int to, int tag, bool small);
void ckptm_own_failed(int slot, int error);
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
/* All ranks' bytes, one behind the other; free() them. */
unsigned char *ckptm_control_gather(const void *bytes, size_t size, size_t *total);
int ckptm_control_min(int value);
/* Before there is a communicator of the layer's: are all ranks of the job here? */
void ckptm_world_begin(void);
bool ckptm_world_there(void);

#include "shim_calls.h"
#endif
