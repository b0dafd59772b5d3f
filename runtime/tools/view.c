/* view.c - values of an image as trees of scalars, structures and arrays.
 *
 * Input      types and data of an open image (image/ has checked that they fit together).
 * Invariants a view with leaves stands on at least as many bytes as it has leaves that are there, so that loops over parts with leaves are
 *            bounded by the image. Flexible array members show all their elements.
 * See docs/image-format.md, sections 4 and 5.
 */
#include "tools/tool.h"

static tool_view of_type(const ckpti_type *type, const unsigned char *data, uint64_t leaf)
{
    tool_view v = {VIEW_NOTHING, type, data, leaf, false, 0, 0, 0, 0, 0, 0};
    if (!data)
        return v;
    if (type->kind == CKPTG_ARRAY) {
        v.form = VIEW_ARRAY;
        v.type = type->elem;
        v.n = type->count;
    } else if (type->kind == CKPTG_STRUCT) {
        v.form = VIEW_STRUCT;
        v.n = type->nfields;
    } else if (type->kind == CKPTG_VARIANT) { /* a structure of the one member that is there, if any */
        const ckpti_field *f = ckpti_variant_encoded(type, data);
        v.form = VIEW_STRUCT;
        v.n = f != 0;
        v.first = f ? (uint64_t)(f - type->fields) : 0;
    } else if (ckpti_kind_is_scalar(type->kind)) {
        v.form = VIEW_SCALAR;
    }
    return v;
}

/* Encoded bytes of the elements, without the tail. */
static uint64_t enc_of_elements(const ckpti_image_object *o)
{
    uint64_t n = 0;
    return o->type && ckpti_array_enc(o->type, o->count, &n) ? n : 0;
}

tool_view tool_view_object(const ckpti_image_object *o)
{
    tool_view v = {VIEW_NOTHING, o->type, 0, 0, false, 0, 0, 0, 0, 0, 0};
    if (!o->type || !o->data)
        return v;
    bool block = o->kind == CKPTI_O_HEAP && o->type->kind != CKPTG_STRUCT;
    if (o->count == 1 && !block && o->kind != CKPTI_O_LITERAL && !(o->flags & CKPTI_OF_VLA)) {
        v = of_type(o->type, o->data, 0);
        v.packed = v.form == VIEW_SCALAR && ckpti_kind_is_byte(o->type->kind);
        if ((o->flags & CKPTI_OF_FLEXIBLE) && ckpti_type_flexible(o->type)) {
            v.more = o->data + enc_of_elements(o);
            v.nmore = o->flex;
            v.leaf_more = o->type->leaves;
        }
        return v;
    }
    v.form = VIEW_ARRAY;
    v.data = o->data;
    v.n = o->count;
    return v;
}

static tool_view part_of_array(const tool_view *view, uint64_t i)
{
    const ckpti_type *e = view->type;
    bool byte = ckpti_kind_is_byte(e->kind);
    uint64_t first = view->n - view->nmore, stride = byte ? 1 : e->enc;
    tool_view v = i < first ? of_type(e, view->data + i * stride, view->leaf + i * e->leaves)
                            : of_type(e, view->more + (i - first) * stride, view->leaf_more + (i - first) * e->leaves);
    v.packed = byte;
    return v;
}

const ckpti_field *tool_view_field(const tool_view *view, uint64_t i) { return &view->type->fields[view->first + i]; }

tool_view tool_view_part(const tool_view *view, uint64_t i)
{
    if (view->form == VIEW_ARRAY)
        return part_of_array(view, i);
    const ckpti_field *f = tool_view_field(view, i);
    tool_view v = of_type(f->type, view->data + f->enc, view->leaf + f->leaf);
    v.bits = f->bits;
    if (view->more && i == view->n - 1 && v.form == VIEW_ARRAY) {
        v.more = view->more;
        v.nmore = view->nmore;
        v.leaf_more = view->leaf_more;
        v.n += view->nmore;
    }
    return v;
}

bool tool_view_has_leaves(const tool_view *v)
{
    if (v->form == VIEW_NOTHING)
        return false;
    return v->form == VIEW_ARRAY ? v->n && v->type->leaves : v->type->leaves || v->nmore;
}

bool tool_view_has_pointers(const tool_view *v)
{
    return v->form != VIEW_NOTHING && v->type->has_pointer;
}

bool tool_view_is_text(const tool_view *v)
{
    return v->form == VIEW_ARRAY && ckpti_kind_is_char(v->type->kind);
}

bool tool_view_is_readable(const tool_view *v)
{
    uint64_t i = 0;
    if (!tool_view_is_text(v) || v->nmore)
        return false;
    for (size_t n; i < v->n && v->data[i]; i += n)
        if (!(n = v->data[i] >= '\a' && v->data[i] <= '\r' ? 1 : tool_utf8(v->data + i, (size_t)(v->n - i))))
            return false;
    for (; i < v->n; i++)
        if (v->data[i])
            return false;
    return true;
}

void tool_view_cursor(const tool_view *v, const ckpti_image *image, ckpti_cursor *c)
{
    c->image = image;
    c->leaf = v->leaf;
    c->type = v->type;
    c->bits = v->bits;
    c->data = v->data;
    c->packed = v->packed;
    c->run = 1;
    c->depth = 0;
}

bool tool_view_pointers(const tool_view *v, tool_pointer_visit *visit, void *context)
{
    if (!tool_view_has_leaves(v) || !tool_view_has_pointers(v))
        return true;
    if (v->form == VIEW_SCALAR)
        return visit(context, v->leaf, v->data);
    for (uint64_t i = 0; i < v->n; i++) {
        tool_view part = tool_view_part(v, i);
        if (!tool_view_pointers(&part, visit, context))
            return false;
    }
    return true;
}

const unsigned char *tool_tail(const ckpti_image_object *o)
{
    uint64_t skip = enc_of_elements(o), more = 0;
    if (!(o->flags & CKPTI_OF_TAIL) || !o->data)
        return 0;
    const ckpti_field *f = o->type ? ckpti_type_flexible(o->type) : 0;
    if ((o->flags & CKPTI_OF_FLEXIBLE) && f && ckpti_array_enc(f->type->elem, o->flex, &more))
        skip += more;
    return o->data + skip;
}

const unsigned char *tool_gaps(const ckpti_image_object *o) { return o->gaps && o->data ? o->data + o->enc - ckpti_pad4(o->gaps) : 0; }
