/* memory.c - what requests and messages have of the program's memory and types. Usage: memory NAME */
#include "steer.h"

/* A send buffer on the heap that nothing but its request points to, over a restart. */
static void heap(void)
{
    MPI_Request request;
    int there[4] = { 0 };

    if (me == 0) {
        int *given = malloc(4 * sizeof *given);

        for (int i = 0; i < 4; i++)
            given[i] = i + 1;
        MPI_Send_init(given, 4, MPI_INT, 1, 3, W, &request);
        given = 0;
    }
    due(1);
    #pragma ckpt
    ckptm_steer_wait(1, OVER);
    if (me == 0) {
        MPI_Start(&request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Request_free(&request);
    } else {
        MPI_Recv(there, 4, MPI_INT, 0, 3, W, MPI_STATUS_IGNORE);
        say("%d %d %d %d", there[0], there[1], there[2], there[3]);
    }
}

/* The buffer of a pending receive on the stack. */
static void stack(void)
{
    MPI_Request request;
    int there[4] = { 1, 2, 3, 4 };

    if (me == 1) {
        memset(there, 0, sizeof there);
        MPI_Irecv(there, 4, MPI_INT, 0, 3, W, &request);
    }
    due(1);
    #pragma ckpt
    ckptm_steer_wait(1, OVER);
    if (me == 0) {
        MPI_Send(there, 4, MPI_INT, 1, 3, W);
    } else {
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        say("%d %d %d %d", there[0], there[1], there[2], there[3]);
    }
}

/* Constants in variables mean the same to the MPI that goes on; each MPI has other values for them. */
static void constants(void)
{
    int any = MPI_ANY_SOURCE, none = MPI_PROC_NULL, tag = MPI_ANY_TAG, undefined = MPI_UNDEFINED, value = 1, count = 0;
    MPI_Datatype type = MPI_INT;
    MPI_Op op = MPI_MAX;
    MPI_Comm null = MPI_COMM_NULL;
    MPI_Request empty = MPI_REQUEST_NULL;
    MPI_Status status;

    due(1);
    #pragma ckpt
    MPI_Sendrecv(&me, 1, type, none, 3, &value, 1, type, none, 3, W, &status);
    must(status.MPI_SOURCE == none && status.MPI_TAG == tag && value == 1, "a receive from nobody");
    MPI_Allreduce(MPI_IN_PLACE, &value, 1, type, op, W);
    if (me == 0) {
        MPI_Send(&value, 1, type, 1, 3, W);
    } else {
        value = 5;
        MPI_Recv(&value, 1, type, any, tag, W, &status);
        must(value == 1 && status.MPI_SOURCE == 0 && status.MPI_TAG == 3, "%d from rank %d", value, status.MPI_SOURCE);
    }
    MPI_Get_count(&status, type, &count);
    MPI_Comm_split(W, undefined, 0, &null);
    must(null == MPI_COMM_NULL, "a communicator without a color");
    MPI_Wait(&empty, MPI_STATUS_IGNORE);
    say("%d", count);
}

/* Late messages are kept as what they are, for a machine on which that looks otherwise. */
static void typed(void)
{
    long values[3] = { 1, -2, 3 };

    due(1);
    if (me == 0)
        MPI_Send(values, 3, MPI_LONG, 1, 3, W);
    if (me == 0)
        flag("sent");
    else
        await_deaf("sent");
    #pragma ckpt
    ckptm_steer_wait(1, OVER);
    if (me == 1) {
        MPI_Recv(values, 3, MPI_LONG, 0, 3, W, MPI_STATUS_IGNORE);
        say("%ld %ld %ld", values[0], values[1], values[2]);
    }
}

/* A datatype that counts the bytes of a structure which has others on another machine. */
static void counted(void)
{
    struct pair { long a; int b; } pairs[2] = { { 1, 2 }, { 3, 4 } };
    MPI_Datatype type;

    MPI_Type_contiguous((int)sizeof(struct pair), MPI_BYTE, &type);
    MPI_Type_commit(&type);
    for (int i = 0; i < 2; i++) {
        if (me == 0)
            MPI_Send(pairs, 2, type, 1, 3, W);
        else
            MPI_Recv(pairs, 2, type, 0, 3, W, MPI_STATUS_IGNORE);
        if (i == 0)
            due(1);
        #pragma ckpt name(counted)
        (void)0;
    }
    if (me == 1)
        say("%ld %d", pairs[1].a, pairs[1].b);
}

int main(int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : "";

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(W, &me);
    if (is(name, "heap"))
        heap();
    else if (is(name, "stack"))
        stack();
    else if (is(name, "constants"))
        constants();
    else if (is(name, "typed"))
        typed();
    else if (is(name, "counted"))
        counted();
    else
        must(0, "no execution %s", name);
    ckptm_steer_wait(1, OVER);
    MPI_Finalize();
    return 0;
}
