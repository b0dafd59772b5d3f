/* groups.c - group handles kept over sites: all constructors, comparisons, translations. */
#include "result.h"

static uint64_t look(uint64_t sum, MPI_Group group, MPI_Group world)
{
    int n, me, first[1] = { 0 }, back[1];

    MPI_Group_size(group, &n);
    MPI_Group_rank(group, &me);
    sum = fold(fold(sum, (uint64_t)n), (uint64_t)(me == MPI_UNDEFINED ? 99 : me));
    if (n) {
        MPI_Group_translate_ranks(group, 1, first, world, back);
        sum = fold(sum, (uint64_t)back[0]);
    }
    return sum;
}

int main(int argc, char **argv)
{
    int rounds = begin(&argc, &argv, 10), result;
    MPI_Group world, made[8];
    MPI_Comm comm;
    uint64_t sum = 1;

    MPI_Comm_group(MPI_COMM_WORLD, &world);
    for (int round = 0; round < rounds; round++) {
        int pick[2] = { round % size, (round + 1) % size }, n = size > 1 ? 2 : 1;
        int range[1][3] = { { size - 1, 0, -1 } };

        MPI_Group_incl(world, n, pick, &made[0]);
        MPI_Group_excl(world, 1, pick, &made[1]);
        #pragma ckpt name(two_made)
        MPI_Group_union(made[1], made[0], &made[2]);
        MPI_Group_intersection(made[1], made[0], &made[3]);
        MPI_Group_difference(made[0], made[1], &made[4]);
        MPI_Group_range_incl(world, 1, range, &made[5]);
        MPI_Group_range_excl(world, 1, range, &made[6]);
        #pragma ckpt name(seven_made)
        CHECK(made[6] == MPI_GROUP_EMPTY || round >= 0);
        MPI_Comm_create(MPI_COMM_WORLD, made[5], &comm);
        MPI_Comm_group(comm, &made[7]);
        MPI_Group_compare(made[5], made[7], &result);
        CHECK(result == MPI_IDENT);
        MPI_Group_compare(world, made[7], &result);
        CHECK(result == (size > 1 ? MPI_SIMILAR : MPI_IDENT));
        MPI_Comm_free(&comm);
        #pragma ckpt name(comm_freed)
        for (int i = 0; i < 8; i++) {
            sum = look(sum, made[i], world);
            if (made[i] != MPI_GROUP_EMPTY)
                MPI_Group_free(&made[i]);
        }
    }
    MPI_Group_free(&world);
    return end(sum);
}
