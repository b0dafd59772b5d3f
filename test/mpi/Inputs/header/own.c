/* A unit that includes no mpi.h and has such names of its own. */
#ifdef MPI_VERSION
#error "nobody asked for mpi.h"
#endif
enum { MPI_COMM_WORLD = 3 };
typedef struct { int n; } MPI_Info;
int number(void)
{
    MPI_Info info = { MPI_COMM_WORLD };
    return info.n;
}
