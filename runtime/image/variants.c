/* variants.c - unions in an image: what says which member is there must be true of all of them. See docs/image-format.md, section 4.
 *
 * Invariants the depth is that of by-value nesting, which is bounded; time in proportion to the data.
 */
#include "image/model.h"
#include "xdr/xdr_bulk.h"

static bool sound(const ckpti_type *type, uint64_t count, const unsigned char *data);

/* A member's number, the member, zeros. */
static bool sound_variant(const ckpti_type *type, const unsigned char *data)
{
    const ckpti_field *f = ckpti_variant_encoded(type, data);
    if (!f && ckpt_xdr_get32(data))
        return false;
    for (uint64_t i = CKPTI_ENC_SELECTOR + (f ? f->type->enc : 0); i < type->enc; i++)
        if (data[i])
            return false;
    return !f || sound(f->type, 1, data + f->enc);
}

static bool sound(const ckpti_type *type, uint64_t count, const unsigned char *data)
{
    for (uint64_t i = 0; type->has_variant && type->enc && i < count; i++, data += type->enc) {
        if (type->kind == CKPTG_VARIANT && !sound_variant(type, data))
            return false;
        if (type->kind == CKPTG_ARRAY && !sound(type->elem, type->count, data))
            return false;
        for (uint32_t k = 0; type->kind == CKPTG_STRUCT && k < type->nfields; k++)
            if (!sound(type->fields[k].type, 1, data + type->fields[k].enc))
                return false;
    }
    return true;
}

ckpt_status ckpti_image_check_variants(const ckpti_image *m, char why[CKPTI_WHY])
{
    for (uint32_t u = 0; u < m->nruns; u++) {
        const run *r = &m->runs[u];
        const ckpti_field *f = r->type ? ckpti_type_flexible(r->type) : 0;
        if (!r->type || r->flags & CKPTI_OF_NODATA || !(r->type->has_variant || (f && f->type->elem->has_variant)))
            continue;
        for (uint32_t i = 0; i < r->repeat; i++) {
            ckpti_image_object o;
            uint64_t fixed;
            char name[CKPTI_WHY / 2];
            if (!ckpti_image_object_get(m, r->first + i, &o) || !o.data || !ckpti_array_enc(o.type, o.count, &fixed) ||
                (sound(o.type, o.count, o.data) && (!o.flex || sound(f->type->elem, o.flex, o.data + fixed))))
                continue;
            ckpti_image_object_name(m, &o, name, sizeof name);
            return ckpti_image_bad(why, "damaged: a union in %s has no member of that number", name);
        }
    }
    return CKPT_OK;
}
