/* limits.c - messages of 8000 bytes that rank 0 sends and rank 1 receives five rounds later, or LATER. Output: rank 1.
 *
 * usage    mpiexec -n 2 ./limits [LATER [MICROSECONDS of a round]]
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { ROUNDS = 60, LONG = 1000 };

int main(int argc, char **argv)
{
    int later = argc > 1 ? atoi(argv[1]) : 5, pause = argc > 2 ? atoi(argv[2]) : 500;
    static double out[LONG], in[LONG];
    int rank;
    double sum = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int r = 0; r < ROUNDS + later; r++) {
        #pragma ckpt name(round)
        out[r % LONG] = r;
        if (rank == 0 && r < ROUNDS)
            MPI_Send(out, LONG, MPI_DOUBLE, 1, 3, MPI_COMM_WORLD);
        if (rank == 1 && r >= later) {
            MPI_Recv(in, LONG, MPI_DOUBLE, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            sum += in[r - later];
        }
        usleep((useconds_t)pause);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    if (rank == 1)
        printf("sum %g\n", sum);
    MPI_Finalize();
    return 0;
}
