/* skew.c - ranks whose sites lie far apart: messages overtake the line in both directions, tags are received in the other order.
 * Output: rank 0, a line a batch. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { BATCH = 12 };

static unsigned mix(unsigned x) { return (x ^ x >> 13) * 2246822519u + 7; }

static void spin(unsigned *sum, unsigned n)
{
    while (n--)
        *sum = mix(*sum);
}

/* Even ranks feed odd ones: BATCH messages of two tags, a site before each. */
static unsigned feed(int peer, unsigned sum)
{
    for (int i = 0; i < BATCH; i++) {
        long long value[3] = { sum, i, (long long)sum * i };

        #pragma ckpt name(feed)
        spin(&sum, 3000);
        MPI_Send(value, 3, MPI_LONG_LONG, peer, i % 2 ? 5 : 9, MPI_COMM_WORLD);
    }
    return sum;
}

/* Odd ranks take tag 5 first, then tag 9, and have one site a batch. */
static unsigned eat(int peer, unsigned sum)
{
    long long value[3];

    for (int tag = 5; tag <= 9; tag += 4)
        for (int i = 0; i < BATCH / 2; i++) {
            MPI_Recv(value, 3, MPI_LONG_LONG, peer, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            sum = mix(sum ^ (unsigned)value[0]) + (unsigned)value[1] + (unsigned)value[2];
        }
    #pragma ckpt name(eat)
    return sum;
}

int main(int argc, char **argv)
{
    int rank, size, batches;
    unsigned sum;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    batches = argc > 1 ? atoi(argv[1]) : 30;
    sum = (unsigned)rank;
    for (int b = 0; b < batches; b++) {
        unsigned other = 0;

        sum = rank % 2 ? eat(rank - 1, sum) : rank + 1 < size ? feed(rank + 1, sum) : sum;
        if (rank % 2)
            MPI_Send(&sum, 1, MPI_UNSIGNED, rank - 1, 1, MPI_COMM_WORLD);
        else if (b && rank + 1 < size) {             /* the answer to the batch before */
            MPI_Recv(&other, 1, MPI_UNSIGNED, rank + 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            sum ^= other;
        }
        if (!rank) {
            printf("batch %d: %u\n", b, sum);
            fflush(stdout);
        }
    }
    if (rank % 2 == 0 && rank + 1 < size) {
        unsigned other;

        MPI_Recv(&other, 1, MPI_UNSIGNED, rank + 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
