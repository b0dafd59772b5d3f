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
#include "mpi/collectives/record.h"

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
    unsigned last;                /* slot asked for last; a guess, not part of images */
} ckptm_table;

enum ckptm_how { CKPTM_FREE, CKPTM_WORLD, CKPTM_SELF, CKPTM_MADE };
enum ckptm_stage {
    CKPTM_POSTED = 1,             /* the call that makes it is not complete */
    CKPTM_COMM_AWAITED,                /* made again by a restart; the call that makes it is still to come. key 0: it gives none to this rank */
    CKPTM_MADE_HERE,
    CKPTM_FREED,                  /* by the program; kept until no member can need it */
    CKPTM_OVER                    /* nothing of it is pending here any more */
};

typedef struct ckptm_comm {
    ckptm_u64 key;                /* the same on all members, and no other's */
    int how;                      /* enum ckptm_how */
    int live;                     /* the program may use it */
    int stage;                    /* enum ckptm_stage */
    ckptm_u64 call;               /* which call made it (handles/comms.h) */
    int rank;                     /* in its own group */
    int size;                     /* of the group that ranks name: of an intercommunicator, the other one */
    int *world;                   /* [size] ranks in MPI_COMM_WORLD */
    int nmembers;
    int *members;                 /* [nmembers] an intercommunicator's own group; else 0: it is `world` */
    int errhandler;               /* 0: MPI_ERRORS_ARE_FATAL */
    int ntopology;
    int *topology;                /* [ntopology] topologies.h; 0: none */
    char *name;                   /* 0: none */
    struct ckptm_attribute *attributes;      /* handles/attributes.h */
    ckptm_u64 collectives;        /* posted here: numbers given */
} ckptm_comm;

enum ckptm_request_kind { CKPTM_NONE, CKPTM_SEND, CKPTM_RECEIVE, CKPTM_COLLECTIVE, CKPTM_GENERALIZED };
enum ckptm_request_state {
    CKPTM_PENDING,                /* MPI has it */
    CKPTM_COMPLETE,
    CKPTM_QUEUED,                 /* a receive that only the matching queue serves, until MPI is used directly again */
    CKPTM_COMING,                 /* a receive whose message is `message`, which is not here yet */
    CKPTM_DOOMED,                 /* a receive that is not posted, for it will be cancelled as it was before the restart */
    CKPTM_INACTIVE,               /* persistent, not started */
    CKPTM_UNANSWERED,             /* a synchronous send of before the restart: complete when its receiver says so */
    CKPTM_OPEN,                   /* a generalized request, until MPI_Grequest_complete */
    CKPTM_REPLAYED                /* a collective whose result came with a line */
};

typedef struct ckptm_request {
    int kind, state;
    int mode;                     /* of a send */
    int released;                 /* by MPI_Request_free: goes when it completes */
    int persistent;
    int any;                      /* a receive posted with MPI_ANY_SOURCE (1), MPI_ANY_TAG (2): peer and tag are of what it got, once that is certain */
    int probed;                   /* a receive of a message that a probe had matched */
    int cancel;                   /* MPI_Cancel was called, what came of it is not known yet; 2: before the last line */
    int next;                     /* of those that are free */
    void *buffer;
    int count, type, peer, tag, comm;
    ckptm_u64 sequence;           /* order of posting */
    ckptm_u64 position;           /* in its envelope, once that is certain; 0: not yet */
    ckptm_u64 seen;               /* the line whose log knows already that it was consumed */
    struct ckptm_message *message;
    ckptm_collective *collective; /* until it is complete */
    MPI_Status status;
    ckptm_u64 drained;            /* its message's place among those that probes took off MPI (ckptm_message); not part of images */
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

enum ckptm_form {
    CKPTM_STORED,                 /* `data` has its contents */
    CKPTM_HELD,                   /* MPI has them; in an image: a place for what the line brings */
    CKPTM_ARRIVING,               /* the layer is receiving them */
    CKPTM_AWAITED                 /* after a restart: it will be sent again */
};

/* A message that is out of MPI's hands and not yet the program's. */
typedef struct ckptm_message {
    ckptm_u64 comm;
    int source, tag;
    int form;                     /* enum ckptm_form */
    int truncated;                /* it was cut off by the receive that had it: contents are what that got, or none */
    ckptm_u64 position;
    ckptm_u64 size;               /* bytes, as a probe said */
    ckptm_u64 reserved;           /* for the receive of that number and no other; 0: for any that fits */
    ckptm_u64 unordered;          /* line with which it came, if its place among those of other tags is not known; else 0 */
    ckptm_u64 drained;            /* place among all that were taken off MPI by probes; 0: it was not */
    ckptm_u64 line;               /* with which it came */
    ckptm_data data;
    struct ckptm_message *next;
    /* Not part of images: */
    struct ckptm_message *before, *same;
    int held;                     /* HELD, ARRIVING: number of the real one (shim.h) */
    int asked;                    /* its sender wants to know when the program takes it */
    ckptm_u64 seen;               /* the line whose log knows of it */
    unsigned char *bytes;         /* ARRIVING */
} ckptm_message;

/* A message that the receiver has had already: not sent again; or again: that it knows of, and that must be sent. */
typedef struct ckptm_early {
    ckptm_u64 comm;
    int peer, tag, again;
    ckptm_u64 position, hash;
    struct ckptm_early *next;
    struct ckptm_early *before, *same;   /* not part of images (requests/suppress.c) */
} ckptm_early;

/* What a collective gave this rank: one part of its result. */
typedef struct ckptm_result {
    ckptm_u64 comm, index;
    int part;
    ckptm_data data;
    struct ckptm_result *next;
} ckptm_result;

/* How something ended that could end otherwise when done again. */
enum ckptm_outcome_kind { CKPTM_O_MATCH = 1, CKPTM_O_TEST, CKPTM_O_PROBE, CKPTM_O_ANY, CKPTM_O_CLOCK, CKPTM_O_TIME, CKPTM_O_CANCEL };

typedef struct ckptm_outcome {
    int kind;
    int flag;                     /* TEST, PROBE, CANCEL: true; ANY: the index */
    int source, tag;              /* MATCH, PROBE */
    ckptm_u64 value;              /* MATCH, CANCEL: sequence of the receive; PROBE: bytes; CLOCK: bits of the double; TIME: ns */
    struct ckptm_outcome *next;
} ckptm_outcome;

typedef struct ckptm_state {
    int initialised;              /* by the program: 0, 1, 2 = finalised */
    int provided;
    ckptm_table sent, received;
    ckptm_table grouped;          /* calls of MPI_Comm_create_group, by communicator and a hash of group and tag (handles/creation.c) */
    ckptm_comm *comms;            /* [ncomms]; 0 is none */
    int ncomms;
    ckptm_request *requests;      /* [nrequests]; 0 is none */
    int nrequests;
    ckptm_u64 sequence;
    int free_request;             /* the first of those that are free; 0: none */
    ckptm_message *queue;         /* the matching queue (requests/requests.h) */
    ckptm_message *reserved;      /* late messages that receives pending at the checkpoint had got */
    ckptm_message **held;         /* [nheld] what MPI_Message stands for */
    int nheld;
    ckptm_early *early;
    ckptm_result *results;
    ckptm_outcome *outcomes;      /* in order, but for */
    ckptm_outcome *matches;       /* MATCH and CANCEL: by the number of the receive */
    void *attached;               /* by MPI_Buffer_attach */
    int attached_size;
    ckptm_table ends;             /* of the line restarted from: where our log ended; peers are receivers, (CKPTM_ALL, CKPTM_ALL) collectives */
    ckptm_counter *tag_sent, *tag_received; /* [size of the job] Message Tagging: messages, by rank (requests/tagging.h); else 0 */
    unsigned packed;              /* 0: the program has packed nothing; else on which machine (handles/packing.c) */
    ckptm_signature_t *signatures; /* [nsignatures] that statuses name (handles/data.h) */
    int nsignatures;
    struct ckptm_told_place *told;      /* [CKPTM_TOLD] a ring (handles/told.h), or 0 */
    int next_told;                /* the one that the next takes the place of */
    int forgotten;                /* some have been taken the place of */
    ckptm_u64 clock;              /* MPI_Wtime at the checkpoint, bits of a double */
    ckptm_u64 line;               /* that the image is part of, and whose it is (store/imageline.h); 0: of before these were kept */
    int rank;
} ckptm_state_t;

/* An address that the program was told. */
typedef struct ckptm_told_place {
    void *where;                  /* 0: nothing is there any more */
    long long was;                /* as it was told */
} ckptm_told_place;

extern ckptm_state_t ckptm_state;

/* Types of what is on the heap. */
enum ckptm_type { CKPTM_T_COUNTER, CKPTM_T_COMM, CKPTM_T_REQUEST, CKPTM_T_MESSAGE, CKPTM_T_MESSAGES, CKPTM_T_EARLY, CKPTM_T_RESULT, CKPTM_T_OUTCOME, CKPTM_T_INT, CKPTM_T_ROW, CKPTM_T_BYTE,
                  CKPTM_T_SIGNATURE, CKPTM_T_POINTER, CKPTM_T_COLLECTIVE, CKPTM_T_DATA, CKPTM_T_TOLD };

/* Memory of the program, zeroed; ends the process if there is none. */
void *ckptm_new(enum ckptm_type type, size_t count);
struct ckptg_type;
void *ckptm_new_of(const struct ckptg_type *type, size_t count);
/* One value of a type of the program's: what that is on another machine an image says by it. */
void *ckptm_new_model(const struct ckptg_type *type);

#endif
