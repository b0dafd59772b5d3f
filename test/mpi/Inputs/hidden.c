/* hidden.c - a datatype that fits two structures of the program: one with a member more, which takes the room that is padding in the other on some
 * machines only; that one is on the stack of a function which no site is in. To a machine where the two differ there is no way to go on. */
#include "../programs/result.h"
#include <stddef.h>

struct known { int a, spare; double d; };
static struct known list[3];

static uint64_t exchange(uint64_t sum, MPI_Datatype type, int to, int from)
{
    struct hidden { int a; double d; } out[2], in[2];

    for (int i = 0; i < 2; i++) {
        out[i].a = (int)(sum % 1000) + i;
        out[i].d = out[i].a / 4.0 + rank;
    }
    MPI_Sendrecv(out, 2, type, to, 3, in, 2, type, from, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int i = 0; i < 2; i++)
        sum = fold(fold(sum, (uint64_t)in[i].a), (uint64_t)(in[i].d * 4));
    return sum;
}

static void make(MPI_Datatype *type)
{
    struct hidden { int a; double d; };
    int lengths[] = { 1, 1 };
    MPI_Aint at[] = { offsetof(struct hidden, a), offsetof(struct hidden, d) };
    MPI_Datatype types[] = { MPI_INT, MPI_DOUBLE }, bare;

    MPI_Type_create_struct(2, lengths, at, types, &bare);
    MPI_Type_create_resized(bare, 0, sizeof(struct hidden), type);
    MPI_Type_commit(type);
    MPI_Type_free(&bare);
}

int main(int argc, char **argv)
{
    int rounds = begin(&argc, &argv, 60), to = (rank + 1) % size, from = (rank + size - 1) % size;
    MPI_Datatype type;
    uint64_t sum = 1;

    make(&type);
    for (int r = 0; r < rounds; r++) {
        sum = exchange(sum, type, to, from);
        #pragma ckpt name(a)
        list[r % 3].a++;
    }
    MPI_Type_free(&type);
    return end(fold(sum, (uint64_t)list[0].a));
}
