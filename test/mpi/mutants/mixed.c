/* mixed.c - executions in which several points of the protocol meet. Usage: mixed NAME, of 2 processes */
#include "steer.h"

/* A first line is abandoned when its messages have been taken off MPI; they cross the second one. */
static void abandoned(void)
{
    int first, second, third;

    due(1);
    if (me == 0)
        send(1, 1, 2);
    #pragma ckpt name(first)
    if (me == 0) {
        send(2, 1, 1);
        send(3, 1, 2);
    }
    ckptm_steer_wait(1, OVER);
    due(2);
    #pragma ckpt name(second)
    ckptm_steer_wait(2, OVER);
    if (me == 1) {
        first = receive(0, MPI_ANY_TAG);
        second = receive(0, MPI_ANY_TAG);
        third = receive(0, MPI_ANY_TAG);
        say("%d, %d, %d", first, second, third);
    }
}

/* A persistent receive, pending at the line, gets two late messages one after the other. */
static void persistent(void)
{
    MPI_Request request;
    int value = 0, first;

    if (me == 1) {
        MPI_Recv_init(&value, 1, MPI_INT, 0, 5, W, &request);
        MPI_Start(&request);
        ckptm_steer_hold(5);
    }
    due(1);
    if (me == 0)
        for (int i = 1; i <= 3; i++)
            send(i, 1, 5);
    #pragma ckpt
    ckptm_steer_hold(MPI_ANY_TAG);
    if (me == 1) {
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        first = value;
        MPI_Start(&request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        say("%d, %d, %d", first, value, receive(0, 5));
        MPI_Request_free(&request);
    }
}

/* A late message is longer than its receive, in the run and in the restarted one. kind: 1 the receive was pending at the line */
static void truncated(int pending)
{
    int given[4] = { 1, 2, 3, 4 }, got[2] = { 0 }, error = 0, class = 0;
    MPI_Request request = MPI_REQUEST_NULL;

    MPI_Comm_set_errhandler(W, MPI_ERRORS_RETURN);
    if (pending && me == 1) {
        MPI_Irecv(got, 2, MPI_INT, 0, 5, W, &request);
        ckptm_steer_hold(5);
    }
    due(1);
    if (me == 0)
        MPI_Send(given, 4, MPI_INT, 1, 5, W);
    #pragma ckpt
    ckptm_steer_hold(MPI_ANY_TAG);
    if (me == 0)
        send(9, 1, 5);
    if (me == 1) {
        error = pending ? MPI_Wait(&request, MPI_STATUS_IGNORE) : MPI_Recv(got, 2, MPI_INT, 0, 5, W, MPI_STATUS_IGNORE);
        MPI_Error_class(error, &class);
        say("%s, then %d", class == MPI_ERR_TRUNCATE ? "truncated" : "not truncated", receive(0, 5));
    }
}

/* What a rank has sent to itself crosses the line; so does what it had been sent by MPI_Bsend. */
static void buffered(void)
{
    static char room[1000 + 2 * MPI_BSEND_OVERHEAD];
    MPI_Request request;
    void *back;
    int value = 4, size, own = me + 10;

    MPI_Buffer_attach(room, sizeof room);
    due(1);
    MPI_Isend(&own, 1, MPI_INT, me, 6, W, &request);
    if (me == 0) {
        MPI_Bsend(&value, 1, MPI_INT, 1, 5, W);
        value = 5;
        MPI_Bsend(&value, 1, MPI_INT, 1, 5, W);
    }
    #pragma ckpt
    if (me == 1) {
        int a = receive(0, 5), b = receive(0, 5);

        say("%d, %d", a, b);
    }
    say("own %d", receive(me, 6));
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Buffer_detach(&back, &size);
    must(back == room && size == sizeof room, "another buffer");
}

/* A message of before the line, on a communicator that its sender has freed and its receiver not yet. */
static void freed(void)
{
    MPI_Comm other;
    int value = 7;

    MPI_Comm_dup(W, &other);
    due(1);
    if (me == 0) {
        MPI_Send(&value, 1, MPI_INT, 1, 5, other);
        MPI_Comm_free(&other);
    }
    #pragma ckpt
    if (me == 1) {
        value = 0;
        MPI_Recv(&value, 1, MPI_INT, 0, 5, other, MPI_STATUS_IGNORE);
        MPI_Comm_free(&other);
        say("%d", value);
    }
}

/* A communicator that rank `first` has at its checkpoint and the other makes after it; what is sent there crosses the line. */
static void made(int late)
{
    MPI_Comm other = MPI_COMM_NULL;
    int value = 0, seven = 7, eight = 8;

    due(1);
    if (me == !late) {
        MPI_Comm_dup(W, &other);
        if (late)
            MPI_Send(&seven, 1, MPI_INT, 1, 5, other);
        else
            MPI_Recv(&value, 1, MPI_INT, 0, 5, other, MPI_STATUS_IGNORE);
    }
    #pragma ckpt
    if (me == late) {
        MPI_Comm_dup(W, &other);
        if (late)
            MPI_Recv(&value, 1, MPI_INT, 0, 5, other, MPI_STATUS_IGNORE);
        else
            MPI_Send(&seven, 1, MPI_INT, 1, 5, other);
    }
    if (me == 0)
        MPI_Send(&eight, 1, MPI_INT, 1, 5, other);
    if (me == 1) {
        int next = 0;

        MPI_Recv(&next, 1, MPI_INT, 0, 5, other, MPI_STATUS_IGNORE);
        say("%d, %d", value, next);
    }
    MPI_Comm_free(&other);
}

/* Receives by wildcards and by name are pending over two lines; some of their messages are sent before the first, some between, some after. */
static void wildcards(void)
{
    MPI_Request request[4];
    int value[4] = { 0 };
    MPI_Status status[4];

    due(1);
    if (me == 1) {
        ckptm_steer_hold(5);
        MPI_Irecv(&value[0], 1, MPI_INT, MPI_ANY_SOURCE, 5, W, &request[0]);
        MPI_Irecv(&value[1], 1, MPI_INT, 0, MPI_ANY_TAG, W, &request[1]);
        MPI_Irecv(&value[2], 1, MPI_INT, 0, 5, W, &request[2]);
        MPI_Irecv(&value[3], 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, W, &request[3]);
    } else {
        send(1, 1, 5);
    }
    #pragma ckpt name(first)
    ckptm_steer_hold(MPI_ANY_TAG);
    if (me == 0)
        send(2, 1, 6);
    due(2);
    #pragma ckpt name(second)
    if (me == 0) {
        send(3, 1, 5);
        send(4, 1, 7);
    } else {
        MPI_Waitall(4, request, status);
        say("%d, %d of tag %d, %d, %d of tag %d", value[0], value[1], status[1].MPI_TAG, value[2], value[3], status[3].MPI_TAG);
    }
    ckptm_steer_wait(2, OVER);
}

/* A barrier that does not block is pending on rank 0 over two lines. */
static void barrier(void)
{
    MPI_Request request = MPI_REQUEST_NULL;
    int sum = 0, one = 1;

    due(1);
    if (me == 0)
        MPI_Ibarrier(W, &request);
    #pragma ckpt name(first)
    due(2);
    #pragma ckpt name(second)
    if (me == 1)
        MPI_Ibarrier(W, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, W);
    say("%d", sum);
    ckptm_steer_wait(2, OVER);
}

/* A message is matched in the window and held over a second line. */
static void held_late(void)
{
    MPI_Message message = MPI_MESSAGE_NULL;
    int a = 0;

    due(1);
    if (me == 0)
        send(1, 1, 5);
    #pragma ckpt name(first)
    if (me == 1)
        MPI_Mprobe(0, MPI_ANY_TAG, W, &message, MPI_STATUS_IGNORE);
    if (me == 0)
        send(2, 1, 5);
    due(2);
    #pragma ckpt name(second)
    if (me == 0)
        send(3, 1, 5);
    if (me == 1) {
        int b = receive(0, 5), c = receive(0, 5);

        MPI_Mrecv(&a, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
        say("%d, %d, %d", a, b, c);
    }
    ckptm_steer_wait(2, OVER);
}

/* A message that is held, and that its sender is to send again, crosses a second line before it has come: it is sent before the sender's checkpoint
 * and waited for at the receiver's (late), or sent after both. posted: its receive is pending at both. */
static void held_over(int late, int posted)
{
    MPI_Message message = MPI_MESSAGE_NULL;
    MPI_Request request;
    int a = 0;

    due(1);
    if (me == 1) {
        MPI_Mprobe(0, 5, W, &message, MPI_STATUS_IGNORE);
        if (posted) {
            ckptm_steer_hold(5);
            MPI_Imrecv(&a, 1, MPI_INT, &message, &request);
        }
    }
    #pragma ckpt name(first)
    due(2);
    if (me == 0 && late) {
        if (AGAIN == 1)
            await("over");
        send(1, 1, 5);
    }
    if (me == 1 && late && AGAIN)
        ckptm_steer_hold_drain(500);                 /* the line has to wait for it */
    #pragma ckpt name(second)
    if (me == 1) {
        flag("over");
        ckptm_steer_hold(MPI_ANY_TAG);
        if (posted)
            MPI_Wait(&request, MPI_STATUS_IGNORE);
        else
            MPI_Mrecv(&a, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
        say("%d then %d", a, receive(0, 5));
    } else {
        if (!late)
            send(1, 1, 5);
        send(2, 1, 5);
    }
    ckptm_steer_wait(2, OVER);
}

/* A probe has shown the program a message, which is sent after its sender's checkpoint; then the line. */
static void probed(void)
{
    MPI_Status status;
    int tag = 0, there = 0;

    due(1);
    if (me == 1) {
        MPI_Probe(MPI_ANY_SOURCE, MPI_ANY_TAG, W, &status);
        tag = status.MPI_TAG;
    }
    #pragma ckpt
    if (me == 0) {
        if (AGAIN)
            ckptm_steer_hear(100);
        send(1, 1, 5);
        send(2, 1, 6);
    } else {
        while (!there)
            MPI_Iprobe(0, tag, W, &there, MPI_STATUS_IGNORE);
        there = receive(0, tag);
        say("%d, %d", there, receive(0, 6));
    }
}

/* A receive that was cancelled before the line, and one whose cancel comes too late; their messages are late. */
static void cancels(void)
{
    MPI_Request request[2];
    MPI_Status status;
    int value[2] = { 0 }, gone[2];

    if (me == 1) {
        MPI_Irecv(&value[0], 1, MPI_INT, 0, 5, W, &request[0]);
        MPI_Irecv(&value[1], 1, MPI_INT, 0, 6, W, &request[1]);
        MPI_Cancel(&request[0]);
        ckptm_steer_hold(6);
    }
    due(1);
    if (me == 0) {
        send(5, 1, 5);
        send(6, 1, 6);
        flag("sent");
    } else {
        await("sent");
        ckptm_steer_hear(30);
    }
    #pragma ckpt
    ckptm_steer_hold(MPI_ANY_TAG);
    if (me == 1) {
        MPI_Cancel(&request[1]);
        for (int i = 0; i < 2; i++) {
            MPI_Wait(&request[i], &status);
            MPI_Test_cancelled(&status, &gone[i]);
        }
        say("%d %d, %d %d", gone[0], gone[0] ? receive(0, 5) : value[0], gone[1], gone[1] ? receive(0, 6) : value[1]);
    }
}

/* Sendrecv and Sendrecv_replace between the two checkpoints, in both directions. */
static void exchanged(void)
{
    int a = 10 + me, b = 0, c = 20 + me;

    due(1);
    if (me == 0) {
        MPI_Request request;

        MPI_Isend(&a, 1, MPI_INT, 1, 3, W, &request);
        #pragma ckpt name(zero)
        b = receive(1, 3);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else {
        MPI_Sendrecv(&a, 1, MPI_INT, 0, 3, &b, 1, MPI_INT, 0, 3, W, MPI_STATUS_IGNORE);
        #pragma ckpt name(one)
    }
    MPI_Sendrecv_replace(&c, 1, MPI_INT, 1 - me, 4, 1 - me, 4, W, MPI_STATUS_IGNORE);
    say("%d, %d", b, c);
}

int main(int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : "";

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(W, &me);
    if (is(name, "abandoned"))
        abandoned();
    else if (is(name, "persistent"))
        persistent();
    else if (is(name, "truncated"))
        truncated(0);
    else if (is(name, "truncated_pending"))
        truncated(1);
    else if (is(name, "buffered"))
        buffered();
    else if (is(name, "freed_comm"))
        freed();
    else if (is(name, "made_late"))
        made(1);
    else if (is(name, "made_early"))
        made(0);
    else if (is(name, "wildcards"))
        wildcards();
    else if (is(name, "barrier"))
        barrier();
    else if (is(name, "held_late"))
        held_late();
    else if (is(name, "held_over"))
        held_over(1, 0);
    else if (is(name, "held_on"))
        held_over(0, 0);
    else if (is(name, "posted_over"))
        held_over(1, 1);
    else if (is(name, "posted_on"))
        held_over(0, 1);
    else if (is(name, "probed"))
        probed();
    else if (is(name, "cancels"))
        cancels();
    else if (is(name, "exchanged"))
        exchanged();
    else
        must(0, "no execution %s", name);
    ckptm_steer_wait(1, OVER);
    MPI_Finalize();
    return 0;
}
