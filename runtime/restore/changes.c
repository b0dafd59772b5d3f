/* changes.c - what #pragma ckpt changed says, by the names of images. See state.h, types/changes.h.
 *
 * Purpose    find the variables of this program that have other names in images.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "objects/unit_pairs.h"
#include "objects/units.h"
#include "restore/state.h"

/* ---- structures ---- */

static bool same_text(const char *a, const char *b) { return a && b ? !strcmp(a, b) : a == b; }

/* The bytes of a value, by the field that it is of. */
static bool same_value(const ckpti_type *type, const ckptg_change *a, const ckptg_change *b)
{
    size_t size = 0;
    for (uint32_t i = 0; i < type->nfields; i++)
        if (!strcmp(type->fields[i].name, a->name))
            size = type->fields[i].bits ? sizeof(unsigned long long) : (size_t)type->fields[i].type->size;
    return a->value && b->value ? !memcmp(a->value, b->value, size) : a->value == b->value;
}

/* One structure as two units see it: what they say of a name must be the same. */
static ckpt_status enter(ckpti_changes *c, const ckpti_type *type, const ckptg_change *row)
{
    for (size_t i = 0; i < c->n; i++) {
        const ckptg_change *old = c->rows[i].row;
        if (c->rows[i].type != type || old->what != row->what || !same_text(row->name ? row->name : row->old, old->name ? old->name : old->old))
            continue;
        if (!same_text(old->old, row->old) || (row->what == CKPTG_C_ADDED && !same_value(type, old, row)))
            return ckpti_fail(CKPT_EPROGRAM, "#pragma ckpt changed of %s is not the same in all units: put it below the type, in its header", type->name);
        return CKPT_OK;
    }
    c->rows[c->n++] = (struct ckpti_change){type, row};
    return CKPT_OK;
}

static bool is_variable(const ckpti_image_object *o) { return o->kind == CKPTI_O_GLOBAL || o->kind == CKPTI_O_STATIC; }

/* Each is looked for among the others of its function; there are as many runs as blocks. */
static ckpt_status note_variables(ckpti_restoring *r)
{
    uint32_t runs = ckpti_image_nruns(r->image), first, n = 0;
    ckpti_image_object o;
    for (uint32_t run = 0; run < runs; run++)
        n += ckpti_image_run(r->image, run, &first) && ckpti_image_object_get(r->image, first, &o) && is_variable(&o);
    if (!(r->variable_runs = calloc(n + (size_t)1, sizeof *r->variable_runs)))
        return ckpti_fail(CKPT_ENOMEM, "no memory for the variables of the image");
    for (uint32_t run = 0; run < runs; run++)
        if (ckpti_image_run(r->image, run, &first) && ckpti_image_object_get(r->image, first, &o) && is_variable(&o))
            r->variable_runs[r->nvariable_runs++] = run;
    return CKPT_OK;
}

ckpt_status ckpti_restore_changes(ckpti_restoring *r)
{
    size_t n = 0;
    ckpt_status st = note_variables(r);
    for (const ckptg_unit *u = ckpti_units(); u; u = u->next)
        n += u->nchanges;
    if (n && !(r->changes.rows = calloc(n, sizeof *r->changes.rows)))
        return ckpti_fail(CKPT_ENOMEM, "no memory for what has changed");
    for (const ckptg_unit *u = ckpti_units(); u; u = u->next)
        for (size_t i = 0; i < u->nchanges && !st; i++)
            if (u->changes[i].type)
                st = enter(&r->changes, ckpti_universe_type(r->universe, u->changes[i].type), &u->changes[i]);
    return st;
}

/* ---- variables ---- */

const ckptg_change *ckpti_restore_local_change(const ckptg_function *function, unsigned what, const char *name)
{
    for (const ckptg_unit *u = ckpti_units(); u; u = u->next) {
        bool own = false;
        for (size_t i = 0; i < u->nfunctions && !own && u->nchanges; i++)
            own = u->functions[i] == function;
        for (size_t i = 0; own && i < u->nchanges; i++) {
            const ckptg_change *row = &u->changes[i];
            if (row->what == what && same_text(row->function, function->name) && same_text(row->name, name))
                return row;
        }
    }
    return 0;
}

/* May a unit's rows be about a variable of the image? One about a variable that is not static may stand where that has moved to, unless the image's
 * has its name and place still. */
static bool is_about(const ckptg_unit *u, const ckpti_image_object *o)
{
    const ckptg_unit *owner;
    return !*o->unit || ckpti_unit_likeness(u, o->unit) ||
           (o->kind != CKPTI_O_STATIC && !(ckpti_unit_var("", "", o->name, &owner) && ckpti_unit_likeness(owner, o->unit)));
}

/* The row about a variable of an image; *unit is set to its unit. `here`: by its name in this program, else by that in images. */
static const ckptg_change *row_of(const ckpti_image_object *o, unsigned what, bool here, const char *name, const ckptg_unit **unit)
{
    for (const ckptg_unit *u = ckpti_units(); u; u = u->next) {
        if (!u->nchanges || !is_about(u, o))
            continue;
        for (size_t i = 0; i < u->nchanges; i++) {
            const ckptg_change *row = &u->changes[i];
            if (row->what == what && !row->type && same_text(here ? row->name : row->old, name) &&
                same_text(row->function, o->kind == CKPTI_O_STATIC && *o->function ? o->function : 0)) {
                *unit = u;
                return row;
            }
        }
    }
    return 0;
}

/* The variable that a pragma names: that in whose initialiser a compound literal stands. */
static const char *said_name(const char *name, char out[CKPTI_WHY])
{
    const char *mark = ckpti_literal_mark(name);
    if (!mark || mark - name >= CKPTI_WHY)
        return name;
    snprintf(out, CKPTI_WHY, "%.*s", (int)(mark - name), name);
    return out;
}

bool ckpti_restore_declared_gone(const ckpti_image_object *o)
{
    const ckptg_unit *u;
    char text[CKPTI_WHY];
    const char *name = said_name(o->name, text);
    return row_of(o, CKPTG_C_REMOVED, false, name, &u) || row_of(o, CKPTG_C_RENAMED, true, name, &u);
}

bool ckpti_restore_is_said_new(const ckptg_unit *u, const ckptg_var *v)
{
    char text[CKPTI_WHY];
    const char *name = said_name(v->name, text);
    for (size_t i = 0; i < u->nchanges; i++) {
        const ckptg_change *row = &u->changes[i];
        if (row->what != CKPTG_C_REMOVED && !row->type && !strcmp(row->name, name) &&
            (row->function && v->function ? !strcmp(row->function, v->function) : row->function == v->function))
            return true;
    }
    return false;
}

/* A variable of file scope may have become external, or static, in its file. */
static const ckptg_var *find(const ckpti_image_object *o, const char *name)
{
    const ckptg_unit *u;
    const ckptg_var *v = ckpti_unit_var(o->kind == CKPTI_O_STATIC ? o->unit : "", o->function, name, &u);
    if (v || (o->kind == CKPTI_O_STATIC && *o->function) || !*o->unit)
        return v;
    v = ckpti_unit_var(o->kind == CKPTI_O_STATIC ? "" : o->unit, "", name, &u);
    return v && ckpti_unit_likeness(u, o->unit) ? v : 0;
}

bool ckpti_restore_same_stem(const char *a, const char *b)
{
    size_t n = strcspn(a, "#");
    return n == strcspn(b, "#") && !strncmp(a, b, n);
}

/* Is it one of the scope of `o`? */
static bool is_beside(const ckpti_image_object *x, const ckpti_image_object *o)
{
    return x->kind == o->kind && !strcmp(x->unit, o->unit) && !strcmp(x->function, o->function);
}

/* How many variables has the image where `o` is, of that name, or, if it is not `whole`, of that stem? */
static uint32_t beside(const ckpti_restoring *r, const ckpti_image_object *o, const char *name, bool whole)
{
    ckpti_image_object x;
    uint32_t count = 0, first;
    for (uint32_t k = 0; k < r->nvariable_runs; k++) {
        uint32_t n = ckpti_image_run(r->image, r->variable_runs[k], &first);
        if (!ckpti_image_object_get(r->image, first, &x) || x.kind != o->kind)
            continue;
        for (uint32_t id = first; id < first + n && ckpti_image_object_get(r->image, id, &x); id++)
            count += is_beside(&x, o) && (whole ? !strcmp(x.name, name) : ckpti_restore_same_stem(x.name, name));
    }
    return count;
}

static bool has_beside(const ckpti_restoring *r, const ckpti_image_object *o, const char *name) { return beside(r, o, name, true) != 0; }

const ckptg_var *ckpti_restore_variable(const ckpti_restoring *r, const ckpti_image_object *o)
{
    const ckptg_unit *u;
    char text[CKPTI_WHY], literal[2 * CKPTI_WHY];
    const char *name = said_name(o->name, text);
    const ckptg_change *row = row_of(o, CKPTG_C_RENAMED, false, name, &u);
    if (row && name == o->name)
        return find(o, row->name);
    if (row) {
        snprintf(literal, sizeof literal, "%s%s", row->name, ckpti_literal_mark(o->name));
        return find(o, literal);
    }
    row = row_of(o, CKPTG_C_RENAMED, true, name, &u);
    return row && has_beside(r, o, row->old) ? 0 : find(o, o->name); /* 0: its name is another's now */
}

bool ckpti_restore_other_literals(const ckpti_image_object *o)
{
    const ckptg_unit *unit;
    char text[CKPTI_WHY], begin[2 * CKPTI_WHY];
    const char *name = said_name(o->name, text);
    if (name == o->name)
        return false;
    const ckptg_change *row = row_of(o, CKPTG_C_RENAMED, false, name, &unit);
    int n = snprintf(begin, sizeof begin, "%s (literal ", row ? row->name : name);
    for (const ckptg_unit *u = ckpti_units(); u; u = u->next)
        for (size_t i = 0; i < u->nvars && ckpti_unit_likeness(u, o->unit); i++)
            if (!strncmp(u->vars[i].name, begin, (size_t)n))
                return true;
    return false;
}

bool ckpti_restore_same_static(const ckpti_restoring *r, const ckpti_image_object *o, const ckptg_var *v)
{
    const ckptg_unit *own;
    uint32_t here = 0, both = 0, there;
    bool same = true;
    if (o->kind != CKPTI_O_STATIC || !*o->function)
        return true;
    if (!ckpti_unit_var(o->unit, o->function, v->name, &own))
        return true;
    for (size_t i = 0; i < own->nvars; i++)
        if (own->vars[i].function && !strcmp(own->vars[i].function, o->function) && ckpti_restore_same_stem(own->vars[i].name, v->name)) {
            bool known = has_beside(r, o, own->vars[i].name);
            here++;
            both += known;
            same &= known || own->vars[i].flags & CKPTG_V_CONST; /* of constants an image has those that something leads to */
        }
    there = beside(r, o, o->name, false);
    return (same && both == there) || (here == 1 && there == 1);
}
