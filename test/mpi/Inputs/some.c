/* some.c - Waitsome, Testsome, Testany, Sendrecv_replace, Request_get_status across sites. Output: rank 0. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 5 };

static unsigned mix(unsigned x) { return (x ^ x >> 13) * 2246822519u + 7; }

int main(int argc, char **argv)
{
    int rank, size, rounds;
    unsigned x;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    rounds = argc > 1 ? atoi(argv[1]) : 40;
    x = (unsigned)rank + 5;
    for (int r = 0; r < rounds; r++) {
        MPI_Request in[N], out[N];
        unsigned got[N], sent[N], around = x;
        int left = N, done, where[N], index, flag;
        MPI_Status status[N];

        for (int i = 0; i < N; i++) {
            sent[i] = mix(x + (unsigned)i);
            MPI_Irecv(&got[i], 1, MPI_UNSIGNED, (rank + size - 1) % size, i, MPI_COMM_WORLD, &in[i]);
        }
        #pragma ckpt name(posted)
        for (int i = N; i-- > 0;)
            MPI_Isend(&sent[i], 1, MPI_UNSIGNED, (rank + 1) % size, i, MPI_COMM_WORLD, &out[i]);
        for (unsigned n = 0; n < 2000u * (unsigned)(size - rank); n++)
            x = mix(x);
        MPI_Request_get_status(in[2], &flag, &status[0]);
        while (left > 2) {
            if (left % 2)
                MPI_Testsome(N, in, &done, where, status);
            else
                MPI_Waitsome(N, in, &done, where, status);
            for (int i = 0; i < done; i++)
                x += got[where[i]] * (unsigned)(status[i].MPI_TAG + 1);
            left -= done;
            #pragma ckpt name(some)
            x += 0;
        }
        while (left > 0) {
            MPI_Testany(N, in, &index, &flag, &status[0]);
            if (flag && index != MPI_UNDEFINED) {
                x += got[index] * (unsigned)(index + 1);
                left--;
            }
        }
        x = mix(x);
        #pragma ckpt name(around)
        MPI_Sendrecv_replace(&around, 1, MPI_UNSIGNED, (rank + 1) % size, 50, (rank + size - 1) % size, 50, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        x = mix(x ^ around);
        MPI_Waitall(N, out, MPI_STATUSES_IGNORE);
        if (!rank)
            printf("round %d: %u\n", r, x);
    }
    MPI_Finalize();
    return 0;
}
