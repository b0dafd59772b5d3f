/* generalized.h - see generalized.c */
#ifndef CKPTM_GENERALIZED_H
#define CKPTM_GENERALIZED_H

#include "mpi/requests/requests.h"

/* It is complete: what the program's function says of it. Returns the function's error. */
int ckptm_generalized_query(int request, MPI_Status *status);
/* The same at the end of MPI_Wait or MPI_Test: what belongs to it is freed, by the program's function. */
int ckptm_generalized_finish(int request, MPI_Status *status);
int ckptm_generalized_cancel(int request);
/* MPI_Request_free: goes now, or when it is complete. */
int ckptm_generalized_release(int request);

#endif
