/* recompute.c - what an image is without because a restart can make it again. See objects/recomputed.h.
 *
 * Before anything of the image is in place, the units of which it lacks variables make theirs, by the calls that have made them before: they begin
 * with what a program begins with, and what the image has comes over what they have made. Then the sum of the hashes of what it lacks must be what it
 * has as their unit's `made`.
 */
#include "objects/recomputed.h"
#include "restore/state.h"

/* The variable of this program that an object of the image is, if that is without its content and this program can make it. */
static const ckptg_var *lacking(const ckpti_restoring *r, uint32_t id, ckpti_image_object *o)
{
    if (!ckpti_image_object_get(r->image, id, o) || !(o->flags & CKPTI_OF_NODATA))
        return 0;
    const ckptg_var *v = ckpti_restore_variable(r, o);
    return v && v->flags & CKPTG_V_RECOMPUTED ? v : 0;
}

static ckpt_status differs(const ckptg_unit *u, const ckptg_var *v, bool told)
{
    if (!told)
        return ckpti_fail(CKPT_EPROGRAM, "variable %s (%s:%u) has no value in the image, nor does that say that it can be computed again; use the program that made the image",
                          v->name, u->file, v->line);
    return ckpti_fail(CKPT_EPROGRAM, "variable %s (%s:%u) is not in the image, for it was to be computed again, and it comes out otherwise here (or another that is computed with "
                      "it does): build the program as there, or on both machines with --ckpt-no-recompute", v->name, u->file, v->line);
}

/* What the image is without of a unit's variables. sum: of their hashes, if it is wanted. */
static uint32_t missing(const ckpti_restoring *r, const ckptg_unit *u, const ckptg_var **some, uint64_t *sum)
{
    uint32_t found = 0;

    for (uint32_t k = 0; k < r->nvariable_runs; k++) {
        uint32_t id, n = ckpti_image_run(r->image, r->variable_runs[k], &id);
        for (; n-- > 0; id++) {
            ckpti_image_object o;
            const ckptg_var *v = lacking(r, id, &o);
            if (!v || v->start != u->made)
                continue;
            found++;
            *some = v;
            if (sum)
                *sum += ckpti_recomputed_hash(r->universe, v, o.name, o.function);
        }
    }
    return found;
}

static uint32_t number_of(const ckptg_unit *u)
{
    uint32_t n = 0;

    for (size_t i = 0; i < u->nvars; i++)
        n += (u->vars[i].flags & CKPTG_V_RECOMPUTED) != 0;
    return n;
}

void ckpti_restore_recompute(const ckpti_restoring *r)
{
    const ckptg_var *some;

    for (const ckptg_unit *u = ckpti_units(); u; u = u->next)
        if (u->recompute && missing(r, u, &some, 0))
            ckpti_recomputed_make(u);
}

ckpt_status ckpti_restore_recomputed(const ckpti_restoring *r)
{
    for (const ckptg_unit *u = ckpti_units(); u; u = u->next) {
        const ckptg_var *some = 0;
        uint64_t sum = 0;
        uint32_t n = u->recompute ? missing(r, u, &some, &sum) : 0;
        if (n && !*u->made)
            return differs(u, some, false);
        if (n && ckpti_recomputed_mark(sum) != *u->made)
            return differs(u, some, true);
        if (u->recompute)
            ckpti_recomputed_restored(u, n == number_of(u));
    }
    return CKPT_OK;
}
