/* many_structures.c - a datatype that no line finds used, which fits some hundred structures of the program, from their second member on: none differs from
 * the others on a machine with the same sizes. */
#include "../programs/result.h"

enum { USED = 4, WIDE = 16 };

#define ONE(n) static struct s##n { float x; int number; double y; } v##n;
#define TEN(n) ONE(n##0) ONE(n##1) ONE(n##2) ONE(n##3) ONE(n##4) ONE(n##5) ONE(n##6) ONE(n##7) ONE(n##8) ONE(n##9)
TEN(1) TEN(2) TEN(3) TEN(4) TEN(5) TEN(6) TEN(7) TEN(8) TEN(9) TEN(10)

int main(int argc, char **argv)
{
    int rounds = begin(&argc, &argv, 30);
    static int matrix[USED][WIDE];
    MPI_Datatype column;
    uint64_t sum = 1;

    MPI_Type_create_hvector(USED, 1, WIDE * sizeof(int), MPI_INT, &column);
    MPI_Type_commit(&column);
    for (int round = 0; round < rounds; round++) {
        #pragma ckpt
        sum = fold(sum, work(300000));
        v10.number += v99.number++;
        MPI_Barrier(MPI_COMM_WORLD);
    }
    for (int i = 0; i < USED; i++)
        matrix[i][5] = rank ? -1 : i;
    MPI_Bcast(&matrix[0][5], 1, column, 0, MPI_COMM_WORLD);
    for (int i = 0; i < USED; i++)
        sum = fold(sum, (uint64_t)matrix[i][5]);
    MPI_Type_free(&column);
    return end(fold(sum, (uint64_t)v10.number));
}
