/* late_bytes.c - rank 0 sends characters as MPI_BYTE, or integers as MPI_PACKED, which rank 1 receives some rounds later: each line is crossed by some.
 *
 * usage    mpiexec -n 2 ./late_bytes ROUNDS byte|packed [LATER]
 */
#include "../programs/result.h"
#include <string.h>
#include <unistd.h>

enum { LENGTH = 64 };

int main(int argc, char **argv)
{
    int rounds = begin(&argc, &argv, 60), packed = argc > 2 && !strcmp(argv[2], "packed"), later = argc > 3 ? atoi(argv[3]) : 5;
    MPI_Datatype type = packed ? MPI_PACKED : MPI_BYTE;
    char buffer[LENGTH];
    uint64_t sum = 1;

    for (int r = 0; r < rounds + later; r++) {
        #pragma ckpt name(round)
        int value = r, at = 0;

        memset(buffer, 'a' + r % 26, sizeof buffer);
        if (packed)
            MPI_Pack(&value, 1, MPI_INT, buffer, LENGTH, &at, MPI_COMM_WORLD);
        if (rank == 0 && r < rounds)
            MPI_Send(buffer, packed ? at : LENGTH, type, 1, 3, MPI_COMM_WORLD);
        if (rank == 1 && r >= later) {
            MPI_Recv(buffer, LENGTH, type, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            at = 0;
            if (packed)
                MPI_Unpack(buffer, LENGTH, &at, &value, 1, MPI_INT, MPI_COMM_WORLD);
            sum = fold(sum, packed ? (uint64_t)value : (uint64_t)buffer[7]);
        }
        usleep(500);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    return end(sum);
}
