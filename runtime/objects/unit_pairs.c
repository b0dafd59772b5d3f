/* unit_pairs.c - which unit of this program is which of an image. See unit_pairs.h. */
#include "objects/unit_pairs.h"
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include "core/log.h"
#include "objects/units.h"

typedef struct pair {
    char *name;
    const ckptg_unit *unit;      /* 0: none */
    const char *one, *other;     /* or which it may be, which cannot be told, */
    const char *rival;           /* or which other name may be that of `one` as well */
} pair;

static pair *pairs, *last;       /* last: looked up before */
static size_t npairs;

static const char *without_dots(const char *path)
{
    while (!strncmp(path, "./", 2))
        path += 2;
    return path;
}

/* UINT_MAX: equal. Else twice the number of equal last parts, and 1 if one path is nothing but those. */
static unsigned alike(const char *a, const char *b)
{
    a = without_dots(a);
    b = without_dots(b);
    size_t la = strlen(a), lb = strlen(b), n = 0;
    unsigned parts = 0;
    while (n < la && n < lb && a[la - 1 - n] == b[lb - 1 - n]) {
        n++;
        parts += a[la - n] == '/';
    }
    if (n == la && n == lb)
        return UINT_MAX;
    bool whole_a = n == la && b[lb - 1 - n] == '/', whole_b = n == lb && a[la - 1 - n] == '/';
    return 2 * (parts + (whole_a || whole_b)) + (whole_a || whole_b);
}

bool ckpti_unit_same(const char *a, const char *b) { return alike(a, b) & 1; }
bool ckpti_unit_same_file(const char *a, const char *b) { return alike(a, b) > 1; }

static pair *pair_of(const char *name)
{
    if (last && !strcmp(last->name, name))
        return last;
    for (size_t i = 0; i < npairs; i++)
        if (!strcmp(pairs[i].name, name))
            return last = &pairs[i];
    return 0;
}

ckpt_status ckpti_unit_pairs_add(const char *name)
{
    if (!*name || pair_of(name))
        return CKPT_OK;
    pair *more = realloc(pairs, (npairs + 1) * sizeof *pairs);
    if (!more)
        return ckpti_fail(CKPT_ENOMEM, "no memory for the names of files");
    pairs = more;
    last = 0;
    pairs[npairs] = (pair){.name = strdup(name)};
    if (!pairs[npairs].name)
        return ckpti_fail(CKPT_ENOMEM, "no memory for the names of files");
    npairs++;
    return CKPT_OK;
}

/* A unit here, and whether a name has it. */
typedef struct candidate {
    const ckptg_unit *unit;
    bool taken;
} candidate;

static bool is_open(const pair *p) { return !p->unit && !p->one; }

/* The most that a name without a unit and a unit without a name are alike. */
static unsigned most_alike(const candidate *units, size_t n)
{
    unsigned most = 0;
    for (size_t u = 0; u < n; u++)
        for (size_t i = 0; i < npairs && !units[u].taken; i++) {
            unsigned like = is_open(&pairs[i]) ? alike(units[u].unit->file, pairs[i].name) : 0;
            most = like > most ? like : most;
        }
    return most;
}

/* Gives the name its unit, if there is one that is alike so far; or says that it cannot be told. */
static void pair_up(pair *p, unsigned as_far, candidate *units, size_t n)
{
    candidate *found = 0;
    for (size_t u = 0; u < n && !p->one; u++) {
        if (units[u].taken || alike(units[u].unit->file, p->name) != as_far)
            continue;
        if (found) {
            p->one = found->unit->file;
            p->other = units[u].unit->file;
        }
        found = &units[u];
    }
    for (size_t i = 0; found && !p->one && i < npairs; i++)
        if (&pairs[i] != p && is_open(&pairs[i]) && alike(found->unit->file, pairs[i].name) == as_far) {
            p->one = pairs[i].one = found->unit->file;
            p->rival = pairs[i].name;
            pairs[i].rival = p->name;
        }
    if (found && !p->one) {
        p->unit = found->unit;
        found->taken = true;
    }
}

ckpt_status ckpti_unit_pairs_match(void)
{
    size_t n = 0;
    for (const ckptg_unit *u = ckpti_units(); u; u = u->next)
        n++;
    candidate *units = calloc(n + 1, sizeof *units);
    if (!units)
        return ckpti_fail(CKPT_ENOMEM, "no memory for the names of files");
    n = 0;
    for (const ckptg_unit *u = ckpti_units(); u; u = u->next)
        units[n++].unit = u;
    for (unsigned most; (most = most_alike(units, n)) > 1;)
        for (size_t i = 0; i < npairs; i++)
            if (is_open(&pairs[i]))
                pair_up(&pairs[i], most, units, n);
    free(units);
    return CKPT_OK;
}

ckpt_status ckpti_unit_pairs_check(const char *name)
{
    const pair *p = pair_of(name);
    if (!p || !p->one)
        return CKPT_OK;
    if (p->rival)
        return ckpti_fail(CKPT_EPROGRAM, "files %s and %s of the image may both be %s of this program; build it where the image's program was built, by the same names",
                          name, p->rival, p->one);
    return ckpti_fail(CKPT_EPROGRAM, "file %s of the image may be %s or %s of this program; build it where the image's program was built, by the same names",
                      name, p->one, p->other);
}

unsigned ckpti_unit_likeness(const ckptg_unit *unit, const char *name)
{
    const pair *p = pair_of(name);
    if (p && (p->unit || p->one))
        return p->unit == unit ? UINT_MAX : 0;
    unsigned like = alike(unit->file, name);
    return like & 1 ? like : 0;
}
