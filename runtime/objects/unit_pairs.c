/* unit_pairs.c - which unit of this program is which of an image. See unit_pairs.h. */
#include "objects/unit_pairs.h"
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include "core/log.h"
#include "objects/units.h"

typedef struct pair {
    char *name;
    const ckptg_unit *unit; /* 0: none */
} pair;

static pair *pairs;
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

static pair *pair_of(const char *name)
{
    for (size_t i = 0; i < npairs; i++)
        if (!strcmp(pairs[i].name, name))
            return &pairs[i];
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
    pairs[npairs] = (pair){strdup(name), 0};
    if (!pairs[npairs].name)
        return ckpti_fail(CKPT_ENOMEM, "no memory for the names of files");
    npairs++;
    return CKPT_OK;
}

static bool is_taken(const ckptg_unit *u)
{
    for (size_t i = 0; i < npairs; i++)
        if (pairs[i].unit == u)
            return true;
    return false;
}

/* The most that a name without a unit and a unit without a name are alike. */
static unsigned most_alike(void)
{
    unsigned most = 0;
    for (const ckptg_unit *u = ckpti_units(); u; u = u->next)
        for (size_t i = 0; i < npairs && !is_taken(u); i++)
            if (!pairs[i].unit && alike(u->file, pairs[i].name) > most)
                most = alike(u->file, pairs[i].name);
    return most;
}

/* Gives the name its unit, one that is alike so far; false: there is none. */
static ckpt_status pair_up(pair *p, unsigned as_far, bool *found)
{
    const ckptg_unit *unit = 0;
    for (const ckptg_unit *u = ckpti_units(); u; u = u->next) {
        if (is_taken(u) || alike(u->file, p->name) != as_far)
            continue;
        if (unit)
            return ckpti_fail(CKPT_EPROGRAM, "%s of the image may be %s or %s of this program; build it where the image's program was built, by the same names",
                              p->name, unit->file, u->file);
        unit = u;
    }
    for (size_t i = 0; unit && i < npairs; i++)
        if (&pairs[i] != p && !pairs[i].unit && alike(unit->file, pairs[i].name) == as_far)
            return ckpti_fail(CKPT_EPROGRAM, "%s of this program may be %s or %s of the image; build it where the image's program was built, by the same names",
                              unit->file, p->name, pairs[i].name);
    p->unit = unit;
    *found = unit;
    return CKPT_OK;
}

ckpt_status ckpti_unit_pairs_match(void)
{
    unsigned most;
    while ((most = most_alike()) > 1)
        for (size_t i = 0; i < npairs; i++) {
            bool found = false;
            ckpt_status st = pairs[i].unit ? CKPT_OK : pair_up(&pairs[i], most, &found);
            if (st)
                return st;
        }
    return CKPT_OK;
}

unsigned ckpti_unit_likeness(const ckptg_unit *unit, const char *name)
{
    const pair *p = pair_of(name);
    unsigned like = alike(unit->file, name);
    if (p && p->unit)
        return p->unit == unit ? UINT_MAX : 0;
    return like & 1 ? like : 0;
}
