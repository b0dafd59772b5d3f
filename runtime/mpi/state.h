/* state.h - what the layer knows of the program's communication, as part of the program: an image carries it like any variable.
 *
 * Purpose    counters per envelope, communicators, requests, messages and results that came with the line this run started from.
 *            Types are described in state.c, so they are converted between architectures with everything else; pointers into the
 *            program's buffers are pointers like any, and roots of the object walk.
 * Invariants names of types, fields and variables are part of the image format. Numbers that programs hold (handles) are indices
 *            here. Keys of communicators are the same on all members.
 */
#ifndef CKPTM_STATE_H
#define CKPTM_STATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "mpi.h"

typedef unsigned long long ckptm_u64;

/* How many messages of an envelope: sent, or consumed (whatever their order of completion; see `position`). */
typedef struct ckptm_counter {
    ckptm_u64 comm;               /* key; 0: free slot */
    int peer, tag;                /* rank in the communicator */
    ckptm_u64 count;
} ckptm_counter;

typedef struct ckptm_table {      /* open addressing, room a power of two */
    ckptm_counter *slots;
    unsigned room, used;
} ckptm_table;

enum ckptm_how { CKPTM_FREE, CKPTM_WORLD, CKPTM_SELF, CKPTM_DUP, CKPTM_SPLIT };

typedef struct ckptm_comm {
    ckptm_u64 key;
    int how;                      /* enum ckptm_how */
    int live;                     /* not yet freed by the program */
    int parent, color, order;     /* what it was made of; order: the key argument of MPI_Comm_split, made the saved rank */
    int rank;                     /* in its own group */
    int size;                     /* of the group that ranks name: of an intercommunicator, the other one */
    int *world;                   /* [size] ranks in MPI_COMM_WORLD */
    int nmembers;
    int *members;                 /* [nmembers] an intercommunicator's own group; else 0: it is `world` */
    int errhandler;               /* 0: MPI_ERRORS_ARE_FATAL */
    ckptm_u64 collectives;        /* completed here */
    ckptm_u64 made;               /* communicators made of it */
} ckptm_comm;

enum ckptm_request_kind { CKPTM_NONE, CKPTM_SEND, CKPTM_RECEIVE, CKPTM_COLLECTIVE };
enum ckptm_request_state { CKPTM_PENDING, CKPTM_COMPLETE, CKPTM_DEFERRED };

typedef struct ckptm_request {
    int kind, state;              /* DEFERRED: a receive that is not posted yet, for what it may take is not decided */
    int mode;                     /* of a send */
    int released;                 /* by MPI_Request_free: goes when it completes */
    void *buffer;
    int count, type, peer, tag, comm;
    ckptm_u64 sequence;           /* order of posting */
    ckptm_u64 position;           /* in its envelope, once that is certain; 0: not yet */
    MPI_Status status;
} ckptm_request;

/* Basic elements in a row. */
typedef struct ckptm_row {
    int type;                     /* predefined */
    ckptm_u64 count;
} ckptm_row;

typedef struct ckptm_signature {
    int nrows;
    ckptm_row *rows;
} ckptm_signature_t;

/* Contents of a message, or of a part of a result, apart from any buffer (handles/data.h). */
typedef struct ckptm_data {
    int nrows;
    ckptm_row *rows;              /* [nrows] of what they consist: again and again until all elements are there */
    ckptm_u64 elements;
    unsigned layout;              /* MPI_BYTE or MPI_PACKED is in it: of the machine whose bytes these are; else 0 */
    ckptm_u64 size;
    unsigned char *bytes;         /* [size] in the common form (handles/basics.h) */
} ckptm_data;

/* A message that was sent before the line and not yet received: goes to the first receive that matches. */
typedef struct ckptm_late {
    ckptm_u64 comm;
    int source, tag;
    ckptm_u64 unordered;          /* line with which it came, if its place among those of other tags is not known; else 0 */
    ckptm_data data;
    struct ckptm_late *next;
} ckptm_late;

/* A message that the receiver has had already: not sent again. */
typedef struct ckptm_early {
    ckptm_u64 comm;
    int peer, tag;
    ckptm_u64 position, hash;
    struct ckptm_early *next;
} ckptm_early;

/* What a collective gave this rank: one part of its result. */
typedef struct ckptm_result {
    ckptm_u64 comm, index;
    int part;
    ckptm_data data;
    struct ckptm_result *next;
} ckptm_result;

/* How something ended that could end otherwise when done again. */
enum ckptm_outcome_kind { CKPTM_O_MATCH = 1, CKPTM_O_TEST, CKPTM_O_PROBE, CKPTM_O_ANY, CKPTM_O_CLOCK, CKPTM_O_TIME };

typedef struct ckptm_outcome {
    int kind;
    int flag;                     /* TEST, PROBE: true; ANY: the index */
    int source, tag;              /* MATCH, PROBE */
    ckptm_u64 value;              /* MATCH: sequence of the receive; PROBE: bytes; CLOCK: bits of the double; TIME: ns */
    struct ckptm_outcome *next;
} ckptm_outcome;

typedef struct ckptm_state {
    int initialised;              /* by the program: 0, 1, 2 = finalised */
    int provided;
    ckptm_table sent, received;
    ckptm_comm *comms;            /* [ncomms]; 0 is none */
    int ncomms;
    ckptm_request *requests;      /* [nrequests]; 0 is none */
    int nrequests;
    ckptm_u64 sequence;
    ckptm_late *late;             /* of one sender and communicator: in the order of sending */
    ckptm_early *early;
    ckptm_result *results;
    ckptm_outcome *outcomes;      /* in order */
    ckptm_table ends;             /* of the line restarted from: where our log ended; peers are receivers, (CKPTM_ALL, CKPTM_ALL) collectives */
    ckptm_signature_t *signatures; /* [nsignatures] that statuses name (handles/data.h) */
    int nsignatures;
    ckptm_u64 clock;              /* MPI_Wtime at the checkpoint, bits of a double */
} ckptm_state_t;

extern ckptm_state_t ckptm_state;

/* Types of what is on the heap. */
enum ckptm_type { CKPTM_T_COUNTER, CKPTM_T_COMM, CKPTM_T_REQUEST, CKPTM_T_LATE, CKPTM_T_EARLY, CKPTM_T_RESULT, CKPTM_T_OUTCOME, CKPTM_T_INT, CKPTM_T_ROW, CKPTM_T_BYTE,
                  CKPTM_T_SIGNATURE };

/* Memory of the program, zeroed; ends the process if there is none. */
void *ckptm_new(enum ckptm_type type, size_t count);
struct ckptg_type;
void *ckptm_new_of(const struct ckptg_type *type, size_t count);

#endif
