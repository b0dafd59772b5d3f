/* layouts.c - datatypes whose bytes differ between machines: structures with padding, with longs and pointers between the members that are sent, structures
 * in structures, arrays of them, parts of them; on the heap, in static memory, on the stack of main and of a function that no site is in.
 * Messages cross the site, typed or as their elements; pending and persistent receives have such datatypes. */
#include "result.h"
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <wchar.h>

enum { ITEMS = 6, ROWS = 4, KINDS = 14 };

typedef struct { char mark; long number; } pair;

struct item {
    char kind;
    double x;
    void *self;                                      /* is not sent */
    pair in[2];
    bool flag;
    long double wide;
    short s[3];
    MPI_Aint far;
    unsigned long long big;
    wchar_t letter;
    float _Complex z;
    MPI_Offset place;
    MPI_Count many;
    int last;
};

struct row { struct item head; double cells[5]; int used; };

static struct item fixed[ITEMS], got_fixed[ITEMS], awaited[ITEMS];
static struct row table[ROWS], got_table[ROWS];

static void fill(struct item *i, unsigned x)
{
    i->kind = (char)('a' + x % 26);
    i->x = (double)(x % 4096) / 64;
    i->self = i;
    for (unsigned k = 0; k < 2; k++)
        i->in[k] = (pair){ (char)('A' + (x + k) % 26), (long)(x % 100000 + k) - 50000 };
    i->flag = x % 2;
    i->wide = (long double)(x % 9999) / 4;
    for (unsigned k = 0; k < 3; k++)
        i->s[k] = (short)((int)(x % 2000 * (k + 1)) - 3000);
    i->far = (MPI_Aint)(x % 77777) - 7;
    i->big = (unsigned long long)x << 30 | x;
    i->letter = (wchar_t)(0x3b1 + x % 24);
    i->z = (float)(x % 512) / 8 + (float)(x % 256) / 4 * (float _Complex)1.0if;
    i->place = -(MPI_Offset)((unsigned long long)x << 8);
    i->many = (MPI_Count)x << 9;
    i->last = -(int)(x % 99999);
}

static uint64_t fold_item(uint64_t h, const struct item *i)
{
    h = fold(fold(h, (uint64_t)i->kind), (uint64_t)(i->x * 64));
    for (int k = 0; k < 2; k++)
        h = fold(fold(h, (uint64_t)i->in[k].mark), (uint64_t)(long long)i->in[k].number);
    h = fold(fold(h, i->flag), (uint64_t)(long long)(i->wide * 4));
    for (int k = 0; k < 3; k++)
        h = fold(h, (uint64_t)(long long)i->s[k]);
    h = fold(fold(h, (uint64_t)(long long)i->far), i->big);
    h = fold(fold(h, (uint64_t)i->letter), (uint64_t)(__real__ i->z * 8));
    h = fold(fold(h, (uint64_t)(__imag__ i->z * 4)), (uint64_t)i->place);
    return fold(fold(h, (uint64_t)i->many), (uint64_t)(long long)i->last);
}

static MPI_Datatype resized(MPI_Datatype bare, size_t size)
{
    MPI_Datatype type;

    MPI_Type_create_resized(bare, 0, (MPI_Aint)size, &type);
    MPI_Type_free(&bare);
    return type;
}

static MPI_Datatype make_pair(void)
{
    int lengths[] = { 1, 1 };
    MPI_Aint at[] = { offsetof(pair, mark), offsetof(pair, number) };
    MPI_Datatype types[] = { MPI_CHAR, MPI_LONG }, bare;

    MPI_Type_create_struct(2, lengths, at, types, &bare);
    return resized(bare, sizeof(pair));
}

static MPI_Datatype make_item(void)
{
    static int lengths[] = { 1, 1, 2, 1, 1, 3, 1, 1, 1, 1, 1, 1, 1 };
    MPI_Aint at[] = { offsetof(struct item, kind), offsetof(struct item, x), offsetof(struct item, in), offsetof(struct item, flag),
                      offsetof(struct item, wide), offsetof(struct item, s), offsetof(struct item, far), offsetof(struct item, big),
                      offsetof(struct item, letter), offsetof(struct item, z), offsetof(struct item, place), offsetof(struct item, many),
                      offsetof(struct item, last) };
    MPI_Datatype types[] = { MPI_CHAR, MPI_DOUBLE, make_pair(), MPI_C_BOOL, MPI_LONG_DOUBLE, MPI_SHORT, MPI_AINT, MPI_UNSIGNED_LONG_LONG, MPI_WCHAR,
                             MPI_C_FLOAT_COMPLEX, MPI_OFFSET, MPI_COUNT, MPI_INT }, bare;

    MPI_Type_create_struct(13, lengths, at, types, &bare);
    MPI_Type_free(&types[2]);
    return resized(bare, sizeof(struct item));
}

/* A row without its third cell. */
static MPI_Datatype make_row(MPI_Datatype item)
{
    struct row one;
    int lengths[] = { 1, 2, 2, 1 };
    MPI_Aint start, at[4];
    MPI_Datatype types[] = { item, MPI_DOUBLE, MPI_DOUBLE, MPI_INT }, bare;

    MPI_Get_address(&one, &start);
    MPI_Get_address(&one.head, &at[0]);
    MPI_Get_address(&one.cells[0], &at[1]);
    MPI_Get_address(&one.cells[3], &at[2]);
    MPI_Get_address(&one.used, &at[3]);
    for (int i = 0; i < 4; i++)
        at[i] = MPI_Aint_diff(at[i], start);
    MPI_Type_create_struct(4, lengths, at, types, &bare);
    return resized(bare, sizeof(struct row));
}

/* One member of items: their x, a pair of each, a number of the second pair of each, counted from the member itself. */
static void make_columns(MPI_Datatype *t)
{
    MPI_Aint size = sizeof(struct item), each[] = { offsetof(struct item, in[1].number), sizeof(struct item) + offsetof(struct item, in[1].number),
                                                   4 * sizeof(struct item) + offsetof(struct item, in[1].number) };
    MPI_Datatype pair_type = make_pair(), bare;
    int lengths[] = { 1, 1, 1 };

    MPI_Type_create_hvector(ITEMS, 1, size, MPI_DOUBLE, &t[0]);
    MPI_Type_create_hvector(ITEMS, 1, size, pair_type, &t[1]);
    MPI_Type_create_hindexed(3, lengths, each, MPI_LONG, &t[2]);
    MPI_Type_create_hindexed_block(3, 1, each, MPI_LONG, &t[3]);
    MPI_Type_create_resized(MPI_LONG, 0, size, &bare);
    MPI_Type_contiguous(ITEMS, bare, &t[4]);
    MPI_Type_free(&bare);
    MPI_Type_free(&pair_type);
}

/* 0: items; 1, 2: rows; 3 to 7: columns of items; others: parts of arrays of items. */
static void make(MPI_Datatype *t)
{
    int two[] = { 2, 1 }, places[] = { 0, 4 }, sizes[] = { 2, 3 }, part[] = { 2, 2 }, from[] = { 0, 1 };
    int how[] = { MPI_DISTRIBUTE_BLOCK, MPI_DISTRIBUTE_CYCLIC }, plain[] = { MPI_DISTRIBUTE_DFLT_DARG, MPI_DISTRIBUTE_DFLT_DARG }, grid[] = { 1, 2 };

    t[0] = make_item();
    t[1] = make_row(t[0]);
    MPI_Type_vector(2, 1, 2, t[1], &t[2]);
    make_columns(&t[3]);
    MPI_Type_contiguous(2, t[0], &t[8]);
    MPI_Type_vector(2, 2, 3, t[0], &t[9]);
    MPI_Type_indexed(2, two, places, t[0], &t[10]);
    MPI_Type_create_indexed_block(2, 1, places, t[0], &t[11]);
    MPI_Type_create_subarray(2, sizes, part, from, MPI_ORDER_C, t[0], &t[12]);
    MPI_Type_create_darray(2, 1, 2, sizes, how, plain, grid, MPI_ORDER_C, t[0], &t[13]);
    for (int k = 0; k < KINDS; k++)
        MPI_Type_commit(&t[k]);
}

static void fill_all(struct item *heap, int round)
{
    for (int i = 0; i < ITEMS; i++) {
        fill(&heap[i], value_of(round * ITEMS + i, rank) >> 8);
        fixed[i] = heap[i];
    }
    for (int i = 0; i < ROWS; i++) {
        table[i].head = heap[i];
        for (int k = 0; k < 5; k++)
            table[i].cells[k] = (double)(value_of(round + k, i + rank) >> 12) / 16;
        table[i].used = round + i;
    }
}

static uint64_t fold_all(uint64_t sum, const struct item *heap)
{
    for (int i = 0; i < ITEMS; i++)
        sum = fold_item(fold_item(sum, &heap[i]), &got_fixed[i]);
    for (int i = 0; i < ROWS; i++) {
        sum = fold(fold_item(sum, &got_table[i].head), (uint64_t)got_table[i].used);
        for (int k = 0; k < 5; k++)
            sum = fold(sum, (uint64_t)(got_table[i].cells[k] * 16));
    }
    return sum;
}

static void *place(int kind, struct item *heap, struct item *statics, struct row *rows)
{
    if (kind == 1 || kind == 2)
        return rows;
    return kind == 3 ? &heap[0].x : kind == 4 ? (void *)&statics[0].in[1] : kind == 7 ? (void *)&statics[0].in[0].number : kind % 2 ? heap : statics;
}

/* Known to nobody else, and no site in reach: elements of a structure, received as elements. */
static uint64_t loose(uint64_t sum, int to, int from, int round)
{
    struct thing { short a; double d; char c; long l; } out = { (short)round, round / 2.0, (char)('a' + round % 9), round * 7L - rank }, in = { 0 };
    int lengths[] = { 1, 1, 1, 1 };
    MPI_Aint at[] = { offsetof(struct thing, a), offsetof(struct thing, d), offsetof(struct thing, c), offsetof(struct thing, l) };
    MPI_Datatype types[] = { MPI_SHORT, MPI_DOUBLE, MPI_CHAR, MPI_LONG };
    static MPI_Datatype thing = MPI_DATATYPE_NULL;

    if (thing == MPI_DATATYPE_NULL) {
        MPI_Type_create_struct(4, lengths, at, types, &thing);
        MPI_Type_commit(&thing);
    }
    MPI_Sendrecv(&out, 1, thing, to, 70, &in, 1, thing, from, 70, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    sum = fold(fold(sum, (uint64_t)(long long)in.a), (uint64_t)(in.d * 2));
    return fold(fold(sum, (uint64_t)in.c), (uint64_t)(long long)in.l);
}

int main(int argc, char **argv)
{
    int rounds = begin(&argc, &argv, 14), to = (rank + 1) % size, from = (rank + size - 1) % size;
    struct item *heap = calloc(ITEMS, sizeof *heap), *got = calloc(ITEMS + 2, sizeof *got), here[2], there[2];
    long longs[2 * ITEMS];
    MPI_Datatype types[KINDS];
    MPI_Request early, persistent, column;
    uint64_t sum = 1;

    CHECK(heap && got);
    memset(there, 0, sizeof there);
    make(types);
    MPI_Recv_init(there, 2, types[0], from, 50, MPI_COMM_WORLD, &persistent);
    MPI_Recv_init(&awaited[0].x, 1, types[3], from, 52, MPI_COMM_WORLD, &column);
    for (int round = 0; round < rounds; round++) {
        fill_all(heap, round);
        MPI_Irecv(&got[ITEMS], 1, types[8], from, 51, MPI_COMM_WORLD, &early);
        MPI_Start(&persistent);
        MPI_Start(&column);
        for (int k = 0; k < KINDS; k++)
            MPI_Send(place(k, heap, fixed, table), 1, types[k], to, k, MPI_COMM_WORLD);
        for (int i = 0; i < 2 * ITEMS; i++)
            longs[i] = (long)(value_of(round, i) >> 2) - 0x10000000;
        MPI_Send(longs, ITEMS, MPI_LONG, to, 40, MPI_COMM_WORLD);
        work(round % 3 * rank * 3000);
        #pragma ckpt name(flying)
        for (int k = KINDS - 1; k >= 0; k--)
            MPI_Recv(place(k, got, got_fixed, got_table), 1, types[k], from, k, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(&got_fixed[0].in[0].number, 1, types[7], from, 40, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        #pragma ckpt name(open)
        fill(&here[0], value_of(round, rank) >> 9);
        fill(&here[1], value_of(rank, round) >> 9);
        MPI_Send(here, 2, types[0], to, 50, MPI_COMM_WORLD);
        MPI_Send(heap, 1, types[8], to, 51, MPI_COMM_WORLD);
        MPI_Send(&fixed[0].x, 1, types[3], to, 52, MPI_COMM_WORLD);
        #pragma ckpt name(pending)
        MPI_Wait(&early, MPI_STATUS_IGNORE);
        MPI_Wait(&persistent, MPI_STATUS_IGNORE);
        MPI_Wait(&column, MPI_STATUS_IGNORE);
        sum = fold_item(fold_item(fold_all(sum, got), &there[0]), &there[1]);
        sum = fold_item(fold_item(sum, &got[ITEMS]), &got[ITEMS + 1]);
        for (int i = 0; i < ITEMS; i++)
            sum = fold(sum, (uint64_t)(awaited[i].x * 64));
        sum = loose(sum, to, from, round);
    }
    MPI_Request_free(&persistent);
    MPI_Request_free(&column);
    for (int k = 0; k < KINDS; k++)
        MPI_Type_free(&types[k]);
    free(heap);
    free(got);
    return end(sum);
}
