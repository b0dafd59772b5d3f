/* A table that is not saved, filled by what only asks MPI: ranks, sizes, extents, packed numbers. With -DTALKS it talks to the others, which is refused. -DBEFORE: so does each checkpoint. */
#include <mpi.h>
#include <stdio.h>

static long table[6];
static void fill(void);
#pragma ckpt exclude(table)
#pragma ckpt on_restart(fill())
#ifdef BEFORE
#pragma ckpt on_checkpoint(fill())
#endif

static MPI_Comm row;
static MPI_Datatype pairs;
static long sum;

static void fill(void)
{
    int rank, size, equal, at = 0;
    MPI_Aint lb, extent;
    char packed[64];
    double number = 2.5;
    MPI_Comm_rank(row, &rank);
    MPI_Comm_size(row, &size);
    MPI_Comm_compare(row, MPI_COMM_WORLD, &equal);
    MPI_Type_get_extent(pairs, &lb, &extent);
    MPI_Pack(&number, 1, MPI_DOUBLE, packed, sizeof packed, &at, row);
    at = 0;
    number = 0;
    MPI_Unpack(packed, sizeof packed, &at, &number, 1, MPI_DOUBLE, row);
    table[0] = rank;
    table[1] = size;
    table[2] = equal == MPI_CONGRUENT;
    table[3] = (long)(extent / (MPI_Aint)sizeof(int));
    table[4] = (long)(number * 4);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    table[5] = rank;
#ifdef TALKS
    if (sum)
        MPI_Barrier(MPI_COMM_WORLD);
#endif
}

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_dup(MPI_COMM_WORLD, &row);
    MPI_Type_vector(3, 1, 2, MPI_INT, &pairs);
    MPI_Type_commit(&pairs);
    fill();
    for (int i = 0; i < 12; i++) {
        long all = 0;
        #pragma ckpt
        for (int k = 0; k < 6; k++)
            sum += table[k] * (k + 1);
        MPI_Allreduce(&sum, &all, 1, MPI_LONG, MPI_SUM, row);
        sum = all % 1000;
    }
    if (!rank)
        printf("%ld\n", sum);
    MPI_Type_free(&pairs);
    MPI_Comm_free(&row);
    return MPI_Finalize();
}
