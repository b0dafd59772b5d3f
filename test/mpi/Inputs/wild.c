/* wild.c - a master takes work from any source with any tag; what it sends back depends on the order. The sum does not. Output: rank 0. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static unsigned mix(unsigned x) { return (x ^ x >> 13) * 2246822519u + 7; }

/* Hands out `jobs` numbers, one to whoever asks. */
static void master(int size, int jobs)
{
    unsigned long long sum = 0;
    int next = 0, ended = 0;

    while (ended < size - 1) {
        unsigned result[2];
        MPI_Status status;

        MPI_Recv(result, 2, MPI_UNSIGNED, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
        #pragma ckpt name(master)
        sum += result[0];
        if (status.MPI_TAG != (result[1] % 2 ? 3 : 4))
            printf("wrong tag\n");
        if (next < jobs) {
            MPI_Send(&next, 1, MPI_INT, status.MPI_SOURCE, 1, MPI_COMM_WORLD);
            next++;
            if (next % 20 == 0)
                printf("%d handed out\n", next);
        } else {
            MPI_Send(&next, 1, MPI_INT, status.MPI_SOURCE, 2, MPI_COMM_WORLD);
            ended++;
        }
        fflush(stdout);
    }
    printf("sum %llu\n", sum);
}

static void worker(int rank)
{
    unsigned result[2] = { 0, (unsigned)rank };

    for (;;) {
        MPI_Status status;
        int job, flag = 0;

        MPI_Send(result, 2, MPI_UNSIGNED, 0, rank % 2 ? 3 : 4, MPI_COMM_WORLD);
        while (!flag)
            MPI_Iprobe(0, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, &status);
        MPI_Recv(&job, 1, MPI_INT, 0, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
        if (status.MPI_TAG == 2)
            return;
        result[0] = (unsigned)job;
        for (int i = 0; i < 500 * (job % 7 + rank); i++)
            result[0] = mix(result[0]);
        result[0] = mix((unsigned)job);
        if (job % 3 == 0) {
            #pragma ckpt name(worker)
            result[0] += 1;
        }
    }
}

int main(int argc, char **argv)
{
    int rank, size;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank)
        worker(rank);
    else
        master(size, argc > 1 ? atoi(argv[1]) : 200);
    MPI_Finalize();
    return 0;
}
