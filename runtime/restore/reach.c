/* reach.c - what of an image this program still leads to, when some of the image is not here. See state.h.
 *
 * Purpose    blocks that only fields and variables led to which are gone, are left out: their types may be gone, too. What something leads to
 *            must be here.
 */
#include <stdlib.h>
#include "restore/state.h"
#include "xdr/xdr_bulk.h"

/* Objects that are reached, and those of them that are still to be looked into; of the walk under way. */
static bool *reached;
static uint32_t *waiting, nwaiting;
static uint32_t *link_on;         /* of each object the link that lies on it, or 0 */

static void reach(uint32_t id)
{
    if (!id || reached[id - 1])
        return;
    reached[id - 1] = true;
    waiting[nwaiting++] = id;
}

static void reach_target(ckpti_restoring *r, const ckpti_pair *pair, const unsigned char *data)
{
    ckpti_pointer p;
    (void)pair;
    if (!ckpti_pointer_get(r->image, data, &p))
        return;
    if (p.kind == CKPTI_P_UNKNOWN)
        reach(ckpti_image_unknown_at(r->image, (uint32_t)p.where).target);
    else if (p.kind > CKPTI_P_UNKNOWN)
        reach(p.object);
}

static bool is_root(const ckpti_restoring *r, const ckpti_image_object *o)
{
    return r->pairs[o->id - 1] && !r->constant[o->id - 1] && (o->kind == CKPTI_O_LOCAL || o->kind == CKPTI_O_GLOBAL || o->kind == CKPTI_O_STATIC);
}

/* An object's fate. */
static ckpt_status settle(ckpti_restoring *r, const ckpti_image_object *o)
{
    uint32_t k = o->id - 1;
    if (o->kind == CKPTI_O_HEAP && !reached[k])
        r->pairs[k] = 0;
    else if (o->kind == CKPTI_O_HEAP && !r->pairs[k])
        return ckpti_restore_named_pair(r, o->type, &r->pairs[k]); /* for its text */
    else if (o->kind == CKPTI_O_FUNCTION && reached[k] && !r->at[k])
        return ckpti_restore_no_function(o);
    return CKPT_OK;
}

/* A link is there with what it lies on. */
static bool note_links(ckpti_restoring *r, uint32_t n)
{
    ckpti_image_object o;
    if (!(link_on = calloc(n + (size_t)1, sizeof *link_on)))
        return false;
    for (uint32_t id = 1; id <= n; id++)
        if (ckpti_image_object_get(r->image, id, &o) && o.flags & CKPTI_OF_LINK)
            link_on[o.over - 1] = id;
    return true;
}

ckpt_status ckpti_restore_reach(ckpti_restoring *r)
{
    uint32_t n = ckpti_image_nobjects(r->image);
    ckpt_status st = CKPT_OK;
    ckpti_image_object o;
    reached = calloc(n + (size_t)1, sizeof *reached);
    waiting = calloc(n + (size_t)1, sizeof *waiting);
    nwaiting = 0;
    if (!reached || !waiting || !note_links(r, n))
        st = ckpti_fail(CKPT_ENOMEM, "no memory for what pointers lead to");
    for (uint32_t id = 1; id <= n && !st; id++)
        if (ckpti_image_object_get(r->image, id, &o) && is_root(r, &o))
            reach(id);
    while (!st && nwaiting) {
        ckpti_image_object_get(r->image, waiting[--nwaiting], &o);
        ckpti_restore_each_pointer(r, &o, reach_target);
        reach(link_on[o.id - 1]);
        if (o.flags & CKPTI_OF_LINK)
            reach(o.over);
    }
    for (uint32_t id = 1; id <= n && !st; id++) {
        ckpti_image_object_get(r->image, id, &o);
        st = settle(r, &o);
    }
    free(link_on);
    free(reached);
    free(waiting);
    return st;
}
