/* line.h - how ranks agree on a recovery line: a state machine that knows nothing of MPI.
 *
 * Purpose    one line at a time: prepare, acknowledge, local checkpoint at the next site, positions, early messages, end of the logs,
 *            ready, commit (or abandon). The paper's protocol, with what docs/mpi.md says it leaves out.
 * Input      messages from other ranks (ckptm_line_hear), and what happens here (wish, checkpointed, settled, ...).
 * Output     messages through `send`, and what is to be done here through the other calls of ckptm_line_io.
 * Invariants messages between two ranks keep their order. A number never names two lines that may both be committed. Rank 0 alone
 *            decides. Nothing here blocks, reads a clock or allocates but once.
 *
 *      any     WISH       ->  0       a line is wanted
 *      0       PREPARE    ->  all     from its acknowledgement on a rank keeps positions and hashes of all it receives
 *      any     ACK        ->  0
 *      0       GO         ->  all     all have acknowledged: take the local checkpoint at the next site
 *      any     POSITIONS  ->  each    what was sent to it before the checkpoint; how many collectives were done
 *      any     EARLY      ->  each    what this rank consumed of it that it will send again
 *      any     END        ->  each    where this rank's log of outcomes ends (rounds, until no end moves)
 *      any     READY      ->  parent  its part is on disk, and those of all ranks below it in a binomial tree whose root is rank 0
 *      any     FAILED     ->  0       it cannot be, with the reason
 *      0       COMMIT     ->  all     the commit record is on disk;  or ABANDON, with the reason
 */
#ifndef CKPTM_LINE_H
#define CKPTM_LINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum ckptm_message_kind {
    CKPTM_WISH = 1, CKPTM_PREPARE, CKPTM_ACK, CKPTM_GO, CKPTM_POSITIONS, CKPTM_EARLY, CKPTM_END, CKPTM_READY, CKPTM_FAILED,
    CKPTM_COMMIT, CKPTM_ABANDON,
    /* Not the line's (requests/synchronous.c, requests/discard.c, collectives/entered.c). */
    CKPTM_ASK = 100, CKPTM_ANSWER, CKPTM_RESENT, CKPTM_DIFFERS, CKPTM_ENTERED,
    CKPTM_ENTER, CKPTM_LEAVING        /* handles/entry.c */
};

/* Where a rank is. */
enum ckptm_line_phase {
    CKPTM_IDLE,                   /* no line pending */
    CKPTM_WISHED,                 /* asked for, not yet prepared */
    CKPTM_PREPARED,               /* acknowledged */
    CKPTM_DUE,                    /* to be checkpointed at the next site */
    CKPTM_WINDOW,                 /* checkpointed; outcomes are logged */
    CKPTM_ENDING,                 /* the log has ended; its end is being agreed on */
    CKPTM_WRITING,                /* the ends are agreed on; the rank's part is being written */
    CKPTM_DONE                    /* ready; waits for the verdict */
};

struct ckptm_line;

/* What the machine asks of its owner; `owner` is handed through. */
typedef struct ckptm_line_io {
    /* Give a message to a rank; kind, then the line's number, then `size` bytes. To itself too. */
    void (*send)(void *owner, int to, uint32_t kind, uint64_t number, const void *bytes, size_t size);
    /* The line is being prepared: keep what is received. stop: the program stops once it is committed. */
    void (*prepare)(void *owner, uint64_t number, bool stop);
    /* All ranks are prepared: checkpoint at the next site. */
    void (*go)(void *owner);
    /* A rank's POSITIONS, EARLY, END (without the first two bytes) have come. */
    void (*positions)(void *owner, int from, const void *bytes, size_t size);
    void (*early)(void *owner, int from, const void *bytes, size_t size);
    void (*end)(void *owner, int from, const void *bytes, size_t size);
    /* Send END to every rank, by ckptm_line_tell; its first two bytes are these. */
    void (*tell_end)(void *owner, unsigned char parity, unsigned char moved);
    /* All ENDs of a round are here: cut our log. Returns true if that moved our end. */
    bool (*cut)(void *owner);
    /* The ends are agreed on: write this rank's part, then ckptm_line_ready or ckptm_line_failed. */
    void (*write)(void *owner);
    /* What a rank below says of its part, and of those below it: keep it beside what this rank says. */
    void (*keep)(void *owner, const void *bytes, size_t size);
    /* Send READY to that rank, by ckptm_line_tell, with all that was kept. */
    void (*tell_ready)(void *owner, int to);
    /* Rank 0: all are ready: write the commit record. False: it cannot be, *why says the reason. */
    bool (*record)(void *owner, uint64_t number, const char **why);
    /* The verdict. */
    void (*committed)(void *owner, uint64_t number, bool stop);
    void (*abandoned)(void *owner, uint64_t number, const char *why);
} ckptm_line_io;

typedef struct ckptm_line {
    const ckptm_line_io *io;
    void *owner;
    int rank, size;
    enum ckptm_line_phase phase;
    uint64_t number;              /* of the line pending, or the last one */
    uint64_t last;                /* rank 0: greatest number ever used */
    bool stop, wanted, wanted_stop;
    bool settled;                 /* all late messages are here, all collectives done */
    int acks;                     /* rank 0 */
    int readies;                  /* this rank, and its children in the tree */
    int positions, earlies;       /* ranks heard from */
    int ends[2];                  /* of this round and the next, by the round's parity */
    int moved[2];
    uint32_t round;
    bool failed;                  /* this rank has said so */
    bool begun;                   /* rank 0: a line has no verdict yet */
    bool decided;                 /* this rank has heard the verdict of line `number`: what still comes of that counts for nothing */
    bool closing;                 /* no line is begun any more */
} ckptm_line;

void ckptm_line_open(ckptm_line *line, const ckptm_line_io *io, void *owner, int rank, int size, uint64_t last);

/* A line is wanted. stop: the program is to stop after it. */
void ckptm_line_wish(ckptm_line *line, bool stop);

/* A message has come from a rank (perhaps this one). */
void ckptm_line_hear(ckptm_line *line, int from, uint32_t kind, uint64_t number, const void *bytes, size_t size);

/* This rank has taken its local checkpoint (phase DUE): it may have sent POSITIONS before. */
void ckptm_line_checkpointed(ckptm_line *line);
/* All late messages are here and all collectives that the line needs are done (phase WINDOW; told once). */
void ckptm_line_settled(ckptm_line *line);
/* This rank's part is on disk (phase WRITING), and what it says of that is kept. */
void ckptm_line_ready(ckptm_line *line);
/* This rank cannot do its part. Once it is ready it can. */
void ckptm_line_failed(ckptm_line *line, const char *why);

/* Send bytes of the pending line. */
void ckptm_line_tell(ckptm_line *line, int to, uint32_t kind, const void *bytes, size_t size);

/* The binomial tree on which ranks tell that they are ready: the rank above (not of rank 0), and how many ranks tell this one. Neither is more than the
 * logarithm of the job's size away from all it needs. */
int ckptm_line_parent(int rank);
int ckptm_line_children(int rank, int size);

/* True if this rank has the positions of all ranks. */
bool ckptm_line_known(const ckptm_line *line);

#endif
