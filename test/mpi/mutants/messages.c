/* messages.c - executions in which a message's position, its place in the queue, or its way over the line matters. Usage: messages NAME */
#include "steer.h"

/* Two receives of an envelope, the second of which completes first; the line is between their messages. tag: of the first receive. */
static void completion(int tag)
{
    int a = 0, b = 0;
    MPI_Request first, second;

    if (me == 1) {
        MPI_Irecv(&a, 1, MPI_INT, 0, tag, W, &first);
        MPI_Irecv(&b, 1, MPI_INT, 0, 5, W, &second);
    }
    due(1);
    if (me == 0)
        send(1, 1, 5);
    else
        MPI_Wait(&second, MPI_STATUS_IGNORE);
    #pragma ckpt
    if (me == 0) {
        send(2, 1, 5);
    } else {
        MPI_Wait(&first, MPI_STATUS_IGNORE);
        say("%d then %d", a, b);
    }
}

/* A message that is sent after a checkpoint and received before another, between its acknowledgement and it; rank 1 hears of the line late. */
static void early(void)
{
    int a = 0, b = 0;

    if (me == 0) {
        due(1);
    } else {
        ckptm_steer_ask(1);
        for (int i = 0; i < 600 && !raised("sent"); i++)
            usleep(1000);
        a = receive(0, 5);
        due(1);
    }
    #pragma ckpt
    if (me == 0) {
        send(1, 1, 5);
        send(2, 1, 5);
        flag("sent");
    } else {
        b = receive(0, 5);
        must(a == 1 && b == 2, "%d then %d", a, b);
        say("%d then %d", a, b);
    }
}

/* A message that is sent between the acknowledgement and the checkpoint, and received after the other one's. */
static void between(void)
{
    int a;

    due(1);
    if (me == 0)
        send(7, 1, 5);
    #pragma ckpt name(between)
    if (me == 1) {
        a = receive(0, 5);
        must(a == 7, "%d", a);
        say("%d", a);
    }
}

/* Rank 1 hears of the line in a receive, whose message is sent when it has. */
static void polls(void)
{
    int a = 0;

    if (me == 1)
        a = receive(0, 5);
    due(1);
    if (me == 0)
        send(7, 1, 5);
    #pragma ckpt name(polls)
    if (me == 1)
        say("%d", a);
}

/* A late message is longer than the line may be (CKPT_MPI_MAX_BYTES). */
static void limited(void)
{
    static int values[1000] = { 7 };

    due(1);
    if (me == 0)
        MPI_Send(values, 1000, MPI_INT, 1, 5, W);
    #pragma ckpt name(limited)
    ckptm_steer_wait(1, OVER);
    if (me == 1) {
        MPI_Recv(values, 1000, MPI_INT, 0, 5, W, MPI_STATUS_IGNORE);
        say("%d", values[0]);
    }
}

/* The same as `early`; what is sent again is something else. */
static void resent(void)
{
    int a = 0;

    due(1);
    if (me == 1)
        a = receive(0, 5);
    #pragma ckpt
    if (me == 0)
        send(AGAIN, 1, 5);
    else
        say("%d", a);
}

/* Two messages of different tags cross the line and are received by any tag. */
static void any_tag(void)
{
    MPI_Status status;
    int a, b;

    due(1);
    if (me == 0) {
        send(1, 1, 2);
        send(2, 1, 1);
        flag("sent");
    } else {
        await("sent");
        ckptm_steer_hear(30);
    }
    #pragma ckpt
    ckptm_steer_wait(1, OVER);
    if (me == 0) {
        send(3, 1, 2);
    } else {
        MPI_Recv(&a, 1, MPI_INT, 0, MPI_ANY_TAG, W, &status);
        must(a == 1, "first %d", a);
        b = receive(0, MPI_ANY_TAG);
        say("%d with tag %d, then %d, %d", a, status.MPI_TAG, b, receive(0, MPI_ANY_TAG));
    }
}

enum { MANY = 700 };              /* more than a sender remembers the order of */

/* Many messages of two tags cross the line while receives by one tag are posted; a restart receives them by any tag. */
static void served(void)
{
    MPI_Request requests[MANY / 2];
    int values[MANY / 2], wrong = 0;

    due(1);
    if (me == 0) {
        await("posted");
        for (int i = 0; i < MANY; i++)
            send(i, 1, 1 + i % 2);
    }
    #pragma ckpt
    if (me == 1 && !AGAIN) {
        for (int i = 0; i < MANY / 2; i++)
            MPI_Irecv(&values[i], 1, MPI_INT, 0, 2, W, &requests[i]);
        flag("posted");
        MPI_Waitall(MANY / 2, requests, MPI_STATUSES_IGNORE);
        for (int i = 0; i < MANY / 2; i++)
            receive(0, 1);
    } else if (me == 1) {
        for (int i = 0; i < MANY; i++)
            wrong += receive(0, MPI_ANY_TAG) != i;
        say("%d wrong", wrong);
    }
}

/* A message held by MPI_Mprobe is behind a later one's receive; both receives are pending at the line. */
static void reserved(void)
{
    int a = 0, b = 0;
    MPI_Request first, second;
    MPI_Message message;

    due(1);
    if (me == 0) {
        send(1, 1, 5);
        send(2, 1, 5);
    } else {
        MPI_Mprobe(0, 5, W, &message, MPI_STATUS_IGNORE);
        ckptm_steer_hold(5);
        MPI_Irecv(&b, 1, MPI_INT, 0, 5, W, &second);
        MPI_Imrecv(&a, 1, MPI_INT, &message, &first);
    }
    #pragma ckpt
    ckptm_steer_hold(MPI_ANY_TAG);
    if (me == 1) {
        MPI_Wait(&first, MPI_STATUS_IGNORE);
        MPI_Wait(&second, MPI_STATUS_IGNORE);
        say("%d then %d", a, b);
    }
}

/* The program holds a message that its sender sends again. */
static void held(void)
{
    MPI_Message message = MPI_MESSAGE_NULL;
    int a = 0;

    due(1);
    if (me == 1)
        MPI_Mprobe(0, 5, W, &message, MPI_STATUS_IGNORE);
    #pragma ckpt
    if (me == 0) {
        if (AGAIN)
            ckptm_steer_hear(100);
        send(1, 1, 5);
        send(2, 1, 5);
    } else {
        MPI_Mrecv(&a, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
        say("%d then %d", a, receive(0, 5));
    }
}

/* The same, its receive posted before the line and pending there. */
static void held_pending(void)
{
    MPI_Message message;
    MPI_Request request;
    int a = 0;

    due(1);
    if (me == 1) {
        MPI_Mprobe(0, 5, W, &message, MPI_STATUS_IGNORE);
        ckptm_steer_hold(5);
        MPI_Imrecv(&a, 1, MPI_INT, &message, &request);
    }
    #pragma ckpt
    ckptm_steer_hold(MPI_ANY_TAG);
    if (me == 0) {
        if (AGAIN)
            ckptm_steer_hear(100);
        send(1, 1, 5);
        send(2, 1, 5);
    } else {
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        say("%d then %d", a, receive(0, 5));
    }
}

/* A probe has shown the program a message that its sender does not send again. */
static void promised(void)
{
    MPI_Status status;

    due(1);
    if (me == 1)
        MPI_Probe(0, 5, W, &status);
    #pragma ckpt
    if (me == 0 && !AGAIN)
        send(1, 1, 5);
    if (me == 1)
        say("%d", receive(0, 5));
}

/* A receive that is freed has got its message before the line. */
static void freed(void)
{
    static int a;
    MPI_Request request;

    if (me == 1) {
        MPI_Irecv(&a, 1, MPI_INT, 0, 5, W, &request);
        MPI_Request_free(&request);
        send(0, 0, 6);
    } else {
        receive(1, 6);
        send(1, 1, 5);
        send(2, 1, 7);
    }
    if (me == 1)
        receive(0, 7);
    due(1);
    #pragma ckpt
    ckptm_steer_wait(1, OVER);
    if (me == 1)
        say("%d", a);
}

/* A send was cancelled and never was (delay/ lets that happen under any MPI, now and then). */
static void uncounted(void)
{
    MPI_Request request;
    MPI_Status status;
    int gone = 0, one = 1;

    for (int i = 0; i < 100 && !gone; i++) {
        if (me == 0) {
            MPI_Isend(&one, 1, MPI_INT, 1, 5, W, &request);
            MPI_Cancel(&request);
            MPI_Wait(&request, &status);
            MPI_Test_cancelled(&status, &gone);
            send(gone, 1, 6);
        } else if (!(gone = receive(0, 6))) {
            receive(0, 5);
        }
    }
    due(1);
    #pragma ckpt
    ckptm_steer_wait(1, OVER);
    if (me == 0)
        send(2, 1, 5);
    else
        say("cancelled %d, then %d", gone, receive(0, 5));
}

int main(int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : "";

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(W, &me);
    if (is(name, "completion"))
        completion(5);
    else if (is(name, "wider"))
        completion(MPI_ANY_TAG);
    else if (is(name, "early"))
        early();
    else if (is(name, "between"))
        between();
    else if (is(name, "polls"))
        polls();
    else if (is(name, "limited"))
        limited();
    else if (is(name, "resent"))
        resent();
    else if (is(name, "any_tag"))
        any_tag();
    else if (is(name, "served"))
        served();
    else if (is(name, "reserved"))
        reserved();
    else if (is(name, "held"))
        held();
    else if (is(name, "held_pending"))
        held_pending();
    else if (is(name, "promised"))
        promised();
    else if (is(name, "freed"))
        freed();
    else if (is(name, "uncounted"))
        uncounted();
    else
        must(0, "no execution %s", name);
    ckptm_steer_wait(1, OVER);
    MPI_Finalize();
    return 0;
}
