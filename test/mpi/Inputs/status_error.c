/* status_error.c - MPI_ERROR of a status is the program's, but where a call of several requests ends with MPI_ERR_IN_STATUS (MPI 3.1, 3.2.5). */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { OWN = 77, ROUNDS = 12, TAG = 3 };

static int wrong;

static void see(const char *what, MPI_Status *status, int expected)
{
    int got = status->MPI_ERROR, class = got;

    if (got != OWN && got)
        MPI_Error_class(got, &class);
    if (class != expected)
        printf("%s: MPI_ERROR is %d, not %d\n", what, class, expected), wrong = 1;
    status->MPI_ERROR = OWN;
}

static void singles(int other)
{
    int in[2], out[2] = { 1, 2 }, flag = 0, index;
    MPI_Status s = { .MPI_ERROR = OWN };
    MPI_Request r[2], none = MPI_REQUEST_NULL;
    MPI_Message m;

    MPI_Sendrecv(out, 2, MPI_INT, other, TAG, in, 2, MPI_INT, other, TAG, MPI_COMM_WORLD, &s), see("Sendrecv", &s, OWN);
    for (int i = 0; i < 6; i++)
        MPI_Send(out, 2, MPI_INT, other, TAG, MPI_COMM_WORLD);
    MPI_Probe(other, TAG, MPI_COMM_WORLD, &s), see("Probe", &s, OWN);
    MPI_Iprobe(other, TAG, MPI_COMM_WORLD, &flag, &s), see("Iprobe", &s, OWN);
    MPI_Recv(in, 2, MPI_INT, other, TAG, MPI_COMM_WORLD, &s), see("Recv", &s, OWN);
    MPI_Mprobe(other, TAG, MPI_COMM_WORLD, &m, &s), see("Mprobe", &s, OWN);
    MPI_Mrecv(in, 2, MPI_INT, &m, &s), see("Mrecv", &s, OWN);
    for (int i = 0; i < 2; i++)
        MPI_Irecv(in, 2, MPI_INT, other, TAG, MPI_COMM_WORLD, &r[i]);
    MPI_Wait(&r[0], &s), see("Wait", &s, OWN);
    MPI_Waitany(2, r, &index, &s), see("Waitany", &s, OWN);
    MPI_Wait(&none, &s), see("Wait of none", &s, OWN);
    MPI_Request_get_status(none, &flag, &s), see("Request_get_status of none", &s, MPI_SUCCESS);
    for (int i = 0; i < 2; i++)
        MPI_Irecv(in, 2, MPI_INT, i ? other : MPI_PROC_NULL, TAG, MPI_COMM_WORLD, &r[i]);
    do
        MPI_Request_get_status(r[1], &flag, &s);
    while (!flag);
    see("Request_get_status", &s, OWN);
    MPI_Test(&r[1], &flag, &s), see("Test", &s, OWN);
    MPI_Wait(&r[0], &s), see("Wait of nobody", &s, OWN);
    MPI_Recv(in, 2, MPI_INT, other, TAG, MPI_COMM_WORLD, &s), see("Recv", &s, OWN);
}

/* The second of three is too long for its receive. */
static void several(int other, int length, int expected)
{
    int in[3][4], out[4] = { 0 }, error;
    MPI_Status s[3] = { { .MPI_ERROR = OWN }, { .MPI_ERROR = OWN }, { .MPI_ERROR = OWN } };
    MPI_Request r[3];

    for (int i = 0; i < 3; i++)
        MPI_Irecv(in[i], 2, MPI_INT, other, TAG + i, MPI_COMM_WORLD, &r[i]);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < 3; i++)
        MPI_Send(out, i == 1 ? length : 1, MPI_INT, other, TAG + i, MPI_COMM_WORLD);
    error = MPI_Waitall(3, r, s);
    if (error != (expected ? MPI_ERR_IN_STATUS : MPI_SUCCESS))
        printf("Waitall: %d\n", error), wrong = 1;
    for (int i = 0; i < 3; i++)
        see("Waitall", &s[i], !expected ? OWN : i == 1 ? expected : MPI_SUCCESS);
}

int main(int argc, char **argv)
{
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    for (int i = 0; i < ROUNDS; i++) {
        #pragma ckpt
        singles(!rank);
        several(!rank, 2, 0);
        several(!rank, 3, MPI_ERR_TRUNCATE);
    }
    if (!rank)
        printf(wrong ? "wrong\n" : "right\n");
    MPI_Finalize();
    return wrong;
}
