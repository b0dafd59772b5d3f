/* mutants.h - points of the layer that a test can take out, to see that it notices.
 *
 * Purpose    a test of a point (docs/mpi.md, DESIGN section 6) runs once as it is and once without it, where it must fail.
 * Use        add a name to CKPTM_MUTANT_LIST; write `if (ckptm_mutant(name))` where the point stands. The environment CKPT_MPI_MUTANT=name
 *            takes it out, in programs linked with --ckpt-mpi=mutants (libckpt_mpi_mutants.a, compiled with CKPTM_MUTANTS); in all others
 *            it is the constant false and the variable is refused.
 */
#ifndef CKPTM_MUTANTS_H
#define CKPTM_MUTANTS_H

#include <stdbool.h>

/*  M(name, what is taken out)  */
#define CKPTM_MUTANT_LIST(M) \
    M(no_early_hash, "messages that are not sent again are not compared") \
    M(completion_order, "positions are given in the order of completion") \
    M(drain_by_tag, "messages are taken off MPI tag by tag") \
    M(drain_synchronous, "messages of synchronous sends are received before the program receives them") \
    M(untyped, "what the sender says of types is not used") \
    M(issend_answer, "a synchronous send of before the restart is complete") \
    M(cancel_log, "that a receive was cancelled is not replayed") \
    M(cancel_count, "a cancelled send stays counted") \
    M(log_ends, "logs are not cut") \
    M(unlogged, "what is not logged does not end a log") \
    M(restored_end, "an end may be before the end of the log replayed") \
    M(reserve, "late messages are for any receive") \
    M(restart_log, "what is left of a log is not part of the next image")

enum ckptm_mutant_name {
    CKPTM_MUTANT_NONE,
#define M(name, text) CKPTM_MUTANT_##name,
    CKPTM_MUTANT_LIST(M)
#undef M
};

#ifdef CKPTM_MUTANTS
bool ckptm_mutant_is(enum ckptm_mutant_name name);
#define ckptm_mutant(name) ckptm_mutant_is(CKPTM_MUTANT_##name)
#else
#define ckptm_mutant(name) ((void)CKPTM_MUTANT_##name, false)
#endif
#endif
