/* cursor.c - leaves of an object's value: find, step, name. See image.h. Depth is bounded: deeper types were refused. */
#include "image/model.h"
#include "image/text.h"

static void step_index(ckpti_cursor *c, uint64_t index)
{
    c->step[c->depth].field = 0;
    c->step[c->depth].is_index = true;
    c->step[c->depth++].index = index;
}

static void step_field(ckpti_cursor *c, const ckpti_field *field)
{
    c->step[c->depth].field = field;
    c->step[c->depth].index = 0;
    c->step[c->depth++].is_index = false;
}

/* Last field that starts at or before the leaf and has leaves. */
static const ckpti_field *field_of(const ckpti_type *type, uint64_t leaf)
{
    uint32_t low = 0, high = type->nfields;
    while (high - low > 1) {
        uint32_t mid = low + (high - low) / 2;
        if (type->fields[mid].leaf <= leaf)
            low = mid;
        else
            high = mid;
    }
    while (!type->fields[low].type->leaves) /* those without leaves share their number with the one before */
        low--;
    return &type->fields[low];
}

/* Go down from `count` values of a type, encoded as an array at data, to the leaf. */
static void descend(ckpti_cursor *c, const ckpti_type *type, uint64_t count, uint64_t leaf, const unsigned char *data, bool array)
{
    c->packed = false;
    c->run = 1;
    c->absent = 0;
    for (;;) {
        if (array) {
            uint64_t index = leaf / type->leaves;
            bool scalar = ckpti_kind_is_scalar(type->kind);
            leaf %= type->leaves;
            step_index(c, index);
            c->packed = ckpti_kind_is_byte(type->kind);
            if (data)
                data += index * (c->packed ? 1 : type->enc);
            c->run = scalar ? count - index : 1;
            array = false;
        } else if (type->kind == CKPTG_ARRAY) {
            count = type->count;
            type = type->elem;
            array = true;
        } else if (type->kind == CKPTG_STRUCT || type->kind == CKPTG_VARIANT) {
            const ckpti_field *f = field_of(type, leaf);
            step_field(c, f);
            leaf -= f->leaf;
            if (data && type->kind == CKPTG_VARIANT && f != ckpti_variant_encoded(type, data)) {
                data = 0;
                c->absent = f->type->leaves - leaf;
            }
            if (data)
                data += f->enc;
            type = f->type;
            c->bits = f->bits;
            c->line = f->line ? f->line : c->line;
        } else {
            c->type = type;
            c->data = data;
            return;
        }
    }
}

static bool place(ckpti_cursor *c, uint64_t leaf)
{
    const ckpti_image_object *o = &c->object;
    if (leaf >= o->leaves)
        return false;
    c->leaf = leaf;
    c->depth = 0;
    c->bits = 0;
    c->line = o->line;
    uint64_t fixed = o->type->leaves * o->count;
    if (leaf < fixed) {
        bool array = o->count != 1 || o->kind == CKPTI_O_LITERAL || o->flags & CKPTI_OF_VLA ||
                     (o->kind == CKPTI_O_HEAP && o->type->kind != CKPTG_STRUCT);
        /* A single char stands in four bytes if it is a variable, in one if it is an element. */
        bool packed_one = o->count == 1 && ckpti_kind_is_byte(o->type->kind);
        if (array || packed_one)
            descend(c, o->type, o->count, leaf, o->data, true);
        else
            descend(c, o->type, 1, leaf, o->data, false);
        if (packed_one && !array)
            c->depth = 0;
        return true;
    }
    const ckpti_field *f = ckpti_type_flexible(o->type);
    uint64_t enc;
    ckpti_array_enc(o->type, o->count, &enc);
    step_field(c, f);
    descend(c, f->type->elem, o->flex, leaf - fixed, o->data ? o->data + enc : 0, true);
    c->step[1].index += f->type->count;
    c->line = f->line;
    return true;
}

bool ckpti_cursor_seek(ckpti_cursor *c, const ckpti_image *image, uint32_t object, uint64_t leaf)
{
    c->image = image;
    return ckpti_image_object_get(image, object, &c->object) && place(c, leaf);
}

bool ckpti_cursor_next(ckpti_cursor *c)
{
    if (c->absent)
        return c->leaf + c->absent < c->object.leaves && place(c, c->leaf + c->absent);
    if (c->run > 1 && c->depth && c->step[c->depth - 1].is_index) { /* stay in the array of scalars */
        c->run--;
        c->leaf++;
        c->step[c->depth - 1].index++;
        if (c->data)
            c->data += c->packed ? 1 : c->type->enc;
        return true;
    }
    return c->leaf + 1 < c->object.leaves && place(c, c->leaf + 1);
}

/* Field of a structure, or the member of a union that is there, whose encoding an offset lies in. */
static const ckpti_field *field_encoded(const ckpti_type *type, const unsigned char *data, uint64_t offset)
{
    if (type->kind == CKPTG_VARIANT)
        return offset >= CKPTI_ENC_SELECTOR ? ckpti_variant_encoded(type, data) : 0;
    uint32_t i = type->nfields;
    while (i-- > 0)
        if (type->fields[i].enc <= offset && type->fields[i].type->enc)
            return &type->fields[i];
    return 0;
}

bool ckpti_image_leaf_at(const ckpti_image *image, uint32_t object, const unsigned char *data, uint64_t *leaf)
{
    ckpti_image_object o;
    uint64_t fixed, offset;
    if (!ckpti_image_object_get(image, object, &o) || !o.data || !o.type || data < o.data || data >= o.data + o.enc ||
        !ckpti_array_enc(o.type, o.count, &fixed))
        return false;
    const ckpti_type *type = o.type;
    const unsigned char *base = o.data;
    bool array = true;
    *leaf = 0;
    if ((offset = (uint64_t)(data - base)) >= fixed) {
        const ckpti_field *f = ckpti_type_flexible(type);
        if (!f)
            return false;
        *leaf = type->leaves * o.count;
        base += fixed;
        type = f->type->elem;
    }
    for (;;) {
        offset = (uint64_t)(data - base);
        if (array) {
            uint64_t each = ckpti_kind_is_byte(type->kind) ? 1 : type->enc;
            if (!each)
                return false;
            *leaf += offset / each * type->leaves;
            base += offset / each * each;
            array = false;
        } else if (type->kind == CKPTG_ARRAY) {
            type = type->elem;
            array = true;
        } else if (type->kind == CKPTG_STRUCT || type->kind == CKPTG_VARIANT) {
            const ckpti_field *f = field_encoded(type, base, offset);
            if (!f)
                return false;
            *leaf += f->leaf;
            base += f->enc;
            type = f->type;
        } else {
            return *leaf < o.leaves;
        }
    }
}

static void add_subpath(const ckpti_cursor *c, ckpti_text *t)
{
    for (unsigned i = 0; i < c->depth; i++)
        if (c->step[i].is_index)
            ckpti_text_add(t, "[%llu]", (unsigned long long)c->step[i].index);
        else if (*c->step[i].field->name != '(') /* the program has no name for it */
            ckpti_text_add(t, ".%s", c->step[i].field->name);
}

size_t ckpti_cursor_subpath(const ckpti_cursor *c, char *buffer, size_t size)
{
    ckpti_text t = {buffer, size, 0};
    ckpti_text_add(&t, "%s", "");
    add_subpath(c, &t);
    return t.used;
}

size_t ckpti_cursor_path(const ckpti_cursor *c, char *buffer, size_t size)
{
    ckpti_text t = {buffer, size, 0};
    char name[CKPTI_WHY];
    ckpti_image_object_name(c->image, &c->object, name, sizeof name);
    if (c->object.kind == CKPTI_O_HEAP)
        ckpti_text_add(&t, "(%s)", name);
    else if (c->object.kind == CKPTI_O_LOCAL || c->object.kind == CKPTI_O_STATIC)
        ckpti_text_add(&t, "%s", c->object.name);
    else
        ckpti_text_add(&t, "%s", name);
    add_subpath(c, &t);
    return t.used;
}
