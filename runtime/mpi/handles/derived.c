/* derived.c - records of derived datatypes, described as ckptcc describes a program's variables. See types.h. */
#include <stdlib.h>
#include <string.h>
#include "ckpt_abi.h"
#include "mpi/handles/apart.h"
#include "mpi/handles/basics.h"
#include "mpi/handles/constructors.h"
#include "mpi/handles/data.h"
#include "mpi/handles/handles.h"
#include "mpi/handles/shapes.h"
#include "mpi/handles/types.h"
#include "mpi/layer.h"
#include "objects/process_roots.h"
#include "shim.h"

ckptm_datatypes_t ckptm_datatypes;

#define F CKPTI_FIELD
CKPTI_POINTER(t_intp, ckpti_t_int, "int *");
CKPTI_POINTER(t_llongp, ckpti_t_llong, "long long *");
CKPTI_POINTER(t_voidpp, ckpti_t_voidp, "void **");

CKPTI_POINTER(t_shapep, ckptm_shape_type, "struct ckptm_shape *");

CKPTI_POINTER(t_attributep, ckptm_attribute_type, "struct ckptm_attribute *");

static const ckptg_field datatype_fields[] = {
    F(ckptm_datatype, used, ckpti_t_int), F(ckptm_datatype, live, ckpti_t_int), F(ckptm_datatype, committed, ckpti_t_int),
    F(ckptm_datatype, combiner, ckpti_t_int), F(ckptm_datatype, rule, ckpti_t_int), F(ckptm_datatype, absolute, ckpti_t_int),
    F(ckptm_datatype, restored, ckpti_t_int), F(ckptm_datatype, apart, ckpti_t_int), F(ckptm_datatype, base, ckpti_t_voidp),
    F(ckptm_datatype, layout, ckpti_t_uint), F(ckptm_datatype, nints, ckpti_t_int), F(ckptm_datatype, naddresses, ckpti_t_int),
    F(ckptm_datatype, ntypes, ckpti_t_int), F(ckptm_datatype, ints, t_intp), F(ckptm_datatype, addresses, t_llongp),
    F(ckptm_datatype, types, t_intp), F(ckptm_datatype, pointers, t_voidpp),
    F(ckptm_datatype, nshapes, ckpti_t_int), F(ckptm_datatype, misfit, ckpti_t_int), F(ckptm_datatype, shapes, t_shapep), F(ckptm_datatype, name, ckpti_t_charp),
    F(ckptm_datatype, attributes, t_attributep), F(ckptm_datatype, bytes, ckpti_t_int), F(ckptm_datatype, nblobs, ckpti_t_int),
    F(ckptm_datatype, blobs, t_intp),
};
CKPTI_STRUCT(t_datatype, ckptm_datatype, "struct ckptm_datatype", datatype_fields);
CKPTI_POINTER(t_datatypep, t_datatype, "struct ckptm_datatype *");

CKPTI_ARRAY(t_names, ckpti_t_charp, CKPTM_BASICS, "char *[64]", char *);

static const ckptg_field datatypes_fields[] = {
    F(ckptm_datatypes_t, list, t_datatypep), F(ckptm_datatypes_t, count, ckpti_t_int), F(ckptm_datatypes_t, names, t_names),
};
CKPTI_STRUCT(t_datatypes, ckptm_datatypes_t, "struct ckptm_datatypes", datatypes_fields);

static const ckptg_var variables[] = { CKPTI_VAR("datatypes", ckptm_datatypes, t_datatypes) };
static ckptg_unit unit = { .abi = CKPTG_ABI, .file = "libckpt/mpi/types", .vars = variables, .nvars = CKPTI_COUNT(variables) };

static void __attribute__((constructor)) add(void) { ckptg_register(&unit); }

ckptm_datatype *ckptm_datatype_get(int type)
{
    int at = type - CKPTM_BASICS;

    return at >= 0 && at < ckptm_datatypes.count && ckptm_datatypes.list[at].used ? &ckptm_datatypes.list[at] : 0;
}

/* ---- on the real MPI ------------------------------------------------------------------------------------------------- */

/* The rule by which the bounds are as there; none does: the standard's. */
static void find_rule(int type, long long lb, long long extent)
{
    static const int rules[2][4] = { { CKPTM_PADDED, 0, CKPTM_LOOSE, CKPTM_LOOSE | CKPTM_PADDED }, { CKPTM_LOOSE, CKPTM_LOOSE | CKPTM_PADDED, 0, CKPTM_PADDED } };
    bool mpich = strcmp(ckptm_shim_name, "MPICH") == 0;
    ckptm_datatype *d = ckptm_datatype_get(type);

    for (int i = 0; i <= 4; i++) {
        const ckptm_map *map;

        d->rule = i < 4 ? rules[mpich][i] : CKPTM_PADDED;
        ckptm_map_forget(type);
        map = ckptm_map_of(type);
        if (map->lb == lb && ckptm_map_extent(map) == extent)
            return;
    }
}

/* Is a part of it without data? MPICH takes the place of such a part for one of data; a distributed array has whole blocks there, none if a process has but a
 * part of one, and that part. */
static bool has_empty_part(int type)
{
    const ckptm_datatype *d = ckptm_datatype_get(type);

    if (!ckptm_map_of(type)->size || (d && d->combiner == MPI_COMBINER_DARRAY))
        return true;
    for (int i = 0; d && i < d->ntypes; i++)
        if (has_empty_part(d->types[i]))
            return true;
    return false;
}

/* Is the data there where we say it is? */
static void check_place(int type)
{
    const ckptm_map *map = ckptm_map_of(type);
    long long lb, extent;

    ckptm_type_true_bounds(type, &lb, &extent);
    if (!map->size || (map->true_lb == lb && map->true_ub - map->true_lb == extent) ||
        (lb <= map->true_lb && lb + extent >= map->true_ub && has_empty_part(type)))
        return;
    ckptm_fatal("%s: data from %lld on, %lld bytes, where %td and %td were expected", ckptm_combiner_name(ckptm_datatype_get(type)->combiner), lb, extent,
                map->true_lb, map->true_ub - map->true_lb);
}

int ckptm_datatype_make_real(int type, bool choose)
{
    ckptm_datatype *d = ckptm_datatype_get(type);
    int error = ckptm_type_make(type, d->combiner, d->ints, d->addresses, d->naddresses, d->types);
    long long lb, extent, size;
    const ckptm_map *map;

    if (error)
        return error;
    ckptm_type_bounds(type, &lb, &extent, &size);
    if (choose)
        find_rule(type, lb, extent);
    map = ckptm_map_of(type);
    if (size != (long long)map->size)
        ckptm_fatal("%s: a datatype of %lld bytes, where %llu were expected", ckptm_combiner_name(d->combiner), size, map->size);
    check_place(type);
    if (map->lb != lb || ckptm_map_extent(map) != extent)
        error = ckptm_type_bound(type, map->lb, ckptm_map_extent(map));
    if (!error && d->committed)
        error = ckptm_type_commit(type);
    return error;
}

/* ---- making and freeing ---------------------------------------------------------------------------------------------- */

static int *copy_ints(const int *from, int n)
{
    int *to = ckptm_new(CKPTM_T_INT, (size_t)n);

    if (n)
        memcpy(to, from, (size_t)n * sizeof *from);
    return to;
}

/* A free record, zeroed; the list is made longer if need be. */
static int new_record(void)
{
    ckptm_datatype *old = ckptm_datatypes.list;
    int at = 0, room = ckptm_datatypes.count;

    while (at < room && old[at].used)
        at++;
    if (at >= room) {
        room = room ? 2 * room : 16;
        ckptm_datatypes.list = ckptm_new_of(&t_datatype, (size_t)room);
        if (old)
            memcpy(ckptm_datatypes.list, old, (size_t)ckptm_datatypes.count * sizeof *old);
        ckptm_datatypes.count = room;
        free(old);
    }
    ckptm_datatypes.list[at] = (ckptm_datatype){ .used = 1, .live = 1, .layout = ckptm_memory_layout() };
    return CKPTM_BASICS + at;
}

static void free_record(int type)
{
    ckptm_datatype *d = ckptm_datatype_get(type);

    free(d->ints);
    free(d->addresses);
    free(d->types);
    free(d->pointers);
    ckptm_shapes_free(d);
    free(d->blobs);
    free(d->name);
    *d = (ckptm_datatype){ 0 };
    ckptm_map_forget(type);
}

int ckptm_datatype_make(int combiner, const int *ints, const long long *addresses, const int *types, int *number)
{
    int at = new_record(), error;
    ckptm_datatype *d = ckptm_datatype_get(at);

    d->combiner = combiner;
    ckptm_contents(combiner, ints, &d->nints, &d->naddresses, &d->ntypes);
    d->ints = copy_ints(ints, d->nints);
    d->types = copy_ints(types, d->ntypes);
    d->addresses = ckptm_new_of(&ckpti_t_llong, (size_t)d->naddresses);
    if (d->naddresses)
        memcpy(d->addresses, addresses, (size_t)d->naddresses * sizeof *addresses);
    if (combiner == MPI_COMBINER_DUP && ckptm_datatype_get(types[0]))
        d->committed = ckptm_datatype_get(types[0])->committed;
    else if (combiner == MPI_COMBINER_DUP)
        d->committed = 1;
    error = ckptm_datatype_make_real(at, true);
    if (error) {
        free_record(at);
        return error;
    }
    for (int i = 0; i < d->ntypes; i++)
        ckptm_type_hold(types[i]);
    ckptm_apart_foresee(d);
    *number = at;
    return 0;
}

void ckptm_derived_hold(int type)
{
    ckptm_datatype *d = ckptm_datatype_get(type);

    if (d)
        d->used++;
}

void ckptm_type_handle(int type)
{
    ckptm_datatype *d = ckptm_datatype_get(type);

    if (d) {
        d->used++;
        d->live++;
    }
}

void ckptm_derived_release(int type)
{
    ckptm_datatype *d = ckptm_datatype_get(type);

    if (!d || --d->used)
        return;
    d->used = 1;                                     /* for those that it used */
    for (int i = 0; i < d->ntypes; i++)
        ckptm_type_release(d->types[i]);
    ckptm_type_free(type);
    free_record(type);
}
