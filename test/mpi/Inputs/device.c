/* device.c - what rank 0 sends was, from some round on, read from /dev/urandom: nothing can bring it back. */
#include <fcntl.h>
#include <mpi.h>
#include <stdio.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    int rank, device = -1;
    unsigned long long all = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int round = 0; round < 60; round++) {
        if (!rank)
            for (int i = 0; i < 5; i++) {
                usleep(1000);
                #pragma ckpt name(often)
                all++;
            }
        if (!rank && round == 20)
            device = open("/dev/urandom", O_RDONLY);
        for (int i = 0; i < 20; i++) {
            unsigned long long value = 0;

            if (!rank) {
                if (device >= 0 && read(device, &value, sizeof value) != sizeof value)
                    puts("no device");
                MPI_Send(&value, 1, MPI_UNSIGNED_LONG_LONG, 1, 6, MPI_COMM_WORLD);
            } else if (rank == 1) {
                MPI_Recv(&value, 1, MPI_UNSIGNED_LONG_LONG, 0, 6, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
                all += value;
            }
        }
        if (rank) {
            #pragma ckpt name(late)
            all += (unsigned)rank;
        }
        MPI_Barrier(MPI_COMM_WORLD);
    }
    if (!rank)
        puts("done");
    MPI_Finalize();
    return 0;
}
