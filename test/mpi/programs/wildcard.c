/* wildcard.c - receives from MPI_ANY_SOURCE with MPI_ANY_TAG. Which message comes first is not determined, the order of one
 * source's messages is, whatever their tags: that order is checked, and folded source by source.
 * With three ranks it hangs under MPICH 4.0.2 of i386 and s390x without the layer, too. */
#include "result.h"

enum { EACH = 8 };

int main(int argc, char **argv)
{
    int rounds = begin(&argc, &argv, 25);
    uint64_t of[64] = { 0 }, sum = 1;
    int seen[64] = { 0 };

    CHECK(size <= 64);
    for (int round = 0; round < rounds; round++) {
        for (int i = 0; i < EACH; i++)
            for (int to = 0; to < size; to++) {
                int v[2] = { round * EACH + i, rank };

                MPI_Send(v, 2, MPI_INT, to, (i * 5 + rank) % 7, MPI_COMM_WORLD);
            }
        for (int i = 0; i < EACH * size; i++) {
            int v[2];
            MPI_Status status;

            #pragma ckpt name(receive) if(i % 5 == 0)
            MPI_Recv(v, 2, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
            CHECK(v[1] == status.MPI_SOURCE);
            CHECK(v[0] == seen[v[1]]);
            CHECK(status.MPI_TAG == (v[0] % EACH * 5 + v[1]) % 7);
            seen[v[1]]++;
            of[v[1]] = fold(of[v[1]], (uint64_t)(v[0] * 64 + status.MPI_TAG));
        }
        work(rank * 3000);
    }
    for (int i = 0; i < size; i++)
        sum = fold(sum, of[i]);
    return end(sum);
}
