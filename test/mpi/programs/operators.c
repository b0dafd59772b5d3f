/* operators.c - every predefined operator that is exact; user operators, commutative and not (2x2 matrices, whose product
 * depends on the order of ranks and on nothing else); Scan, Exscan, Reduce_local with them. */
#include "result.h"

typedef struct {
    uint32_t a[4];
} matrix_t;

static matrix_t product(matrix_t x, matrix_t y)
{
    matrix_t z;

    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            z.a[2 * i + j] = x.a[2 * i] * y.a[j] + x.a[2 * i + 1] * y.a[2 + j];
    return z;
}

static void multiply(void *in, void *inout, int *count, MPI_Datatype *type)
{
    matrix_t *x = in, *y = inout;

    (void)type;
    for (int i = 0; i < *count; i++)
        y[i] = product(x[i], y[i]);
}

static void mix_in(void *in, void *inout, int *count, MPI_Datatype *type)
{
    uint32_t *x = in, *y = inout;

    (void)type;
    for (int i = 0; i < *count; i++)
        y[i] = x[i] * 7u + y[i] * 7u;               /* for Reduce_local only: not associative */
}

static void sum_mod(void *in, void *inout, int *count, MPI_Datatype *type)
{
    uint32_t *x = in, *y = inout;

    (void)type;
    for (int i = 0; i < *count; i++)
        y[i] = (x[i] % 65521u + y[i] % 65521u) % 65521u;
}

static uint64_t predefined(uint64_t sum, int round)
{
    const MPI_Op ops[] = { MPI_MAX, MPI_MIN, MPI_SUM, MPI_PROD, MPI_LAND, MPI_BAND, MPI_LOR, MPI_BOR, MPI_LXOR, MPI_BXOR };
    struct { int value, place; } pair, best;
    struct { double value; int place; } real, least;

    for (int i = 0; i < (int)(sizeof ops / sizeof *ops); i++) {
        uint32_t x = value_of(round, rank + i) >> (i < 2), all = 0;   /* Open MPI 4.1.4 compares uint32_t as int */
        int small = (int)(x % 3), smalls;
        unsigned char byte = (unsigned char)(x & 127), bytes;
        long long wide = (long long)x * 1000003, wides;

        MPI_Allreduce(&x, &all, 1, MPI_UINT32_T, ops[i], MPI_COMM_WORLD);
        MPI_Allreduce(&small, &smalls, 1, MPI_INT, ops[i], MPI_COMM_WORLD);
        MPI_Allreduce(&byte, &bytes, 1, MPI_UNSIGNED_CHAR, ops[i], MPI_COMM_WORLD);
        wide %= 100000;
        MPI_Allreduce(&wide, &wides, 1, MPI_LONG_LONG, ops[i], MPI_COMM_WORLD);
        sum = fold(fold(fold(fold(sum, all), (uint64_t)(int64_t)smalls), bytes), (uint64_t)wides);
    }
    #pragma ckpt name(predefined)
    pair.value = (int)(value_of(round, rank) % 2);
    pair.place = rank;
    MPI_Allreduce(&pair, &best, 1, MPI_2INT, MPI_MAXLOC, MPI_COMM_WORLD);
    real.value = pair.value / 4.0;
    real.place = rank;
    MPI_Allreduce(&real, &least, 1, MPI_DOUBLE_INT, MPI_MINLOC, MPI_COMM_WORLD);
    return fold(fold(fold(sum, (uint64_t)best.value), (uint64_t)best.place), (uint64_t)least.place);
}

static uint64_t matrices(uint64_t sum, int round, MPI_Datatype type, MPI_Op op, int root)
{
    matrix_t m[2], all[2];

    for (int i = 0; i < 8; i++)
        m[i / 4].a[i % 4] = value_of(round * 8 + i, rank);
    MPI_Allreduce(m, all, 2, type, op, MPI_COMM_WORLD);
    sum = fold(sum, all[1].a[2]);
    #pragma ckpt name(matrices)
    MPI_Scan(m, all, 2, type, op, MPI_COMM_WORLD);
    sum = fold(sum, all[0].a[1]);
    MPI_Exscan(m, all, 2, type, op, MPI_COMM_WORLD);
    if (rank)
        sum = fold(sum, all[0].a[3]);
    MPI_Reduce(m, all, 2, type, op, root, MPI_COMM_WORLD);
    if (rank == root)
        sum = fold(sum, all[1].a[0]);
    MPI_Reduce_local(m, all, 2, type, op);
    return rank == root ? fold(sum, all[0].a[0]) : sum;
}

int main(int argc, char **argv)
{
    int rounds = begin(&argc, &argv, 5), commutes;
    uint64_t sum = 1;
    MPI_Datatype matrix;
    MPI_Op ordered, any_order, local;

    MPI_Type_contiguous(4, MPI_UINT32_T, &matrix);
    MPI_Type_commit(&matrix);
    MPI_Op_create(multiply, 0, &ordered);
    MPI_Op_create(sum_mod, 1, &any_order);
    MPI_Op_commutative(ordered, &commutes);
    CHECK(!commutes);
    for (int round = 0; round < rounds; round++) {
        uint32_t v = value_of(round, rank), all = 0, two[2] = { v, v + 1 }, into[2] = { 1, 2 };

        sum = predefined(sum, round);
        sum = matrices(sum, round, matrix, ordered, round % size);
        MPI_Op_create(mix_in, 1, &local);
        #pragma ckpt name(op_made)
        MPI_Reduce_local(two, into, 2, MPI_UINT32_T, local);
        sum = fold(sum, into[1]);
        MPI_Op_free(&local);
        CHECK(local == MPI_OP_NULL);
        #pragma ckpt name(op_freed)
        MPI_Allreduce(&v, &all, 1, MPI_UINT32_T, any_order, MPI_COMM_WORLD);
        sum = fold(sum, all % 65521u);
    }
    MPI_Op_free(&ordered);
    MPI_Op_free(&any_order);
    MPI_Type_free(&matrix);
    return end(sum);
}
