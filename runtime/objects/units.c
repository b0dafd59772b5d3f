/* units.c - registry of units. See units.h, ckpt_abi.h. */
#include "objects/units.h"
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <xxhash.h>
#include "core/log.h"

/* Between unit and header in the place of a static function that a header defines (ckptg_function.file). */
#define PLACE " > "

static ckptg_unit *first, **last = &first;

void ckptg_register(ckptg_unit *unit)
{
    if (unit->abi != CKPTG_ABI) {
        ckpti_log("%s: compiled for another version of the runtime (%u, this is %d); recompile it", unit->file, unit->abi, CKPTG_ABI);
        _exit(ckpt_status_exit(CKPT_EPROGRAM));
    }
    unit->next = 0;
    *last = unit;
    last = &unit->next;
}

const ckptg_unit *ckpti_units(void) { return first; }

unsigned ckpti_unit_likeness(const char *a, const char *b)
{
    size_t la = strlen(a), lb = strlen(b), n = 0;
    while (n < la && n < lb && a[la - 1 - n] == b[lb - 1 - n])
        n++;
    bool whole_a = n == la && (n == lb || b[lb - 1 - n] == '/'), whole_b = n == lb && (n == la || a[la - 1 - n] == '/');
    return whole_a || whole_b ? 1 + (unsigned)n : 0;
}

/* The same for places of functions, of which "unit.c > header.h" is one; what does not name the unit may be in any. */
static unsigned place_likeness(const char *a, const char *b)
{
    const char *in_a = strstr(a, PLACE), *in_b = strstr(b, PLACE);
    unsigned like = ckpti_unit_likeness(in_a ? in_a + strlen(PLACE) : a, in_b ? in_b + strlen(PLACE) : b);
    if (!like || !in_a || !in_b)
        return like;
    char *unit_a = strndup(a, (size_t)(in_a - a)), *unit_b = strndup(b, (size_t)(in_b - b));
    unsigned units = unit_a && unit_b ? ckpti_unit_likeness(unit_a, unit_b) : 0;
    free(unit_a);
    free(unit_b);
    return units ? like + units : 0;
}

bool ckpti_unit_same(const char *a, const char *b)
{
    while (!strncmp(a, "./", 2))
        a += 2;
    while (!strncmp(b, "./", 2))
        b += 2;
    return ckpti_unit_likeness(a, b);
}

void *ckpti_var_address(const ckptg_var *v) { return v->flags & CKPTG_V_THREAD && v->tls ? v->tls() : v->addr; }

static bool var_is(const ckptg_var *v, const char *unit, const char *function, const char *name)
{
    if (strcmp(v->name, name) || !(v->flags & CKPTG_V_STATIC) != !*unit)
        return false;
    return !*unit || !strcmp(v->function ? v->function : "", function);
}

const ckptg_var *ckpti_unit_var(const char *unit, const char *function, const char *name, const ckptg_unit **owner)
{
    const ckptg_var *best = 0;
    unsigned likeness = 0;
    for (const ckptg_unit *u = first; u; u = u->next) {
        unsigned like = *unit ? ckpti_unit_likeness(u->file, unit) : 1;
        if (like <= likeness)
            continue;
        for (size_t i = 0; i < u->nvars; i++)
            if (var_is(&u->vars[i], unit, function, name)) {
                best = &u->vars[i];
                *owner = u;
                likeness = like;
                break;
            }
    }
    return best;
}

void (*ckpti_unit_function(const char *unit, const char *name))(void)
{
    for (const ckptg_unit *u = first; u; u = u->next) {
        if (*unit && !ckpti_unit_same(u->file, unit))
            continue;
        for (size_t i = 0; i < u->nfnrefs; i++)
            if (!strcmp(u->fnrefs[i].name, name) && !u->fnrefs[i].is_static == !*unit)
                return u->fnrefs[i].addr;
    }
    void *symbol = *unit ? 0 : dlsym(RTLD_DEFAULT, name);
    void (*address)(void);
    memcpy(&address, &symbol, sizeof address);
    return address;
}

const ckptg_function *ckpti_unit_checkpointable(const char *name, const char *file)
{
    const ckptg_function *best = 0;
    unsigned likeness = 0;
    for (const ckptg_unit *u = first; u; u = u->next)
        for (size_t i = 0; i < u->nfunctions; i++) {
            const ckptg_function *f = u->functions[i];
            if (strcmp(f->name, name))
                continue;
            unsigned like = place_likeness(f->file, file);
            if (!f->is_static && !like)
                like = 1; /* external: the name is enough */
            if (like > likeness) {
                best = f;
                likeness = like;
            }
        }
    return best;
}

const void *ckpti_unit_literal(const char *unit, const void *text, size_t size)
{
    for (const ckptg_unit *u = first; u; u = u->next) {
        if (*unit && !ckpti_unit_same(u->file, unit))
            continue;
        for (size_t i = 0; i < u->nliterals; i++)
            if (u->literals[i].size == size && !memcmp(u->literals[i].text, text, size))
                return u->literals[i].text;
    }
    return 0;
}

static uint64_t function_hash(const ckptg_function *f)
{
    uint64_t h = XXH64(f->name, strlen(f->name) + 1, f->nresumes);
    for (ckptg_u32 i = 0; i < f->nresumes; i++) {
        const char *callee = f->resumes[i].callee ? f->resumes[i].callee : "";
        h = XXH64(callee, strlen(callee) + 1, h);
    }
    return h;
}

uint64_t ckpti_units_signature(void)
{
    uint64_t sum = 0; /* commutative: the order of units does not matter */
    for (const ckptg_unit *u = first; u; u = u->next)
        for (size_t i = 0; i < u->nfunctions; i++)
            sum += function_hash(u->functions[i]);
    return sum;
}

static uint64_t add_place(uint64_t h, const void *base, const void *p)
{
    uint64_t distance = (uint64_t)((uintptr_t)p - (uintptr_t)base);
    return XXH64(&distance, sizeof distance, h);
}

uint64_t ckpti_units_placing(void)
{
    uint64_t h = XXH64(__VERSION__, sizeof __VERSION__, sizeof(void *));
    const void *base = 0;
    for (const ckptg_unit *u = first; u; u = u->next) {
        if (!strncmp(u->file, "libckpt/", 8)) /* which of those are there depends on what the program has done */
            continue;
        base = base ? base : u;
        h = XXH64(u->file, strlen(u->file), add_place(h, base, u));
        for (size_t i = 0; i < u->nvars; i++)
            h = add_place(h, base, u->vars[i].addr ? u->vars[i].addr : base); /* a thread's: no place of its own */
        for (size_t i = 0; i < u->nfunctions; i++) {
            const void *at;
            memcpy(&at, &u->functions[i]->restart, sizeof at);
            h = add_place(h, base, at);
        }
    }
    return h;
}
