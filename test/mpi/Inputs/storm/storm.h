/* storm.h - what the parts of storm share. See storm.c. */
#ifndef STORM_H
#define STORM_H

#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef FEATURES
#define FEATURES 511
#endif
enum { MATCHED = 1, PERSISTENT = 2, BUFFERED = 4, NONBLOCKING = 8, DERIVED = 16, CANCELLED = 32, MAKING = 64, PROBES = 128, SYNCHRONOUS = 256, USES = 9 };
enum { COMMS = 4, TAGS = 3, RANKS = 8, OPEN = 1024, MANY = 24, HEAD = 4, ATTACHED = 1 << 20, GATHERED = 2, LOG_TAG = 1000 };
enum discipline { GIVEN, ANY_TAG, ANY_SOURCE, ANY_BOTH };

typedef struct list { uint64_t *at; int count, room; } list_t;
/* A receive in the order of posting: what it got. */
typedef struct { int source, tag; uint64_t number, index; } got_t;
typedef struct { got_t *at; int count, room; } gots_t;

typedef struct {
    MPI_Request request;
    int kind;                        /* 0 free, 1 send, 2 receive, 3 collective, 4 persistent receive */
    int comm, posted;                /* receive: its place in gots; collective: in results */
    int source, tag;                 /* asked for */
    int words;
    uint64_t *buffer, *more;         /* more: a collective's result */
} open_t;

extern int rank, size, rounds, per_round;
extern uint64_t seed, state;
extern MPI_Comm comms[COMMS];
extern int rank_in[COMMS];           /* ours */
extern list_t sent[COMMS][RANKS];    /* hashes, by their number to that rank */
extern list_t have[COMMS][RANKS];    /* the same of what has come; 0: not yet */
extern uint64_t sent_of[COMMS][RANKS][TAGS];
extern gots_t gots[COMMS];
extern int owed[COMMS][RANKS][TAGS]; /* receives to be posted; summed over what the discipline does not tell apart */
extern open_t opens[OPEN];
extern list_t results;               /* of collectives */
extern int messages, errors, collectives;
extern int used[USES];               /* by feature: how often it came to pass */
#define use(FEATURE) (used[__builtin_ctz(FEATURE)]++)
extern char *attached;

/* numbers.c */
/* The state is mixed with what this rank sees. */
void see_at(uint64_t what, int line);
#define see(WHAT) see_at(WHAT, __LINE__)
uint64_t mix(uint64_t h);
int draw(int below);
int planned(int round, int item, int field, int below);
uint64_t hash_of(const uint64_t *words, int n);
void put(list_t *l, int at, uint64_t value);
void wrong(const char *what, int comm, int source, uint64_t number);
void visit(void);

/* messages.c */
int slot(void);
int many(void);
void finished(open_t *o, const MPI_Status *status);
void send_one(int round, int item);
void receive_later(void);
void receive_probed(int now);
void receive_matched(int now);
void receive_now(void);
void cancel_one(void);

/* completion.c */
void complete_some(int blocking);
void complete_all(void);

/* collectives.c */
void collective(int round, int item);

/* checks.c */
void check_order(int comm);
void check_contents(int comm);
void check_results(void);

#endif
