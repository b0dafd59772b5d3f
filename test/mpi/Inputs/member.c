/* member.c - a datatype that is used after the last line only, with data that is not the first in its structure: nothing but the structure's size in bytes
 * tells it from a column of numbers. Where the two mean other bytes there is no way to go on; strides of numbers alone are right everywhere.
 * usage: member ROUNDS resized | hvector | numbers */
#include "../programs/result.h"
#include <stdbool.h>
#include <string.h>

enum { ITEMS = 40, USED = 4, WIDE = 13 };

struct body { int id; double at[2]; };               /* 24 bytes; 20 where a double lies at 4 */
static struct body *bodies;

/* Of so many items of the datatype consists what is sent. */
static MPI_Datatype positions(const char *how, int *items)
{
    MPI_Datatype both, type;

    MPI_Type_contiguous(2, MPI_DOUBLE, &both);
    *items = strcmp(how, "resized") ? 1 : USED;
    if (*items > 1)
        MPI_Type_create_resized(both, 0, sizeof(struct body), &type);
    else
        MPI_Type_create_hvector(USED, 1, sizeof(struct body), both, &type);
    MPI_Type_commit(&type);
    MPI_Type_free(&both);
    return type;
}

/* A column of a matrix, of which no structure says anything. */
static uint64_t numbers(uint64_t sum, MPI_Datatype column)
{
    static double matrix[USED][WIDE];

    for (int i = 0; i < USED; i++)
        matrix[i][3] = rank ? -1 : i + 0.5;
    MPI_Bcast(&matrix[0][3], 1, column, 0, MPI_COMM_WORLD);
    for (int i = 0; i < USED; i++)
        sum = fold(sum, (uint64_t)(long long)(matrix[i][3] * 2));
    return sum;
}

static uint64_t members(uint64_t sum, MPI_Datatype type, int items)
{
    for (int i = 0; i < ITEMS; i++)
        bodies[i] = (struct body){ i, { rank ? -1 : i, rank ? -1 : i + 0.5 } };
    MPI_Bcast(bodies[0].at, items, type, 0, MPI_COMM_WORLD);
    for (int i = 0; i < ITEMS; i++)
        sum = fold(fold(fold(sum, (uint64_t)bodies[i].id), (uint64_t)(long long)(bodies[i].at[0] * 2)), (uint64_t)(long long)(bodies[i].at[1] * 2));
    return sum;
}

int main(int argc, char **argv)
{
    int rounds = begin(&argc, &argv, 30);
    const char *how = argc > 2 ? argv[2] : "resized";
    bool of_numbers = !strcmp(how, "numbers");
    int items = 1;
    MPI_Datatype type;
    uint64_t sum = 1;

    bodies = calloc(ITEMS, sizeof *bodies);
    CHECK(bodies);
    if (of_numbers) {
        MPI_Type_create_hvector(USED, 1, WIDE * sizeof(double), MPI_DOUBLE, &type);
        MPI_Type_commit(&type);
    } else {
        type = positions(how, &items);
    }
    for (int round = 0; round < rounds; round++) {
        #pragma ckpt
        sum = fold(sum, work(300000));
        MPI_Barrier(MPI_COMM_WORLD);
    }
    sum = of_numbers ? numbers(sum, type) : members(sum, type, items);
    MPI_Type_free(&type);
    free(bodies);
    return end(sum);
}
