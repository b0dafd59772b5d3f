/* entered.c - see entered.h */
#include <stdlib.h>
#include <string.h>
#include "mpi/collectives/entered.h"
#include "mpi/collectives/few.h"
#include "mpi/collectives/members.h"
#include "mpi/layer.h"
#include "mpi/protocol/mutants.h"

static struct of_comm {
    ckptm_u64 comm;
    ckptm_u64 *last;              /* [ranks of the job] */
} *comms;
static int ncomms;

static ckptm_u64 *find(ckptm_u64 comm)
{
    for (int i = 0; i < ncomms; i++)
        if (comms[i].comm == comm)
            return comms[i].last;
    comms = ckptm_private(comms, ((size_t)ncomms + 1) * sizeof *comms);
    comms[ncomms].comm = comm;
    comms[ncomms].last = ckptm_private(0, (size_t)ckptm.size * sizeof *comms->last);
    memset(comms[ncomms].last, 0, (size_t)ckptm.size * sizeof *comms->last);
    return comms[ncomms++].last;
}

void ckptm_entered(int rank, ckptm_u64 comm, ckptm_u64 number)
{
    ckptm_u64 *last = find(comm);

    if (rank >= 0 && rank < ckptm.size && last[rank] < number)
        last[rank] = number;
}

void ckptm_enter(const ckptm_collective *c)
{
    ckptm_u64 words[2] = { ckptm_state.comms[c->comm].key, c->number };
    int count, *after = ckptm_members_before(c, true, &count);

    for (int i = 0; i < count; i++)
        ckptm_line_tell(&ckptm.line, after[i], CKPTM_ENTERED, words, sizeof words);
    free(after);
}

void ckptm_entered_hear(int from, const void *bytes, size_t size)
{
    ckptm_u64 words[2];

    if (size != sizeof words)
        return;
    memcpy(words, bytes, sizeof words);
    ckptm_entered(from, words[0], words[1]);
}

bool ckptm_entered_all(const ckptm_collective *c)
{
    const ckptm_u64 *last = find(ckptm_state.comms[c->comm].key);
    int count, *before = ckptm_members_before(c, false, &count);
    bool all = true;

    if (ckptm_collective_is_nothing(c))
        count = 0;
    for (int i = 0; i < count && all && !ckptm_mutant(entered); i++)
        all = last[before[i]] >= c->number;
    free(before);
    return all;
}
