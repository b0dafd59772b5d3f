/* runs.c - more runs of late messages than a sender keeps the datatypes of. */
#include <unistd.h>
#include "../programs/result.h"

enum { MESSAGES = 600, WAITS = 300 };

int main(int argc, char **argv)
{
    int rounds = begin(&argc, &argv, 6), v;
    uint64_t sum = 1;

    for (int k = 0; k < rounds; k++) {
        if (rank == 0) {
            for (int i = 0; i < MESSAGES; i++) {
                v = k + i;
                MPI_Send(&v, 1, MPI_INT, 1, i % 2, MPI_COMM_WORLD);
            }
            #pragma ckpt name(sent)
            MPI_Recv(&v, 1, MPI_INT, 1, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        } else {
            for (int i = 0; i < WAITS; i++) {        /* the line is to be taken before the messages are */
                usleep(1000);
                #pragma ckpt name(waits)
            }
            for (int i = 0; i < MESSAGES; i++) {
                MPI_Recv(&v, 1, MPI_INT, 0, i % 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
                sum = fold(sum, (uint64_t)v);
            }
            MPI_Send(&v, 1, MPI_INT, 0, 2, MPI_COMM_WORLD);
        }
    }
    return end(sum);
}
