// Pointers that are given to MPI as bytes; objects without, and pointers that a datatype leaves out.
// REQUIRES: ckptcc, mpicc
// RUN: %expect %s --ckpt-cc=mpicc.mpich -DMPI
#ifdef MPI
#include <mpi.h>
#endif
#include <stdlib.h>

struct job { int number; struct job *next; };
struct wire { int kind; struct { int n; struct job *cookie; } in[2]; };
struct plain { int number; double value; };

int main(int argc, char **argv)
{
    struct job *jobs = calloc(4, sizeof *jobs), *first = jobs;
    struct wire w = { 1, { { 2, jobs } } };
    struct plain p = { 1, 2.0 };
#ifdef MPI
    MPI_Status s;
    MPI_Init(&argc, &argv);
    MPI_Send(&w, sizeof w, MPI_BYTE, 0, 0, MPI_COMM_WORLD); // expect: ckpt-mpi-pointers
    MPI_Recv(&w, sizeof w, MPI_CHAR, 0, 0, MPI_COMM_WORLD, &s); // expect: ckpt-mpi-pointers
    MPI_Bcast(jobs, 4 * sizeof *jobs, MPI_BYTE, 0, MPI_COMM_WORLD); // expect: ckpt-mpi-pointers
    MPI_Bcast(&first, sizeof first, MPI_BYTE, 0, MPI_COMM_WORLD); // expect: ckpt-mpi-pointers
    MPI_Bcast(&p, sizeof p, MPI_BYTE, 0, MPI_COMM_WORLD);
    MPI_Bcast(&jobs[0].number, 1, MPI_INT, 0, MPI_COMM_WORLD);
    #pragma ckpt
    MPI_Finalize();
#endif
    return argc + w.kind + p.number - !argv - !first;
}
