/* A header of the program's with the guard that a header of this name would have. */
#ifndef MPI_H
#define MPI_H
#include "mpi.h"
typedef int rank_number;
#endif
