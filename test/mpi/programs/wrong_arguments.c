/* wrong_arguments.c - calls with arguments that are errors, which a program may make when it has errors returned to it. */
#include "result.h"

static int class_of(int error)
{
    int class;

    MPI_Error_class(error, &class);
    return class;
}

int main(int argc, char **argv)
{
    int rounds = begin(&argc, &argv, 10);
    uint64_t sum = 1;
    MPI_Request request;

    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    for (int round = 0; round < rounds; round++) {
        int v = 0, length;
        char text[MPI_MAX_ERROR_STRING];

        #pragma ckpt name(round)
        CHECK(class_of(MPI_Send(&v, 1, MPI_INT, size, 1, MPI_COMM_WORLD)) == MPI_ERR_RANK);
        CHECK(class_of(MPI_Isend(&v, 1, MPI_INT, 0, -5, MPI_COMM_WORLD, &request)) == MPI_ERR_TAG);
        CHECK(class_of(MPI_Ssend(&v, -1, MPI_INT, 0, 1, MPI_COMM_WORLD)) == MPI_ERR_COUNT);
        CHECK(class_of(MPI_Send(&v, 1, MPI_DATATYPE_NULL, 0, 1, MPI_COMM_WORLD)) == MPI_ERR_TYPE);
        CHECK(class_of(MPI_Recv(&v, 1, MPI_INT, size + 3, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE)) == MPI_ERR_RANK);
        CHECK(class_of(MPI_Bcast(&v, 1, MPI_INT, size, MPI_COMM_WORLD)) == MPI_ERR_ROOT);
        MPI_Error_string(MPI_ERR_RANK, text, &length);
        CHECK(length > 0);
        sum = fold(sum, (uint64_t)round);
    }
    return end(sum);
}
