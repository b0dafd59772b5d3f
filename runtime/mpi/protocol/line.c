/* line.c - the state machine of a recovery line. See line.h. */
#include <stdio.h>
#include <string.h>
#include "mpi/protocol/line.h"
#include "mpi/protocol/mutants.h"
#include "mpi/protocol/steps.h"

enum { WHY = 512 };                                   /* characters of a reason */

void ckptm_line_open(ckptm_line *line, const ckptm_line_io *io, void *owner, int rank, int size, uint64_t last)
{
    memset(line, 0, sizeof *line);
    line->io = io;
    line->owner = owner;
    line->rank = rank;
    line->size = size;
    line->number = line->last = last;
    line->decided = true;
}

void ckptm_line_tell(ckptm_line *line, int to, uint32_t kind, const void *bytes, size_t size)
{
    line->io->send(line->owner, to, kind, line->number, bytes, size);
}

static void tell_all(ckptm_line *line, uint32_t kind, const void *bytes, size_t size)
{
    for (int r = 0; r < line->size; r++)
        ckptm_line_tell(line, r, kind, bytes, size);
}

bool ckptm_line_known(const ckptm_line *line) { return line->positions == line->size; }

/* Rank 0: begin a line if one is wanted and none is pending. */
static void begin(ckptm_line *line)
{
    unsigned char stop = line->wanted_stop;

    if (line->rank != 0 || !line->wanted || line->closing || (line->begun && !ckptm_mutant(one_line)))
        return;
    line->begun = true;
    line->decided = false;
    line->wanted = line->wanted_stop = false;
    line->number = ++line->last;
    line->acks = line->readies = 0;
    line->phase = CKPTM_WISHED;
    tell_all(line, CKPTM_PREPARE, &stop, 1);
}

void ckptm_line_wish(ckptm_line *line, bool stop)
{
    unsigned char byte = stop;

    if (line->phase == CKPTM_IDLE)
        line->phase = CKPTM_WISHED;
    ckptm_line_tell(line, 0, CKPTM_WISH, &byte, 1);
}

/* ---- phases ------------------------------------------------------------------------------------------------------ */

static void prepare(ckptm_line *line, uint64_t number, bool stop)
{
    line->number = number;
    line->phase = CKPTM_PREPARED;
    line->stop = stop;
    line->settled = line->failed = line->decided = false;
    line->positions = line->earlies = 0;
    line->ends[0] = line->ends[1] = line->moved[0] = line->moved[1] = 0;
    line->round = 0;
    if (line->rank != 0)
        line->readies = 0;                            /* rank 0 may have given the line up by now */
    line->io->prepare(line->owner, number, stop);
    ckptm_line_tell(line, 0, CKPTM_ACK, 0, 0);
    ckptm_step(acknowledge);
}

void ckptm_line_checkpointed(ckptm_line *line) { line->phase = CKPTM_WINDOW; }

static void tell_end(ckptm_line *line, bool moved)
{
    line->phase = CKPTM_ENDING;
    line->io->tell_end(line->owner, line->round & 1, moved);
}

/* The log ends when all ranks are known to have checkpointed, and nothing that the line needs is missing. */
static void try_end(ckptm_line *line)
{
    if (line->phase == CKPTM_WINDOW && line->settled && ckptm_line_known(line) && line->earlies == line->size)
        tell_end(line, true);
}

void ckptm_line_settled(ckptm_line *line)
{
    line->settled = true;
    try_end(line);
}

/* Have all ENDs of this round come? Cut by them; if any rank's end has moved, there is another round. Our own END comes back to us, so
 * the next round is looked at then. */
static void try_agree(ckptm_line *line)
{
    int now = line->round & 1;
    bool again;

    if (line->phase != CKPTM_ENDING || line->ends[now] < line->size)
        return;
    again = line->moved[now] != 0 && !(line->round && ckptm_mutant(fixed_point));
    line->ends[now] = line->moved[now] = 0;
    if (!again) {
        line->phase = CKPTM_WRITING;
        line->io->write(line->owner);
        return;
    }
    line->round++;
    tell_end(line, line->io->cut(line->owner));
}

/* ---- the tree ----------------------------------------------------------------------------------------------------- */

int ckptm_line_parent(int rank) { return rank & (rank - 1); }

int ckptm_line_children(int rank, int size)
{
    int count = 0;

    for (int bit = 1; bit < size - rank && (rank & bit) == 0; bit *= 2)
        count++;
    return count;
}

void ckptm_line_ready(ckptm_line *line)
{
    line->phase = CKPTM_DONE;
    ckptm_line_tell(line, line->rank, CKPTM_READY, 0, 0);
}

void ckptm_line_failed(ckptm_line *line, const char *why)
{
    char bytes[1 + WHY];                              /* does this rank pass no site any more? why */

    if (line->failed || line->phase == CKPTM_IDLE || line->phase == CKPTM_WISHED || line->phase == CKPTM_DONE)
        return;
    line->failed = true;
    bytes[0] = line->closing;
    snprintf(bytes + 1, WHY, "%s", why);
    ckptm_line_tell(line, 0, CKPTM_FAILED, bytes, strlen(bytes + 1) + 2);
}

/* ---- rank 0 ------------------------------------------------------------------------------------------------------- */

static void acknowledged(ckptm_line *line)
{
    if (++line->acks == (ckptm_mutant(prepare_round) ? 1 : line->size))
        tell_all(line, CKPTM_GO, 0, 0);
}

static void abandon(ckptm_line *line, const char *why)
{
    line->acks = line->readies = -line->size;         /* what still comes of this line counts for nothing */
    tell_all(line, CKPTM_ABANDON, why, strlen(why) + 1);
}

static void commit(ckptm_line *line)
{
    const char *why = "";
    unsigned char stop = line->stop;

    if (line->io->record(line->owner, line->number, &why))
        tell_all(line, CKPTM_COMMIT, &stop, 1);
    else
        abandon(line, why);
}

/* ---- messages ------------------------------------------------------------------------------------------------------ */

static void verdict(ckptm_line *line, bool good, const void *bytes)
{
    bool stop = line->stop;

    line->phase = CKPTM_IDLE;
    line->begun = false;
    line->decided = true;
    line->closing |= good && stop;                    /* a line begun now would be abandoned, and its end print what this one keeps back */
    if (good)
        line->io->committed(line->owner, line->number, stop);
    else
        line->io->abandoned(line->owner, line->number, bytes);
    begin(line);
}

/* One more of this rank and its children is ready. */
static void ready(ckptm_line *line)
{
    bool alone = ckptm_mutant(commit_all) || (ckptm_mutant(tree) && line->rank != 0);

    if (++line->readies != (alone ? 1 : 1 + ckptm_line_children(line->rank, line->size)))
        return;
    if (line->rank == 0) {
        commit(line);
        return;
    }
    line->io->tell_ready(line->owner, ckptm_line_parent(line->rank));
    ckptm_step(told_ready);
}

static void hear_of_line(ckptm_line *line, int from, uint32_t kind, const void *bytes, size_t size)
{
    const unsigned char *byte = bytes;

    switch (kind) {
    case CKPTM_ACK: acknowledged(line); break;
    case CKPTM_GO:
        line->phase = CKPTM_DUE;
        line->io->go(line->owner);
        break;
    case CKPTM_POSITIONS:
        line->positions++;
        line->io->positions(line->owner, from, bytes, size);
        try_end(line);
        break;
    case CKPTM_EARLY:
        line->earlies++;
        line->io->early(line->owner, from, bytes, size);
        try_end(line);
        break;
    case CKPTM_END: {
        /* The first byte is the round's parity, the second whether the sender's end has moved. */
        line->ends[byte[0] & 1]++;
        line->moved[byte[0] & 1] += byte[1] != 0;
        line->io->end(line->owner, from, byte + 2, size - 2);
        try_agree(line);
        break;
    }
    case CKPTM_READY:
        if (from != line->rank)                       /* what this rank says is kept */
            line->io->keep(line->owner, bytes, size);
        ready(line);
        break;
    case CKPTM_FAILED:
        line->closing |= byte[0] != 0;                /* no other line could be completed */
        abandon(line, (const char *)bytes + 1);
        break;
    case CKPTM_COMMIT: verdict(line, true, 0); break;
    case CKPTM_ABANDON: verdict(line, false, bytes); break;
    }
}

void ckptm_line_hear(ckptm_line *line, int from, uint32_t kind, uint64_t number, const void *bytes, size_t size)
{
    const unsigned char *byte = bytes;

    if (kind == CKPTM_WISH) {
        line->wanted = true;
        line->wanted_stop |= byte[0] != 0;
        begin(line);
    } else if (kind == CKPTM_PREPARE) {
        prepare(line, number, byte[0] != 0);
    } else if ((number == line->number || ckptm_mutant(line_number)) && !line->decided) {
        hear_of_line(line, from, kind, bytes, size);
    }
}
