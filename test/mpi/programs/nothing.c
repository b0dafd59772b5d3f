/* nothing.c - the datatype of a structure used with data, and with no address where none is needed: with a count of 0. None of that is MPI_BOTTOM: its displacements are those of the structure, on any machine. */
#include <stddef.h>
#include <string.h>
#include "result.h"

enum { MOST = 16 };

struct task {
    int id;
    long from;
    double x;
};

static MPI_Datatype types[5];

static void make_types(void)
{
    int lengths[3] = { 1, 1, 1 };
    MPI_Aint places[3] = { offsetof(struct task, id), offsetof(struct task, from), offsetof(struct task, x) };
    MPI_Datatype of[3] = { MPI_INT, MPI_LONG, MPI_DOUBLE };

    for (int i = 0; i < 5; i++) {
        MPI_Type_create_struct(3, lengths, places, of, &types[i]);
        MPI_Type_commit(&types[i]);
    }
}

/* One type for each way to say nothing: what one marks does not hide another. */
static void nothing(int to, int from)
{
    int zeros[MOST] = { 0 }, position = 0;
    char room[8];
    MPI_Request r;

    MPI_Sendrecv(NULL, 0, types[0], to, 1, NULL, 0, types[0], from, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Recv_init(NULL, 0, types[0], from, 4, MPI_COMM_WORLD, &r);
    MPI_Request_free(&r);
    MPI_Sendrecv_replace(NULL, 0, types[1], to, 1, from, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Send(NULL, 0, types[1], MPI_PROC_NULL, 1, MPI_COMM_WORLD);
    MPI_Pack(NULL, 0, types[2], room, sizeof room, &position, MPI_COMM_WORLD);
    position = 0;
    MPI_Unpack(room, sizeof room, &position, NULL, 0, types[2], MPI_COMM_WORLD);
    MPI_Bcast(NULL, 0, types[3], 0, MPI_COMM_WORLD);
    MPI_Gather(NULL, 0, types[3], NULL, 0, types[3], 0, MPI_COMM_WORLD);
    MPI_Alltoallv(room, zeros, zeros, types[4], NULL, zeros, zeros, types[4], MPI_COMM_WORLD);
}

int main(int argc, char **argv)
{
    static struct task in, out;                       /* one layout for all: what is learnt of it is of no type alone */
    int steps = begin(&argc, &argv, 20);
    int to = (rank + 1) % size, from = (rank + size - 1) % size;
    uint64_t sum = 1;

    make_types();
    for (int i = 0; i < steps; i++) {
        nothing(to, from);
        #pragma ckpt
        for (int t = 0; t < 5; t++) {
            out = (struct task){ i, rank * 10L + i + t, i * 0.5 + t };
            memset(&in, 0, sizeof in);
            MPI_Sendrecv(&out, 1, types[t], to, 2, &in, 1, types[t], from, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            CHECK(in.id == i && in.from == from * 10L + i + t && in.x == i * 0.5 + t);
            sum = fold(sum, (uint64_t)in.from);
        }
    }
    return end(sum);
}
