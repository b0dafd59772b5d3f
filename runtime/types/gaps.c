/* gaps.c - the bytes of a structure that its values do not have. See gaps.h. */
#include "types/gaps.h"
#include <string.h>

typedef struct mover {
    unsigned char *memory, *bytes;
    uint64_t before;
    bool in, all;                 /* into memory; not only what values have */
} mover;

bool ckpti_is_gap(const ckpti_type *type)
{
    return type->kind == CKPTG_BOOL || type->kind == CKPTG_LDOUBLE || type->kind == CKPTG_CLDOUBLE;
}

/* A lock is what its state says (objects/locks.h): the rest of it is the C library's. */
static bool is_lock(const ckpti_type *type) { return type->nfields && type->fields[0].bits && !strcmp(type->fields[0].name, CKPTI_LOCK_STATE); }

/* value: of a _Bool or long double, not between members */
typedef void on_gap(void *context, uint64_t offset, uint64_t size, bool value);

/* The gaps of one value, in order. */
static void each_gap(const ckpti_type *type, uint64_t offset, on_gap *call, void *context)
{
    uint64_t at = 0;
    if (ckpti_is_gap(type))
        call(context, offset, type->size, true);
    if (type->kind == CKPTG_ARRAY && (ckpti_is_gap(type->elem) || type->elem->kind == CKPTG_ARRAY || type->elem->kind == CKPTG_STRUCT))
        for (uint64_t i = 0; i < type->count; i++)
            each_gap(type->elem, offset + i * type->elem->size, call, context);
    if (type->kind != CKPTG_STRUCT || is_lock(type))
        return;
    for (uint32_t i = 0; i < type->nfields; i++) {
        const ckpti_field *f = &type->fields[i];
        if (f->bits)
            continue;
        if (f->offset > at)
            call(context, offset + at, f->offset - at, false);
        each_gap(f->type, offset + f->offset, call, context);
        at = f->offset + f->type->size;
    }
    if (type->size > at)
        call(context, offset + at, type->size - at, false);
}

uint64_t ckpti_gaps(const ckpti_type *type)
{
    uint64_t n = 0, at = 0;
    if (ckpti_is_gap(type))
        return type->size;
    if (type->kind == CKPTG_STRUCT && is_lock(type))
        return 0;
    if (type->kind == CKPTG_ARRAY)
        return ckpti_mul(ckpti_gaps(type->elem), type->count, &n) ? n : UINT64_MAX;
    for (uint32_t i = 0; type->kind == CKPTG_STRUCT && i < type->nfields; i++) {
        const ckpti_field *f = &type->fields[i];
        if (f->bits)
            continue;
        if (!ckpti_add(n, ckpti_gaps(f->type), &n) || (f->offset > at && !ckpti_add(n, f->offset - at, &n)))
            return UINT64_MAX;
        at = f->offset + f->type->size;
    }
    return type->kind != CKPTG_STRUCT || type->size <= at || ckpti_add(n, type->size - at, &n) ? n : UINT64_MAX;
}

static void move(void *context, uint64_t offset, uint64_t size, bool value)
{
    mover *m = context;
    if (offset < m->before && (value || m->all))
        memcpy(m->in ? m->memory + offset : m->bytes, m->in ? m->bytes : m->memory + offset, size);
    else if (!m->in)
        memset(m->bytes, 0, size);
    m->bytes += size;
}

void ckpti_gaps_take(const ckpti_type *type, uint64_t count, const unsigned char *memory, unsigned char *out, uint64_t before)
{
    mover m = {(unsigned char *)(uintptr_t)memory, out, before, false, true};
    for (uint64_t i = 0; i < count; i++, m.memory += type->size)
        each_gap(type, 0, move, &m);
}

void ckpti_gaps_put(const ckpti_type *type, uint64_t count, unsigned char *memory, const unsigned char *from, uint64_t before)
{
    mover m = {memory, (unsigned char *)(uintptr_t)from, before, true, true};
    for (uint64_t i = 0; i < count; i++, m.memory += type->size)
        each_gap(type, 0, move, &m);
}

void ckpti_gaps_put_values(const ckpti_type *type, uint64_t count, unsigned char *memory, const unsigned char *from, uint64_t before)
{
    mover m = {memory, (unsigned char *)(uintptr_t)from, before, true, false};
    for (uint64_t i = 0; i < count; i++, m.memory += type->size)
        each_gap(type, 0, move, &m);
}

typedef struct finder {
    const unsigned char *memory;
    uint64_t before;
    bool used;
} finder;

static void find(void *context, uint64_t offset, uint64_t size, bool value)
{
    finder *f = context;
    (void)value;
    for (uint64_t i = 0; i < size && offset < f->before && !f->used; i++)
        f->used = f->memory[offset + i];
}

bool ckpti_gaps_used(const ckpti_type *type, uint64_t count, const unsigned char *memory, uint64_t before)
{
    finder f = {memory, before, false};
    for (uint64_t i = 0; i < count && !f.used; i++, f.memory += type->size)
        each_gap(type, 0, find, &f);
    return f.used;
}
