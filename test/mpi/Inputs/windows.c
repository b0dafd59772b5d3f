/* windows.c - deep non-blocking windows across sites: requests and buffers on the stack and on the heap, completed out of order, tested,
 * waited for by any. Output: rank 0. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { DEEP = 6 };

static unsigned mix(unsigned x) { return (x ^ x >> 13) * 2246822519u + 7; }

int main(int argc, char **argv)
{
    int rank, size, rounds, left, right;
    unsigned x;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    rounds = argc > 1 ? atoi(argv[1]) : 40;
    left = (rank + size - 1) % size;
    right = (rank + 1) % size;
    x = (unsigned)rank + 17;
    for (int r = 0; r < rounds; r++) {
        MPI_Request in[DEEP], out[DEEP], odd;
        MPI_Status status;
        unsigned got[DEEP][2], *sent = malloc(DEEP * sizeof *sent);
        long late = -1;
        int index, flag = 0, count;

        for (int i = 0; i < DEEP; i++)
            MPI_Irecv(got[i], 2, MPI_UNSIGNED, left, i % 3, MPI_COMM_WORLD, &in[i]);
        MPI_Irecv(&late, 1, MPI_LONG, right, 77, MPI_COMM_WORLD, &odd);
        #pragma ckpt name(posted)
        for (int i = 0; i < DEEP; i++) {
            sent[i] = mix(x + (unsigned)i);
            MPI_Isend(&sent[i], 1, MPI_UNSIGNED, right, i % 3, MPI_COMM_WORLD, &out[i]);
        }
        for (unsigned n = 0; n < 1500u * (unsigned)(rank + 1); n++)
            x = mix(x);
        #pragma ckpt name(flying)
        MPI_Wait(&in[DEEP - 1], &status);            /* the last first */
        MPI_Get_count(&status, MPI_UNSIGNED, &count);
        x ^= got[DEEP - 1][0] + (unsigned)count + (unsigned)status.MPI_TAG;
        #pragma ckpt name(reversed)
        x = mix(x);
        for (int i = 0; i < DEEP - 1; i++) {
            MPI_Waitany(DEEP - 1, in, &index, MPI_STATUS_IGNORE);
            x += got[index][0] * (unsigned)(index + 1);  /* a sum: any order will do */
        }
        MPI_Send(&(long){ (long)r * 1000 + rank }, 1, MPI_LONG, left, 77, MPI_COMM_WORLD);
        while (!flag)
            MPI_Test(&odd, &flag, MPI_STATUS_IGNORE);
        x = mix(x ^ (unsigned)late);
        #pragma ckpt name(sending)
        MPI_Waitall(DEEP, out, MPI_STATUSES_IGNORE);
        free(sent);
        if (!rank) {
            printf("round %d: %u\n", r, x);
            fflush(stdout);
        }
    }
    MPI_Finalize();
    return 0;
}
