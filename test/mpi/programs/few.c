/* few.c - collectives that only move data, in all their forms: each root, in place or not, one datatype on those who give and another on those who
 * get, none, few bytes, as many as go and just more, on the whole and on parts of it in another order, beside receives of anything that are pending on the same
 * communicator and collectives that do not wait. Output: a check sum per round.
 *
 * usage: few ROUNDS
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROOM = 40000, MOST = 32768 /* bytes that one rank gives in messages of the layer's own (runtime/mpi/collectives/few.c) */ };

static int from[ROOM], to[ROOM];
static unsigned sum;

static void add(const int *list, int count)
{
    for (int i = 0; i < count; i++)
        sum = (sum ^ (unsigned)list[i]) * 2654435761u + 11;
}

static void fill(int seed)
{
    for (int i = 0; i < ROOM; i++) {
        from[i] = seed * 7919 + i;
        to[i] = -1;
    }
}

/* Items of `type` are so many int, `wide` of them apart. */
static void each_call(MPI_Comm comm, int count, MPI_Datatype other, int wide, int seed)
{
    int rank, size, whole;

    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    whole = count * 2 * wide;                       /* int that one piece of the other datatype takes */
    for (int root = 0; root < size; root++) {
        fill(seed + rank);
        if (rank == root)
            MPI_Bcast(from, count, other, root, comm);
        else
            MPI_Bcast(to, 2 * count, MPI_INT, root, comm);
        add(to, 2 * count);
        fill(seed + rank + 1);
        if (rank == root)
            MPI_Gather(from, 2 * count, MPI_INT, to, count, other, root, comm);
        else
            MPI_Gather(from, count, other, 0, 0, MPI_DATATYPE_NULL, root, comm);
        add(to, size * whole);
        if (rank == root) {
            memcpy(to + root * 2 * count, from, (size_t)count * 2 * sizeof *to);
            MPI_Gather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, to, 2 * count, MPI_INT, root, comm);
        } else {
            MPI_Gather(from, 2 * count, MPI_INT, 0, 0, MPI_INT, root, comm);
        }
        add(to, rank == root ? size * 2 * count : 0);
        fill(seed + rank + 2);
        if (rank == root)
            MPI_Scatter(from, count, other, to, 2 * count, MPI_INT, root, comm);
        else
            MPI_Scatter(0, 0, MPI_DATATYPE_NULL, to, count, other, root, comm);
        add(to, whole);
        if (rank == root)
            MPI_Scatter(from, 2 * count, MPI_INT, MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, root, comm);
        else
            MPI_Scatter(0, 0, MPI_INT, to, 2 * count, MPI_INT, root, comm);
        add(to, 2 * count);
    }
    fill(seed + rank + 3);
    MPI_Allgather(from, 2 * count, MPI_INT, to, count, other, comm);
    add(to, size * whole);
    fill(seed + rank + 4);
    memcpy(to + rank * 2 * count, from, (size_t)count * 2 * sizeof *to);
    MPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, to, 2 * count, MPI_INT, comm);
    add(to, size * 2 * count);
    MPI_Barrier(comm);
    if (size == 1)
        return;                                     /* MPICH 4.0.2 does not come back from the next two */
    fill(seed + rank + 5);
    MPI_Alltoall(from, count, other, to, 2 * count, MPI_INT, comm);
    add(to, size * 2 * count);
    fill(seed + rank + 6);
    memcpy(to, from, sizeof *to * (size_t)size * 2 * (size_t)count);
    MPI_Alltoall(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, to, 2 * count, MPI_INT, comm);
    add(to, size * 2 * count);
}

/* The same beside what is pending on that communicator. */
static void beside(MPI_Comm comm, int count, MPI_Datatype other, int wide, int seed)
{
    int rank, size, word = seed, got = -1, all[16] = { 0 }, mine = seed * 3;
    MPI_Request anything, later, sent;

    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    MPI_Irecv(&got, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, comm, &anything);
    MPI_Iallgather(&mine, 1, MPI_INT, all, 1, MPI_INT, comm, &later);
    each_call(comm, count, other, wide, seed);
    #pragma ckpt name(beside)
    word += rank;
    MPI_Isend(&word, 1, MPI_INT, (rank + 1) % size, 5, comm, &sent);
    each_call(comm, count, MPI_2INT, 1, seed + 1);
    MPI_Wait(&anything, MPI_STATUS_IGNORE);
    MPI_Wait(&later, MPI_STATUS_IGNORE);
    MPI_Wait(&sent, MPI_STATUS_IGNORE);
    add(&got, 1);
    add(all, size);
}

int main(int argc, char **argv)
{
    int counts[6] = { 1, 0, 31 };
    int rounds = argc > 1 ? atoi(argv[1]) : 6, rank, size;
    unsigned all = 0;
    MPI_Datatype apart, row;
    MPI_Comm other_way, part;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &other_way);
    MPI_Comm_split(MPI_COMM_WORLD, rank * 3 > size, rank, &part);
    MPI_Type_vector(2, 1, 2, MPI_INT, &row);          /* two int, one place between them */
    MPI_Type_create_resized(row, 0, 4 * sizeof(int), &apart);
    MPI_Type_commit(&apart);
    counts[3] = MOST / (size > 1 ? size - 1 : 1) / (int)(2 * sizeof(int));
    counts[4] = counts[3] + 1;
    counts[5] = counts[3] / 2;
    for (int r = 0; r < rounds; r++) {
        int count = counts[r % 6];

        #pragma ckpt name(round)
        each_call(MPI_COMM_WORLD, count, apart, 2, r);
        if (rank % 2) {
            #pragma ckpt name(between)
            sum++;
        }
        beside(r % 2 ? other_way : part, count, apart, 2, r);
        each_call(part, count, MPI_2INT, 1, r + 1);
        #pragma ckpt name(after)
        each_call(other_way, count, apart, 2, r + 2);
        MPI_Reduce(&sum, &all, 1, MPI_UNSIGNED, MPI_BXOR, 0, MPI_COMM_WORLD);
        if (!rank) {
            printf("round %d: %u\n", r, all);
            fflush(stdout);
        }
    }
    MPI_Type_free(&apart);
    MPI_Type_free(&row);
    MPI_Comm_free(&part);
    MPI_Comm_free(&other_way);
    MPI_Finalize();
    return 0;
}
