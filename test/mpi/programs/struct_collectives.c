/* struct_collectives.c - collectives of structures with padding, longs and pointers in them, blocking and not, whole and in parts; an operation of the
 * program's on them; Alltoallw and Neighbor_alltoallw, whose places are bytes. Some are pending at a site. */
#include "result.h"
#include <stddef.h>

enum { MOST = 8, PENDING = 6 };

struct cell { char kind; long weight; void *not_sent; double x; short s; };
struct both { struct cell cells[MOST]; int numbers[MOST]; int last; };

static struct cell mine[MOST], got[PENDING][MOST];
static struct both out, in, far;

static void fill(struct cell *c, unsigned x)
{
    *c = (struct cell){ (char)('a' + x % 26), (long)(x % 90000) - 45000, c, (double)(x % 8192) / 32, (short)((int)(x % 3000) - 1500) };
}

static uint64_t fold_cell(uint64_t h, const struct cell *c)
{
    h = fold(fold(h, (uint64_t)c->kind), (uint64_t)(long long)c->weight);
    return fold(fold(h, (uint64_t)(c->x * 32)), (uint64_t)(long long)c->s);
}

static void add(void *a, void *b, int *count, MPI_Datatype *type)
{
    const struct cell *from = a;
    struct cell *to = b;

    (void)type;
    for (int i = 0; i < *count; i++) {
        to[i].weight += from[i].weight;
        to[i].x += from[i].x;
        to[i].s = (short)(to[i].s ^ from[i].s);
        to[i].kind = from[i].kind > to[i].kind ? from[i].kind : to[i].kind;
    }
}

static MPI_Datatype make_cell(void)
{
    int lengths[] = { 1, 1, 1, 1 };
    MPI_Aint at[] = { offsetof(struct cell, kind), offsetof(struct cell, weight), offsetof(struct cell, x), offsetof(struct cell, s) };
    MPI_Datatype types[] = { MPI_CHAR, MPI_LONG, MPI_DOUBLE, MPI_SHORT }, bare, type;

    MPI_Type_create_struct(4, lengths, at, types, &bare);
    MPI_Type_create_resized(bare, 0, sizeof(struct cell), &type);
    MPI_Type_free(&bare);
    MPI_Type_commit(&type);
    return type;
}

/* The weights of all cells. */
static MPI_Datatype make_weights(void)
{
    MPI_Datatype type;

    MPI_Type_create_hvector(MOST, 1, sizeof(struct cell), MPI_LONG, &type);
    MPI_Type_commit(&type);
    return type;
}

/* A cell for each, and a number for the last: by bytes. */
static void start_alltoallw(const struct both *from, struct both *to, MPI_Datatype cell, MPI_Request *request)
{
    int counts[MOST], places[MOST];
    MPI_Datatype types[MOST];

    for (int i = 0; i < size; i++) {
        counts[i] = 1;
        types[i] = rank == size - 1 || i == size - 1 ? MPI_INT : cell;
        places[i] = types[i] == MPI_INT ? (int)(offsetof(struct both, numbers) + (size_t)i * sizeof(int)) : i * (int)sizeof(struct cell);
    }
    MPI_Ialltoallw(from, counts, places, types, to, counts, places, types, MPI_COMM_WORLD, request);
}

static void start_neighbours(const struct both *from, struct both *to, MPI_Datatype cell, MPI_Comm ring, MPI_Request *request)
{
    int counts[] = { 1, 1 };
    MPI_Aint places[] = { offsetof(struct both, cells[2]), offsetof(struct both, cells[5]) };
    MPI_Datatype types[] = { cell, cell };

    MPI_Ineighbor_alltoallw(from, counts, places, types, to, counts, places, types, ring, request);
}

static uint64_t fold_round(uint64_t sum)
{
    for (int k = 0; k < PENDING; k++)
        for (int i = 0; i < MOST; i++)
            sum = fold_cell(sum, &got[k][i]);
    for (int i = 0; i < MOST; i++)
        sum = fold(fold_cell(fold_cell(sum, &in.cells[i]), &far.cells[i]), (uint64_t)(long long)in.numbers[i]);
    return sum;
}

int main(int argc, char **argv)
{
    int rounds = begin(&argc, &argv, 12), periodic = 1;
    MPI_Datatype cell = make_cell(), weights = make_weights();
    MPI_Request requests[PENDING];
    MPI_Comm ring;
    MPI_Op op;
    uint64_t sum = 1;

    CHECK(size <= MOST);
    MPI_Op_create(add, 1, &op);
    MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &periodic, 0, &ring);
    for (int round = 0; round < rounds; round++) {
        for (int i = 0; i < MOST; i++) {
            fill(&mine[i], value_of(round * MOST + i, rank) >> 7);
            fill(&out.cells[i], value_of(rank, round * MOST + i) >> 6);
            out.numbers[i] = round * 100 + rank * 10 + i;
        }
        for (int i = 0; i < MOST; i++)
            fill(&got[0][i], value_of(round, i) >> 5);
        MPI_Ibcast(got[0], MOST, cell, round % size, MPI_COMM_WORLD, &requests[0]);
        MPI_Iallgather(&mine[1], 1, cell, got[1], 1, cell, MPI_COMM_WORLD, &requests[1]);
        MPI_Iallreduce(mine, got[2], 3, cell, op, MPI_COMM_WORLD, &requests[2]);
        #pragma ckpt name(three)
        start_alltoallw(&out, &in, cell, &requests[3]);
        start_neighbours(&out, &far, cell, ring, &requests[4]);
        MPI_Iscan(mine, got[3], 2, cell, op, MPI_COMM_WORLD, &requests[5]);
        work(round % 2 * rank * 4000);
        #pragma ckpt name(all)
        MPI_Waitall(PENDING, requests, MPI_STATUSES_IGNORE);
        if (!rank)
            for (int i = 0; i < MOST; i++)
                got[4][i] = mine[i];
        MPI_Bcast(&got[4][0].weight, 1, weights, 0, MPI_COMM_WORLD);
        #pragma ckpt name(parts)
        MPI_Reduce(mine, got[5], MOST, cell, op, round % size, MPI_COMM_WORLD);
        sum = fold_round(sum);
    }
    MPI_Op_free(&op);
    MPI_Type_free(&cell);
    MPI_Type_free(&weights);
    MPI_Comm_free(&ring);
    return end(sum);
}
