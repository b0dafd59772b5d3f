/* pointers.c - pointers in an image: decode, check all. See docs/image-format.md section 7. */
#include "image/model.h"
#include "xdr/xdr_bulk.h"

static bool no_object(const ckpti_image *m, uint64_t where, ckpti_pointer *out)
{
    int64_t value = (int64_t)where >> 2;
    if (!where) {
        out->kind = CKPTI_P_NULL;
        return true;
    }
    if ((where & 3) == 1) {
        out->kind = CKPTI_P_SMALL;
        out->small = value;
        return value && value > -4096 && value < 4096;
    }
    out->where = where >> 2;
    if ((where & 3) != 2 || out->where >= m->nunknowns)
        return false;
    const ckpti_image_unknown *u = &m->unknowns[out->where];
    if (u->target && ckpti_is_before(u->byte)) {
        *out = (ckpti_pointer){.kind = CKPTI_P_BEFORE, .object = u->target, .where = -u->byte, .small = (int64_t)out->where};
        return true;
    }
    bool number = !u->target && u->byte;
    out->kind = number ? CKPTI_P_NUMBER : CKPTI_P_UNKNOWN;
    out->small = number ? (int64_t)u->byte : 0;
    return true;
}

uint64_t ckpti_origin_size(const ckpti_image_object *o)
{
    uint64_t size = 0, n;
    if (!o->type || !ckpti_mul(o->type->size, o->count, &size))
        return 0;
    if (o->flags & CKPTI_OF_FLEXIBLE && ckpti_mul(ckpti_type_flexible(o->type)->type->elem->size, o->flex, &n))
        size = ckpti_add(size, n, &n) ? n : size;
    return ckpti_add(size, o->tail, &n) ? n : size;
}

bool ckpti_pointer_get(const ckpti_image *m, const unsigned char *data, ckpti_pointer *out)
{
    uint32_t object = ckpt_xdr_get32(data);
    uint64_t where = ckpt_xdr_get64(data + 4);
    ckpti_image_object o;
    *out = (ckpti_pointer){.object = object, .where = where >> 2};
    if (!object)
        return no_object(m, where, out);
    if (!ckpti_image_object_get(m, object, &o))
        return false;
    switch (where & 3) {
    case 0:
        out->kind = CKPTI_P_LEAF;
        return out->where < o.leaves || (!o.leaves && !out->where);
    case 1:
        out->kind = CKPTI_P_AFTER;
        return out->where < o.leaves || (!o.leaves && !out->where);
    case 2:
        out->kind = CKPTI_P_BYTE;
        return m->head.layout_bound && out->where <= ckpti_origin_size(&o);
    default:
        return false;
    }
}

ckpt_status ckpti_image_check_pointers(const ckpti_image *m, char why[CKPTI_WHY])
{
    ckpt_status st = ckpti_image_check_variants(m, why);
    for (uint32_t u = 0; u < m->nruns && !st; u++) {
        const run *r = &m->runs[u];
        if (!r->type || !r->type->has_pointer || r->flags & CKPTI_OF_NODATA)
            continue;
        for (uint32_t i = 0; i < r->repeat; i++) {
            ckpti_cursor c;
            bool more = ckpti_cursor_seek(&c, m, r->first + i, 0);
            while (more) {
                ckpti_pointer p;
                if (c.data && c.type->kind == CKPTG_POINTER && !ckpti_pointer_get(m, c.data, &p)) {
                    char path[CKPTI_WHY / 2];
                    ckpti_cursor_path(&c, path, sizeof path);
                    return ckpti_image_bad(why, "damaged: the pointer %s leads to nothing in the image", path);
                }
                if (!c.absent && c.type->kind != CKPTG_POINTER && c.run > 1) { /* skip a long array of numbers */
                    uint64_t next = c.leaf + c.run;
                    more = next < c.object.leaves && ckpti_cursor_seek(&c, m, r->first + i, next);
                } else {
                    more = ckpti_cursor_next(&c);
                }
            }
        }
    }
    return st;
}
