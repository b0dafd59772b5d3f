/* recompute.c - what an image is without because a restart can make it again. See objects/recomputed.h.
 *
 * When the variables of the image are back, the units whose own are not there make theirs, by the calls that have made them before; the
 * sum of their hashes must be what the image has as their unit's `made`.
 */
#include "objects/recomputed.h"
#include "restore/state.h"

/* The variable of this program that an object of the image is, if that is without its content and this program can make it. */
static const ckptg_var *lacking(const ckpti_restoring *r, uint32_t id)
{
    ckpti_image_object o;

    if (!ckpti_image_object_get(r->image, id, &o) || !(o.flags & CKPTI_OF_NODATA))
        return 0;
    const ckptg_var *v = ckpti_restore_variable(r, &o);
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

static ckpt_status recompute(ckpti_restoring *r, const ckptg_unit *u)
{
    const ckptg_var *some = 0;
    uint64_t sum = 0;

    for (uint32_t k = 0; k < r->nvariable_runs; k++) {
        uint32_t id, n = ckpti_image_run(r->image, r->variable_runs[k], &id);
        for (; n-- > 0; id++) {
            const ckptg_var *v = lacking(r, id);
            if (!v || v->start != u->made)
                continue;
            if (!*u->made)
                return differs(u, v, false);
            some = v;
            ckpti_recomputed_make(u);
            sum += ckpti_recomputed_hash(r->universe, v);
        }
    }
    return some && ckpti_recomputed_mark(sum) != *u->made ? differs(u, some, true) : CKPT_OK;
}

ckpt_status ckpti_restore_recompute(ckpti_restoring *r)
{
    for (const ckptg_unit *u = ckpti_units(); u; u = u->next) {
        ckpt_status st = u->recompute ? recompute(r, u) : CKPT_OK;
        if (st)
            return st;
    }
    return CKPT_OK;
}
