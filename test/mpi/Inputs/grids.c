/* grids.c - what MPI_Dims_create and MPI_Error_string give is the same after a restart under another MPI, and as the standard wants it. */
#include "../programs/result.h"

static const int wanted[][6] = { { 72, 2, 9, 8 }, { 72, 3, 6, 4, 3 }, { 64, 3, 4, 4, 4 }, { 7, 2, 7, 1 }, { 1, 3, 1, 1, 1 }, { 60, 3, 5, 4, 3 },
                                 { 2095133040, 2, 46189, 45360 }, { 2147483647, 3, 2147483647, 1, 1 } };

static uint64_t grid(int nodes, int n)
{
    int dims[8] = { 0 }, product = 1;
    uint64_t sum = 1;

    CHECK(MPI_Dims_create(nodes, n, dims) == MPI_SUCCESS);
    for (int i = 0; i < n; i++) {
        CHECK(i == 0 || dims[i] <= dims[i - 1]);
        product *= dims[i];
        sum = fold(sum, (uint64_t)dims[i]);
    }
    CHECK(product == nodes);
    return sum;
}

static void look(void)
{
    int dims[4] = { 0 };

    for (size_t k = 0; k < sizeof wanted / sizeof *wanted; k++) {
        dims[0] = dims[1] = dims[2] = 0;
        MPI_Dims_create(wanted[k][0], wanted[k][1], dims);
        for (int i = 0; i < wanted[k][1]; i++)
            CHECK(dims[i] == wanted[k][2 + i]);
    }
    dims[0] = dims[2] = 0, dims[1] = 3, dims[3] = 2;
    CHECK(MPI_Dims_create(36, 4, dims) == MPI_SUCCESS && dims[0] == 3 && dims[1] == 3 && dims[2] == 2 && dims[3] == 2);
    CHECK(MPI_Dims_create(36, 4, dims) == MPI_SUCCESS);
    CHECK(MPI_Dims_create(35, 4, dims) == MPI_ERR_DIMS);
    dims[1] = -1;
    CHECK(MPI_Dims_create(36, 4, dims) == MPI_ERR_DIMS);
    CHECK(MPI_Dims_create(0, 0, dims) != MPI_SUCCESS);
}

int main(int argc, char **argv)
{
    int rounds = begin(&argc, &argv, 20), to = (rank + 1) % size, from = (rank + size - 1) % size, y, length;
    char text[MPI_MAX_ERROR_STRING];
    uint64_t sum = 1;

    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    look();
    for (int k = 0; k < rounds; k++) {
        MPI_Sendrecv(&k, 1, MPI_INT, to, 0, &y, 1, MPI_INT, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        #pragma ckpt
        for (int nodes = 1; nodes < 400; nodes++)
            for (int n = 1; n < 6; n++)
                sum = fold(sum, grid(nodes, n));
        for (int class = 0; class <= MPI_ERR_IO; class++) {
            CHECK(MPI_Error_string(class, text, &length) == MPI_SUCCESS && length > 0 && !text[length]);
            for (int i = 0; i < length; i++)
                sum = fold(sum, (unsigned char)text[i]);
        }
    }
    return end(sum);
}
