/* judge.c - what is gone, and what is new: may it be so? See state.h.
 *
 * Purpose    a name that is gone beside one that is new may be the same thing under another name, or at another place: its value would be lost, and
 *            nothing would tell. So that needs the program's word (#pragma ckpt changed). Where nothing is new nothing can have taken the value
 *            over, and the program has no use for it: it is left out, and a line on standard error says so when the restart is certain.
 * Invariants called when all that goes on has its pair; changes nothing but the marks in them.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "core/log.h"
#include "objects/unit_pairs.h"
#include "objects/units.h"
#include "restore/state.h"

/* What has been found, of what the program says nothing. */
typedef struct findings {
    const ckpti_restoring *r;
    const ckpti_image_object *local;   /* looking for what is new and has the name of a local that is not here; else 0 */
    char gone[CKPTI_LEFT_OUT][CKPTI_WHY / 2];
    char advice[CKPTI_WHY / 2];        /* for the first of them */
    uint32_t ngone;
    uint32_t homeless;                 /* the first static variable of which this program has not even the file; or 0 */
    char new[CKPTI_WHY / 2];           /* the first */
    bool literals_gone;                /* compound literals outside functions: new ones may be these */
} findings;

static char *next_gone(findings *f) { return f->ngone < CKPTI_LEFT_OUT ? f->gone[f->ngone] : 0; }

static void field_gone(findings *f, const ckpti_pair *p, const ckpti_field *field)
{
    char *text = next_gone(f);
    if (text)
        snprintf(text, sizeof *f->gone, "field %.80s of %.80s", field->name, p->to->name);
    if (!f->ngone++)
        snprintf(f->advice, sizeof f->advice, "#pragma ckpt changed(%.60s, removed: %.60s), or renamed: its new name = %.60s", p->to->name, field->name, field->name);
}

static bool has_file(const char *unit)
{
    for (const ckptg_unit *u = ckpti_units(); u; u = u->next)
        if (ckpti_unit_likeness(u, unit))
            return true;
    return false;
}

static void variable_gone(findings *f, const ckpti_image_object *o)
{
    char place[CKPTI_WHY], *text = next_gone(f);
    if (text)
        snprintf(text, sizeof *f->gone, "variable %.240s", ckpti_restore_where(o, place));
    if (!f->homeless && o->kind == CKPTI_O_STATIC && *o->unit && !has_file(o->unit))
        f->homeless = o->id;
    const char *mark = ckpti_literal_mark(o->name);
    int n = mark && mark - o->name < 60 ? (int)(mark - o->name) : 60;
    f->literals_gone |= mark != 0;
    if (!f->ngone++)
        snprintf(f->advice, sizeof f->advice, "#pragma ckpt changed(%.60s%sremoved: %.*s), or renamed: its new name = %.*s", o->function, *o->function ? ", " : "",
                 n, o->name, n, o->name);
}

static void is_new(findings *f, const char *kind, const char *name, const char *of)
{
    if (!*f->new && (!f->local || ckpti_restore_same_stem(name, f->local->name)))
        snprintf(f->new, sizeof f->new, "%s %.80s%s%.80s", kind, name, *of ? " of " : "", of);
}

/* ---- fields ---- */

static void mark(ckpti_pair *p, bool seen)
{
    if (!p || p->seen == seen)
        return;
    p->seen = seen;
    mark((ckpti_pair *)p->elem, seen);
    for (uint32_t i = 0; p->fields && i < p->to->nfields; i++)
        mark((ckpti_pair *)p->fields[i].pair, seen);
}

static bool has_field(const ckpti_type *type, const char *name)
{
    for (uint32_t i = 0; i < type->nfields; i++)
        if (!strcmp(type->fields[i].name, name))
            return true;
    return false;
}

/* What the C library keeps in a structure for itself, on some machines (struct stat's __st_ino): no concern of the program's. One that is called the same
 * without underscores on the other side (tm_gmtoff) is. own, other: the structure that has it, and the one there. */
static bool is_librarys(const ckpti_type *to, const ckpti_type *own, const ckpti_type *other, const char *field)
{
    const char *file = to->native ? to->native->file : 0;
    if (!file || strncmp(field, "__", 2) || (strncmp(file, "/usr/include/", 13) && !(!strncmp(file, "/usr/", 5) && strstr(file, "-linux-gnu") && strstr(file, "/include/"))))
        return false;
    return has_field(own, field + 2) || !has_field(other, field + 2);
}

/* Each pair once, all the way down by value. */
static void look_at(findings *f, ckpti_pair *p)
{
    if (!p || p->seen)
        return;
    p->seen = true;
    look_at(f, (ckpti_pair *)p->elem);
    if (!p->fields)
        return;
    for (uint32_t i = 0; i < p->from->nfields; i++)
        if (p->back[i] == CKPTI_GONE && !is_librarys(p->to, p->from, p->to, p->from->fields[i].name) && !ckpti_is_declared_gone(&f->r->changes, p, &p->from->fields[i]))
            field_gone(f, p, &p->from->fields[i]);
    for (uint32_t k = 0; k < p->to->nfields; k++) {
        if (!p->fields[k].from && !p->fields[k].added && p->to->kind == CKPTG_STRUCT && !is_librarys(p->to, p->to, p->from, p->to->fields[k].name))
            is_new(f, "field", p->to->fields[k].name, p->to->name);
        look_at(f, (ckpti_pair *)p->fields[k].pair);
    }
}

static void look_at_fields(findings *f)
{
    uint32_t n = ckpti_image_nobjects(f->r->image);
    for (uint32_t id = 1; id <= n; id++)
        mark((ckpti_pair *)f->r->pairs[id - 1], false);
    for (uint32_t id = 1; id <= n; id++)
        look_at(f, (ckpti_pair *)f->r->pairs[id - 1]);
}

/* ---- variables ---- */

static bool is_variable(const ckpti_image_object *o) { return o->kind == CKPTI_O_GLOBAL || o->kind == CKPTI_O_STATIC; }

static int by_address(const void *a, const void *b)
{
    uintptr_t x = (uintptr_t)*(unsigned char *const *)a, y = (uintptr_t)*(unsigned char *const *)b;
    return x < y ? -1 : x > y;
}

/* Variables that no one of the image has become. The runtime's own come with its version. */
static void look_at_new(findings *f, unsigned char *const *known, size_t n)
{
    for (const ckptg_unit *u = ckpti_units(); u; u = u->next)
        for (size_t i = 0; i < u->nvars && strncmp(u->file, "libckpt/", 8); i++) {
            const ckptg_var *v = &u->vars[i];
            unsigned char *at = v->flags & CKPTI_V_UNSAVED || (v->start && !(v->flags & CKPTG_V_RECOMPUTED) && !f->literals_gone) || !v->type->size || ckpti_var_is_mark(v->name) ? 0 : ckpti_var_address(v);
            if (at && !bsearch(&at, known, n, sizeof *known, by_address) && !ckpti_restore_is_said_new(u, v))
                is_new(f, "variable", v->name, v->function ? v->function : u->file);
        }
}

static ckpt_status look_at_variables(findings *f)
{
    uint32_t n = ckpti_image_nobjects(f->r->image), m = 0;
    unsigned char **known = calloc(n + (size_t)1, sizeof *known);
    ckpti_image_object o;
    if (!known)
        return ckpti_fail(CKPT_ENOMEM, "no memory for the program's variables");
    for (uint32_t id = 1; id <= n; id++)
        if (ckpti_image_object_get(f->r->image, id, &o) && is_variable(&o)) {
            if (f->r->at[id - 1])
                known[m++] = f->r->at[id - 1];
            else if (!ckpti_restore_declared_gone(&o) && !ckpti_var_is_mark(o.name))
                variable_gone(f, &o);
        }
    qsort(known, m, sizeof *known, by_address);
    look_at_new(f, known, m);
    free(known);
    return CKPT_OK;
}

/* ---- files ---- */

/* A file with a static variable of that name and type; 0: none. */
static const char *file_with(const ckpti_restoring *r, const ckpti_image_object *o)
{
    const ckpti_pair *pair;
    for (const ckptg_unit *u = ckpti_units(); u; u = u->next)
        for (size_t i = 0; i < u->nvars; i++) {
            const ckptg_var *v = &u->vars[i];
            if (v->flags & CKPTG_V_STATIC && !strcmp(v->name, o->name) && !strcmp(v->function ? v->function : "", o->function) &&
                !ckpti_match(r->matcher, o->type, ckpti_universe_type(r->universe, v->type), true, &pair))
                return u->file;
        }
    return 0;
}

/* Pragmas are about the variables of their own file: no one can be written that says where those of a file of another name are. */
static ckpt_status no_file(const findings *f)
{
    char place[CKPTI_WHY], may_be[CKPTI_WHY / 2], gone[CKPTI_WHY / 2] = "";
    ckpti_image_object o;
    ckpti_image_object_get(f->r->image, f->homeless, &o);
    const char *last = strrchr(o.unit, '/'), *other = file_with(f->r, &o);
    size_t n = other ? strlen(other) : 0;
    last = last ? last + 1 : o.unit;
    if (other)
        snprintf(may_be, sizeof may_be, "%.100s has one of its name and type", n > 100 ? other + n - 100 : other);
    else
        snprintf(may_be, sizeof may_be, "%.100s is new", f->new);
    if (!*o.function) /* else the pragma wants the function, too */
        snprintf(gone, sizeof gone, "; if it is gone, say so in a file of that name, #pragma ckpt changed(removed: %.60s)", o.name);
    return ckpti_fail(CKPT_EPROGRAM, "variable %.150s is in the image and this program has no file %.60s, but %s; if the file has another name now, build it by the "
                      "name %.60s%s", ckpti_restore_where(&o, place), last, may_be, last, gone);
}

/* ---- all ---- */

static ckpt_status look(findings *f, const ckpti_restoring *r, const ckpti_image_object *local)
{
    memset(f, 0, sizeof *f);
    f->r = r;
    f->local = local;
    look_at_fields(f);
    return look_at_variables(f);
}

/* A local that is dead here is one thing; one whose name is something else's now is another. */
static ckpt_status judge_locals(const ckpti_restoring *r, findings *f)
{
    ckpt_status st = CKPT_OK;
    ckpti_image_object o;
    for (uint32_t id = 1; id <= r->nlocals && !st; id++) {
        if (r->pairs[id - 1] || !ckpti_image_object_get(r->image, id, &o) || *o.name == '(')
            continue;
        if (!(st = look(f, r, &o)) && *f->new)
            st = ckpti_fail(CKPT_EPROGRAM, "local %s of %s is in the image and not live here, and %s is new: its value would be lost; if it is another "
                            "one, say so with #pragma ckpt changed(..., added: %.*s)", o.name, o.function, f->new, (int)strcspn(o.name, "#"), o.name);
    }
    return st;
}

/* The first ones are kept, to be said later. */
static ckpt_status leave_out(ckpti_restoring *r, const char *what, const char *why)
{
    char line[CKPTI_WHY];
    snprintf(line, sizeof line, "%.300s is %s: its value is left out", what, why);
    if (r->nleft_out++ < CKPTI_LEFT_OUT && !(r->left_out[r->nleft_out - 1] = strdup(line)))
        return ckpti_fail(CKPT_ENOMEM, "no memory for what has changed");
    return CKPT_OK;
}

ckpt_status ckpti_restore_judge(ckpti_restoring *r)
{
    if (!r->incomplete)
        return CKPT_OK;
    findings *f = calloc(1, sizeof *f);
    if (!f)
        return ckpti_fail(CKPT_ENOMEM, "no memory for what has changed");
    ckpt_status st = look(f, r, 0);
    if (!st && f->homeless && *f->new)
        st = no_file(f);
    else if (!st && f->ngone && *f->new)
        st = ckpti_fail(CKPT_EPROGRAM, "%s is in the image and not in this program, and %s is new: it may be the same; say which it is, %s", f->gone[0],
                        f->new, f->advice);
    for (uint32_t i = 0; !st && i < f->ngone; i++)
        st = leave_out(r, f->gone[i < CKPTI_LEFT_OUT ? i : 0], "in the image and not in this program");
    ckpti_image_object o;
    for (uint32_t id = 1; !st && id <= ckpti_image_nobjects(r->image); id++)
        if (r->constant[id - 1] && ckpti_image_object_get(r->image, id, &o)) {
            char place[CKPTI_WHY], text[CKPTI_WHY];
            snprintf(text, sizeof text, "variable %.240s", ckpti_restore_where(&o, place));
            st = leave_out(r, text, "constant in this program");
        }
    if (!st)
        st = judge_locals(r, f);
    free(f);
    return st;
}

void ckpti_restore_say_left_out(const ckpti_restoring *r)
{
    for (uint32_t i = 0; i < r->nleft_out && i < CKPTI_LEFT_OUT; i++)
        ckpti_log("%s", r->left_out[i]);
    if (r->nleft_out > CKPTI_LEFT_OUT)
        ckpti_log("values of %u more fields and variables of the image are left out", r->nleft_out - CKPTI_LEFT_OUT);
}
