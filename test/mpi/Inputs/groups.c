/* groups.c - groups, error handlers and error codes of the program kept over sites; errors returned, and handled by the program, on both sides. */
#include "../programs/result.h"
#include <string.h>

static int seen;

static void on_error(MPI_Comm *comm, int *code, ...)
{
    int class;

    MPI_Error_class(*code, &class);
    seen += class == MPI_ERR_RANK && *comm != MPI_COMM_WORLD ? 1 : 1000;
}

static uint64_t look(uint64_t sum, MPI_Group group, MPI_Group world)
{
    int n, me, ranks[16], back[16];

    MPI_Group_size(group, &n);
    MPI_Group_rank(group, &me);
    for (int i = 0; i < n; i++)
        ranks[i] = i;
    MPI_Group_translate_ranks(group, n, ranks, world, back);
    for (int i = 0; i < n; i++)
        sum = fold(sum, (uint64_t)back[i]);
    return fold(fold(sum, (uint64_t)n), (uint64_t)(me == MPI_UNDEFINED ? 99 : me));
}

int main(int argc, char **argv)
{
    int rounds = begin(&argc, &argv, 40), code, class, length, result, before = (rank + size - 1) % size, next = (rank + 1) % size;
    char text[MPI_MAX_ERROR_STRING];
    MPI_Group world, half, made[6];
    MPI_Errhandler handler, now;
    MPI_Comm comm;
    uint64_t sum = 1;

    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &comm);
    MPI_Comm_create_errhandler(on_error, &handler);
    MPI_Comm_set_errhandler(comm, handler);
    MPI_Errhandler_free(&handler);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Add_error_class(&class);
    MPI_Add_error_code(class, &code);
    MPI_Add_error_string(code, "a code of the program's");
    for (int round = 0; round < rounds; round++) {
        int v = round, w, range[2][3] = { { size - 1, 0, -2 }, { 0, size - 1, 9 } };

        #pragma ckpt
        MPI_Comm_group(comm, &half);
        MPI_Group_excl(world, 1, (int[]){ round % size }, &made[0]);
        MPI_Group_range_incl(world, size % 2 ? 1 : 2, range, &made[1]);
        #pragma ckpt
        MPI_Group_union(half, made[1], &made[2]);
        MPI_Group_intersection(half, made[0], &made[3]);
        MPI_Group_difference(half, made[0], &made[4]);
        MPI_Group_range_excl(world, 1, range, &made[5]);
        MPI_Sendrecv(&v, 1, MPI_INT, next, 1, &w, 1, MPI_INT, before, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        #pragma ckpt
        MPI_Group_compare(half, made[2], &result);
        sum = fold(look(sum, half, world), (uint64_t)result);
        for (int i = 0; i < 6; i++) {
            sum = look(sum, made[i], world);
            if (made[i] != MPI_GROUP_EMPTY)
                MPI_Group_free(&made[i]);
        }
        MPI_Group_free(&half);
        CHECK(MPI_Send(&v, 1, MPI_INT, size + 1, 1, comm) == MPI_ERR_RANK && seen == 3 * round + 1);
        CHECK(MPI_Bcast(&v, 1, MPI_INT, size, MPI_COMM_WORLD) == MPI_ERR_ROOT);
        CHECK(MPI_Group_incl(world, 2, (int[]){ 0, 0 }, &half) == MPI_ERR_RANK);
        CHECK(MPI_Group_size(MPI_GROUP_NULL, &w) == MPI_ERR_GROUP && MPI_Comm_size(MPI_COMM_NULL, &w) == MPI_ERR_COMM);
        MPI_Comm_get_errhandler(comm, &now);
        MPI_Comm_call_errhandler(comm, MPI_ERR_RANK);
        #pragma ckpt
        MPI_Comm_set_errhandler(comm, now);
        MPI_Errhandler_free(&now);
        CHECK(MPI_Isend(&v, 1, MPI_INT, -7, 1, comm, (MPI_Request[1]){ 0 }) == MPI_ERR_RANK);
        MPI_Error_class(code, &result);
        CHECK(result == class && result > MPI_ERR_LASTCODE);
        MPI_Error_string(code, text, &length);
        CHECK(length == 23 && strcmp(text, "a code of the program's") == 0);
    }
    MPI_Comm_free(&comm);
    MPI_Group_free(&world);
    return end(sum);
}
