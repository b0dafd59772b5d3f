/* limits.c - what a line may cost: a line that is beyond a limit is abandoned, and says so. See limits.h. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include "mpi/layer.h"
#include "mpi/protocol/mutants.h"
#include "mpi/store/limits.h"

static struct { double intervals, bytes, seconds; } most;
static double begun;

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static bool read_one(const char *name, double *limit)
{
    const char *text = getenv(name);
    char *end;

    *limit = 0;
    if (!text)
        return true;
    *limit = strtod(text, &end);
    return end != text && !*end && *limit > 0;
}

const char *ckptm_limits_read(void)
{
    if (!read_one("CKPT_MPI_MAX_INTERVALS", &most.intervals))
        return "CKPT_MPI_MAX_INTERVALS";
    if (!read_one("CKPT_MPI_MAX_BYTES", &most.bytes))
        return "CKPT_MPI_MAX_BYTES";
    return read_one("CKPT_MPI_MAX_TIME", &most.seconds) ? 0 : "CKPT_MPI_MAX_TIME";
}

void ckptm_limits_begin(void) { begun = most.seconds ? now() : 0; }

static void beyond(const char *what, double limit)
{
    char why[200];

    snprintf(why, sizeof why, "rank %d: %s, the limit is %g", ckptm.rank, what, limit);
    ckptm_line_failed(&ckptm.line, why);
}

/* Messages that crossed earlier lines and still nobody has received. */
static void look_at_intervals(void)
{
    for (const ckptm_message *m = ckptm_state.queue; m; m = m->next)
        if (m->form == CKPTM_STORED && m->line && (double)(ckptm.line.number - m->line) >= most.intervals) {
            beyond("CKPT_MPI_MAX_INTERVALS: a message has crossed more lines", most.intervals);
            return;
        }
}

void ckptm_limits_checkpointed(void)
{
    if (most.intervals && !ckptm_mutant(intervals))
        look_at_intervals();
}

void ckptm_limits_look(void)
{
    if (ckptm_mutant(limits) || ckptm.line.failed || ckptm.line.phase < CKPTM_PREPARED || ckptm.line.phase > CKPTM_WINDOW)
        return;
    if (most.bytes && (double)(ckptm.window.late.bytes + ckptm.window.results.bytes) > most.bytes)
        beyond("CKPT_MPI_MAX_BYTES: late messages and results take more bytes", most.bytes);
    else if (most.seconds && now() - begun > most.seconds)
        beyond("CKPT_MPI_MAX_TIME: it takes more seconds", most.seconds);
}
