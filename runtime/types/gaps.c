/* gaps.c - the bytes between the members of a structure. See gaps.h. */
#include "types/gaps.h"
#include <string.h>

typedef struct mover {
    unsigned char *memory, *bytes;
    bool in;                      /* into memory */
} mover;

static bool has_bits(const ckpti_type *type)
{
    for (uint32_t i = 0; i < type->nfields; i++)
        if (type->fields[i].bits)
            return true;
    return false;
}

/* The gaps of one value, in order, as (offset, size). */
static void each_gap(const ckpti_type *type, uint64_t offset, void (*call)(void *context, uint64_t offset, uint64_t size), void *context)
{
    uint64_t at = 0;
    if (type->kind == CKPTG_ARRAY && (type->elem->kind == CKPTG_ARRAY || type->elem->kind == CKPTG_STRUCT))
        for (uint64_t i = 0; i < type->count; i++)
            each_gap(type->elem, offset + i * type->elem->size, call, context);
    if (type->kind != CKPTG_STRUCT || has_bits(type))
        return;
    for (uint32_t i = 0; i <= type->nfields; i++) {
        uint64_t begin = i < type->nfields ? type->fields[i].offset : type->size;
        if (begin > at)
            call(context, offset + at, begin - at);
        if (i < type->nfields) {
            each_gap(type->fields[i].type, offset + begin, call, context);
            at = begin + type->fields[i].type->size;
        }
    }
}

uint64_t ckpti_gaps(const ckpti_type *type)
{
    uint64_t n = 0, at = 0, inside;
    if (type->kind == CKPTG_ARRAY)
        return ckpti_mul(ckpti_gaps(type->elem), type->count, &n) ? n : UINT64_MAX;
    if (type->kind != CKPTG_STRUCT || has_bits(type))
        return 0;
    for (uint32_t i = 0; i < type->nfields; at = type->fields[i].offset + type->fields[i].type->size, i++) {
        inside = ckpti_gaps(type->fields[i].type);
        if (!ckpti_add(n, inside, &n) || (type->fields[i].offset > at && !ckpti_add(n, type->fields[i].offset - at, &n)))
            return UINT64_MAX;
    }
    return type->size <= at || ckpti_add(n, type->size - at, &n) ? n : UINT64_MAX;
}

static void move(void *context, uint64_t offset, uint64_t size)
{
    mover *m = context;
    memcpy(m->in ? m->memory + offset : m->bytes, m->in ? m->bytes : m->memory + offset, size);
    m->bytes += size;
}

void ckpti_gaps_take(const ckpti_type *type, uint64_t count, const unsigned char *memory, unsigned char *out)
{
    mover m = {(unsigned char *)(uintptr_t)memory, out, false};
    for (uint64_t i = 0; i < count; i++, m.memory += type->size)
        each_gap(type, 0, move, &m);
}

void ckpti_gaps_put(const ckpti_type *type, uint64_t count, unsigned char *memory, const unsigned char *from)
{
    mover m = {memory, (unsigned char *)(uintptr_t)from, true};
    for (uint64_t i = 0; i < count; i++, m.memory += type->size)
        each_gap(type, 0, move, &m);
}

typedef struct finder {
    const unsigned char *memory;
    bool used;
} finder;

static void find(void *context, uint64_t offset, uint64_t size)
{
    finder *f = context;
    for (uint64_t i = 0; i < size && !f->used; i++)
        f->used = f->memory[offset + i];
}

bool ckpti_gaps_used(const ckpti_type *type, uint64_t count, const unsigned char *memory)
{
    finder f = {memory, false};
    for (uint64_t i = 0; i < count && !f.used; i++, f.memory += type->size)
        each_gap(type, 0, find, &f);
    return f.used;
}
