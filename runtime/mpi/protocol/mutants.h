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
    M(no_early_hash, "messages that are not sent again are not compared")

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
