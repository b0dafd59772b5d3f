/* collectives.c - collectives and calls that make communicators, done by some ranks before a line and by others after it. Usage: collectives NAME */
#include "steer.h"

static int sum(int value)
{
    int all = 0;

    MPI_Allreduce(&value, &all, 1, MPI_INT, MPI_SUM, W);
    return all;
}

/* The first sum is rank 0's before its checkpoint, and rank 1's after it. */
static void replayed(void)
{
    int first = 0, second;

    due(1);
    if (me == 0)
        first = sum(1);
    #pragma ckpt
    if (me == 1)
        first = sum(2);
    second = sum(10);
    must(first == 3 && second == 20, "%d, %d", first, second);
    say("%d, %d", first, second);
}

/* What is given to it is something else after the restart. */
static void contributed(void)
{
    int all = 0;

    due(1);
    if (me == 0)
        all = sum(1);
    #pragma ckpt
    if (me == 1)
        all = sum(AGAIN);
    say("%d", all);
}

enum { WORDS = 3000, BLOCKS = 8 };

/* Gathers of all ranks a block of which they have filled in one word. */
static int unfilled_sum(void)
{
    int *own = malloc(WORDS * sizeof *own), *all = malloc(2 * WORDS * sizeof *all), result;

    own[0] = me + 1;
    MPI_Allgather(own, WORDS, MPI_INT, all, WORDS, MPI_INT, W);
    result = all[0] + all[WORDS];
    free(own);
    free(all);
    return result;
}

/* What a block holds that is given without having been filled is of before the checkpoint, in memory that was free then. */
static void unfilled(void)
{
    int *blocks[BLOCKS], sum = 0;

    for (int i = 0; i < BLOCKS; i++)
        memset(blocks[i] = malloc(WORDS * sizeof *blocks[i]), 0x55, WORDS * sizeof *blocks[i]);
    due(1);
    for (int i = 0; i < BLOCKS; i++)
        free(blocks[i]);
    if (me == 0)
        sum = unfilled_sum();
    #pragma ckpt
    if (me == 1)
        sum = unfilled_sum();
    say("%d", sum);
}

/* A barrier that is replayed by ranks 0 and 1: rank 0 is not behind it before rank 1 has entered. */
static void entered(void)
{
    due(1);
    if (me == 2)
        MPI_Barrier(W);
    #pragma ckpt
    if (me < 2) {
        if (me == 0)
            flag("waiting");
        if (me == 1 && AGAIN) {
            await("waiting");
            ckptm_steer_hear(200);
        }
        if (me == 1)
            flag("entering");
        MPI_Barrier(W);
        if (me == 0)
            say("rank 1 had entered: %d", raised("entering"));
    }
}

/* A sum is pending at the checkpoint while a broadcast posted after it is done. */
static void pending(void)
{
    MPI_Request requests[2] = { MPI_REQUEST_NULL, MPI_REQUEST_NULL };
    int one = 1 + me, all = 0, told = me ? 0 : 5, next = me ? 0 : 6;

    due(1);
    if (me == 0) {
        MPI_Iallreduce(&one, &all, 1, MPI_INT, MPI_SUM, W, &requests[0]);
        MPI_Ibcast(&told, 1, MPI_INT, 0, W, &requests[1]);
        MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
    }
    #pragma ckpt
    if (me == 1) {
        MPI_Iallreduce(&one, &all, 1, MPI_INT, MPI_SUM, W, &requests[0]);
        MPI_Ibcast(&told, 1, MPI_INT, 0, W, &requests[1]);
        MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
    }
    must(told == 5, "told %d", told);
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
    must(all == 3, "sum %d", all);
    MPI_Ibcast(&next, 1, MPI_INT, 0, W, &requests[0]);     /* one that does not wait, for the two kinds do not match each other */
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
    must(next == 6, "told %d", next);
    say("%d, %d, %d", told, all, next);
}

/* A communicator that rank 0 has at its checkpoint, and rank 1 makes after it. kind: 0 duplicated, 1 split */
static void made(int split)
{
    MPI_Comm other = MPI_COMM_NULL;
    int value = me, got = -1, r = -1;

    due(1);
    if (me == 0) {
        if (split)
            MPI_Comm_split(W, 0, 1, &other);
        else
            MPI_Comm_dup(W, &other);
    }
    #pragma ckpt
    if (me == 1) {
        if (split)
            MPI_Comm_split(W, 0, 0, &other);
        else
            MPI_Comm_dup(W, &other);
    }
    must(other != MPI_COMM_NULL, "no communicator");
    MPI_Comm_rank(other, &r);
    MPI_Sendrecv(&value, 1, MPI_INT, 1 - r, 4, &got, 1, MPI_INT, 1 - r, 4, other, MPI_STATUS_IGNORE);
    say("rank %d there, other is %d", r, got);
    MPI_Comm_free(&other);
}

/* So many of them that the list of communicators grows while a restart reads them. */
static void made_many(void)
{
    enum { MANY = 70 };
    MPI_Comm made[MANY];
    int all, total = 0;

    due(1);
    for (int i = 0; me == 0 && i < MANY; i++)
        MPI_Comm_dup(W, &made[i]);
    #pragma ckpt
    for (int i = 0; me == 1 && i < MANY; i++)
        MPI_Comm_dup(W, &made[i]);
    for (int i = 0; i < MANY; i++) {
        MPI_Allreduce(&i, &all, 1, MPI_INT, MPI_SUM, made[i]);
        must(all == 2 * i, "sum %d in communicator %d", all, i);
        total += all;
        MPI_Comm_free(&made[i]);
    }
    say("%d", total);
}

/* More communicators than an MPI has, one after the other. */
static void freed(void)
{
    int made = 0;

    MPI_Comm_set_errhandler(W, MPI_ERRORS_RETURN);
    for (; made < 2500; made++) {
        MPI_Comm other;

        if (MPI_Comm_dup(W, &other) != MPI_SUCCESS)
            break;
        MPI_Comm_free(&other);
    }
    due(1);
    #pragma ckpt
    say("%d made", made);
    must(made == 2500, "%d made", made);
}

/* A line is asked for when rank 1 is in MPI_Finalize. */
static void finalize(void)
{
    if (me == 0) {
        ckptm_steer_hear(200);
        ckptm_steer_ask(1);
        ckptm_steer_wait(1, OVER);
        say("done");
    }
}

/* Lines one after the other; the newest is damaged then (mutants.py). */
static void lines(void)
{
    for (int line = 1; line <= 3; line++) {
        due(line);
        #pragma ckpt
        ckptm_steer_wait(line, OVER);
        MPI_Barrier(W);
        if (me == 0 && AGAIN)
            say("after line %d", line);
    }
    say("done");
}

int main(int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : "";

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(W, &me);
    if (is(name, "replayed"))
        replayed();
    else if (is(name, "contributed"))
        contributed();
    else if (is(name, "unfilled"))
        unfilled();
    else if (is(name, "entered"))
        entered();
    else if (is(name, "pending"))
        pending();
    else if (is(name, "dup"))
        made(0);
    else if (is(name, "split"))
        made(1);
    else if (is(name, "made_many"))
        made_many();
    else if (is(name, "freed"))
        freed();
    else if (is(name, "lines"))
        lines();
    else if (is(name, "finalize"))
        finalize();
    else
        must(0, "no execution %s", name);
    if (!is(name, "finalize"))
        ckptm_steer_wait(1, OVER);
    MPI_Finalize();
    return 0;
}
