/* rendezvous.c - a rank is told by MPI_Test that its synchronous send has been taken, and tells a third one; the receiver's decision when to take it comes
 * from outside (/proc/self/environ: CHOICE), so no log brings it back. A restart in which the third rank was told so, and the receiver decides otherwise, has
 * a past that never was: it prints "contradiction". Usage: rendezvous SENDER RECEIVER TELLER [logged], of 3 processes; the sender passes a site before
 * and after; logged: the choice is an argument's, the receiver's log holds all. */
#include <fcntl.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int choice(int outside)
{
    static char text[65536];
    int fd, n;

    if (!outside)
        return 0;
    fd = open("/proc/self/environ", O_RDONLY);
    n = (int)read(fd, text, sizeof text - 1);
    close(fd);
    for (char *p = text; p < text + n; p += strlen(p) + 1)
        if (!strncmp(p, "CHOICE=", 7))
            return atoi(p + 7);
    return 0;
}

static unsigned visits;

static void often(void)
{
    for (int n = 0; n < 6; n++) {
        int flag;

        usleep(1000);
        MPI_Iprobe(MPI_ANY_SOURCE, 9, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
        #pragma ckpt name(often)
        visits++;
    }
}

static void send(int receiver, int teller, int round)
{
    MPI_Request request;
    int done = 0;

    often();
    MPI_Issend(&round, 1, MPI_INT, receiver, 1, MPI_COMM_WORLD, &request);
    for (int n = 0; n < 300 && !done; n++) {
        usleep(500);
        MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    }
    #pragma ckpt name(after)
    MPI_Send(&done, 1, MPI_INT, teller, 2, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void receive(int sender, int teller, int round, int outside)
{
    int got = -1, told = -1, other;

    often();
    other = choice(outside);
    if (other)
        MPI_Recv(&told, 1, MPI_INT, teller, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Recv(&got, 1, MPI_INT, sender, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (!other)
        MPI_Recv(&told, 1, MPI_INT, teller, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    else if (told)
        printf("contradiction\n");
    if (got != round)
        abort();
}

static void tell(int sender, int receiver)
{
    int told;

    MPI_Recv(&told, 1, MPI_INT, sender, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    #pragma ckpt name(told)
    MPI_Send(&told, 1, MPI_INT, receiver, 3, MPI_COMM_WORLD);
}

int main(int argc, char **argv)
{
    int rank, sender = atoi(argv[1]), receiver = atoi(argv[2]), teller = atoi(argv[3]), outside = argc < 5;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int round = 0; round < 12; round++) {
        if (rank == sender)
            send(receiver, teller, round);
        else if (rank == receiver)
            receive(sender, teller, round, outside);
        else
            tell(sender, receiver);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
