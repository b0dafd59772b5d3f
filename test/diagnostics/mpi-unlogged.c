// What a rank asks of its machine and no log has; what logs have.
// REQUIRES: ckptcc, mpicc
// RUN: %expect %s --ckpt-cc=mpicc.mpich -DMPI
#ifdef MPI
#include <mpi.h>
#endif
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

int main(int argc, char **argv)
{
    struct pollfd p = { 0, POLLIN, 0 };
#ifdef MPI
    MPI_Init(&argc, &argv);
#endif
    FILE *noise = fopen("/dev/urandom", "r"), *sink = fopen("/dev/null", "w"); // expect: ckpt-mpi-unlogged
    int ready = poll(&p, 1, 0); // expect: ckpt-mpi-unlogged
    srand(time(NULL));
    ready += rand() + !noise + !sink + !argv;
#ifdef MPI
    MPI_Bcast(&ready, 1, MPI_INT, 0, MPI_COMM_WORLD);
    #pragma ckpt
    MPI_Finalize();
#endif
    return ready == argc;
}
