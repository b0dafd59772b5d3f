/* attributes.c - see attributes.h. Callbacks may make, set and delete: nothing but numbers is kept across one. */
#include <stdlib.h>
#include <string.h>
#include "ckpt_abi.h"
#include "mpi/handles/attributes.h"
#include "mpi/handles/types.h"
#include "mpi/layer.h"
#include "objects/process_roots.h"
#include "shim.h"

ckptm_attributes_t ckptm_attributes;

#define F CKPTI_FIELD
CKPTI_ARRAY(t_predefined, ckpti_t_int, CKPTM_FIRST, "int[16]", int);
CKPTI_POINTER(t_attributep, ckptm_attribute_type, "struct ckptm_attribute *");
CKPTI_ARRAY(t_of_basics, t_attributep, CKPTM_BASICS, "struct ckptm_attribute *[64]", ckptm_attribute *);

static const ckptg_field fields[] = {
    F(ckptm_attributes_t, predefined, t_predefined), F(ckptm_attributes_t, has_appnum, ckpti_t_int), F(ckptm_attributes_t, of_basics, t_of_basics),
};
CKPTI_STRUCT(t_attributes, ckptm_attributes_t, "struct ckptm_attributes", fields);

static const ckptg_var variables[] = { CKPTI_VAR("attributes", ckptm_attributes, t_attributes) };
static ckptg_unit unit = { .abi = CKPTG_ABI, .file = "libckpt/mpi/attributes", .vars = variables, .nvars = CKPTI_COUNT(variables) };

static void __attribute__((constructor)) add(void) { ckptg_register(&unit); }

typedef int copy_function(int, int, void *, void *, void *, int *);
typedef int delete_function(int, int, void *, void *);

/* ---- MPI's own ----------------------------------------------------------------------------------------------------------- */

void ckptm_attributes_start(void)
{
    int *values = ckptm_attributes.predefined;

    values[MPI_TAG_UB] = CKPTM_TAG_UB;
    values[MPI_HOST] = MPI_PROC_NULL;
    values[MPI_IO] = MPI_ANY_SOURCE;
    values[MPI_WTIME_IS_GLOBAL] = 0;
    values[MPI_UNIVERSE_SIZE] = ckptm.size;
    ckptm_attributes.has_appnum = ckptm_appnum(&values[MPI_APPNUM]);
}

/* The last code that the program has added. */
static int last_code(void)
{
    int last = MPI_ERR_LASTCODE;

    for (int i = CKPTM_FIRST; i < ckptm_handles.nadded; i++)
        if (ckptm_handles.added[i].used)
            last = CKPTM_FIRST_ADDED + i - CKPTM_FIRST;
    return last;
}

static bool is_own(enum ckptm_bearer bearer, int keyval)
{
    return bearer == CKPTM_OF_COMM && keyval >= MPI_TAG_UB && keyval <= MPI_APPNUM;
}

static void get_own(int keyval, void **value, int *flag)
{
    if (keyval == MPI_LASTUSEDCODE)
        ckptm_attributes.predefined[keyval] = last_code();
    *flag = keyval != MPI_APPNUM || ckptm_attributes.has_appnum;
    if (*flag)
        *value = &ckptm_attributes.predefined[keyval];
}

/* ---- keyvals ------------------------------------------------------------------------------------------------------------- */

static ckptm_keyval *keyval_of(enum ckptm_bearer bearer, int keyval)
{
    ckptm_keyval *k = keyval >= CKPTM_FIRST && keyval < ckptm_handles.nkeyvals ? &ckptm_handles.keyvals[keyval] : 0;

    return k && k->used && k->bearer == (int)bearer ? k : 0;
}

int ckptm_keyval_make(enum ckptm_bearer bearer, void (*copy)(void), void (*delete)(void), void *extra)
{
    int at = ckptm_handle_new(CKPTM_H_KEYVAL);

    ckptm_handles.keyvals[at] = (ckptm_keyval){ .used = 1, .live = 1, .bearer = bearer, .copy = copy, .delete = delete, .extra = extra };
    return at;
}

static void release(int keyval) { ckptm_handles.keyvals[keyval].used--; }

/* A second time, while attributes have it, it does nothing. */
int ckptm_keyval_free(enum ckptm_bearer bearer, int *keyval)
{
    ckptm_keyval *k = keyval_of(bearer, *keyval);

    if (!k)
        return MPI_ERR_KEYVAL;
    if (k->live) {
        k->live = 0;
        release(*keyval);
    }
    *keyval = MPI_KEYVAL_INVALID;
    return 0;
}

/* ---- one attribute ------------------------------------------------------------------------------------------------------- */

static ckptm_attribute **list_of(enum ckptm_bearer bearer, int object)
{
    if (bearer == CKPTM_OF_COMM)
        return &ckptm_state.comms[object].attributes;
    return object < CKPTM_BASICS ? &ckptm_attributes.of_basics[object] : &ckptm_datatype_get(object)->attributes;
}

/* What leads to it; to 0: it is not set. */
static ckptm_attribute **find(enum ckptm_bearer bearer, int object, int keyval)
{
    ckptm_attribute **at = list_of(bearer, object);

    while (*at && (*at)->keyval != keyval)
        at = &(*at)->next;
    return at;
}

static void put(enum ckptm_bearer bearer, int object, int keyval, void *value)
{
    ckptm_attribute *new = ckptm_new_of(&ckptm_attribute_type, 1), **list = list_of(bearer, object);

    *new = (ckptm_attribute){ keyval, value, *list };
    *list = new;
    ckptm_handles.keyvals[keyval].used++;
}

/* One that is set: called off, then gone. */
static int take_off(enum ckptm_bearer bearer, int object, int keyval)
{
    const ckptm_keyval *k = &ckptm_handles.keyvals[keyval];
    int error = k->delete ? ((delete_function *)k->delete)(object, keyval, (*find(bearer, object, keyval))->value, k->extra) : 0;
    ckptm_attribute **at = find(bearer, object, keyval), *gone = *at;

    if (error || !gone)
        return error;
    *at = gone->next;
    free(gone);
    release(keyval);
    return 0;
}

int ckptm_attribute_set(enum ckptm_bearer bearer, int object, int keyval, void *value)
{
    int error = keyval_of(bearer, keyval) ? 0 : MPI_ERR_KEYVAL;

    if (!error && *find(bearer, object, keyval))
        error = take_off(bearer, object, keyval);
    if (!error)
        put(bearer, object, keyval, value);
    return error;
}

int ckptm_attribute_get(enum ckptm_bearer bearer, int object, int keyval, void **value, int *flag)
{
    const ckptm_attribute *a;

    if (is_own(bearer, keyval)) {
        get_own(keyval, value, flag);
        return 0;
    }
    if (!keyval_of(bearer, keyval))
        return MPI_ERR_KEYVAL;
    a = *find(bearer, object, keyval);
    *flag = a != 0;
    if (a)
        *value = a->value;
    return 0;
}

int ckptm_attribute_delete(enum ckptm_bearer bearer, int object, int keyval)
{
    if (!keyval_of(bearer, keyval))
        return MPI_ERR_KEYVAL;
    return *find(bearer, object, keyval) ? take_off(bearer, object, keyval) : 0;
}

/* ---- all of an object ---------------------------------------------------------------------------------------------------- */

int ckptm_attributes_end(enum ckptm_bearer bearer, int object)
{
    int error = 0;

    while (!error && *list_of(bearer, object))
        error = take_off(bearer, object, (*list_of(bearer, object))->keyval);
    return error;
}

static int copy_one(enum ckptm_bearer bearer, int from, int to, const ckptm_attribute *a)
{
    const ckptm_keyval *k = &ckptm_handles.keyvals[a->keyval];
    void *value = 0;
    int flag = 0, error = k->copy ? ((copy_function *)k->copy)(from, a->keyval, k->extra, a->value, &value, &flag) : 0;

    if (!error && flag)
        put(bearer, to, a->keyval, value);
    return error;
}

int ckptm_attributes_copy(enum ckptm_bearer bearer, int from, int to)
{
    ckptm_attribute *all, *a;
    size_t n = 0, i = 0;
    int error = 0;

    for (a = *list_of(bearer, from); a; a = a->next)
        n++;
    all = ckptm_private(0, (n + 1) * sizeof *all);
    for (a = *list_of(bearer, from); a; a = a->next)
        all[i++] = *a;
    while (i-- && !error)
        error = copy_one(bearer, from, to, &all[i]);
    free(all);
    return error;
}
