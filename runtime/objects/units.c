/* units.c - registry of units. See units.h, ckpt_abi.h. */
#include "objects/units.h"
#include <dlfcn.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <xxhash.h>
#include "core/log.h"
#include "objects/unit_pairs.h"

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

char *ckpti_unit_of_place(const char *place)
{
    const char *in = strstr(place, PLACE);
    return in ? strndup(place, (size_t)(in - place)) : strdup(place);
}

/* How well a function's place, which may be "unit.c > header.h", is that of an image; what does not name a unit may be in any. */
static unsigned place_likeness(const ckptg_unit *u, const char *here, const char *there)
{
    const char *in_here = strstr(here, PLACE), *in_there = strstr(there, PLACE);
    const char *file_here = in_here ? in_here + strlen(PLACE) : here, *file_there = in_there ? in_there + strlen(PLACE) : there;
    char *unit = ckpti_unit_of_place(there);
    unsigned like = unit ? ckpti_unit_likeness(u, unit) : 0;
    free(unit);
    if (like == UINT_MAX && ckpti_unit_same_file(file_here, file_there)) /* in one unit a name is one function's */
        return like;
    return ckpti_unit_same(file_here, file_there) && (like || !in_here || !in_there) ? 1 + (like == UINT_MAX ? 0 : like) : 0;
}

void *ckpti_var_address(const ckptg_var *v) { return v->flags & CKPTG_V_THREAD && v->tls ? v->tls() : v->addr; }

const char *ckpti_literal_mark(const char *name) { return strstr(name, " (literal "); }

bool ckpti_var_is_mark(const char *name) { return !strcmp(name, "(computed again)"); }

bool ckpti_var_is_saved(const ckptg_var *v)
{
    if (v->flags & CKPTG_V_RECOMPUTED)
        return !*(const unsigned long long *)v->start;
    return !(v->flags & CKPTI_V_UNSAVED) && !(v->start && !memcmp(ckpti_var_address(v), v->start, v->type->size));
}

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
        unsigned like = *unit ? ckpti_unit_likeness(u, unit) : 1;
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
    void (*best)(void) = 0;
    unsigned likeness = 0;
    for (const ckptg_unit *u = first; u; u = u->next) {
        unsigned like = *unit ? ckpti_unit_likeness(u, unit) : 1;
        for (size_t i = 0; i < u->nfnrefs && like > likeness; i++)
            if (u->fnrefs[i].addr && !strcmp(u->fnrefs[i].name, name) && !u->fnrefs[i].is_static == !*unit) {
                best = u->fnrefs[i].addr;
                likeness = like;
            }
    }
    if (best)
        return best;
    void *symbol = *unit ? 0 : dlsym(RTLD_DEFAULT, name);
    void (*address)(void);
    memcpy(&address, &symbol, sizeof address);
    return address;
}

const ckptg_function *ckpti_unit_checkpointable(const char *name, const char *file)
{
    const ckptg_function *best = 0;
    unsigned likeness = 0;
    bool twice = false; /* it may be one or the other */
    for (const ckptg_unit *u = first; u; u = u->next)
        for (size_t i = 0; i < u->nfunctions; i++) {
            const ckptg_function *f = u->functions[i];
            if (strcmp(f->name, name))
                continue;
            unsigned like = place_likeness(u, f->file, file);
            if (!f->is_static && !like)
                like = 1; /* external: the name is enough */
            if (like == likeness && like && f->is_static && best->is_static)
                twice = true;
            if (like > likeness) {
                best = f;
                likeness = like;
                twice = false;
            }
        }
    return twice ? 0 : best;
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
