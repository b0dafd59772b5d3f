/* bytes.c - MPI_BYTE in datatypes and in persistent and pending requests, of characters in arrays and structures: as many on every machine.
 * No message crosses the sites. */
#include "../programs/result.h"
#include <string.h>

enum { LENGTH = 24 };

typedef struct { long before; char name[LENGTH]; double behind; } person;

static char text[LENGTH], got_text[LENGTH];
static person people[3], got_people[3];

static void fill(char *to, int seed)
{
    for (int i = 0; i < LENGTH; i++)
        to[i] = (char)('a' + (seed + i) % 26);
}

static uint64_t fold_text(uint64_t sum, const char *what)
{
    for (int i = 0; i < LENGTH; i++)
        sum = fold(sum, (uint64_t)what[i]);
    return sum;
}

int main(int argc, char **argv)
{
    int rounds = begin(&argc, &argv, 4), to = (rank + 1) % size, from = (rank + size - 1) % size;
    char *out = malloc(LENGTH * 2), *in = malloc(LENGTH * 2);
    MPI_Datatype chunk;
    MPI_Request persistent[2], pending;
    uint64_t sum = 1;

    CHECK(out && in);
    MPI_Type_contiguous(LENGTH, MPI_BYTE, &chunk);
    MPI_Type_commit(&chunk);
    MPI_Send_init(out, LENGTH * 2, MPI_BYTE, to, 1, MPI_COMM_WORLD, &persistent[0]);
    MPI_Recv_init(in, LENGTH * 2, MPI_BYTE, from, 1, MPI_COMM_WORLD, &persistent[1]);
    for (int round = 0; round < rounds; round++) {
        fill(out, round + rank);
        fill(out + LENGTH, round * 3 + rank);
        MPI_Startall(2, persistent);
        MPI_Waitall(2, persistent, MPI_STATUSES_IGNORE);
        sum = fold_text(fold_text(sum, in), in + LENGTH);
        fill(text, round * 5 + rank);
        fill(people[round % 3].name, round * 7 + rank);
        MPI_Sendrecv(text, 1, chunk, to, 2, got_text, 1, chunk, from, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Sendrecv(people[round % 3].name, 1, chunk, to, 3, got_people[round % 3].name, 1, chunk, from, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Irecv(got_people[1].name, LENGTH, MPI_BYTE, from, 4, MPI_COMM_WORLD, &pending);
        for (int i = 0; i < 20; i++) {
            MPI_Barrier(MPI_COMM_WORLD);
            #pragma ckpt name(pending)
            MPI_Barrier(MPI_COMM_WORLD);
        }
        MPI_Send(text, LENGTH, MPI_BYTE, to, 4, MPI_COMM_WORLD);
        MPI_Wait(&pending, MPI_STATUS_IGNORE);
        sum = fold_text(fold_text(sum, got_text), got_people[round % 3].name);
        sum = fold_text(sum, got_people[1].name);
    }
    MPI_Request_free(&persistent[0]);
    MPI_Request_free(&persistent[1]);
    MPI_Type_free(&chunk);
    free(out);
    free(in);
    return end(sum);
}
