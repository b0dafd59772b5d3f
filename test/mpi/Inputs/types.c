/* types.c - derived datatypes of all constructors in messages that cross lines: structures on the stack, in static memory and on the heap, columns, parts
 * of arrays, absolute addresses, packed bytes; an operation of the program's. Output: rank 0. */
#include <mpi.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ITEMS = 5, ROWS = 6, COLUMNS = 7, TYPES = 13 };

struct inner { char tag; long id; };
struct item {
    char kind;
    double x;
    struct inner in;
    short s[3];
    int last;
};

static struct item fixed[ITEMS], got_fixed[ITEMS];
static double matrix[ROWS][COLUMNS], got_matrix[ROWS][COLUMNS];
static int rank, size;

static unsigned mix(unsigned x) { return (x ^ x >> 13) * 2246822519u + 7; }

static unsigned fold(unsigned x, double v) { return mix(x ^ (unsigned)(long long)(v * 16)); }

static unsigned fold_item(unsigned x, const struct item *i)
{
    x = fold(x, i->x);
    x = mix(x ^ (unsigned)i->kind ^ (unsigned)i->in.id ^ (unsigned)(unsigned char)i->in.tag);
    return mix(x ^ (unsigned)(i->s[0] + 3 * i->s[1] + 5 * i->s[2]) ^ (unsigned)i->last);
}

static void fill(struct item *i, unsigned x)
{
    i->kind = (char)('a' + x % 26);
    i->x = x % 1000 / 8.0;
    i->in.tag = (char)('A' + x % 13);
    i->in.id = (long)(x % 100000);
    for (int k = 0; k < 3; k++)
        i->s[k] = (short)(x % 77 + (unsigned)k);
    i->last = (int)(x % 999);
}

static void make_inner(MPI_Datatype *type)
{
    int lengths[] = { 1, 1 };
    MPI_Aint at[] = { offsetof(struct inner, tag), offsetof(struct inner, id) };
    MPI_Datatype types[] = { MPI_CHAR, MPI_LONG }, bare;

    MPI_Type_create_struct(2, lengths, at, types, &bare);
    MPI_Type_create_resized(bare, 0, sizeof(struct inner), type);
    MPI_Type_free(&bare);
}

static void make_item(MPI_Datatype *type)
{
    struct item one;
    int lengths[] = { 1, 1, 1, 3, 1 };
    MPI_Aint start, at[5];
    MPI_Datatype types[] = { MPI_CHAR, MPI_DOUBLE, MPI_DATATYPE_NULL, MPI_SHORT, MPI_INT }, bare;

    make_inner(&types[2]);
    MPI_Get_address(&one, &start);
    MPI_Get_address(&one.kind, &at[0]);
    MPI_Get_address(&one.x, &at[1]);
    MPI_Get_address(&one.in, &at[2]);
    MPI_Get_address(one.s, &at[3]);
    MPI_Get_address(&one.last, &at[4]);
    for (int i = 0; i < 5; i++)
        at[i] = MPI_Aint_diff(at[i], start);
    MPI_Type_create_struct(5, lengths, at, types, &bare);
    MPI_Type_create_resized(bare, 0, sizeof(struct item), type);
    MPI_Type_free(&types[2]);
    MPI_Type_free(&bare);
}

/* A part of it is empty, and before the others. */
static void make_hollow(MPI_Datatype *type)
{
    int lengths[] = { 1, 2 };
    MPI_Aint at[] = { 0, 3 * sizeof(double) };
    MPI_Datatype types[] = { MPI_DATATYPE_NULL, MPI_DOUBLE };

    MPI_Type_create_hvector(0, 1, sizeof(double), MPI_DOUBLE, &types[0]);
    MPI_Type_create_struct(2, lengths, at, types, type);
    MPI_Type_free(&types[0]);
}

/* [0] items; the others of items or of doubles in the matrix. */
static void make(MPI_Datatype *t)
{
    int two[] = { 2, 1 }, places[] = { 0, 3 }, sizes[] = { ROWS, COLUMNS }, part[] = { 3, 4 }, from[] = { 2, 1 };
    int how[] = { MPI_DISTRIBUTE_BLOCK, MPI_DISTRIBUTE_CYCLIC }, arguments[] = { MPI_DISTRIBUTE_DFLT_DARG, 2 }, grid[] = { 1, 2 };
    MPI_Aint bytes[] = { 0, 3 * sizeof(struct item) }, cells[] = { 0, 9 * sizeof(double) };

    make_item(&t[0]);
    MPI_Type_contiguous(2, t[0], &t[1]);
    MPI_Type_create_hvector(2, 1, 2 * sizeof(struct item), t[0], &t[2]);
    MPI_Type_create_hindexed(2, two, bytes, t[0], &t[3]);
    MPI_Type_create_hindexed_block(2, 1, bytes, t[0], &t[4]);
    MPI_Type_vector(ROWS, 1, COLUMNS, MPI_DOUBLE, &t[5]);
    MPI_Type_indexed(2, two, places, t[5], &t[6]);
    MPI_Type_create_indexed_block(2, 2, places, MPI_DOUBLE, &t[7]);
    MPI_Type_create_subarray(2, sizes, part, from, MPI_ORDER_C, MPI_DOUBLE, &t[8]);
    MPI_Type_create_darray(2, 1, 2, sizes, how, arguments, grid, MPI_ORDER_C, MPI_DOUBLE, &t[9]);
    MPI_Type_dup(t[4], &t[10]);
    MPI_Type_create_hindexed(2, two, cells, MPI_DOUBLE, &t[11]);
    make_hollow(&t[12]);
    for (int i = 0; i < TYPES; i++)
        MPI_Type_commit(&t[i]);
    MPI_Type_free(&t[6]);                            /* too large for the matrix: only made of others */
    MPI_Type_dup(t[5], &t[6]);
}

static int is_of_items(int k) { return k <= 4 || k == 10; }

/* Some elements arrive than fewer were asked for. */
static unsigned tell(unsigned x, MPI_Status *status, MPI_Datatype type)
{
    int count, elements;

    MPI_Get_count(status, type, &count);
    MPI_Get_elements(status, type, &elements);
    return mix(x ^ (unsigned)(count + 100 * elements));
}

static void combine(void *in, void *inout, int *count, MPI_Datatype *type)
{
    struct item *a = in, *b = inout;
    int bytes;

    MPI_Type_size(*type, &bytes);
    for (int i = 0; i < *count; i++) {
        b[i].x += a[i].x;
        b[i].in.id += a[i].in.id;
        b[i].last = (b[i].last + a[i].last) % 1000 + (bytes > 0);
    }
}

static unsigned reduce(unsigned x, MPI_Datatype type, MPI_Op op)
{
    struct item mine[2], all[2];

    fill(&mine[0], x);
    fill(&mine[1], mix(x));
    MPI_Allreduce(mine, all, 2, type, op, MPI_COMM_WORLD);
    #pragma ckpt name(reduced)
    return mix(x ^ (unsigned)all[0].in.id ^ (unsigned)all[1].last ^ (unsigned)(all[0].x * 8));
}

/* Packed, sent and unpacked on this side of a site. */
static unsigned packed(unsigned x, int left, int right)
{
    char out[200], in[200];
    int at = 0, n = 3, numbers[3] = { (int)(x % 1000), 2, 3 };
    double d = x % 100 / 4.0;
    MPI_Status status;

    MPI_Pack(&n, 1, MPI_INT, out, sizeof out, &at, MPI_COMM_WORLD);
    MPI_Pack(numbers, n, MPI_INT, out, sizeof out, &at, MPI_COMM_WORLD);
    MPI_Pack(&d, 1, MPI_DOUBLE, out, sizeof out, &at, MPI_COMM_WORLD);
    MPI_Sendrecv(out, at, MPI_PACKED, right, 50, in, sizeof in, MPI_PACKED, left, 50, MPI_COMM_WORLD, &status);
    MPI_Get_count(&status, MPI_PACKED, &at);
    x = mix(x ^ (unsigned)at);
    at = 0;
    MPI_Unpack(in, sizeof in, &at, &n, 1, MPI_INT, MPI_COMM_WORLD);
    MPI_Unpack(in, sizeof in, &at, numbers, n, MPI_INT, MPI_COMM_WORLD);
    MPI_Unpack(in, sizeof in, &at, &d, 1, MPI_DOUBLE, MPI_COMM_WORLD);
    return fold(mix(x ^ (unsigned)numbers[0]), d);
}

/* Pending across sites: a datatype that is freed, and one of absolute addresses, which stays. */
static unsigned pending(unsigned x, int left, int right, MPI_Datatype absolute, MPI_Datatype item)
{
    MPI_Request requests[2];
    MPI_Datatype mine;
    MPI_Status status;
    struct item in[2], out[2];

    MPI_Type_contiguous(2, item, &mine);
    MPI_Type_commit(&mine);
    MPI_Irecv(in, 1, mine, left, 60, MPI_COMM_WORLD, &requests[0]);
    MPI_Irecv(MPI_BOTTOM, 1, absolute, left, 61, MPI_COMM_WORLD, &requests[1]);
    MPI_Type_free(&mine);
    #pragma ckpt name(pending)
    fill(&out[0], x);
    fill(&out[1], mix(x + 5));
    MPI_Send(out, 2, item, right, 60, MPI_COMM_WORLD);
    MPI_Send(out, 2, item, right, 61, MPI_COMM_WORLD);
    MPI_Wait(&requests[0], &status);
    x = tell(x, &status, item);
    MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
    return fold_item(fold_item(x, &in[1]), &got_fixed[1]);
}

static void make_absolute(MPI_Datatype item, MPI_Datatype *type)
{
    int lengths[] = { 1, 1 };
    MPI_Aint at[2];

    MPI_Get_address(&got_fixed[3], &at[0]);
    MPI_Get_address(&got_fixed[1], &at[1]);
    MPI_Type_create_hindexed(2, lengths, at, item, type);
    MPI_Type_commit(type);
}

int main(int argc, char **argv)
{
    MPI_Datatype types[TYPES], absolute;
    MPI_Op op;
    int rounds, left, right;
    unsigned x;
    struct item *heap = malloc(ITEMS * sizeof *heap), *got_heap = calloc(ITEMS, sizeof *got_heap);

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    rounds = argc > 1 ? atoi(argv[1]) : 30;
    left = (rank + size - 1) % size;
    right = (rank + 1) % size;
    x = (unsigned)rank + 3;
    make(types);
    make_absolute(types[0], &absolute);
    MPI_Op_create(combine, 1, &op);
    for (int r = 0; r < rounds; r++) {
        for (int i = 0; i < ITEMS; i++)
            fill(&heap[i], mix(x + (unsigned)i)), fixed[i] = heap[i];
        for (int i = 0; i < ROWS * COLUMNS; i++)
            matrix[i / COLUMNS][i % COLUMNS] = (mix(x + (unsigned)i) % 5000) / 16.0;
        for (int k = 0; k < TYPES; k++) {
            const void *from = !is_of_items(k) ? (void *)matrix : k % 2 ? (void *)fixed : (void *)heap;
            int count = k == 0 ? 2 + r % 3 : 1;

            MPI_Send(from, count, types[k], right, k, MPI_COMM_WORLD);
        }
        for (unsigned n = 0; n < 1500u * (unsigned)(rank + 1); n++)
            x = mix(x);
        #pragma ckpt name(flying)
        for (int k = TYPES - 1; k >= 0; k--) {
            void *to = !is_of_items(k) ? (void *)got_matrix : k % 2 ? (void *)got_fixed : (void *)got_heap;
            MPI_Status status;

            MPI_Recv(to, k == 0 ? ITEMS : 1, types[k], left, k, MPI_COMM_WORLD, &status);
            x = tell(x, &status, types[k]);
        }
        for (int i = 0; i < ITEMS; i++)
            x = fold_item(fold_item(x, &got_heap[i]), &got_fixed[i]);
        for (int i = 0; i < ROWS * COLUMNS; i++)
            x = fold(x, got_matrix[i / COLUMNS][i % COLUMNS]);
        x = packed(x, left, right);
        x = pending(x, left, right, absolute, types[0]);
        x = reduce(x, types[0], op);
        if (!rank) {
            printf("round %d: %u\n", r, x);
            fflush(stdout);
        }
    }
    for (int k = 0; k < TYPES; k++)
        MPI_Type_free(&types[k]);
    MPI_Type_free(&absolute);
    MPI_Op_free(&op);
    free(heap);
    free(got_heap);
    MPI_Finalize();
    return 0;
}
