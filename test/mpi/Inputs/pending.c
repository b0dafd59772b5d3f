/* pending.c - deep windows of pending collectives: several rounds posted ahead, in place (where a reduction has been half done when the site is
 * passed), with gaps that nobody writes, completed in an order that differs by rank and round. Ranks pass the site at different
 * moments of a round. Output: every rank's sum, by rank 0. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { DEPTH = 4, KINDS = 6, LONG = 3000, MOST = 8 };

typedef struct round {
    MPI_Request requests[KINDS];
    int *long_sum;                /* [LONG] on the heap */
    long long scan[3];
    int blocks[MOST * 4];
    int counts[MOST], places[MOST], bytes[MOST], own_counts[MOST], own_places[MOST];
    int out[MOST * 3];
    double word;
    MPI_Datatype types[MOST];
    unsigned short all[MOST];
} round_t;

static int rank, size;

static unsigned mix(unsigned x) { return (x ^ x >> 13) * 2246822519u + 7; }

static unsigned spin(unsigned x, int n)
{
    while (n--)
        x = mix(x);
    return x;
}

static void post(round_t *r, int number, MPI_Comm other)
{
    r->long_sum = malloc(LONG * sizeof *r->long_sum);
    for (int i = 0; i < LONG; i++)
        r->long_sum[i] = (int)(mix((unsigned)(i + number)) % 1000) + rank;
    MPI_Iallreduce(MPI_IN_PLACE, r->long_sum, LONG, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &r->requests[0]);
    r->word = rank == number % size ? number + 0.5 : -1;
    MPI_Ibcast(&r->word, 1, MPI_DOUBLE, number % size, MPI_COMM_WORLD, &r->requests[1]);
    #pragma ckpt name(two) if(rank == 1)
    for (int i = 0; i < MOST * 4; i++)
        r->blocks[i] = -i;
    for (int i = 0; i < size; i++) {
        r->own_counts[i] = (rank + number) % 3;
        r->own_places[i] = 3 * i;
        r->counts[i] = (i + number) % 3;
        r->places[i] = 4 * (size - 1 - i) + 1;       /* backwards, with gaps */
        r->types[i] = MPI_UNSIGNED_SHORT;
        r->bytes[i] = (int)sizeof *r->all * (size - 1 - i);
    }
    for (int i = 0; i < MOST * 3; i++)
        r->out[i] = number * 1000 + rank * 100 + i;
    MPI_Ialltoallv(r->out, r->own_counts, r->own_places, MPI_INT, r->blocks, r->counts, r->places, MPI_INT, other, &r->requests[2]);
    MPI_Ibarrier(other, &r->requests[3]);
    for (int i = 0; i < 3; i++)
        r->scan[i] = number * 3LL + i + rank;
    MPI_Iscan(MPI_IN_PLACE, r->scan, 3, MPI_LONG_LONG, MPI_MAX, other, &r->requests[4]);
    for (int i = 0; i < size; i++)
        r->all[i] = (unsigned short)(rank * 10 + i + number % 100), r->own_counts[i] = 1;
    MPI_Ialltoallw(MPI_IN_PLACE, 0, 0, 0, r->all, r->own_counts, r->bytes, r->types, MPI_COMM_WORLD, &r->requests[5]);
}

static unsigned finish(round_t *r, int number, unsigned sum)
{
    if ((number + rank) % 3 == 0)
        MPI_Waitall(KINDS, r->requests, MPI_STATUSES_IGNORE);
    for (int k = KINDS - 1; k >= 0; k--) {
        #pragma ckpt name(backwards) if(k == (number + rank) % KINDS)
        MPI_Wait(&r->requests[k], MPI_STATUS_IGNORE);
    }
    for (int i = 0; i < LONG; i++)
        sum = mix(sum ^ (unsigned)r->long_sum[i]);
    for (int i = 0; i < MOST * 4; i++)
        sum = mix(sum ^ (unsigned)r->blocks[i]);
    for (int i = 0; i < 3; i++)
        sum = mix(sum ^ (unsigned)r->scan[i]);
    for (int i = 0; i < size; i++)
        sum = mix(sum ^ r->all[i]);
    free(r->long_sum);
    r->long_sum = 0;
    return mix(sum ^ (unsigned)(r->word * 2));
}

int main(int argc, char **argv)
{
    static round_t rounds[DEPTH];
    unsigned sum = 1, all[MOST];
    int count;
    MPI_Comm other;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    count = argc > 1 ? atoi(argv[1]) : 30;
    if (size > MOST)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_dup(MPI_COMM_WORLD, &other);
    for (int i = 0; i < count + DEPTH - 1; i++) {
        if (i < count)
            post(&rounds[i % DEPTH], i, other);
        sum = spin(sum, (rank + i) % size * 8000);
        #pragma ckpt name(posted) if(rank != 2)
        if (i >= DEPTH - 1)
            sum = finish(&rounds[(i - DEPTH + 1) % DEPTH], i - DEPTH + 1, sum);
        if (rank == 2) {
            #pragma ckpt name(finished)
            sum = spin(sum, 100);
        }
    }
    MPI_Gather(&sum, 1, MPI_UNSIGNED, all, 1, MPI_UNSIGNED, 0, MPI_COMM_WORLD);
    for (int i = 0; !rank && i < size; i++)
        printf("rank %d: %u\n", i, all[i]);
    MPI_Comm_free(&other);
    MPI_Finalize();
    return 0;
}
