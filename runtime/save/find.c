/* find.c - what an address leads to. See table.h. */
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include "objects/heap.h"
#include "objects/replay.h"
#include "objects/streams.h"
#include "save/table.h"
#include "save/texts.h"

/* ---- tables ---- */

static bool addressable(const ckpti_region *r)
{
    return r->kind != CKPTI_O_LOCAL || r->local->local->flags & CKPTG_L_MEMORY;
}

void ckpti_table_find(ckpti_table *t, const unsigned char *address, ckpti_region **holds, ckpti_region **ends)
{
    enum { OVERLAPS = 8, TAILS = 64 }; /* literals may lie in the tails of others */
    size_t low = 0, high = t->nregions;
    *holds = *ends = 0;
    while (low < high) { /* first region that starts behind the address; locals of registers are behind all */
        size_t mid = low + (high - low) / 2;
        if (addressable(&t->regions[mid]) && t->regions[mid].start <= address)
            low = mid + 1;
        else
            high = mid;
    }
    for (size_t i = low, steps = 0, tails = 0; i-- > 0 && steps < OVERLAPS && tails < TAILS; steps += t->regions[i].kind != CKPTI_O_LITERAL, tails++) {
        ckpti_region *r = &t->regions[i];
        uint64_t offset = (uint64_t)(address - r->start);
        if (offset < r->size || (!offset && !r->size)) {
            /* Of several at one place the first one counts: the largest. Elsewhere literals may lie apart that lie in one another here: one that starts
             * at the address is meant, else the outermost. */
            bool inner = *holds && (*holds)->kind == CKPTI_O_LITERAL && r->kind == CKPTI_O_LITERAL && (*holds)->start != address;
            if (!*holds || (*holds)->start == r->start || inner)
                *holds = r;
        } else if (offset == r->size && (!*ends || ((*ends)->kind == CKPTI_O_LITERAL && r->kind != CKPTI_O_LITERAL))) {
            *ends = r;
        }
    }
}

/* First region in [low, high) that starts at or behind the address. */
static size_t lower_bound(const ckpti_table *t, size_t low, size_t high, const unsigned char *start)
{
    while (low < high) {
        size_t mid = low + (high - low) / 2;
        if (t->regions[mid].start < start)
            low = mid + 1;
        else
            high = mid;
    }
    return low;
}

ckpti_region *ckpti_table_region_of(ckpti_table *t, const void *start, const void *what)
{
    size_t middle = t->nregions, low = 0;
    while (low < middle) { /* locals of registers are behind all others */
        size_t mid = low + (middle - low) / 2;
        if (addressable(&t->regions[mid]))
            low = mid + 1;
        else
            middle = mid;
    }
    for (int part = 0; part < 2; part++) {
        size_t end = part ? t->nregions : middle;
        for (size_t i = lower_bound(t, part ? middle : 0, end, start); i < end && t->regions[i].start == start; i++)
            if ((const void *)t->regions[i].var == what)
                return &t->regions[i];
    }
    return 0; /* cannot be: every variable has its region */
}

/* ---- found on the way ---- */

static ckpti_region **extra_spot(ckpti_table *t, const void *start)
{
    size_t i = (size_t)((uintptr_t)start >> 3) * 0x9e3779b1u & (t->extra_room - 1);
    while (t->extra[i] && t->extra[i]->start != start)
        i = (i + 1) & (t->extra_room - 1);
    return &t->extra[i];
}

static ckpti_region *add_extra(ckpti_table *t, ckpti_region r)
{
    if (2 * t->nextra >= t->extra_room) {
        size_t old_room = t->extra_room;
        ckpti_region **old = t->extra;
        t->extra_room = old_room ? 2 * old_room : 64;
        t->extra = calloc(t->extra_room, sizeof *t->extra);
        if (!t->extra) {
            t->extra = old;
            t->extra_room = old_room;
            return 0;
        }
        for (size_t i = 0; i < old_room; i++)
            if (old[i])
                *extra_spot(t, old[i]->start) = old[i];
        free(old);
    }
    ckpti_region *new = malloc(sizeof *new);
    if (new) {
        *new = r;
        *extra_spot(t, r.start) = new;
        t->nextra++;
    }
    return new;
}

static ckpti_region *stream(ckpti_table *t, const unsigned char *address)
{
    uint32_t number = ckpti_stream_id((const FILE *)(const void *)address);
    if (number == CKPTI_NO_STREAM)
        return 0;
    return add_extra(t, (ckpti_region){.start = address, .kind = CKPTI_O_STREAM, .number = number});
}

/* What a call returned that the restart makes again. */
static ckpti_region *replayed(ckpti_table *t, const unsigned char *address)
{
    uint32_t call = ckpti_replay_result_id ? ckpti_replay_result_id(address) : 0;
    char *name = call ? strdup("(result of a replayed call)") : 0;
    return name ? add_extra(t, (ckpti_region){.start = address, .name = name, .kind = CKPTI_O_SPECIAL, .replayed = call}) : 0;
}

/* A function or variable that a library exports, not the runtime's own: by name. */
static ckpti_region *symbol(ckpti_table *t, const unsigned char *address, bool function)
{
    Dl_info info;
    if (!dladdr(address, &info) || !info.dli_sname || info.dli_saddr != (const void *)address ||
        !strncmp(info.dli_sname, "ckpt", 4) || dlsym(RTLD_DEFAULT, info.dli_sname) != (const void *)address)
        return 0; /* what leads into the runtime's own code is left over from a call */
    char *name = strdup(info.dli_sname);
    return name ? add_extra(t, (ckpti_region){.start = address, .name = name, .kind = function ? CKPTI_O_FUNCTION : CKPTI_O_SPECIAL}) : 0;
}

/* The text around an address in constants: from behind what is none to the zero byte after it. */
static ckpti_region *text(ckpti_table *t, const unsigned char *address, unsigned kind)
{
    for (size_t i = 0; i < t->nsegments; i++) {
        const unsigned char *low = t->segments[i].start, *high = t->segments[i].end, *start, *end;
        if (!t->segments[i].constants || address < low || address >= high)
            continue;
        if (!ckpti_text_around(low, high, address, &start, &end) || (kind != CKPTG_CHAR && !ckpti_text_among_others(start, end, high)))
            return 0;
        ckpti_region *known = t->extra_room ? *extra_spot(t, start) : 0;
        return known ? known : add_extra(t, (ckpti_region){.start = start, .size = (uint64_t)(end - start) + 1, .kind = CKPTI_O_LITERAL,
                                                           .native = t->t_char->native});
    }
    return 0;
}

ckpti_region *ckpti_table_find_extra(ckpti_table *t, const unsigned char *address, const ckpti_type *pointee)
{
    unsigned kind = pointee ? pointee->kind : CKPTG_VOID;
    ckpti_region *known = t->extra_room ? *extra_spot(t, address) : 0, *r = 0;
    if (known)
        return known;
    if ((r = replayed(t, address)))
        return r;
    if (kind == CKPTG_STREAM || kind == CKPTG_VOID)
        r = stream(t, address);
    if (!r && (kind == CKPTG_FUNCTION || kind == CKPTG_VOID))
        r = symbol(t, address, kind == CKPTG_FUNCTION);
    if (!r && (ckpti_kind_is_char(kind) || kind == CKPTG_VOID))
        r = text(t, address, kind);
    if (!r && kind != CKPTG_FUNCTION && kind != CKPTG_STREAM)
        r = symbol(t, address, false);
    return r;
}

/* ---- unknown ---- */

/* before: 0, or what CKPTI_BEFORE makes of the number of values. */
static uint32_t unknown_spot(const ckpti_table *t, const void *address, uint64_t before)
{
    uint32_t i = (uint32_t)((uintptr_t)address >> 2) * 0x9e3779b1u & (t->unknown_table_room - 1);
    while (t->unknown_table[i]) {
        const struct unknown *u = &t->unknowns[t->unknown_table[i] - 1];
        if (u->address == address && (ckpti_is_before(u->byte) ? u->byte : 0) == before)
            break;
        i = (i + 1) & (t->unknown_table_room - 1);
    }
    return i;
}

uint32_t ckpti_table_unknown(ckpti_table *t, const void *address, uint32_t target, uint64_t byte)
{
    if (2 * t->nunknowns >= t->unknown_table_room) {
        uint32_t room = t->unknown_table_room ? 2 * t->unknown_table_room : 64;
        uint32_t *table = calloc(room, sizeof *table);
        if (!table)
            goto fail;
        free(t->unknown_table);
        t->unknown_table = table;
        t->unknown_table_room = room;
        for (uint32_t i = 0; i < t->nunknowns; i++)
            table[unknown_spot(t, t->unknowns[i].address, ckpti_is_before(t->unknowns[i].byte) ? t->unknowns[i].byte : 0)] = i + 1;
    }
    uint32_t at = unknown_spot(t, address, target && ckpti_is_before(byte) ? byte : 0);
    if (t->unknown_table[at])
        return t->unknown_table[at] - 1;
    if (t->nunknowns == t->unknowns_room) {
        uint32_t room = t->unknowns_room ? 2 * t->unknowns_room : 64;
        struct unknown *more = realloc(t->unknowns, room * sizeof *more);
        if (!more)
            goto fail;
        t->unknowns = more;
        t->unknowns_room = room;
    }
    if (!target)
        byte = ckpti_is_number(address) ? (uintptr_t)address : 0;
    t->unknowns[t->nunknowns] = (struct unknown){.address = address, .target = target, .byte = byte};
    t->unknown_table[at] = ++t->nunknowns;
    return t->nunknowns - 1;
fail:
    if (!t->failed)
        t->failed = ckpti_fail(CKPT_ENOMEM, "no memory for the list of unknown pointers");
    return 0;
}
