/* three.c - executions of three ranks in which several points of the protocol meet. Usage: three NAME */
#include "steer.h"

/* A broadcast that its root had done, and a scan that the lower ranks had, before their checkpoints; a wildcard in between, whose outcome goes into a
 * reduction. */
static void collectives(void)
{
    int told = me ? 0 : 5, sum = -1, all = 0, first = 0;
    MPI_Status status = { .MPI_SOURCE = 0 };

    due(1);
    if (me == 0)
        MPI_Bcast(&told, 1, MPI_INT, 0, W);
    #pragma ckpt
    if (me)
        MPI_Bcast(&told, 1, MPI_INT, 0, W);
    if (me == 0) {
        MPI_Recv(&first, 1, MPI_INT, MPI_ANY_SOURCE, 1, W, &status);
        receive(3 - status.MPI_SOURCE, 1);
    } else {
        if (AGAIN && me == 2) {
            await("first");
            ckptm_steer_hear(100);
        }
        if (!AGAIN && me == 1) {
            await("first");
            ckptm_steer_hear(100);
        }
        send(me, 0, 1);
        flag("first");
    }
    MPI_Scan(&told, &sum, 1, MPI_INT, MPI_SUM, W);
    MPI_Allreduce(&status.MPI_SOURCE, &all, 1, MPI_INT, MPI_MAX, W);
    must(all == 1 || all == 2, "rank %d was first", all);
    say("%d, %d", told, sum);
}

/* A message goes around: what a rank receives before its checkpoint was sent after the sender's, which had received it after its own. */
static void around(void)
{
    int value = 1;

    due(1);
    if (me == 2) {
        value = receive(1, 3);
        send(value + 1, 0, 3);
    } else if (me == 1) {
        await("passed");
    }
    #pragma ckpt
    if (me == 0) {
        flag("passed");
        send(value, 1, 3);
        value = receive(2, 3);
    } else if (me == 1) {
        value = receive(0, 3);
        send(value + 1, 2, 3);
    }
    say("%d", value);
}

/* Two communicators made one from the other while the line is pending, a rank in one of them only; messages there cross the line both ways. */
static void communicators(void)
{
    MPI_Comm pair = MPI_COMM_NULL, copy = MPI_COMM_NULL;
    int value = -1, r;

    if (me == 2)
        MPI_Comm_split(W, MPI_UNDEFINED, 0, &pair);
    due(1);
    if (me == 0) {
        MPI_Comm_split(W, 1, 1, &pair);
        MPI_Comm_rank(pair, &r);
        MPI_Send(&me, 1, MPI_INT, 1 - r, 3, pair);
    }
    #pragma ckpt
    if (me == 1)
        MPI_Comm_split(W, 1, 0, &pair);
    if (me < 2) {
        MPI_Comm_dup(pair, &copy);
        MPI_Comm_rank(pair, &r);
        if (me == 1) {
            MPI_Recv(&value, 1, MPI_INT, 1 - r, 3, pair, MPI_STATUS_IGNORE);
            MPI_Send(&me, 1, MPI_INT, 1 - r, 4, copy);
        } else {
            MPI_Recv(&value, 1, MPI_INT, 1 - r, 4, copy, MPI_STATUS_IGNORE);
        }
        say("rank %d there, %d", r, value);
        MPI_Comm_free(&pair);
        MPI_Comm_free(&copy);
    }
}

/* The job stops in the middle of a row of calls that make communicators, into which ranks come one after the other and between which nothing
 * else of MPI is called. */
static void row(void)
{
    enum { ROW = 40 };
    MPI_Comm made[ROW];
    int sum = 0;

    due(1);
    #pragma ckpt
    ckptm_steer_wait(1, ENDED);
    for (int i = 0; i < ROW; i++) {
        if (!AGAIN)
            usleep((useconds_t)((me + i) % 3) * 4000);
        MPI_Comm_dup(W, &made[i]);
    }
    for (int i = 0; i < ROW; i++) {
        MPI_Allreduce(&i, &sum, 1, MPI_INT, MPI_SUM, made[i]);
        must(sum == 3 * i, "sum %d in communicator %d", sum, i);
        MPI_Comm_free(&made[i]);
    }
    say("%d", sum);
}

int main(int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : "";

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(W, &me);
    if (is(name, "collectives"))
        collectives();
    else if (is(name, "around"))
        around();
    else if (is(name, "communicators"))
        communicators();
    else if (is(name, "row"))
        row();
    else
        must(0, "no execution %s", name);
    ckptm_steer_wait(1, OVER);
    MPI_Finalize();
    return 0;
}
