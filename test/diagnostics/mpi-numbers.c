// Extents, sizes and displacements that MPI tells, kept until after a site; used up before, and of datatypes that are the same everywhere.
// REQUIRES: ckptcc, mpicc
// RUN: %expect %s --ckpt-cc=mpicc.mpich -DMPI
#ifdef MPI
#include <mpi.h>
#endif
#include <stdlib.h>

struct record { int number; long value; };

#ifdef MPI
static MPI_Aint displacement[2];

static MPI_Datatype make(struct record *one)
{
    int lengths[2] = { 1, 1 };
    MPI_Aint base, at[2];
    MPI_Datatype types[2] = { MPI_INT, MPI_LONG }, made;
    MPI_Get_address(one, &base);
    MPI_Get_address(&one->number, &at[0]);
    MPI_Get_address(&one->value, at + 1);
    for (int i = 0; i < 2; i++)
        at[i] = MPI_Aint_diff(at[i], base);
    MPI_Type_create_struct(2, lengths, at, types, &made);
    MPI_Type_commit(&made);
    return made;
}
#endif

int main(int argc, char **argv)
{
    struct record *r = calloc(4, sizeof *r);
#ifdef MPI
    MPI_Aint low, extent, here, there, gone;
    int size, of_int;
    MPI_Init(&argc, &argv);
    MPI_Datatype type = make(r), other;
    int lengths[2] = { 1, 1 };
    MPI_Datatype types[2] = { MPI_INT, MPI_LONG };
    MPI_Aint spot[2];
    MPI_Type_get_extent(type, &low, &extent); // expect: ckpt-layout-as-number
    MPI_Type_size(MPI_LONG, &size); // expect: ckpt-layout-as-number
    MPI_Type_size(MPI_INT, &of_int);
    MPI_Get_address(r, &here); // expect: ckpt-address-as-number
    MPI_Get_address(r + 1, &gone);
    there = gone;
    MPI_Get_address(&r->value, &displacement[1]); // expect: ckpt-address-as-number
    displacement[1] = MPI_Aint_diff(displacement[1], there); // expect: ckpt-layout-as-number
    MPI_Get_address(&r->number, &spot[0]);
    MPI_Get_address(&r->value, &spot[1]);
    MPI_Type_create_hindexed(2, lengths, spot, MPI_INT, &other);
    #pragma ckpt
    MPI_Bcast(r, 4, type, 0, MPI_COMM_WORLD);
    argc += (int)(low + extent + here + size + of_int + displacement[1] + types[0]);
    MPI_Type_free(&other);
    MPI_Finalize();
#endif
    return argc - !argv - !r;
}
