/* told.c - addresses from MPI_Get_address that variables keep over sites: datatypes of them are made behind the site, used with MPI_BOTTOM or from a base,
 * and their differences are taken. In blocks of the heap, members, variables with static storage, locals; asked for again in between; one freed. */
#include "result.h"

enum { N = 10 };

struct part { char mark; int n; double v[3]; };

static int fixed[4];
static MPI_Aint kept[2];

int main(int argc, char **argv)
{
    int rounds = begin(&argc, &argv, 16), *b, local[3] = { 0 }, lengths[] = { N, N / 2, 4, 3 }, pair[] = { 1, 3 };
    uint64_t sum = 1;
    double *a = calloc(N, sizeof *a);
    struct part *parts = calloc(2, sizeof *parts), *gone = calloc(1, sizeof *gone);
    MPI_Aint at[4], member[2], base, behind, inside;
    MPI_Datatype types[] = { MPI_DOUBLE, MPI_INT, MPI_INT, MPI_INT }, members[] = { MPI_INT, MPI_DOUBLE }, all, bare, part;

    b = calloc(N / 2, sizeof *b);
    MPI_Get_address(a, &at[0]);
    MPI_Get_address(b, &at[1]);
    MPI_Get_address(fixed, &kept[0]);
    MPI_Get_address(local, &at[3]);
    MPI_Get_address(&parts[0], &base);
    MPI_Get_address(&parts[0].n, &member[0]);
    MPI_Get_address(&parts[0].v, &member[1]);
    MPI_Get_address(gone, &kept[1]);
    MPI_Get_address(a + N, &behind);
    inside = MPI_Aint_add(at[0], 2 * (MPI_Aint)sizeof *a);
    free(gone);
    for (int r = 0; r < rounds; r++) {
        int root = r % size;

        for (int i = 0; i < N; i++) {
            a[i] = rank == root ? r * i : 0;
            b[i / 2] = rank == root ? r + i : -1;
            fixed[i % 4] = local[i % 3] = rank == root ? i - r : -2;
        }
        for (int i = 0; i < 2; i++)
            parts[i] = (struct part){ 'm', rank == root ? i + r : 0, { rank == root ? i * r : 0, 0, 1 } };
        #pragma ckpt
        at[2] = kept[0];
        MPI_Type_create_struct(4, lengths, at, types, &all);
        MPI_Type_commit(&all);
        MPI_Bcast(MPI_BOTTOM, 1, all, root, MPI_COMM_WORLD);
        MPI_Type_free(&all);
        MPI_Type_create_struct(2, pair, (MPI_Aint[]){ MPI_Aint_diff(member[0], base), MPI_Aint_diff(member[1], base) }, members, &bare);
        MPI_Type_create_resized(bare, 0, sizeof(struct part), &part);
        MPI_Type_commit(&part);
        MPI_Bcast(parts, 2, part, root, MPI_COMM_WORLD);
        MPI_Type_free(&part);
        MPI_Type_free(&bare);
        if (r % 5 == 4)
            MPI_Get_address(b, &at[1]);
        sum = fold(sum, (int)(MPI_Aint_diff(behind, at[0]) / (MPI_Aint)sizeof *a) + (int)(MPI_Aint_diff(inside, at[0]) / (MPI_Aint)sizeof *a));
        MPI_Type_create_hindexed(1, (int[]){ 3 }, (MPI_Aint[]){ MPI_Aint_add(inside, (MPI_Aint)sizeof *a) }, MPI_DOUBLE, &all);
        MPI_Type_commit(&all);
        a[4] += rank == root;
        MPI_Bcast(MPI_BOTTOM, 1, all, root, MPI_COMM_WORLD);
        MPI_Type_free(&all);
        for (int i = 0; i < N; i++)
            sum = fold(fold(sum, (int)a[i] + b[i / 2]), fixed[i % 4] + local[i % 3]);
        for (int i = 0; i < 2; i++)
            sum = fold(sum, parts[i].n + (int)parts[i].v[0] + 10 * (parts[i].mark == 'm'));
    }
    return end(sum);
}
