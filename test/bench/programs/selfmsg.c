/* selfmsg.c - what one message costs: a rank sends zero bytes to itself, many times; or takes part in many lines while nothing happens.
 *
 * usage    mpiexec -n RANKS ./selfmsg [MESSAGES [VISITS]]
 * Output   rank 0: the least nanoseconds a message (one send, one receive) of 20 equal parts, on stderr; "done" on stdout
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static double part(int messages)
{
    double start = MPI_Wtime();

    for (int i = 0; i < messages; i++) {
        MPI_Request request;

        MPI_Irecv(0, 0, MPI_INT, 0, 5, MPI_COMM_SELF, &request);
        MPI_Send(0, 0, MPI_INT, 0, 5, MPI_COMM_SELF);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    return (MPI_Wtime() - start) / messages * 1e9;
}

int main(int argc, char **argv)
{
    int messages = argc > 1 ? atoi(argv[1]) : 1000000, visits = argc > 2 ? atoi(argv[2]) : 0, rank;
    double least = 1e30;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int k = 0; k < 20 && messages; k++) {
        double took = part(messages / 20);
        least = took < least ? took : least;
    }
    for (int i = 0; i < visits; i++) {
        #pragma ckpt name(idle)
        MPI_Barrier(MPI_COMM_WORLD);
    }
    if (rank == 0) {
        if (messages)
            fprintf(stderr, "%.1f ns a message\n", least);
        printf("done\n");
    }
    MPI_Finalize();
    return 0;
}
