/* mutants.c - what tests ask for by the environment: points taken out, ranks that kill themselves. See mutants.h, steps.h. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "core/log.h"
#include "mpi/layer.h"
#include "mpi/protocol/mutants.h"
#include "mpi/protocol/steps.h"

#ifndef CKPTM_MUTANTS

bool ckptm_debug_read(void)
{
    static const char *const names[] = { "CKPT_MPI_MUTANT", "CKPT_MPI_KILL", "CKPT_MPI_STEER" };

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (getenv(names[i])) {
            ckpti_log("%s is for programs linked with --ckpt-mpi=mutants", names[i]);
            return false;
        }
    return true;
}

#else

enum { KILLS = 16, STEPS = 64 };

static enum ckptm_mutant_name mutant;
static struct { int rank, step, occurrence; } kills[KILLS];
static int nkills;
static int seen[STEPS];           /* how often each step was done */

static int step_called(const char *name, size_t length)
{
    static const struct { int number; const char *name; } steps[] = {
#define S(number, name, who, text) { number, #name },
        CKPTM_STEP_LIST(S)
#undef S
    };

    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
        if (strlen(steps[i].name) == length && memcmp(steps[i].name, name, length) == 0)
            return steps[i].number;
    return 0;
}

/* rank:step:occurrence[,...] */
static bool read_kills(const char *text)
{
    for (nkills = 0; text && *text; text += *text == ',') {
        int rank, occurrence, from, to, end = 0;

        if (nkills == KILLS || sscanf(text, "%d:%n%*[a-z_]%n:%d%n", &rank, &from, &to, &occurrence, &end) != 2 || !end ||
            (text[end] && text[end] != ','))
            return false;
        kills[nkills].rank = rank;
        kills[nkills].occurrence = occurrence;
        if (!(kills[nkills++].step = step_called(text + from, (size_t)(to - from))))
            return false;
        text += end;
    }
    return true;
}

static bool read_mutant(const char *text)
{
#define M(name, what) \
    if (strcmp(text, #name) == 0) \
        mutant = CKPTM_MUTANT_##name;
    CKPTM_MUTANT_LIST(M)
#undef M
    return mutant != CKPTM_MUTANT_NONE;
}

bool ckptm_debug_read(void)
{
    const char *name = getenv("CKPT_MPI_MUTANT"), *steps = getenv("CKPT_MPI_KILL");

    if (name && !read_mutant(name)) {
        ckpti_log("CKPT_MPI_MUTANT=%s: no such mutant", name);
        return false;
    }
    if (steps && !read_kills(steps)) {
        ckpti_log("CKPT_MPI_KILL=%s: not a list of rank:step:occurrence", steps);
        return false;
    }
    return true;
}

bool ckptm_mutant_is(enum ckptm_mutant_name name) { return name == mutant; }

void ckptm_step_done(enum ckptm_step_name step)
{
    seen[step]++;
    for (int i = 0; i < nkills; i++)
        if (kills[i].rank == ckptm.rank && kills[i].step == (int)step && kills[i].occurrence == seen[step])
            kill(getpid(), SIGKILL);
}

#endif
