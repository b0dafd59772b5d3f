/* ring.c - tokens go round; ranks run ahead of each other, so that messages cross every recovery line in both directions.
 *
 * usage    mpiexec -n RANKS ./ring [ROUNDS]
 * Output   rank 0: a line a round. Sends go ahead by WINDOW rounds; messages of a round have two tags, received in the other order.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { WINDOW = 3 };

static unsigned mix(unsigned x) { return (x ^ x >> 15) * 2654435761u + 12345; }

int main(int argc, char **argv)
{
    int rank, size, rounds, left, right, sent = 0;
    unsigned state, sum = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    rounds = argc > 1 ? atoi(argv[1]) : 100;
    left = (rank + size - 1) % size;
    right = (rank + 1) % size;
    state = (unsigned)rank + 1;
    for (int round = 0; round < rounds; round++) {
        unsigned first, second;
        unsigned long wide[2];

        for (; sent < rounds && sent <= round + WINDOW; sent++) {
            unsigned a = mix(state + (unsigned)sent);
            unsigned long b[2] = { a % 1000, (unsigned long)sent };

            MPI_Send(&a, 1, MPI_UNSIGNED, right, 1, MPI_COMM_WORLD);
            MPI_Send(b, 2, MPI_UNSIGNED_LONG, right, 2, MPI_COMM_WORLD);
        }
        #pragma ckpt name(round)
        MPI_Recv(wide, 2, MPI_UNSIGNED_LONG, left, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(&first, 1, MPI_UNSIGNED, left, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        second = (unsigned)(wide[0] + wide[1]);
        sum = mix(sum ^ first) + second;
        for (unsigned work = 0; work < (unsigned)(rank + 1) * 2000; work++)
            sum = mix(sum);                          /* ranks are not in step */
        if (!rank) {
            printf("round %d: %u\n", round, sum);
            fflush(stdout);
        }
    }
    MPI_Reduce(&sum, &state, 1, MPI_UNSIGNED, MPI_BXOR, 0, MPI_COMM_WORLD);
    if (!rank)
        printf("all: %u\n", state);
    MPI_Finalize();
    return 0;
}
