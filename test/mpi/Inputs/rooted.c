/* rooted.c - rooted collectives with sites at different places: a root is through long before others come. Output: the last rank. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static unsigned mix(unsigned x) { return (x ^ x >> 13) * 2246822519u + 7; }

static unsigned spin(unsigned x, int n)
{
    while (n--)
        x = mix(x);
    return x;
}

int main(int argc, char **argv)
{
    int rank, size, rounds, half;
    unsigned x;
    MPI_Comm two;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    rounds = argc > 1 ? atoi(argv[1]) : 40;
    x = (unsigned)rank;
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &two);
    MPI_Comm_rank(two, &half);
    for (int r = 0; r < rounds; r++) {
        unsigned word[4] = { x, (unsigned)r, (unsigned)rank, 0 }, all[64], sum = 0, part[2];

        if (rank % 2 == 0) {
            #pragma ckpt name(before)
            x = spin(x, 4000);
        }
        MPI_Bcast(word, 4, MPI_UNSIGNED, r % size, MPI_COMM_WORLD);
        x = mix(x + word[0]);
        if (rank == 1) {
            #pragma ckpt name(between)
            x = spin(x, 9000);
        }
        MPI_Gather(&x, 1, MPI_UNSIGNED, all, 1, MPI_UNSIGNED, (r + 1) % size, MPI_COMM_WORLD);
        if (rank == (r + 1) % size)
            for (int i = 0; i < size; i++)
                x = mix(x ^ all[i]);
        for (int i = 0; i < 2 * size; i++)
            all[i] = x + (unsigned)i;
        MPI_Scatter(all, 2, MPI_UNSIGNED, part, 2, MPI_UNSIGNED, (r + 2) % size, MPI_COMM_WORLD);
        x ^= part[0] * 3 + part[1];
        if (rank > 1) {
            #pragma ckpt name(after)
            x = spin(x, 500);
        }
        MPI_Reduce(&x, &sum, 1, MPI_UNSIGNED, MPI_SUM, 0, two);
        if (!half)
            x = mix(x ^ sum);
        if (r % 5 == 0)
            MPI_Allreduce(MPI_IN_PLACE, &x, 1, MPI_UNSIGNED, MPI_BXOR, two);
        if (rank == size - 1) {
            printf("round %d: %u\n", r, x);
            fflush(stdout);
        }
    }
    MPI_Comm_free(&two);
    MPI_Finalize();
    return 0;
}
