/* tags.c - what is restored is by its tags what the image says: #pragma ckpt variant. See state.h.
 *
 * Purpose    a tag that means another member in this program than in the one that was saved would have its union taken for something else: 78.
 * Invariants a tag may compare pointers of its structure; objects with pointers that can be stored only when frames stand wait for that.
 */
#include <stdlib.h>
#include "restore/state.h"

/* Unions: `count` values of an object. */
static ckpt_status check_unions(const ckpti_restoring *r, const ckpti_image_object *o, const ckpti_pair *p, uint64_t count, const unsigned char *data,
                                const unsigned char *at)
{
    const ckpti_pair *differ;
    char name[CKPTI_WHY / 2];
    if (ckpti_variants_agree(p, count, data, at, &differ))
        return CKPT_OK;
    ckpti_image_object_name(r->image, o, name, sizeof name);
    return ckpti_fail(CKPT_EPROGRAM, "%s: by its tag %s has another member in this program than in the image; see #pragma ckpt variant (%s:%u)", name,
                      differ->to->name, differ->to->file ? differ->to->file : "?", differ->to->line);
}

/* A heap block of a family: one that its tag has told must be that by the tag of this program, too; one that was allocated as what it is may have
 * a tag that has not been set yet. */
static ckpt_status check_family(const ckpti_restoring *r, const ckpti_image_object *o, const ckpti_pair *p, const unsigned char *at)
{
    const ckpti_type *header = ckpti_header_of(p->to), *is;
    bool by_tag = o->flags & CKPTI_OF_BY_TAG;
    long long tag = 0;
    size_t size;
    char name[CKPTI_WHY / 2];
    if (o->kind != CKPTI_O_HEAP || !(header->flags & CKPTG_T_HEADER) || (header == p->to && !by_tag) || o->count != 1 || o->flags & CKPTI_OF_ANNOTATED)
        return CKPT_OK;
    ckpti_restored_size(p, o, &size);
    is = ckpti_header_selected(header, at, size, &tag);
    if (is == p->to || (!by_tag && (!is || is == header)))
        return CKPT_OK;
    ckpti_image_object_name(r->image, o, name, sizeof name);
    return ckpti_fail(CKPT_EPROGRAM, "%s: it was saved as %s; by its tag, %lld, it is %s in this program; see #pragma ckpt variant", name, p->to->name, tag,
                      is ? is->name : "nothing that is listed");
}

static ckpt_status check_object(const ckpti_restoring *r, const ckpti_image_object *o)
{
    const ckpti_pair *p = r->pairs[o->id - 1];
    const unsigned char *at = o->id <= r->nlocals && r->bound[o->id - 1] ? r->bound[o->id - 1] : r->at[o->id - 1];
    const ckpti_field *to = o->flex ? ckpti_type_flexible(p->to) : 0;
    ckpt_status st = check_unions(r, o, p, o->count, o->data, at);
    if (!st && to) {
        const ckpti_pair *elem = p->fields[p->back[p->from->nfields - 1]].pair->elem;
        uint64_t enc;
        ckpti_array_enc(elem->from, o->flex, &enc);
        st = check_unions(r, o, elem, o->flex, o->data + o->enc - ckpti_pad4(o->tail) - ckpti_pad4(o->gaps) - enc, at + to->offset + to->type->count * to->type->elem->size);
    }
    return st ? st : check_family(r, o, p, at);
}

static bool has_tags(const ckpti_restoring *r, const ckpti_image_object *o)
{
    const ckpti_pair *p = r->pairs[o->id - 1];
    if (!o->data || o->kind == CKPTI_O_LITERAL || !p || r->constant[o->id - 1])
        return false;
    const ckpti_field *f = ckpti_type_flexible(p->to);
    return p->to->has_variant || p->to->header || p->to->flags & CKPTG_T_HEADER || (f && f->type->elem->has_variant);
}

ckpt_status ckpti_restore_tags(ckpti_restoring *r)
{
    size_t next = 0;
    uint32_t room = 0;
    ckpt_status st = CKPT_OK;
    for (uint32_t id = 1; id <= ckpti_image_nobjects(r->image) && !st; id++) {
        ckpti_image_object o;
        ckpti_image_object_get(r->image, id, &o);
        while (next < r->nfixups && r->fixups[next].holder < id)
            next++;
        if (!has_tags(r, &o))
            continue;
        if (next == r->nfixups || r->fixups[next].holder != id) {
            st = check_object(r, &o);
            continue;
        }
        if (r->nlate == room) {
            uint32_t *more = realloc(r->late, ((room = 2 * room + 16)) * sizeof *more);
            if (!more)
                return ckpti_fail(CKPT_ENOMEM, "no memory for what has tags");
            r->late = more;
        }
        r->late[r->nlate++] = id;
    }
    return st;
}

ckpt_status ckpti_restore_late_tags(const ckpti_restoring *r)
{
    ckpt_status st = CKPT_OK;
    for (uint32_t i = 0; i < r->nlate && !st; i++) {
        ckpti_image_object o;
        ckpti_image_object_get(r->image, r->late[i], &o);
        st = check_object(r, &o);
    }
    return st;
}
