/* steer.h - a test's program waits for a certain moment of a line, so that an execution that is rare comes to pass each time.
 *
 * Purpose    in programs linked with --ckpt-mpi=mutants (mutants.h) only, which declare these themselves (test/mpi/mutants/steer.h).
 * Use        CKPT_MPI_STEER=n: lines up to number n are made in this run, asked for by ckptm_steer_ask; waits for others are over at once,
 *            and so are those for lines of before a restart.
 */
#ifndef CKPTM_STEER_H
#define CKPTM_STEER_H

enum ckptm_steer_moment {
    CKPTM_STEER_DUE,              /* the next site is the line's */
    CKPTM_STEER_KNOWN,            /* checkpointed; the positions of all are here */
    CKPTM_STEER_ENDED,            /* the log has ended */
    CKPTM_STEER_OVER              /* committed or abandoned */
};

/* Rank 0 asks for that line; it stops the job if CKPT_EXIT is set. */
void ckptm_steer_ask(int line);
/* Hear control messages until then. */
void ckptm_steer_wait(int line, int moment);
/* Hear them for so many milliseconds. */
void ckptm_steer_hear(int milliseconds);
/* The line that this run came from; 0: none. */
int ckptm_steer_restarted(void);
/* Requests with that tag do not complete, as far as the layer sees; MPI_ANY_TAG: all do. */
void ckptm_steer_hold(int tag);
/* The same until the log has ended, or for so many milliseconds: for those that something has to wait for. */
void ckptm_steer_hold_log(int tag, int milliseconds);
/* As long, nothing is taken off MPI into the queue. */
void ckptm_steer_hold_drain(int milliseconds);

#ifdef CKPTM_MUTANTS
extern int ckptm_steer_held;
int ckptm_steer_still_held(void);
int ckptm_steer_drain_held(void);
#define ckptm_steer_holds(tag) ((tag) == ckptm_steer_held && (tag) >= 0 && ckptm_steer_still_held())
#else
#define ckptm_steer_holds(tag) ((void)(tag), 0)
#define ckptm_steer_drain_held() 0
#endif
#endif
