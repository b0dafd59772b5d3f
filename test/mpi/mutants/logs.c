/* logs.c - executions in which what a rank did after its checkpoint depends on something that could come out differently. 3 ranks.
 * Usage: logs NAME */
#include <fcntl.h>
#include "steer.h"

/* Which of two senders was first, found in several ways. */
static int first_of(const char *how, MPI_Request requests[2])
{
    int index = 0, there = 0;
    MPI_Status status;

    if (is(how, "match")) {
        MPI_Recv(&index, 1, MPI_INT, MPI_ANY_SOURCE, 1, W, &status);
        return status.MPI_SOURCE;
    }
    if (is(how, "probe")) {
        while (!there) {
            ckptm_steer_hear(1);
            MPI_Iprobe(MPI_ANY_SOURCE, 1, W, &there, &status);
        }
        return status.MPI_SOURCE;
    }
    if (is(how, "waitany"))
        MPI_Waitany(2, requests, &index, MPI_STATUS_IGNORE);
    else if (is(how, "test"))
        for (index = 1; !there; index = !index)
            MPI_Test(&requests[!index], &there, MPI_STATUS_IGNORE);
    else
        return (int)(MPI_Wtime() * 1e3) & 0xffff;
    return index + 1;
}

/* What else has been sent to rank 0. */
static void rest(const char *how, int first, MPI_Request requests[2])
{
    if (is(how, "waitany") || is(how, "test")) {
        MPI_Wait(&requests[2 - first], MPI_STATUS_IGNORE);
        return;
    }
    receive(3 - (is(how, "clock") ? 1 : first), 1);
    if (!is(how, "match"))
        receive(is(how, "clock") ? 1 : first, 1);
}

/* Ranks 1 and 2 send to rank 0; other: rank 2 after rank 1. */
static void send_in_turn(int other)
{
    if (other && me == 2) {
        await("first");
        ckptm_steer_hear(100);
    }
    send(me, 0, 1);
    if (other && me == 1)
        flag("first");
}

/* Rank 0 tells rank 1, before that one's checkpoint, who was first; after a restart the other one is. */
static void logged(const char *how)
{
    MPI_Request requests[2];
    int values[2], first = 0;

    if (me == 0 && (is(how, "waitany") || is(how, "test")))
        for (int i = 0; i < 2; i++)
            MPI_Irecv(&values[i], 1, MPI_INT, i + 1, 1, W, &requests[i]);
    due(1);
    if (me == 1)
        first = receive(0, 2);
    #pragma ckpt
    if (me == 0) {
        first = first_of(how, requests);
        send(first, 1, 2);
        rest(how, first, requests);
    } else {
        send_in_turn(AGAIN != 0);
    }
    if (me == 1)
        say(is(how, "clock") ? "told" : "rank %d was first", first);
}

/* The same over two lines: what is left of the log, of the messages that are not sent again, and of the queue goes with the second. */
static void again(void)
{
    int first = 0;
    MPI_Status status;

    due(1);
    if (me == 1)
        first = receive(0, 2);
    if (me == 0)
        send(5, 1, 6);
    #pragma ckpt name(first)
    due(2);
    #pragma ckpt name(second)
    if (me == 0) {
        MPI_Recv(&first, 1, MPI_INT, MPI_ANY_SOURCE, 1, W, &status);
        send(status.MPI_SOURCE, 1, 2);
        send(99, 1, 2);
        MPI_Recv(&first, 1, MPI_INT, MPI_ANY_SOURCE, 1, W, &status);
        send(55, 1, 6);
    } else {
        send_in_turn(AGAIN == 2);
    }
    if (me == 1) {
        int next = receive(0, 2), late = receive(0, 6);

        must(next == 99 && late == 5, "rank %d was first; %d, %d", first, next, late);
        say("rank %d was first; %d, %d", first, next, late);
        receive(0, 6);
    }
    ckptm_steer_wait(2, OVER);
}

/* Rank 0 logs what depends on what rank 1 did after the end of its log. Rank 0's log does not end yet, for it has not taken rank 2's message. */
static void ends(void)
{
    MPI_Request request;
    int value = 0;

    due(1);
    if (me == 2)
        MPI_Issend(&value, 1, MPI_INT, 0, 9, W, &request);
    #pragma ckpt
    if (me == 1) {
        ckptm_steer_wait(1, ENDED);
        send(1, 0, AGAIN ? 4 : 3);
        send(2, 0, AGAIN ? 3 : 4);
    } else if (me == 0) {
        int a = receive(1, MPI_ANY_TAG), b = receive(1, MPI_ANY_TAG);

        must(a == 1 && b == 2, "%d then %d", a, b);
        receive(2, 9);
        say("%d then %d", a, b);
    } else {
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
}

/* The same by way of rank 3, whose own outcomes are all the same: where its log ends is known when it has been cut. */
static void chain(void)
{
    MPI_Request requests[2];
    int value = 0, got[2];

    due(1);
    if (me == 2)
        for (int i = 0; i < 2; i++)
            MPI_Issend(&value, 1, MPI_INT, 3 * i, 9, W, &requests[i]);
    #pragma ckpt name(chain)
    if (me == 1) {
        ckptm_steer_wait(1, ENDED);
        send(1, 3, AGAIN ? 4 : 3);
        send(2, 3, AGAIN ? 3 : 4);
    } else if (me == 3) {
        for (int i = 0; i < 2; i++) {
            MPI_Status status;

            MPI_Recv(&value, 1, MPI_INT, 1, MPI_ANY_TAG, W, &status);
            send(value, 0, status.MPI_TAG);
        }
        receive(2, 9);
    } else if (me == 0) {
        for (int i = 0; i < 2; i++)
            got[i] = receive(3, MPI_ANY_TAG);
        must(got[0] == 1 && got[1] == 2, "%d then %d", got[0], got[1]);
        receive(2, 9);
        say("%d then %d", got[0], got[1]);
    } else {
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    }
}

/* What rank 0 sends is read from a device. */
static void unlogged(void)
{
    int value = 0, device;

    due(1);
    if (me == 1)
        value = receive(0, 2);
    #pragma ckpt
    if (me == 0) {
        unsigned char byte;

        device = open("/dev/urandom", O_RDONLY);
        if (read(device, &byte, 1) == 1)
            send(AGAIN ? 1 : 2 + byte, 1, 2);
        close(device);
    }
    ckptm_steer_wait(1, OVER);
    if (me == 1)
        say("received");
}

/* Rank 0 knows at its checkpoint that rank 1 has taken its message, which that does after the end of its log. */
static void rendezvous(void)
{
    int value = 1;

    due(1);
    if (me == 1)
        close(open("/dev/urandom", O_RDONLY));
    else
        MPI_Ssend(&value, 1, MPI_INT, 1, 3, W);
    #pragma ckpt name(taken)
    if (me == 1)
        value = receive(0, 3);
    ckptm_steer_wait(1, OVER);
    if (me == 1)
        say("received");
}

/* A receive by any source has got rank 2's message, and is not known to be complete when the one after it is, by whose message rank 3 has what it must
 * have again: the first one's match has to be in the log, too, for after a restart it is posted at once, and rank 0's message may come first. */
static void before_it(void)
{
    MPI_Request wide, next;
    int a = 0, b = 0;

    due(1);
    if (me == 1) {
        MPI_Irecv(&a, 1, MPI_INT, MPI_ANY_SOURCE, 5, W, &wide);
        MPI_Irecv(&b, 1, MPI_INT, 0, MPI_ANY_TAG, W, &next);
    } else if (me == 3) {
        a = receive(1, 6);
    }
    #pragma ckpt
    if (me == 1) {
        ckptm_steer_hold_log(5, 2000);
        flag("past");
        if (!AGAIN) {
            await("first");
            ckptm_steer_hear(50);
        }
        flag("matched");
        MPI_Wait(&next, MPI_STATUS_IGNORE);
        send(b, 3, 6);
        MPI_Wait(&wide, MPI_STATUS_IGNORE);
        say("%d of any, then %d", a, b);
    } else if (me == 2) {
        await(AGAIN ? "second" : "past");
        send(7, 1, 5);
        flag("first");
    } else if (me == 0) {
        await("matched");
        send(1, 1, 5);
        send(2, 1, 5);
        ckptm_steer_hear(50);
        flag("second");
    } else {
        say("told %d", a);
    }
    if (me == 1)
        receive(0, 5);
}

/* In the restarted run nothing is logged, but what is sent again is as fixed as it was: a second line may have it early. */
static void restored_end(void)
{
    int value = 0;

    due(1);
    if (me == 1)
        await("sent");
    #pragma ckpt name(first)
    if (me == 0 && AGAIN == 1)
        close(open("/dev/urandom", O_RDONLY));
    due(2);
    if (me == 1)
        value = receive(0, 5);
    #pragma ckpt name(second)
    if (me == 0) {
        send(1, 1, 5);
        flag("sent");
    }
    ckptm_steer_wait(2, OVER);
    if (me == 1)
        say("%d", value);
}

/* A receive was cancelled; after a restart its message is there first. */
static void cancelled(void)
{
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Status status;
    int value = 0, gone = 0;

    if (me == 1)
        MPI_Irecv(&value, 1, MPI_INT, 0, 7, W, &request);
    due(1);
    if (me == 0)
        gone = receive(1, 8);
    #pragma ckpt
    if (me == 1) {
        if (AGAIN) {
            await("sent");
            ckptm_steer_hear(50);
        }
        MPI_Cancel(&request);
        MPI_Wait(&request, &status);
        MPI_Test_cancelled(&status, &gone);
        send(gone, 0, 8);
        say("cancelled %d, then %d", gone, gone ? receive(0, 7) : value);
    } else if (me == 0) {
        send(3, 1, 7);
        flag("sent");
    }
}

int main(int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : "";

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(W, &me);
    if (is(name, "again"))
        again();
    else if (is(name, "ends"))
        ends();
    else if (is(name, "chain"))
        chain();
    else if (is(name, "unlogged"))
        unlogged();
    else if (is(name, "rendezvous"))
        rendezvous();
    else if (is(name, "before_it"))
        before_it();
    else if (is(name, "restored_end"))
        restored_end();
    else if (is(name, "cancelled"))
        cancelled();
    else
        logged(name);
    ckptm_steer_wait(1, OVER);
    MPI_Finalize();
    return 0;
}
