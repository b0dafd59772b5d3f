/* delay.h - a shim under an MPI program that delays messages and lets those of different envelopes overtake each other.
 *
 * use      these files as a shared object (../shim.py), LD_PRELOAD, or linked before the MPI. It takes the names MPI_X and PMPI_X, so it
 *          lies under any layer that calls PMPI_X.
 * Input    CKPT_DELAY_SEED=N    what the random choices start from, together with the rank; unset or 0: does nothing
 *          CKPT_DELAY_TAGS=1    tags of one communicator and destination overtake each other, too. Only for programs that
 *                               never receive or probe with MPI_ANY_TAG: for those the standard orders all tags (3.5).
 *          CKPT_DELAY_REPORT=1  MPI_Finalize prints "delay: rank R: N sends, H held, O overtook" on stderr
 *
 * A send is packed into a copy and put into a queue, from which each MPI call releases some, chosen at random: always the
 * oldest of its envelope, where an envelope is (communicator, destination[, tag]). Calls that would block ask the MPI again
 * and again instead, and release meanwhile; so what is held comes out while its sender waits for whatever it is.
 * Kept: the order in an envelope; a synchronous send completes when its receive has started; MPI_Buffer_detach waits for
 * buffered sends; persistent sends (held by not being started) go when they are asked for; what is held may be cancelled;
 * MPI_Comm_free and everything that makes a communicator flush; MPI_Finalize flushes and waits.
 * Blocking collectives become their non-blocking forms, so that messages are held beyond them.
 * Not for more than one thread; one-sided communication, files and dynamic processes are not looked at.
 *
 * queue.c: what is held, and when it goes; sends.c; persistent.c: persistent sends, requests freed and cancelled; completion.c; receives.c: receives
 * and probes; collectives.c; communicators.c: what makes or ends them, beginning and end.
 */
#ifndef DELAY_H
#define DELAY_H

#include <mpi.h>

/* Define MPI_NAME and PMPI_NAME as one function; REAL(NAME) is the MPI's own. */
#define SHIM(NAME, PARAMETERS)                                                  \
    int PMPI_##NAME PARAMETERS __attribute__((alias("delay_" #NAME), visibility("default"))); \
    int MPI_##NAME PARAMETERS __attribute__((alias("delay_" #NAME), visibility("default")));  \
    int delay_##NAME PARAMETERS;                                                \
    int delay_##NAME PARAMETERS
#define REAL(NAME) ((__typeof__(&MPI_##NAME))real(&real_##NAME, "PMPI_" #NAME))
#define STORE(NAME) static void *real_##NAME

/* No name of these comes before one of the program's, or of its MPI. */
#pragma GCC visibility push(hidden)

enum mode { STANDARD, BUFFERED, SYNCHRONOUS, START };
enum state { HELD, SENDING, DONE };

typedef struct entry {
    struct entry *next;              /* in the order of sending */
    enum mode mode;
    enum state state;
    int users;                       /* 1 for the queue, 1 for the program's request */
    int dest, tag, bytes, cancelled;
    MPI_Comm comm;
    void *copy;
    MPI_Request wire;                /* the real send; of START: the program's persistent request */
    MPI_Request ticket;              /* what the program has: a generalized request, or null */
    int ticket_open;                 /* not completed yet */
} entry;

extern entry *queue;
extern int on, attached;             /* attached: bytes of the program's buffer, or -1 */
extern long sends, held;

/* ---- queue.c ---- */
void *real(void **where, const char *name);
unsigned random_below(unsigned n);
/* MPI runs: read the settings. */
void setup(void);
/* How many were sent, held, let others overtake them: where CKPT_DELAY_REPORT asks for it. */
void tell(void);
/* A new one at the end. */
entry *append(enum mode mode, int dest, int tag, MPI_Comm comm);
/* One that uses it less. */
void drop(entry *e);
void complete_ticket(entry *e);
/* Everything of its envelope up to it goes. */
void release(entry *last);
/* All goes: before the real form of a call that may block, in which nothing would release it. */
void flush(void);
/* Take out what is done. */
void collect(void);
/* What each call does first, and a call that waits does over and over. */
void tick(void);
void rest(void);
/* The program asks for these: persistent sends among them must have been started. */
void ask(int n, const MPI_Request *requests);

/* ---- sends.c ---- */
/* Whether this send may be held at all: what is wrong with it is the MPI's to say, at once. */
int may_hold(int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm);
entry *hold(enum mode mode, const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm);

/* ---- completion.c ---- */
int delay_Wait(MPI_Request *request, MPI_Status *status);
#endif
