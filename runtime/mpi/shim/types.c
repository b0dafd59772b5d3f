/* types.c - derived datatypes made on the real MPI, by our numbers; packing. See shim.h. */
#include <stdlib.h>
#include <string.h>
#include "real.h"

enum { PREDEFINED = 64, OUR_LB = 62, OUR_UB = 63 };

/* As in our mpi.h. */
enum combiner { DUP = 2, CONTIGUOUS, VECTOR, HVECTOR, INDEXED, HINDEXED, INDEXED_BLOCK, HINDEXED_BLOCK, STRUCT, SUBARRAY, DARRAY, RESIZED = 16 };
enum { OUR_ORDER_C = 1, OUR_BLOCK = 1, OUR_CYCLIC = 2, OUR_DFLT_DARG = -49767 };

static MPI_Datatype *made;        /* [nmade] from PREDEFINED on */
static int nmade;

static MPI_Datatype *slot(int type)
{
    int at = type - PREDEFINED;

    if (at >= nmade) {
        int room = at < 16 ? 32 : 2 * at;

        made = realloc(made, (size_t)room * sizeof *made);
        if (!made)
            abort();
        for (int i = nmade; i < room; i++)
            made[i] = MPI_DATATYPE_NULL;
        nmade = room;
    }
    return &made[at];
}

MPI_Datatype ckptm_real_derived(int type)
{
    return type >= PREDEFINED && type - PREDEFINED < nmade ? made[type - PREDEFINED] : MPI_DATATYPE_NULL;
}

int ckptm_our_type(MPI_Datatype real)
{
    for (int i = 1; i < PREDEFINED + nmade; i++) {
        MPI_Datatype one = ckptm_real_type(i);

        if (one != MPI_DATATYPE_NULL && one == real)
            return i;
    }
    return 0;
}

/* ---- making -------------------------------------------------------------------------------------------------------- */

static MPI_Aint *wide(const long long *from, int n)
{
    MPI_Aint *to = malloc(((size_t)n + 1) * sizeof *to);

    if (!to)
        abort();
    for (int i = 0; i < n; i++)
        to[i] = (MPI_Aint)from[i];
    return to;
}

/* Bounds of MPI 1 are no data: the layer sets them by ckptm_type_bound. */
static int make_struct(int n, const int *lengths, const MPI_Aint *places, const int *types, MPI_Datatype *new)
{
    size_t room = (size_t)n + 1;
    MPI_Datatype *real = malloc(room * sizeof *real);
    int *counts = malloc(room * sizeof *counts), result, k = 0;
    MPI_Aint *at = malloc(room * sizeof *at);

    if (!real || !counts || !at)
        abort();
    for (int i = 0; i < n; i++)
        if (types[i] != OUR_LB && types[i] != OUR_UB) {
            real[k] = ckptm_real_type(types[i]);
            counts[k] = lengths[i];
            at[k++] = places[i];
        }
    result = PMPI_Type_create_struct(k, counts, at, real, new);
    free(real);
    free(counts);
    free(at);
    return result;
}

static int distribute(const int *v, MPI_Datatype old, MPI_Datatype *new)
{
    int n = v[2], result, *how = malloc(((size_t)n + 1) * 2 * sizeof *how), *arguments = how + n;

    if (!how)
        abort();
    for (int i = 0; i < n; i++) {
        int ours = v[3 + n + i], argument = v[3 + 2 * n + i];

        how[i] = ours == OUR_BLOCK ? MPI_DISTRIBUTE_BLOCK : ours == OUR_CYCLIC ? MPI_DISTRIBUTE_CYCLIC : MPI_DISTRIBUTE_NONE;
        arguments[i] = argument == OUR_DFLT_DARG ? MPI_DISTRIBUTE_DFLT_DARG : argument;
    }
    result = PMPI_Type_create_darray(v[0], v[1], n, v + 3, how, arguments, v + 3 + 3 * n,
                                     v[3 + 4 * n] == OUR_ORDER_C ? MPI_ORDER_C : MPI_ORDER_FORTRAN, old, new);
    free(how);
    return result;
}

/* Open MPI 4.1 makes none of a datatype without data: nothing of it will do, where the arguments are right. Bounds are set by ckptm_type_bound. */
static int make_darray(const int *v, MPI_Datatype old, MPI_Datatype *new)
{
    int result = distribute(v, old, new), bytes = 0;

    PMPI_Type_size(old, &bytes);
    if (result == MPI_SUCCESS || bytes)
        return result;
    if ((result = distribute(v, MPI_BYTE, new)) != MPI_SUCCESS)
        return result;
    PMPI_Type_free(new);
    return PMPI_Type_contiguous(0, old, new);
}

/* Open MPI 4.1 lays some vectors of negative strides out upwards: blocks one by one. */
static int make_vector(int count, int length, MPI_Aint stride, MPI_Datatype old, MPI_Datatype *new)
{
    MPI_Aint *at = malloc(((size_t)count + 1) * sizeof *at);
    int result;

    if (!at)
        abort();
    for (int i = 0; i < count; i++)
        at[i] = i * stride;
    result = PMPI_Type_create_hindexed_block(count, length, at, old, new);
    free(at);
    return result;
}

static MPI_Aint extent_of(MPI_Datatype type)
{
    MPI_Aint lb, extent = 0;

    PMPI_Type_get_extent(type, &lb, &extent);
    return extent;
}

static int make(int combiner, const int *v, const MPI_Aint *a, const int *types, MPI_Datatype *new)
{
    MPI_Datatype old = combiner == STRUCT ? MPI_DATATYPE_NULL : ckptm_real_type(types[0]);

    switch ((enum combiner)combiner) {
    case DUP: return PMPI_Type_dup(old, new);
    case CONTIGUOUS: return PMPI_Type_contiguous(v[0], old, new);
    case VECTOR: return v[2] < 0 ? make_vector(v[0], v[1], v[2] * extent_of(old), old, new) : PMPI_Type_vector(v[0], v[1], v[2], old, new);
    case HVECTOR: return a[0] < 0 ? make_vector(v[0], v[1], a[0], old, new) : PMPI_Type_create_hvector(v[0], v[1], a[0], old, new);
    case INDEXED: return PMPI_Type_indexed(v[0], v + 1, v + 1 + v[0], old, new);
    case HINDEXED: return PMPI_Type_create_hindexed(v[0], v + 1, a, old, new);
    case INDEXED_BLOCK: return PMPI_Type_create_indexed_block(v[0], v[1], v + 2, old, new);
    case HINDEXED_BLOCK: return PMPI_Type_create_hindexed_block(v[0], v[1], a, old, new);
    case STRUCT: return make_struct(v[0], v + 1, a, types, new);
    case SUBARRAY: return PMPI_Type_create_subarray(v[0], v + 1, v + 1 + v[0], v + 1 + 2 * v[0],
                                                    v[1 + 3 * v[0]] == OUR_ORDER_C ? MPI_ORDER_C : MPI_ORDER_FORTRAN, old, new);
    case DARRAY: return make_darray(v, old, new);
    case RESIZED: return PMPI_Type_create_resized(old, a[0], a[1], new);
    }
    return MPI_ERR_INTERN;
}

int ckptm_type_make(int to, int combiner, const int *ints, const long long *addresses, int naddresses, const int *types)
{
    MPI_Aint *a = wide(addresses, naddresses);
    MPI_Datatype new = MPI_DATATYPE_NULL;
    int result = make(combiner, ints, a, types, &new);

    free(a);
    if (result == MPI_SUCCESS)
        *slot(to) = new;
    return ckptm_our_error(result);
}

void ckptm_type_true_bounds(int type, long long *lb, long long *extent)
{
    MPI_Count low = 0, far = 0;

    PMPI_Type_get_true_extent_x(ckptm_real_type(type), &low, &far);
    *lb = low;
    *extent = far;
}

void ckptm_type_bounds(int type, long long *lb, long long *extent, long long *size)
{
    MPI_Count low = 0, far = 0, bytes = 0;

    PMPI_Type_get_extent_x(ckptm_real_type(type), &low, &far);
    PMPI_Type_size_x(ckptm_real_type(type), &bytes);
    *lb = low;
    *extent = far;
    *size = bytes;
}

int ckptm_type_bound(int type, long long lb, long long extent)
{
    MPI_Datatype old = *slot(type);
    int result = PMPI_Type_create_resized(old, (MPI_Aint)lb, (MPI_Aint)extent, slot(type));

    if (result == MPI_SUCCESS)
        PMPI_Type_free(&old);
    return ckptm_our_error(result);
}

int ckptm_type_commit(int type) { return ckptm_our_error(PMPI_Type_commit(slot(type))); }
int ckptm_type_free(int type) { return ckptm_our_error(PMPI_Type_free(slot(type))); }
