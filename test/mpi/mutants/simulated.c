/* simulated.c - what unit tests of the layer need to run without a point (mutants.h): the environment says which. */
#include <stdlib.h>
#include <string.h>
#include "mpi/protocol/mutants.h"
#include "mpi/protocol/steps.h"

bool ckptm_mutant_is(enum ckptm_mutant_name name)
{
    static const char *const names[] = { "",
#define M(name, text) #name,
        CKPTM_MUTANT_LIST(M)
#undef M
    };
    const char *mutant = getenv("CKPT_MPI_MUTANT");

    return mutant && strcmp(mutant, names[name]) == 0;
}

void ckptm_step_done(enum ckptm_step_name step) { (void)step; }
