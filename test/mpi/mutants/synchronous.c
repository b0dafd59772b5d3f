/* synchronous.c - synchronous sends that are pending at a line: complete when the receiver's program takes the message, and not before, in the run
 * that makes the line and in the restarted one. Usage: synchronous NAME */
#include "steer.h"

/* The receiver goes on when the sender has passed its site: what it takes then, the sender knows of after its checkpoint only. */
static void pass(void)
{
    if (me == 0)
        flag("passed");
    else
        await("passed");
}

/* The message is on its way over the line; its receive comes after a look at the send. */
static void drained(void)
{
    MPI_Request request;
    int value = 7, before = 0;

    due(1);
    if (me == 0) {
        MPI_Issend(&value, 1, MPI_INT, 1, 3, W, &request);
        flag("sent");
    } else {
        await("sent");
    }
    #pragma ckpt
    ckptm_steer_wait(1, KNOWN);
    if (me == 0) {
        await("drained");
        ckptm_steer_hear(50);
        MPI_Test(&request, &before, MPI_STATUS_IGNORE);
        flag("looked");
        if (!before)
            MPI_Wait(&request, MPI_STATUS_IGNORE);
        say("complete before its receive: %d", before);
    } else {
        ckptm_steer_hear(50);
        flag("drained");
        await("looked");
        say("%d", receive(0, 3));
    }
}

/* The receiver takes it after the line, and again after the restart. kind: 0 Issend, 1 Ssend_init, 2 two of them to be answered in the other order */
static void answered(int kind)
{
    MPI_Request request[2] = { MPI_REQUEST_NULL, MPI_REQUEST_NULL };
    int value[2] = { 7, 8 }, before = 0;

    due(1);
    if (me == 0) {
        if (kind == 1) {
            MPI_Ssend_init(&value[0], 1, MPI_INT, 1, 3, W, &request[0]);
            MPI_Start(&request[0]);
        } else {
            MPI_Issend(&value[0], 1, MPI_INT, 1, 3, W, &request[0]);
        }
        if (kind == 2)
            MPI_Issend(&value[1], 1, MPI_INT, 1, 4, W, &request[1]);
    }
    #pragma ckpt
    pass();
    if (me == 0 && AGAIN) {
        ckptm_steer_hear(200);
        MPI_Testall(2, request, &before, MPI_STATUSES_IGNORE);
        must(!before, "complete before its receive");
        flag("looked");
    }
    if (me == 1 && AGAIN)
        await("looked");
    if (me == 0 && kind == 2) {
        MPI_Wait(&request[1], MPI_STATUS_IGNORE);
        MPI_Test(&request[0], &before, MPI_STATUS_IGNORE);
        must(!before, "complete before its receive");
        send(0, 1, 5);
    }
    if (me == 0) {
        MPI_Wait(&request[0], MPI_STATUS_IGNORE);
        say("complete");
    } else {
        if (kind == 2) {
            say("%d", receive(0, 4));
            receive(0, 5);
        }
        say("%d", receive(0, 3));
    }
}

/* Its receiver had it before its own checkpoint: there is nothing in the queue to wait for. */
static void taken(void)
{
    MPI_Request request = MPI_REQUEST_NULL;
    int value = 7;

    due(1);
    ckptm_steer_hold(3);
    if (me == 0) {
        MPI_Issend(&value, 1, MPI_INT, 1, 3, W, &request);
        await("taken");
    } else {
        ckptm_steer_hold(MPI_ANY_TAG);
        value = receive(0, 3);
        flag("taken");
    }
    #pragma ckpt
    ckptm_steer_hold(MPI_ANY_TAG);
    if (me == 0) {
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        say("complete");
    } else {
        say("%d", value);
    }
}

/* Pending over two lines: restored, pending again, restored. */
static void twice(void)
{
    MPI_Request request = MPI_REQUEST_NULL;
    int value = 7, before = 0;

    due(1);
    if (me == 0)
        MPI_Issend(&value, 1, MPI_INT, 1, 3, W, &request);
    #pragma ckpt name(first)
    due(2);
    #pragma ckpt name(second)
    pass();
    if (me == 0 && AGAIN == 2) {
        ckptm_steer_hear(200);
        MPI_Test(&request, &before, MPI_STATUS_IGNORE);
        must(!before, "complete before its receive");
        flag("looked");
    }
    if (me == 1 && AGAIN == 2)
        await("looked");
    if (me == 0) {
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        say("complete");
    } else {
        say("%d", receive(0, 3));
    }
    ckptm_steer_wait(2, OVER);
}

int main(int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : "";

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(W, &me);
    if (is(name, "drained"))
        drained();
    else if (is(name, "issend"))
        answered(0);
    else if (is(name, "ssend_init"))
        answered(1);
    else if (is(name, "two"))
        answered(2);
    else if (is(name, "taken"))
        taken();
    else if (is(name, "twice"))
        twice();
    else
        must(0, "no execution %s", name);
    ckptm_steer_wait(1, OVER);
    MPI_Finalize();
    return 0;
}
