// Objects that are given to MPI as characters; characters, objects with their datatype, and what nobody knows.
// REQUIRES: ckptcc, mpicc
// RUN: %expect %s --ckpt-cc=mpicc.mpich -DMPI
#ifdef MPI
#include <mpi.h>
#endif
#include <stdlib.h>

struct record { int number; double value; };

int main(int argc, char **argv)
{
    struct record *r = calloc(4, sizeof *r), one = { 1, 2.0 };
    double numbers[4] = { 1, 2, 3, 4 };
    char text[64] = "text";
    void *any = r;
#ifdef MPI
    MPI_Init(&argc, &argv);
    MPI_Send(r, 4 * sizeof *r, MPI_CHAR, 0, 0, MPI_COMM_WORLD); // expect: ckpt-mpi-characters
    MPI_Bcast((char *)&one, sizeof one, MPI_UNSIGNED_CHAR, 0, MPI_COMM_WORLD); // expect: ckpt-mpi-characters
    MPI_Allreduce(MPI_IN_PLACE, numbers, sizeof numbers, MPI_INT8_T, MPI_BOR, MPI_COMM_WORLD); // expect: ckpt-mpi-characters
    MPI_Bcast(numbers, 4, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Bcast(text, sizeof text, MPI_CHAR, 0, MPI_COMM_WORLD);
    MPI_Bcast(any, 4 * sizeof *r, MPI_CHAR, 0, MPI_COMM_WORLD);
    MPI_Bcast(r, 4 * sizeof *r, MPI_BYTE, 0, MPI_COMM_WORLD);
    #pragma ckpt
    MPI_Finalize();
#endif
    return argc + (int)one.value + (int)numbers[0] + text[0] - !argv - !any;
}
