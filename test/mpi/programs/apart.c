/* apart.c - datatypes of several variables, or blocks of the heap, at displacements in bytes from the first of them: the way many programs make one for
 * what they read and broadcast. One is made of others; one is used late, so that a restart carries it before its first use. */
#include "result.h"
#include <stddef.h>

static double a;
static char between[5];
static long n;
static double c;
static struct { double x[3]; char mark; } last;
typedef struct { char mark; long l; double x; } item;
static item items[2];

static void difference(MPI_Aint *at, int count)
{
    for (int i = count - 1; i >= 0; i--)
        at[i] = MPI_Aint_diff(at[i], at[0]);
}

static MPI_Datatype of_item(void)
{
    int lengths[] = { 1, 1, 1 };
    MPI_Aint at[] = { offsetof(item, mark), offsetof(item, l), offsetof(item, x) };
    MPI_Datatype types[] = { MPI_CHAR, MPI_LONG, MPI_DOUBLE }, bare, type;

    MPI_Type_create_struct(3, lengths, at, types, &bare);
    MPI_Type_create_resized(bare, 0, sizeof(item), &type);
    MPI_Type_free(&bare);
    return type;
}

static MPI_Datatype of_variables(void)
{
    int lengths[] = { 1, 1, 1, 2, 2 };
    MPI_Aint at[5];
    MPI_Datatype types[] = { MPI_DOUBLE, MPI_LONG, MPI_DOUBLE, MPI_DOUBLE, of_item() }, type;

    MPI_Get_address(&a, &at[0]);
    MPI_Get_address(&n, &at[1]);
    MPI_Get_address(&c, &at[2]);
    MPI_Get_address(&last.x[1], &at[3]);
    MPI_Get_address(&items[0], &at[4]);
    difference(at, 5);
    MPI_Type_create_struct(5, lengths, at, types, &type);
    MPI_Type_commit(&type);
    MPI_Type_free(&types[4]);
    return type;
}

static MPI_Datatype of_blocks(double *x, double *y)
{
    int lengths[] = { 3, 2 };
    MPI_Aint at[2];
    MPI_Datatype type;

    MPI_Get_address(x, &at[0]);
    MPI_Get_address(y, &at[1]);
    difference(at, 2);
    MPI_Type_create_hindexed(2, lengths, at, MPI_DOUBLE, &type);
    MPI_Type_commit(&type);
    return type;
}

/* Of both, and once more in one that repeats it once. */
static MPI_Datatype of_all(MPI_Datatype variables, MPI_Datatype blocks, double *x)
{
    int lengths[] = { 1, 1 };
    MPI_Aint at[2];
    MPI_Datatype types[] = { variables, blocks }, both, type;

    MPI_Get_address(&a, &at[0]);
    MPI_Get_address(x, &at[1]);
    difference(at, 2);
    MPI_Type_create_struct(2, lengths, at, types, &both);
    MPI_Type_contiguous(1, both, &type);
    MPI_Type_commit(&type);
    MPI_Type_free(&both);
    return type;
}

/* Of variables and a block; so is what it repeats. */
static MPI_Datatype of_late(double *y)
{
    int lengths[] = { 1, 1, 2 };
    MPI_Aint base, at[3];
    MPI_Datatype types[] = { MPI_LONG, MPI_DOUBLE, MPI_DOUBLE }, type;

    MPI_Get_address(&c, &base);
    MPI_Get_address(&n, &at[0]);
    MPI_Get_address(&last.x[2], &at[1]);
    MPI_Get_address(y, &at[2]);
    for (int i = 0; i < 3; i++)
        at[i] -= base;
    MPI_Type_create_struct(3, lengths, at, types, &type);
    MPI_Type_commit(&type);
    return type;
}

static void fill(int round, double *x, double *y)
{
    a = round;
    n = round * 7L - 3;
    c = round / 2.0;
    for (int i = 0; i < 2; i++)
        items[i] = (item){ (char)('a' + round % 9), round - i, round * 2 + i };
    last.x[1] = round / 4.0;
    last.x[2] = round + 0.5;
    for (int i = 0; i < 3; i++)
        x[i] = round * 3 + i;
    y[0] = -round;
    y[1] = round * 8;
}

static uint64_t fold_all(uint64_t sum, const double *x, const double *y)
{
    double all[] = { a, n, c, last.x[1], last.x[2], x[0], x[1], x[2], y[0], y[1], items[0].mark, items[0].l, items[0].x, items[1].l, items[1].x };

    for (int i = 0; i < 15; i++)
        sum = fold(sum, (uint64_t)(long long)(all[i] * 4));
    return sum;
}

int main(int argc, char **argv)
{
    int rounds = begin(&argc, &argv, 20);
    double *x = calloc(10, sizeof *x), *y = calloc(3000, sizeof *y);
    MPI_Datatype variables = of_variables(), blocks = of_blocks(x, y), all = of_all(variables, blocks, x);
    MPI_Datatype late = of_late(y);
    uint64_t sum = 1;

    CHECK(x && y);
    for (int round = 0; round < rounds; round++) {
        int root = round % size;

        if (rank == root)
            fill(round, x, y);
        between[round % 5] = 'a';
        #pragma ckpt name(filled)
        MPI_Bcast(&a, 1, variables, root, MPI_COMM_WORLD);
        MPI_Bcast(x, 1, blocks, root, MPI_COMM_WORLD);
        sum = fold_all(sum, x, y);
        #pragma ckpt name(known)
        if (rank == root)
            fill(round + 1, x, y);
        MPI_Bcast(&a, 1, all, root, MPI_COMM_WORLD);
        sum = fold_all(sum, x, y);
        if (round > rounds / 2) {
            n += rank == root;
            y[1] += rank == root;
            MPI_Bcast(&c, 1, late, root, MPI_COMM_WORLD);
            sum = fold_all(sum, x, y);
        }
    }
    MPI_Type_free(&variables);
    MPI_Type_free(&blocks);
    MPI_Type_free(&all);
    MPI_Type_free(&late);
    free(x);
    free(y);
    return end(sum + (uint64_t)(between[0] == 'a'));
}
