/* types.c - datatypes made, freed and asked about. See handles/types.h. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include "mpi/handles/attributes.h"
#include "mpi/handles/basics.h"
#include "mpi/handles/constructors.h"
#include "mpi/handles/data.h"
#include "mpi/handles/handles.h"
#include "mpi/handles/told.h"
#include "mpi/handles/types.h"
#include "mpi/layer.h"
#include "shim.h"
#include "wrap_calls.h"

/* ---- making ---------------------------------------------------------------------------------------------------------- */

/* Arguments being put together, as the record has them. */
typedef struct arguments {
    int *ints;
    long long *addresses;
    int nints, naddresses;
} arguments;

static arguments begin(int nints, int naddresses)
{
    return (arguments){ .ints = ckptm_private(0, (size_t)nints * sizeof(int)),
                        .addresses = ckptm_private(0, (size_t)naddresses * sizeof(long long)) };
}

static void put(arguments *a, int n, const int *values)
{
    for (int i = 0; i < n; i++)
        a->ints[a->nints++] = values[i];
}

static void put_one(arguments *a, int value) { put(a, 1, &value); }

static void put_addresses(arguments *a, int n, const long *values)
{
    for (int i = 0; i < n; i++)
        a->addresses[a->naddresses++] = values[i];
}

/* Displacements may be addresses that were told before a restart. */
static void put_places(arguments *a, int n, const long *values)
{
    ckptm_told_places(n, values, a->addresses + a->naddresses);
    a->naddresses += n;
}

static int make(arguments *a, int combiner, const int *types, int ntypes, int *newtype)
{
    int error = 0;

    for (int i = 0; i < ntypes && !error; i++)
        error = ckptm_type_known(types[i]) ? 0 : MPI_ERR_TYPE;
    if (!error)
        error = ckptm_datatype_make(combiner, a->ints, a->addresses, types, newtype);
    free(a->ints);
    free(a->addresses);
    return error;
}

static bool negative(int n, const int *values)
{
    for (int i = 0; i < n; i++)
        if (values[i] < 0)
            return true;
    return false;
}

int ckpt_MPI_Type_contiguous(int count, int oldtype, int *newtype)
{
    arguments a = begin(1, 0);

    put_one(&a, count);
    return make(&a, MPI_COMBINER_CONTIGUOUS, &oldtype, 1, newtype);
}

int ckpt_MPI_Type_vector(int count, int blocklength, int stride, int oldtype, int *newtype)
{
    arguments a = begin(3, 0);

    put(&a, 3, (int[]){ count, blocklength, stride });
    return make(&a, MPI_COMBINER_VECTOR, &oldtype, 1, newtype);
}

int ckpt_MPI_Type_create_hvector(int count, int blocklength, long stride, int oldtype, int *newtype)
{
    arguments a = begin(2, 1);

    put(&a, 2, (int[]){ count, blocklength });
    put_addresses(&a, 1, &stride);
    return make(&a, MPI_COMBINER_HVECTOR, &oldtype, 1, newtype);
}

int ckpt_MPI_Type_indexed(int count, const int lengths[], const int places[], int oldtype, int *newtype)
{
    arguments a;

    if (negative(count, lengths))
        return MPI_ERR_ARG;
    a = begin(1 + 2 * count, 0);
    put_one(&a, count);
    put(&a, count, lengths);
    put(&a, count, places);
    return make(&a, MPI_COMBINER_INDEXED, &oldtype, 1, newtype);
}

int ckpt_MPI_Type_create_hindexed(int count, const int lengths[], const long places[], int oldtype, int *newtype)
{
    arguments a;

    if (negative(count, lengths))
        return MPI_ERR_ARG;
    a = begin(1 + count, count);
    put_one(&a, count);
    put(&a, count, lengths);
    put_places(&a, count, places);
    return make(&a, MPI_COMBINER_HINDEXED, &oldtype, 1, newtype);
}

int ckpt_MPI_Type_create_indexed_block(int count, int length, const int places[], int oldtype, int *newtype)
{
    arguments a;

    if (length < 0)
        return MPI_ERR_ARG;
    a = begin(2 + count, 0);
    put(&a, 2, (int[]){ count, length });
    put(&a, count, places);
    return make(&a, MPI_COMBINER_INDEXED_BLOCK, &oldtype, 1, newtype);
}

int ckpt_MPI_Type_create_hindexed_block(int count, int length, const long places[], int oldtype, int *newtype)
{
    arguments a;

    if (length < 0)
        return MPI_ERR_ARG;
    a = begin(2, count);
    put(&a, 2, (int[]){ count, length });
    put_places(&a, count, places);
    return make(&a, MPI_COMBINER_HINDEXED_BLOCK, &oldtype, 1, newtype);
}

int ckpt_MPI_Type_create_struct(int count, const int lengths[], const long places[], const int types[], int *newtype)
{
    arguments a;

    if (negative(count, lengths))
        return MPI_ERR_ARG;
    a = begin(1 + count, count);
    put_one(&a, count);
    put(&a, count, lengths);
    put_places(&a, count, places);
    return make(&a, MPI_COMBINER_STRUCT, types, count, newtype);
}

int ckpt_MPI_Type_create_resized(int oldtype, long lb, long extent, int *newtype)
{
    arguments a = begin(0, 2);

    put_addresses(&a, 2, (long[]){ lb, extent });
    return make(&a, MPI_COMBINER_RESIZED, &oldtype, 1, newtype);
}

int ckpt_MPI_Type_dup(int oldtype, int *newtype)
{
    arguments a = begin(0, 0);
    int error = make(&a, MPI_COMBINER_DUP, &oldtype, 1, newtype);

    if (error || !(error = ckptm_attributes_copy(CKPTM_OF_TYPE, oldtype, *newtype)))
        return error;
    ckptm_attributes_end(CKPTM_OF_TYPE, *newtype);
    ckpt_MPI_Type_free(newtype);
    return error;
}

int ckpt_MPI_Type_create_subarray(int ndims, const int sizes[], const int subsizes[], const int starts[], int order, int oldtype, int *newtype)
{
    arguments a;

    if (ndims < 1 || (order != MPI_ORDER_C && order != MPI_ORDER_FORTRAN))
        return MPI_ERR_ARG;
    for (int i = 0; i < ndims; i++)
        if (sizes[i] < 1 || subsizes[i] < 1 || starts[i] < 0 || subsizes[i] > sizes[i] || starts[i] > sizes[i] - subsizes[i])
            return MPI_ERR_ARG;
    a = begin(2 + 3 * ndims, 0);
    put_one(&a, ndims);
    put(&a, ndims, sizes);
    put(&a, ndims, subsizes);
    put(&a, ndims, starts);
    put_one(&a, order);
    return make(&a, MPI_COMBINER_SUBARRAY, &oldtype, 1, newtype);
}

/* May one dimension be distributed so? */
static bool is_distribution(int size, int how, int argument, int procs)
{
    if (how == MPI_DISTRIBUTE_NONE)
        return procs == 1;
    if (argument == MPI_DISTRIBUTE_DFLT_DARG)
        return how == MPI_DISTRIBUTE_BLOCK || how == MPI_DISTRIBUTE_CYCLIC;
    return argument > 0 && (how == MPI_DISTRIBUTE_CYCLIC || (how == MPI_DISTRIBUTE_BLOCK && (long long)argument * procs >= size));
}

int ckpt_MPI_Type_create_darray(int size, int rank, int ndims, const int gsizes[], const int distribs[], const int dargs[], const int psizes[],
                                int order, int oldtype, int *newtype)
{
    long long procs = 1;
    arguments a;

    if (ndims < 1 || rank < 0 || rank >= size || (order != MPI_ORDER_C && order != MPI_ORDER_FORTRAN))
        return MPI_ERR_ARG;
    for (int i = 0; i < ndims; i++) {
        if (gsizes[i] < 1 || psizes[i] < 1 || !is_distribution(gsizes[i], distribs[i], dargs[i], psizes[i]))
            return MPI_ERR_ARG;
        procs *= psizes[i];
    }
    if (procs != size)
        return MPI_ERR_ARG;
    a = begin(4 + 4 * ndims, 0);
    put(&a, 3, (int[]){ size, rank, ndims });
    put(&a, ndims, gsizes);
    put(&a, ndims, distribs);
    put(&a, ndims, dargs);
    put(&a, ndims, psizes);
    put_one(&a, order);
    return make(&a, MPI_COMBINER_DARRAY, &oldtype, 1, newtype);
}

/* ---- names of MPI 1 ---- */

int ckpt_MPI_Type_hvector(int count, int blocklength, long stride, int oldtype, int *newtype)
{
    return ckpt_MPI_Type_create_hvector(count, blocklength, stride, oldtype, newtype);
}

int ckpt_MPI_Type_hindexed(int count, int lengths[], long places[], int oldtype, int *newtype)
{
    return ckpt_MPI_Type_create_hindexed(count, lengths, places, oldtype, newtype);
}

int ckpt_MPI_Type_struct(int count, int lengths[], long places[], int types[], int *newtype)
{
    return ckpt_MPI_Type_create_struct(count, lengths, places, types, newtype);
}

/* ---- their life ------------------------------------------------------------------------------------------------------ */

int ckpt_MPI_Type_commit(int *datatype)
{
    ckptm_datatype *d = ckptm_datatype_get(*datatype);
    int error = 0;

    if (!ckptm_type_known(*datatype))
        return MPI_ERR_TYPE;
    if (d && !d->committed) {
        error = ckptm_type_commit(*datatype);
        d->committed = !error;
    }
    return error;
}

int ckpt_MPI_Type_free(int *datatype)
{
    ckptm_datatype *d = ckptm_datatype_get(*datatype);
    int error = 0;

    if (!d || !d->live)
        return MPI_ERR_TYPE;
    if (d->live == 1 && (error = ckptm_attributes_end(CKPTM_OF_TYPE, *datatype)))
        return error;
    ckptm_datatype_get(*datatype)->live--;
    ckptm_type_release(*datatype);
    *datatype = MPI_DATATYPE_NULL;
    return 0;
}

int ckpt_MPI_Type_set_name(int datatype, const char *name)
{
    ckptm_datatype *d = ckptm_datatype_get(datatype);
    size_t length = strlen(name);
    char **at;

    if (!ckptm_type_known(datatype))
        return MPI_ERR_TYPE;
    at = d ? &d->name : &ckptm_datatypes.names[datatype];
    free(*at);
    *at = ckptm_new_text(name, length < MPI_MAX_OBJECT_NAME ? length : MPI_MAX_OBJECT_NAME - 1);
    return 0;
}

int ckpt_MPI_Type_get_name(int datatype, char *name, int *length)
{
    ckptm_datatype *d = ckptm_datatype_get(datatype);
    const char *is = "MPI_DATATYPE_NULL";

    if (datatype != MPI_DATATYPE_NULL && !ckptm_type_known(datatype))
        return MPI_ERR_TYPE;
    if (d)
        is = d->name ? d->name : "";
    else if (datatype != MPI_DATATYPE_NULL)
        is = ckptm_datatypes.names[datatype] ? ckptm_datatypes.names[datatype] : ckptm_basic_name(datatype);
    strcpy(name, is);
    *length = (int)strlen(is);
    return 0;
}

/* ---- what they are --------------------------------------------------------------------------------------------------- */

static int fit_int(long long value) { return value > INT_MAX ? MPI_UNDEFINED : (int)value; }

int ckpt_MPI_Type_size_x(int datatype, long long *size)
{
    if (!ckptm_type_known(datatype))
        return MPI_ERR_TYPE;
    *size = (long long)ckptm_map_of(datatype)->size;
    return 0;
}

int ckpt_MPI_Type_size(int datatype, int *size)
{
    long long wide = 0;
    int error = ckpt_MPI_Type_size_x(datatype, &wide);

    if (!error)
        *size = fit_int(wide);
    return error;
}

int ckpt_MPI_Type_get_extent_x(int datatype, long long *lb, long long *extent)
{
    if (!ckptm_type_known(datatype))
        return MPI_ERR_TYPE;
    *lb = ckptm_map_of(datatype)->lb;
    *extent = ckptm_map_extent(ckptm_map_of(datatype));
    return 0;
}

int ckpt_MPI_Type_get_true_extent_x(int datatype, long long *lb, long long *extent)
{
    if (!ckptm_type_known(datatype))
        return MPI_ERR_TYPE;
    *lb = ckptm_map_of(datatype)->true_lb;
    *extent = ckptm_map_of(datatype)->true_ub - ckptm_map_of(datatype)->true_lb;
    return 0;
}

int ckpt_MPI_Type_get_extent(int datatype, long *lb, long *extent)
{
    long long low = 0, wide = 0;
    int error = ckpt_MPI_Type_get_extent_x(datatype, &low, &wide);

    if (!error)
        *lb = (long)low, *extent = (long)wide;
    return error;
}

int ckpt_MPI_Type_get_true_extent(int datatype, long *lb, long *extent)
{
    long long low = 0, wide = 0;
    int error = ckpt_MPI_Type_get_true_extent_x(datatype, &low, &wide);

    if (!error)
        *lb = (long)low, *extent = (long)wide;
    return error;
}

int ckpt_MPI_Type_extent(int datatype, long *extent)
{
    long lb;

    return ckpt_MPI_Type_get_extent(datatype, &lb, extent);
}

int ckpt_MPI_Type_lb(int datatype, long *lb)
{
    long extent;

    return ckpt_MPI_Type_get_extent(datatype, lb, &extent);
}

int ckpt_MPI_Type_ub(int datatype, long *ub)
{
    long lb, extent;
    int error = ckpt_MPI_Type_get_extent(datatype, &lb, &extent);

    if (!error)
        *ub = lb + extent;
    return error;
}

int ckpt_MPI_Type_get_envelope(int datatype, int *nints, int *naddresses, int *ntypes, int *combiner)
{
    const ckptm_datatype *d = ckptm_datatype_get(datatype);

    if (!ckptm_type_known(datatype))
        return MPI_ERR_TYPE;
    *nints = d ? d->nints : 0;
    *naddresses = d ? d->naddresses : 0;
    *ntypes = d ? d->ntypes : 0;
    *combiner = d ? d->combiner : MPI_COMBINER_NAMED;
    return 0;
}

/* The datatypes are handles that the program frees. */
int ckpt_MPI_Type_get_contents(int datatype, int max_ints, int max_addresses, int max_types, int ints[], long addresses[], int types[])
{
    ckptm_datatype *d = ckptm_datatype_get(datatype);

    if (!d || !ckptm_type_known(datatype))
        return MPI_ERR_TYPE;
    if (max_ints < d->nints || max_addresses < d->naddresses || max_types < d->ntypes)
        return MPI_ERR_ARG;
    for (int i = 0; i < d->nints; i++)
        ints[i] = d->ints[i];
    for (int i = 0; i < d->naddresses; i++)
        addresses[i] = (long)d->addresses[i];
    for (int i = 0; i < d->ntypes; i++) {
        types[i] = d->types[i];
        ckptm_type_handle(types[i]);
    }
    return 0;
}

int ckpt_MPI_Type_match_size(int class, int size, int *datatype)
{
    static const int reals[] = { MPI_FLOAT, MPI_DOUBLE, MPI_LONG_DOUBLE }, integers[] = { MPI_SIGNED_CHAR, MPI_SHORT, MPI_INT, MPI_LONG, MPI_LONG_LONG },
                     complexes[] = { MPI_C_COMPLEX, MPI_C_DOUBLE_COMPLEX, MPI_C_LONG_DOUBLE_COMPLEX };
    const int *list = class == MPI_TYPECLASS_REAL ? reals : class == MPI_TYPECLASS_INTEGER ? integers : complexes;

    if (class < MPI_TYPECLASS_REAL || class > MPI_TYPECLASS_COMPLEX)
        return MPI_ERR_ARG;
    if (class == MPI_TYPECLASS_INTEGER && size == (int)sizeof(long)) {
        *datatype = MPI_LONG;                        /* also where int is as wide: a size_t is one there and here */
        return 0;
    }
    for (int i = 0; i < (class == MPI_TYPECLASS_INTEGER ? 5 : 3); i++)
        if (ckptm_basic_size(list[i]) == (size_t)size) {
            *datatype = list[i];
            return 0;
        }
    return MPI_ERR_ARG;
}
