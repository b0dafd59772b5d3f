/* foreseen.c - what looks like a datatype of two variables whose addresses were asked for, as they happen to lie side by side, and is one of numbers side by
 * side: used as a part of a datatype of absolute addresses (parts), or not before the end (late). -DSWAP: the variables lie the other way round. -DSTRUCT: the
 * numbers are in structures. */
#include <mpi.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#ifdef STRUCT
struct pair { double lo, hi; };
#define LO(P) (P).lo
#define HI(P) (P).hi
#define DISPLACED offsetof(struct pair, hi)
#else
typedef double pair_of_numbers[2];
#define LO(P) (P)[0]
#define HI(P) (P)[1]
#define DISPLACED sizeof(double)
#endif
#ifdef STRUCT
static struct pair results[5], got[5];
#else
static pair_of_numbers results[5], got[5];
#endif
#ifdef SWAP
double limits_hi = 2, limits_lo = 1;
#else
double limits_lo = 1, limits_hi = 2;
#endif

static MPI_Datatype made(int count, const MPI_Aint *at, MPI_Datatype of, int length)
{
    int lengths[2] = { length, length };
    MPI_Datatype types[2] = { of, of }, type;

    MPI_Type_create_struct(count, lengths, at, types, &type);
    MPI_Type_commit(&type);
    return type;
}

int main(int argc, char **argv)
{
    MPI_Datatype limits, pair, out = 0, in = 0;
    MPI_Aint at[2];
    int parts;

    MPI_Init(&argc, &argv);
    parts = argc > 1 && !strcmp(argv[1], "parts");
    MPI_Get_address(&limits_lo, &at[0]);
    MPI_Get_address(&limits_hi, &at[1]);
    limits = made(2, at, MPI_DOUBLE, 1);
    at[0] = 0, at[1] = DISPLACED;
    pair = made(2, at, MPI_DOUBLE, 1);
    if (parts) {
        MPI_Get_address(&results[1], &at[0]);
        out = made(1, at, pair, 3);
        MPI_Get_address(&got[1], &at[0]);
        in = made(1, at, pair, 3);
    }
    for (int step = 0; step < 6; step++) {
        for (int i = 0; i < 5; i++)
            LO(results[i]) = 10 * step + i * limits_lo, HI(results[i]) = 10 * step + i / limits_hi;
        if (parts)
            MPI_Sendrecv(MPI_BOTTOM, 1, out, 0, 1, MPI_BOTTOM, 1, in, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Bcast(MPI_BOTTOM, 1, limits, 0, MPI_COMM_WORLD);
        #pragma ckpt
        for (int i = 0; i < 5; i++)
            printf(" %g:%g", LO(got[i]), HI(got[i]));
        puts("");
    }
    if (!parts) {
        MPI_Sendrecv(&results[1], 3, pair, 0, 1, &got[1], 3, pair, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        for (int i = 0; i < 5; i++)
            printf(" %g:%g", LO(got[i]), HI(got[i]));
        puts("");
    }
    MPI_Finalize();
    return 0;
}
