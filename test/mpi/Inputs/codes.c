/* codes.c - error classes and codes that the program adds, memory from MPI_Alloc_mem, a status that the program has filled in, on both sides of a line. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int codes[3];
static MPI_Status status, of_pairs;

static void show(int step, const int *block, int rank)
{
    char text[MPI_MAX_ERROR_STRING];
    int size, class, version, subversion, known, count, flag;

    for (int i = 0; i < 3 && codes[i]; i++) {
        MPI_Error_class(codes[i], &class);
        MPI_Error_string(codes[i], text, &size);
        if (!rank)
            printf("step %d: code %d of class %d: %s\n", step, codes[i] - MPI_ERR_LASTCODE, class > MPI_ERR_LASTCODE ? class - MPI_ERR_LASTCODE : -class, text);
    }
    MPI_Get_version(&version, &subversion);
    known = MPI_Error_class(MPI_ERR_LASTCODE + 4, &class);
    MPI_Get_count(&status, MPI_DOUBLE, &count);
    MPI_Test_cancelled(&status, &flag);
    if (!rank)
        printf("step %d: %d doubles, cancelled %d\n", step, count, flag);
    if (!rank)
        printf("step %d: MPI %d.%d, %d, last known: %d\n", step, version, subversion, block[step], known == MPI_SUCCESS);
}

int main(int argc, char **argv)
{
    int steps = atoi(argv[1]), rank, *block, sum, given, count, elements;
    MPI_Datatype pair;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Query_thread(&given);
    MPI_Pcontrol(1, "x");
    PMPI_Comm_rank(MPI_Comm_f2c(MPI_Comm_c2f(MPI_COMM_WORLD)), &rank);
    MPI_Status_set_elements(&status, MPI_DOUBLE, 7);
    MPI_Status_set_cancelled(&status, 1);
    MPI_Type_contiguous(2, MPI_SHORT, &pair);
    MPI_Type_commit(&pair);
    MPI_Status_set_elements(&of_pairs, pair, 3);
    if (given != MPI_THREAD_SINGLE)
        printf("level %d\n", given);
    MPI_Alloc_mem((MPI_Aint)sizeof(int) * (steps + 1), MPI_INFO_NULL, &block);
    MPI_Add_error_class(&codes[0]);
    MPI_Add_error_string(codes[0], "a class");
    MPI_Add_error_code(codes[0], &codes[1]);
    MPI_Add_error_string(codes[1], "replaced");
    for (int step = 0; step < steps; step++) {
        #pragma ckpt
        if (step == steps / 2) {
            MPI_Add_error_code(MPI_ERR_ARG, &codes[2]);
            MPI_Add_error_string(codes[1], "a code");
        }
        MPI_Allreduce(&step, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
        block[step] = sum;
        if (step % 10 == 0)
            show(step, block, rank);
    }
    MPI_Get_count(&of_pairs, pair, &count);
    MPI_Get_elements(&of_pairs, pair, &elements);
    if (count != 3 || elements != 6)
        printf("%d pairs, %d elements\n", count, elements);
    MPI_Type_free(&pair);
    MPI_Free_mem(block);
    MPI_Finalize();
    return 0;
}
