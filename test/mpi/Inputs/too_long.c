/* too_long.c - in odd rounds of the first half messages are longer than their receives, which are posted before they come or after. */
#include <unistd.h>
#include "../programs/result.h"

int main(int argc, char **argv)
{
    int rounds = begin(&argc, &argv, 120), in[2], out[4];
    uint64_t sum = 1;

    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    for (int k = 0; k < rounds; k++) {
        MPI_Request request;

        if (rank == 0) {
            out[0] = out[1] = out[2] = out[3] = k;
            MPI_Send(out, k < rounds / 2 && k % 2 ? 4 : 2, MPI_INT, 1, 3, MPI_COMM_WORLD);
            #pragma ckpt name(sends)
            usleep(1000);
        } else {
            if (k % 4 > 1)
                usleep(1500);
            MPI_Irecv(in, 2, MPI_INT, 0, 3, MPI_COMM_WORLD, &request);
            usleep(k % 4 > 1 ? 1 : 1500);
            #pragma ckpt name(receives) if(k % 3 == 0)
            sum = fold(sum, (uint64_t)(MPI_Wait(&request, MPI_STATUS_IGNORE) ? -1 : in[0]));
        }
    }
    return end(sum);
}
