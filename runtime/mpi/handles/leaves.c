/* leaves.c - see leaves.h */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "mpi/handles/basics.h"
#include "mpi/handles/leaves.h"
#include "mpi/state.h"
#include "mpi/store/window.h"
#include "objects/heap.h"
#include "objects/unit_types.h"
#include "objects/units.h"

/* ---- objects --------------------------------------------------------------------------------------------------------- */

static const ckptg_type *element(const ckptg_type *type)
{
    while (type && type->kind == CKPTG_ARRAY)
        type = type->elem;
    return type && type->size ? type : 0;
}

static const ckptg_type *look_up_variable(const void *address, const unsigned char **start)
{
    for (const ckptg_unit *u = ckpti_units(); u; u = u->next)
        for (size_t i = 0; i < u->nvars; i++) {
            const unsigned char *at = u->vars[i].addr;
            const ckptg_type *t = u->vars[i].type;

            if (at && t && (const unsigned char *)address >= at && (size_t)((const unsigned char *)address - at) < t->size) {
                *start = at;
                return t;
            }
        }
    return 0;
}

/* Variables stay where they are: what was found is kept. */
static const ckptg_type *variable_at(const void *address, const unsigned char **start)
{
    enum { KEPT = 64 };
    static struct kept {
        const void *address;
        const unsigned char *start;
        const ckptg_type *type;
    } kept[KEPT];
    struct kept *k = &kept[(uintptr_t)address / 16 % KEPT];

    if (k->address != address) {
        k->address = address;
        k->type = look_up_variable(address, &k->start);
    }
    *start = k->start;
    return k->type;
}

const ckptg_type *ckptm_object_at(const void *address, size_t *offset)
{
    const unsigned char *start = 0;
    const ckptg_type *type;
    ckpti_block block;

    if (ckpti_heap_find(address, &block)) {
        type = block.type;
        start = block.start;
    } else {
        type = variable_at(address, &start);
    }
    type = element(type);
    if (type)
        *offset = (size_t)((const unsigned char *)address - start) % type->size;
    return type;
}

bool ckptm_extent_at(const void *address, const unsigned char **start, const unsigned char **end)
{
    const ckptg_type *type;
    ckpti_block block;

    if (ckpti_heap_find_whole(address, &block)) {
        *start = block.start;
        *end = block.start + block.size;
        return (const unsigned char *)address < *end;
    }
    if (!(type = variable_at(address, start)))
        return false;
    *end = *start + type->size;
    return true;
}

bool ckptm_leaves_part(const void *address, ptrdiff_t low, ptrdiff_t high)
{
    const unsigned char *first = (const unsigned char *)address + low;
    ckpti_block block;

    return ckpti_heap_find(first, &block) && block.part && first + (high - low) > block.start + block.size;
}

/* ---- scalars --------------------------------------------------------------------------------------------------------- */

static const ckptg_field *field_at(const ckptg_type *t, size_t offset)
{
    for (unsigned i = 0; i < t->nfields; i++) {
        const ckptg_field *f = &t->fields[i];

        if (!f->bits && offset >= f->offset && offset - f->offset < f->type->size)
            return f;
    }
    return 0;
}

unsigned ckptm_leaf_at(const ckptg_type *t, size_t offset, size_t *size)
{
    while (t && (t->kind == CKPTG_STRUCT || t->kind == CKPTG_ARRAY)) {
        const ckptg_field *f = t->kind == CKPTG_STRUCT ? field_at(t, offset) : 0;

        if (t->kind == CKPTG_ARRAY) {
            t = t->elem;
            offset = t->size ? offset % t->size : 0;
        } else {
            if (!f)
                return CKPTG_VOID;
            offset -= f->offset;
            t = f->type;
        }
    }
    if (t && t->kind == CKPTG_ENUM)
        t = t->elem;
    if (!t || offset || t->kind == CKPTG_OPAQUE)
        return CKPTG_VOID;
    *size = t->size;
    return t->kind;
}

bool ckptm_leaf_is(int basic, unsigned kind, size_t size)
{
    if (ckptm_is_bytes(basic) || ckptm_basic_size(basic) != size)
        return false;
    switch (kind) {
    case CKPTG_BOOL: case CKPTG_CHAR: case CKPTG_SCHAR: case CKPTG_UCHAR:
        return true;
    case CKPTG_SHORT: case CKPTG_USHORT: case CKPTG_INT: case CKPTG_UINT: case CKPTG_LONG: case CKPTG_ULONG: case CKPTG_LLONG: case CKPTG_ULLONG:
        return ckptm_basic_class(basic) == CKPTM_SIGNED || ckptm_basic_class(basic) == CKPTM_UNSIGNED;
    case CKPTG_FLOAT: case CKPTG_DOUBLE:
        return ckptm_basic_class(basic) == CKPTM_FLOAT;
    case CKPTG_LDOUBLE:
        return ckptm_basic_class(basic) == CKPTM_LDOUBLE;
    case CKPTG_CFLOAT: case CKPTG_CDOUBLE:
        return ckptm_basic_class(basic) == CKPTM_COMPLEX;
    case CKPTG_CLDOUBLE:
        return ckptm_basic_class(basic) == CKPTM_LCOMPLEX;
    }
    return false;
}

const ckptg_type *ckptm_scalar_of(int basic)
{
    static const unsigned char kinds[CKPTM_BASICS] = {
        [MPI_SHORT] = CKPTG_SHORT, [MPI_UNSIGNED_SHORT] = CKPTG_USHORT, [MPI_INT] = CKPTG_INT, [MPI_UNSIGNED] = CKPTG_UINT, [MPI_LONG] = CKPTG_LONG,
        [MPI_UNSIGNED_LONG] = CKPTG_ULONG, [MPI_LONG_LONG] = CKPTG_LLONG, [MPI_UNSIGNED_LONG_LONG] = CKPTG_ULLONG, [MPI_INT16_T] = CKPTG_SHORT,
        [MPI_UINT16_T] = CKPTG_USHORT, [MPI_INT32_T] = CKPTG_INT, [MPI_UINT32_T] = CKPTG_UINT, [MPI_INT64_T] = CKPTG_LLONG, [MPI_UINT64_T] = CKPTG_ULLONG,
        [MPI_FLOAT] = CKPTG_FLOAT, [MPI_DOUBLE] = CKPTG_DOUBLE, [MPI_LONG_DOUBLE] = CKPTG_LDOUBLE, [MPI_C_COMPLEX] = CKPTG_CFLOAT,
        [MPI_C_DOUBLE_COMPLEX] = CKPTG_CDOUBLE, [MPI_C_LONG_DOUBLE_COMPLEX] = CKPTG_CLDOUBLE,
        [MPI_AINT] = CKPTG_LONG, [MPI_OFFSET] = CKPTG_LLONG, [MPI_COUNT] = CKPTG_LLONG, [MPI_CXX_FLOAT_COMPLEX] = CKPTG_CFLOAT,
        [MPI_CXX_DOUBLE_COMPLEX] = CKPTG_CDOUBLE, [MPI_CXX_LONG_DOUBLE_COMPLEX] = CKPTG_CLDOUBLE, [MPI_INTEGER] = CKPTG_INT, [MPI_LOGICAL] = CKPTG_INT,
        [MPI_REAL] = CKPTG_FLOAT, [MPI_DOUBLE_PRECISION] = CKPTG_DOUBLE, [MPI_COMPLEX] = CKPTG_CFLOAT, [MPI_DOUBLE_COMPLEX] = CKPTG_CDOUBLE,
        [MPI_INTEGER2] = CKPTG_SHORT, [MPI_INTEGER4] = CKPTG_INT, [MPI_INTEGER8] = CKPTG_LLONG, [MPI_REAL4] = CKPTG_FLOAT, [MPI_REAL8] = CKPTG_DOUBLE,
        [MPI_COMPLEX8] = CKPTG_CFLOAT, [MPI_COMPLEX16] = CKPTG_CDOUBLE,
    };

    return ckpti_basic_type(ckptm_basic_class(basic) == CKPTM_CHAR ? CKPTG_CHAR : kinds[basic]);
}

const ckptg_type *ckptm_member_at(const ckptg_type *type, size_t *offset, size_t size)
{
    while (type->kind == CKPTG_STRUCT && size <= type->size && *offset <= type->size - size) {
        const ckptg_field *f = field_at(type, *offset);
        const ckptg_type *t = f ? element(f->type) : 0;

        if (!t || size > f->type->size || *offset - f->offset > f->type->size - size)
            break;
        *offset = (*offset - f->offset) % t->size;
        type = t;
    }
    return type;
}

/* ---- all structures -------------------------------------------------------------------------------------------------- */

typedef struct visit {
    bool (*function)(void *context, const ckptg_type *type);
    void *context;
    const ckptg_type **seen;      /* [room], by address; 0: free */
    size_t count, room;
    bool stopped;
} visit;

static void put(const ckptg_type **seen, size_t room, const ckptg_type *type)
{
    size_t at = (uintptr_t)type / sizeof *type % room;

    while (seen[at] && seen[at] != type)
        at = (at + 1) % room;
    seen[at] = type;
}

/* Structures lead to each other in circles. False: it was there. */
static bool is_new(visit *v, const ckptg_type *type)
{
    size_t at;

    if (2 * v->count >= v->room) {
        size_t room = v->room ? 2 * v->room : 256;
        const ckptg_type **seen = ckptm_private(0, room * sizeof *seen);

        memset(seen, 0, room * sizeof *seen);
        for (size_t i = 0; i < v->room; i++)
            if (v->seen[i])
                put(seen, room, v->seen[i]);
        free(v->seen);
        v->seen = seen;
        v->room = room;
    }
    for (at = (uintptr_t)type / sizeof *type % v->room; v->seen[at]; at = (at + 1) % v->room)
        if (v->seen[at] == type)
            return false;
    v->seen[at] = type;
    v->count++;
    return true;
}

/* The structures in it, and those that pointers in it lead to. */
static void look(visit *v, const ckptg_type *t)
{
    t = element(t);
    while (t && t->kind == CKPTG_POINTER)
        t = element(t->elem);
    if (v->stopped || !t || t->kind != CKPTG_STRUCT || !is_new(v, t))
        return;
    v->stopped = !v->function(v->context, t);
    for (unsigned i = 0; i < t->nfields && !v->stopped; i++)
        look(v, t->fields[i].type);
}

void ckptm_each_structure(bool (*function)(void *context, const ckptg_type *type), void *context)
{
    visit v = { .function = function, .context = context };

    for (const ckptg_unit *u = ckpti_units(); u; u = u->next) {
        for (size_t i = 0; i < u->nvars; i++)
            look(&v, u->vars[i].type);
        for (size_t i = 0; i < u->ntypes; i++)
            look(&v, u->types[i]);
        for (size_t i = 0; i < u->nfunctions; i++)
            for (unsigned k = 0; k < u->functions[i]->nresumes; k++)
                for (unsigned j = 0; j < u->functions[i]->resumes[k].nlocals; j++)
                    look(&v, u->functions[i]->resumes[k].locals[j].type);
    }
    free(v.seen);
}
