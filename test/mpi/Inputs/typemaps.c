/* typemaps.c - random nested datatypes of all constructors: what MPI says of them, and the bytes in the order in which it packs, sends and receives them.
 * A program of MPI alone: under the layer it prints what it prints without.
 * usage: typemaps SEED TYPES [elements]: with MPI_Get_elements, which divides by zero in MPICH 4.0 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROOM = 1 << 17, MIDDLE = ROOM / 2, MOST = 6 };

static unsigned long long state;
static int pairs;                 /* may be in it: what MPI_Get_elements says of them differs */
static int elements_too;
static int parts;                 /* of blocks: MPICH 4.0 takes a block of no elements into the true bounds */
static unsigned char memory[ROOM], other[ROOM], packed[ROOM], unpacked[ROOM];

static int below(int n)
{
    state = state * 6364136223846793005ull + 1442695040888963407ull;
    return (int)((state >> 33) % (unsigned)n);
}

static unsigned long long hash(const unsigned char *p, size_t n)
{
    unsigned long long h = 14695981039346656037ull;

    while (n--)
        h = (h ^ *p++) * 1099511628211ull;
    return h;
}

static MPI_Datatype basic(void)
{
    MPI_Datatype list[] = { MPI_CHAR, MPI_SHORT, MPI_INT, MPI_LONG, MPI_FLOAT, MPI_DOUBLE, MPI_BYTE, MPI_UINT64_T, MPI_WCHAR,
                            MPI_C_DOUBLE_COMPLEX, MPI_DOUBLE_INT, MPI_SHORT_INT, MPI_2INT, MPI_FLOAT_INT, MPI_LONG_INT };

    return list[below((int)(sizeof list / sizeof *list) - (pairs ? 0 : 6))];
}

/* Displacements in bytes are multiples of 16: what is not aligned has an extent of its own in each MPI. */
static MPI_Aint byte(int most) { return 16 * (below(2 * most) - most); }

static MPI_Datatype make(int depth);

static void make_darray(MPI_Datatype old, MPI_Datatype *new)
{
    int sizes[3], how[3], arguments[3], grid[3], n = 1 + below(3), procs = 1;

    for (int i = 0; i < n; i++) {
        int kind = below(3);

        sizes[i] = 1 + below(5);
        grid[i] = kind == 2 ? 1 : 1 + below(3);
        how[i] = kind == 0 ? MPI_DISTRIBUTE_BLOCK : kind == 1 ? MPI_DISTRIBUTE_CYCLIC : MPI_DISTRIBUTE_NONE;
        arguments[i] = kind == 2 || below(2) ? MPI_DISTRIBUTE_DFLT_DARG : kind == 0 ? (sizes[i] + grid[i] - 1) / grid[i] : 1 + below(2);
        procs *= grid[i];
    }
    MPI_Type_create_darray(procs, below(procs), n, sizes, how, arguments, grid, below(2) ? MPI_ORDER_C : MPI_ORDER_FORTRAN, old, new);
}

static void make_subarray(MPI_Datatype old, MPI_Datatype *new)
{
    int sizes[3], subsizes[3], starts[3], n = 1 + below(3);

    for (int i = 0; i < n; i++) {
        sizes[i] = 1 + below(4);
        subsizes[i] = 1 + below(sizes[i]);
        starts[i] = below(sizes[i] - subsizes[i] + 1);
    }
    MPI_Type_create_subarray(n, sizes, subsizes, starts, below(2) ? MPI_ORDER_C : MPI_ORDER_FORTRAN, old, new);
}

static void make_struct(int depth, MPI_Datatype *new)
{
    int n = 1 + below(3), lengths[MOST];
    MPI_Aint places[MOST], at = 16 * below(2);
    MPI_Datatype types[MOST];

    for (int i = 0; i < n; i++) {
        MPI_Aint lb, extent;

        lengths[i] = 1 + below(2);
        types[i] = make(depth - 1);
        MPI_Type_get_extent(types[i], &lb, &extent);
        places[i] = at;
        at += ((lengths[i] * extent + 15) / 16 + below(2)) * 16;
    }
    MPI_Type_create_struct(n, lengths, places, types, new);
}

static MPI_Datatype make(int depth)
{
    MPI_Datatype old, new;
    MPI_Aint lb, extent, places[MOST];
    int n = 1 + below(3), length = 1 + below(3), stride = below(9) - 4, lengths[MOST], at[MOST];

    if (!depth)
        return basic();
    old = make(depth - 1);
    MPI_Type_get_extent(old, &lb, &extent);
    for (int i = 0; i < n; i++) {
        lengths[i] = 1 + below(2);
        at[i] = 3 * i + below(2);
        places[i] = byte(8);
    }
    switch (below(12)) {                             /* Open MPI 4.1 lays some vectors of negative strides out upwards */
    case 0: MPI_Type_dup(old, &new); break;
    case 1: MPI_Type_contiguous(n, old, &new); break;
    case 2: MPI_Type_vector(n, length, stride < 0 && stride >= -length ? 5 : stride, old, &new); break;
    case 3: MPI_Type_create_hvector(n, length, byte(6), old, &new); break;
    case 4: MPI_Type_indexed(n, lengths, at, old, &new); break;
    case 5: MPI_Type_create_hindexed(n, lengths, places, old, &new); break;
    case 6: MPI_Type_create_indexed_block(n, length, at, old, &new); break;
    case 7: MPI_Type_create_hindexed_block(n, length, places, old, &new); break;
    case 8: make_struct(depth, &new); break;
    case 9: make_subarray(old, &new); break;
    case 10: make_darray(old, &new); break;
    default: MPI_Type_create_resized(old, byte(2), extent + 16 * below(3), &new);
    }
    return new;
}

/* What a message that has so many bytes less is told to be. */
static void partial(MPI_Datatype type, int count, int bytes, int cut)
{
    MPI_Status status;
    MPI_Request request;
    int elements, items, error;

    MPI_Irecv(other + MIDDLE, count, type, 0, 2, MPI_COMM_SELF, &request);
    error = MPI_Send(packed, bytes - cut, MPI_PACKED, 0, 2, MPI_COMM_SELF);
    MPI_Wait(&request, &status);
    MPI_Get_elements(&status, type, &elements);
    MPI_Get_count(&status, type, &items);
    printf(" %d: %d %d,", error, elements, items == MPI_UNDEFINED ? -1 : items);
}

static void look(int number, MPI_Datatype type)
{
    MPI_Aint lb, extent, true_lb, true_extent;
    int size, position = 0, back = 0, nints, naddresses, ntypes, combiner, count = 1 + below(2), bytes;
    MPI_Status status;

    MPI_Type_get_extent(type, &lb, &extent);
    MPI_Type_get_true_extent(type, &true_lb, &true_extent);
    MPI_Type_size(type, &size);
    if (parts)
        true_lb = true_extent = 0;
    MPI_Type_get_envelope(type, &nints, &naddresses, &ntypes, &combiner);
    bytes = size * count;
    if (!size || bytes > ROOM / 4 || labs(true_lb) + true_extent + labs(extent) * count > MIDDLE) {
        printf("%d: size %d, not looked at\n", number, size);
        return;
    }
    printf("%d: size %d, bounds %ld %ld, true %ld %ld, made of %d %d %d\n", number, size, (long)lb, (long)extent, (long)true_lb, (long)true_extent,
           nints, naddresses, ntypes);
    MPI_Type_commit(&type);
    MPI_Pack(memory + MIDDLE, count, type, packed, ROOM, &position, MPI_COMM_SELF);
    memset(unpacked, 0, sizeof unpacked);
    MPI_Unpack(packed, position, &back, unpacked + MIDDLE, count, type, MPI_COMM_SELF);
    printf("  packed %d %llx, unpacked %llx", position, hash(packed, (size_t)position), hash(unpacked, ROOM));
    memset(other, 0, sizeof other);
    MPI_Sendrecv(memory + MIDDLE, count, type, 0, 1, other + MIDDLE, count, type, 0, 1, MPI_COMM_SELF, &status);
    printf(", received %llx;", hash(other, ROOM));
    if (elements_too && !pairs)
        partial(type, count, bytes, 0);
    memset(other, 0, sizeof other);
    MPI_Sendrecv(memory + MIDDLE, count, type, 0, 1, other, bytes, MPI_PACKED, 0, 1, MPI_COMM_SELF, &status);
    printf(" as bytes %d\n", memcmp(other, packed, (size_t)bytes));
    MPI_Type_free(&type);
}

/* Messages that are cut at any basic element, of a datatype whose elements are known. */
static void cut(void)
{
    int lengths[] = { 1, 2, 1 };
    MPI_Aint places[] = { 0, 8, 24 };
    MPI_Datatype types[] = { MPI_CHAR, MPI_DOUBLE, MPI_INT }, type;
    int sizes[] = { 0, 1, 9, 17, 21, 22, 30, 38, 42 };

    MPI_Type_create_struct(3, lengths, places, types, &type);
    MPI_Type_commit(&type);
    memset(packed, 7, sizeof packed);
    printf("cut:");
    for (int i = 0; i < 9; i++)
        partial(type, 2, 42, 42 - sizes[i]);
    printf("\n");
    MPI_Type_free(&type);
}

/* Matrices in blocks of which a process may have but a part. */
static void parts_of_blocks(void)
{
    int how[] = { MPI_DISTRIBUTE_CYCLIC, MPI_DISTRIBUTE_CYCLIC }, grid[] = { 2, 2 };

    for (int n = 5; n < 14; n += 4)
        for (int block = 3; block < 9; block += 2)
            for (int process = 0; process < 8; process++) {
                int sizes[] = { n, n }, blocks[] = { block, block };
                MPI_Datatype type;

                MPI_Type_create_darray(4, process % 4, 2, sizes, how, blocks, grid, process / 4 ? MPI_ORDER_C : MPI_ORDER_FORTRAN, MPI_DOUBLE, &type);
                look(process, type);
            }
}

int main(int argc, char **argv)
{
    int types = argc > 2 ? atoi(argv[2]) : 100;

    MPI_Init(&argc, &argv);
    elements_too = argc > 3;
    state = argc > 1 ? strtoull(argv[1], 0, 10) : 1;
    for (int i = 0; i < ROOM; i++)
        memory[i] = (unsigned char)below(256);
    for (int i = 0; i < types; i++)
        pairs = i % 3 == 0, look(i, make(1 + below(3)));
    pairs = 0;
    parts = 1;
    parts_of_blocks();
    if (elements_too)
        cut();
    MPI_Finalize();
    return 0;
}
