/* decode.c - memory for the objects of an image, and their values. See state.h. */
#include <stdlib.h>
#include <string.h>
#include "image/model.h"
#include "objects/frames.h"
#include "objects/heap.h"
#include "objects/links.h"
#include "objects/parts.h"
#include "objects/replay.h"
#include "objects/streams.h"
#include "objects/trap.h"
#include "restore/literals.h"
#include "restore/state.h"
#include "save/kept.h"
#include "types/gaps.h"
#include "xdr/xdr_bulk.h"

bool ckpti_restored_size(const ckpti_pair *pair, const ckpti_image_object *o, size_t *out)
{
    ckpti_shape s = {pair->to, o->count, o->flex, o->tail};
    uint64_t size;
    if (o->flex && !pair->same_layout) { /* whatever way the program computed the size, it was at most this */
        const ckpti_field *f = ckpti_type_flexible(pair->to);
        if (!f || !ckpti_mul(f->type->elem->size, o->flex, &size) || !ckpti_add(size, pair->to->size + o->tail, &size))
            return false;
    } else if (!ckpti_shape_size(&s, &size)) {
        return false;
    }
    *out = (size_t)size;
    return size <= SIZE_MAX / 2;
}

/* ---- memory ---- */

/* What the allocation of a block said, and what was declared.
 * bound  the image goes on on this layout only: whether it is several structures that end in an array of one, or one whose array goes on, may still be unknown */
static void describe(unsigned char *new, const ckpti_image_object *o, const ckpti_pair *p, bool bound)
{
    const ckpti_field *last = ckpti_type_flexible(p->to);
    bool told = o->flags & CKPTI_OF_TOLD;            /* the allocation said nothing */
    bool ambiguous = bound && last && last->type->count && ckpti_is_all_values(p->to);
    if (!told && o->count > 1 && !(o->flags & CKPTI_OF_BY_TAG) && !ambiguous && (last || p->to->flags & CKPTG_T_HEADER))
        ckpti_heap_mark_array(new);
    bool begins = o->count == 1 && o->flags & (CKPTI_OF_TAIL | CKPTI_OF_FLEXIBLE) && !(o->flags & CKPTI_OF_BY_TAG);
    if (!told && (begins || o->flags & CKPTI_OF_GUESSED))
        ckpti_heap_form(new, !(o->flags & CKPTI_OF_GUESSED) ? CKPTG_B_BEGINS : o->flags & CKPTI_OF_FLEXIBLE ? CKPTG_B_TRAILS : CKPTG_B_UNTOLD);
    if (o->flags & CKPTI_OF_NODATA)
        ckpti_heap_exclude(new);
    if (o->flags & CKPTI_OF_ANNOTATED) {
        ckpti_parts *parts = ckpti_heap_annotate(new, p->to->native);
        if (parts)
            ckpti_parts_free(parts);
    }
}

/* In place, a block stays where it is, and nothing of it stays. size: of all its n parts. */
static unsigned char *block(const ckpti_restoring *r, const ckpti_image_object *o, uint32_t n, size_t size, const ckpti_pair *p)
{
    unsigned char *kept = ckpti_kept_block(o->id);
    bool zero = o->flags & CKPTI_OF_NODATA;
    ckpti_block b;
    for (uint32_t k = 0; k < n && !zero; k++)
        zero = ckpti_kept_gaps(o->id + k);
    if (kept && ckpti_heap_find_whole(kept, &b) && b.start == kept && b.size == size) {
        memset(kept, zero ? 0 : 0xa5, size);
        return kept;
    }
    const ckpti_type *is = o->flags & CKPTI_OF_BY_TAG ? ckpti_header_of(p->to) : p->to; /* as it was allocated */
    unsigned char *new = ckpti_heap_restore(size, (size_t)o->align, o->flags & (CKPTI_OF_RAW | CKPTI_OF_TOLD) ? 0 : is->native);
    if (new)
        describe(new, o, p, ckpti_image_header(r->image)->layout_bound);
    return new;
}

/* A block that the program has given back to a list of its own: it may hand it out for anything that had room there, whatever has less here (lists by size). */
static bool is_on_list(const ckpti_restoring *r, uint32_t object)
{
    ckpti_image_object next;
    return ckpti_image_object_get(r->image, object + 1, &next) && next.flags & CKPTI_OF_LINK && next.over == object;
}

/* Objects [first, first + n) are the parts of one block, one behind the other as their types need it here. */
static ckpt_status allocate_parts(ckpti_restoring *r, uint32_t first, uint32_t n)
{
    ckpti_parts *parts = n > 1 ? ckpti_parts_new(2 * n + 3) : 0;
    ckpti_image_object head;
    size_t size;
    ckpti_image_object_get(r->image, first, &head);
    const ckpti_pair *p = r->pairs[first - 1];
    if (n > 1 && !parts)
        return ckpti_fail(CKPT_ENOMEM, "no memory for %u parts of a block", n);
    ckpt_status st = ckpti_restored_places(r, first, n, parts, &size);
    bool longer = !st && n == 1 && is_on_list(r, first) && size < ckpti_origin_size(&head);
    bool room = longer || (n == 1 && head.tail && !head.flex && !(head.flags & CKPTI_OF_ANNOTATED) && !ckpti_image_header(r->image)->layout_bound); /* it had some */
    size = longer ? (size_t)ckpti_origin_size(&head) : size;
    unsigned char *new = st ? 0 : block(r, &head, n, size, p);
    if (!new) {
        if (parts)
            ckpti_parts_free(parts);
        return st ? st : ckpti_fail(CKPT_ENOMEM, "no memory for %llu elements of %s", (unsigned long long)head.count, p->to->name);
    }
    if (room)
        ckpti_link_room(new);
    r->at[first - 1] = new;
    for (uint32_t k = 0; parts && k < parts->n; k++) {
        if (parts->part[k].number < n)
            r->at[first + parts->part[k].number - 1] = new + parts->part[k].offset;
        parts->part[k].number = 0;
    }
    if (parts)
        ckpti_parts_put(new, parts);
    return CKPT_OK;
}

/* How many objects from this one on are parts of one block. */
static uint32_t parts_from(const ckpti_restoring *r, uint32_t first)
{
    ckpti_image_object o;
    uint32_t n = 1;
    while (ckpti_image_object_get(r->image, first + n, &o) && o.flags & CKPTI_OF_PART)
        n++;
    return n;
}

/* Memory that a local of the type may be copied from as one: vectors are aligned beyond malloc's. */
static unsigned char *zeroed(size_t size, uint64_t align)
{
    void *memory = 0;
    if (align <= 16)
        return calloc(1, size ? size : 1);
    if (posix_memalign(&memory, (size_t)align, size ? size : 1))
        return 0;
    return memset(memory, 0, size);
}

/* A link lies on the start of what has been allocated before. */
static ckpt_status allocate_link(ckpti_restoring *r, const ckpti_image_object *o, const ckpti_pair *p)
{
    ckpti_image_object on;
    ckpti_block b;
    ckpti_image_object_get(r->image, o->over, &on);
    unsigned char *at = r->at[o->over - 1];
    if (!at || !ckpti_heap_find(at, &b) || b.start != at || b.size < p->to->size)
        return ckpti_fail(CKPT_ELAYOUT, "a block of %s was given back to a list of the program's own, whose link has %llu bytes here: the block has not as many", on.type->name,
                          (unsigned long long)p->to->size);
    if (b.parts && b.size < ckpti_origin_size(&on))
        return ckpti_fail(CKPT_ELAYOUT, "a part of a block, of %s, was given back to a list of the program's own, which may hand it out for what had room there, and has fewer bytes "
                          "here", on.type->name);
    r->at[o->id - 1] = at;
    ckpti_link_put(at, p->to->native);
    return CKPT_OK;
}

static ckpt_status allocate_run(ckpti_restoring *r, uint32_t first, uint32_t n)
{
    ckpti_image_object o;
    size_t size;
    for (uint32_t id = first; id < first + n; id++) {
        const ckpti_pair *p = r->pairs[id - 1];
        ckpti_image_object_get(r->image, id, &o);
        if (!p || r->at[id - 1])
            continue; /* a local that is dead here, or a part of a block that has been allocated */
        if (o.flags & CKPTI_OF_LINK) {
            ckpt_status st = allocate_link(r, &o, p);
            if (st)
                return st;
            continue;
        }
        if (o.kind == CKPTI_O_HEAP) {
            ckpt_status st = allocate_parts(r, id, parts_from(r, id));
            if (st)
                return st;
            continue;
        }
        if (!ckpti_restored_size(p, &o, &size))
            return ckpti_fail(CKPT_ENOMEM, "%llu elements of %s do not fit in this machine's memory", (unsigned long long)o.count, p->to->name);
        if (!(r->at[id - 1] = zeroed(size, p->to->align)))
            return ckpti_fail(CKPT_ENOMEM, "no memory for %llu elements of %s", (unsigned long long)o.count, p->to->name);
    }
    return CKPT_OK;
}

static ckpt_status reserve_traps(const ckpti_restoring *r)
{
    uint32_t n = ckpti_image_nunknowns(r->image);
    ckpti_trap_place *places = calloc(n + (size_t)1, sizeof *places);
    for (uint32_t i = 0; places && i < n; i++) {
        ckpti_image_unknown u = ckpti_image_unknown_at(r->image, i);
        if (!ckpti_is_before(u.byte))
            places[i] = (ckpti_trap_place){u.target, u.byte};
    }
    bool ok = places && ckpti_trap_reserve(n, places);
    free(places);
    return ok ? CKPT_OK : ckpti_fail(CKPT_ENOMEM, "no address space for unknown pointers");
}

ckpt_status ckpti_restore_allocate(ckpti_restoring *r)
{
    ckpt_status st = CKPT_OK;
    r->bound = calloc(r->nlocals + (size_t)1, sizeof *r->bound);
    if (!r->bound)
        return ckpti_fail(CKPT_ENOMEM, "no memory for locals");
    for (uint32_t i = 0; i < ckpti_image_nruns(r->image) && !st; i++) {
        ckpti_image_object o;
        uint32_t first, n = ckpti_image_run(r->image, i, &first);
        ckpti_image_object_get(r->image, first, &o);
        if (o.kind == CKPTI_O_HEAP || o.kind == CKPTI_O_LOCAL)
            st = allocate_run(r, first, n);
    }
    return st ? st : reserve_traps(r);
}

/* ---- pointers ---- */

static bool add_fixup(ckpti_restoring *r, uint32_t target, unsigned char *slot, uint64_t offset)
{
    if (r->nfixups == r->fixups_room) {
        size_t room = r->fixups_room ? 2 * r->fixups_room : 256;
        ckpti_fixup *more = realloc(r->fixups, room * sizeof *more);
        if (!more) {
            r->failed = ckpti_fail(CKPT_ENOMEM, "no memory for pointers to locals");
            return false;
        }
        r->fixups = more;
        r->fixups_room = room;
    }
    r->fixups[r->nfixups++] = (ckpti_fixup){r->object, target, slot, offset};
    return true;
}

/* Integers of different sizes under pointer and target: what was one number there is none here. */
static bool usable(const ckpti_type *pointee, const ckpti_type *leaf)
{
    if (!pointee || !leaf || !ckpti_kind_is_integer(pointee->kind) || !ckpti_kind_is_integer(leaf->kind) || ckpti_kind_is_char(pointee->kind))
        return true;
    return ckpti_type_integer(pointee)->size == ckpti_type_integer(leaf)->size;
}

static bool target_offset(ckpti_restoring *r, const ckpti_pair *pair, const ckpti_pointer *p, const ckpti_image_object *o, uint64_t *offset)
{
    const ckpti_pair *target = r->pairs[o->id - 1];
    ckpti_shape s = ckpti_object_shape(o);
    ckpti_pointing pointer = {.pointee = pair->from->elem, .here = pair->to->elem, .declared = o->flags & CKPTI_OF_ANNOTATED};
    const ckpti_type *leaf = 0;
    size_t size;
    *offset = 0;
    if (p->kind == CKPTI_P_BYTE) {
        *offset = p->where;
        return true;
    }
    if (!o->leaves) {
        if (p->kind == CKPTI_P_AFTER && target && ckpti_restored_size(target, o, &size))
            *offset = size;
        return true;
    }
    return target && ckpti_leaf_offset(target, &s, p->where, p->kind == CKPTI_P_AFTER, &pointer, offset, &leaf) &&
           (pointer.declared || usable(pair->to->elem, leaf));
}

/* A pointer to what it may not point to: where the layout is the origin's that is where it was; elsewhere it is left a trap, but for the start of a structure
 * that no leaf tells. */
static bool misfit_target(const ckpti_restoring *r, const ckpti_pair *pair, const ckpti_pointer *p, ckpti_image_object *o, uint64_t *offset)
{
    ckpti_image_unknown u = ckpti_image_unknown_at(r->image, (uint32_t)p->where);
    const ckpti_pair *target = u.target ? r->pairs[u.target - 1] : 0;
    size_t size;
    if (!target || !ckpti_image_object_get(r->image, u.target, o))
        return false;
    ckpti_shape s = ckpti_object_shape(o);
    *offset = u.byte;
    return r->same_layout ? ckpti_restored_size(target, o, &size) && u.byte <= size : ckpti_late_start(target, &s, u.byte, pair->to->elem, offset);
}

/* A pointer to something that is not here: faults when it is used; different ones are different, and in one object they keep their order. */
static const unsigned char *gone(ckpti_restoring *r, const ckpti_image_object *o, const ckpti_pointer *p)
{
    enum { EACH = 16 };
    void **at = 0;
    if (r->gone || (r->gone = calloc(ckpti_image_nobjects(r->image) + (size_t)1, sizeof *r->gone)))
        at = &r->gone[o->id - 1];
    if (at && !*at && o->leaves < UINT32_MAX)
        *at = ckpti_trap_gone((o->leaves + 2) * EACH);
    if (!at || !*at)
        return ckpti_trap_nowhere();
    return (const unsigned char *)*at + (p->kind == CKPTI_P_BEFORE ? 0 : EACH * p->where) + (p->kind == CKPTI_P_AFTER ? EACH / 2 : 0);
}

/* A number that the program kept in a pointer, as the same source has it here; 0: none of pointers of this width. A large one of 32 bits may
 * have been negative. */
static const unsigned char *number_here(ckpti_restoring *r, const ckpti_pointer *p)
{
    bool was_wide = ckpti_image_header(r->image)->pointer_bytes == 8, wide = sizeof(void *) == 8;
    if (wide > was_wide ? p->small <= INT32_MAX : wide == was_wide || (p->small >= INT32_MIN && p->small <= UINT32_MAX))
        return (const unsigned char *)(uintptr_t)p->small;
    if (!r->nnumbers++)
        r->number = (uint32_t)p->where;
    return 0;
}

/* A null pointer is all zero bits on all these machines. */
static bool store_pointer(ckpti_decoder *d, const ckpti_pair *pair, const unsigned char *data, void *slot)
{
    ckpti_restoring *r = &ckpti_restart_state;
    ckpti_pointer p;
    ckpti_image_object o;
    uint64_t offset;
    const unsigned char *value = 0;
    (void)d;
    if (!ckpti_pointer_get(r->image, data, &p)) {
        r->failed = ckpti_fail(CKPT_EBADIMAGE, "a pointer in the image leads nowhere");
        return false;
    }
    switch (p.kind) {
    case CKPTI_P_NULL:
        break;
    case CKPTI_P_SMALL:
        value = (const unsigned char *)(uintptr_t)(intptr_t)p.small;
        break;
    case CKPTI_P_NUMBER:
        if (!(value = number_here(r, &p)))
            value = ckpti_trap_address((uint32_t)p.where);
        break;
    case CKPTI_P_UNKNOWN:
        if (!misfit_target(r, pair, &p, &o, &offset))
            value = ckpti_trap_address((uint32_t)p.where);
        else if (o.kind == CKPTI_O_LOCAL) {
            memset(slot, 0, sizeof value);
            return add_fixup(r, o.id, slot, offset);
        } else
            value = r->at[o.id - 1] + offset;
        break;
    case CKPTI_P_BEFORE:
        ckpti_image_object_get(r->image, p.object, &o);
        if (!r->at[o.id - 1])
            value = gone(r, &o, &p);
        else if (!pair->to->elem || !pair->to->elem->size || p.where * pair->to->elem->size >= CKPTI_FRONT) /* into what lies before the block */
            value = ckpti_trap_address((uint32_t)p.small);
        else
            value = r->at[o.id - 1] - p.where * pair->to->elem->size;
        break;
    default:
        ckpti_image_object_get(r->image, p.object, &o);
        if (r->holders && p.kind == CKPTI_P_LEAF && !p.where)
            ckpti_restore_held(r, p.object, data);
        if (o.kind == CKPTI_O_STREAM || o.kind == CKPTI_O_LOCAL || (o.kind == CKPTI_O_SPECIAL && o.line)) {
            if (o.kind != CKPTI_O_LOCAL)
                offset = 0;
            else if (!target_offset(r, pair, &p, &o, &offset)) { /* dead here */
                value = gone(r, &o, &p);
                break;
            }
            memset(slot, 0, sizeof value);
            return add_fixup(r, p.object, slot, offset);
        }
        if (o.kind == CKPTI_O_SPECIAL && !r->at[o.id - 1])
            value = ckpti_trap_nowhere();
        else
            value = r->at[o.id - 1] && target_offset(r, pair, &p, &o, &offset) ? r->at[o.id - 1] + offset : gone(r, &o, &p);
    }
    memcpy(slot, &value, sizeof value);
    return true;
}

/* ---- values ---- */

/* "32-bit long", "80-bit x87 long double": what a value must fit in. */
static void name_target(const ckpti_decoder *d, char *buffer, size_t size)
{
    const ckpti_type *t = d->bad_type;
    bool wide = t->kind == CKPTG_LDOUBLE || t->kind == CKPTG_CLDOUBLE;

    if (d->bad_bits)
        snprintf(buffer, size, "%u-bit bit-field", d->bad_bits);
    else if (wide)
        snprintf(buffer, size, "%s %s", t->mant == 64 ? "80-bit x87" : t->mant == 113 ? "128-bit IEEE quad" :
                 t->mant == 106 ? "double-double" : "64-bit", t->name);
    else
        snprintf(buffer, size, "%u-bit %s", 8 * (unsigned)ckpti_type_integer(t)->size, t->name);
}

/* "total = 5000000000 does not fit in 32-bit long (heat.c:41)" */
static ckpt_status say_range(ckpti_restoring *r, const ckpti_decoder *d, const ckpti_image_object *o)
{
    ckpti_cursor c;
    char path[CKPTI_WHY / 2] = "?", value[80] = "?", place[CKPTI_WHY / 4] = "";
    char target[96];
    for (bool more = ckpti_cursor_seek(&c, r->image, o->id, 0); more; more = ckpti_cursor_next(&c))
        if (c.data >= d->bad) { /* an element's first leaf that is there */
            ckpti_cursor_path(&c, path, sizeof path);
            ckpti_leaf_text(&c, value, sizeof value);
            break;
        }
    const char *file = *o->unit ? o->unit : o->type && o->type->file ? o->type->file : "";
    uint32_t line = o->kind == CKPTI_O_HEAP && o->type ? o->type->line : o->line;
    if (strrchr(file, '/'))
        file = strrchr(file, '/') + 1;
    if (*file && line)
        snprintf(place, sizeof place, " (%s:%u)", file, line);
    if (d->bad_extreme)
        return ckpti_fail(CKPT_ERANGE, "%s = %s is the greatest, or least, number of its type where the image was made, and not here%s: is it a mark, as SIZE_MAX, or just "
                          "that number? CKPT_EXTREMES=marks makes all such the greatest here, CKPT_EXTREMES=numbers leaves them what they are", path, value, place);
    name_target(d, target, sizeof target);
    if (d->bad_type->kind == CKPTG_ARRAY)
        return ckpti_fail(CKPT_ERANGE, "%s = %s would be lost: the array has only %llu elements here%s", path, value, (unsigned long long)d->bad_type->count, place);
    return ckpti_fail(CKPT_ERANGE, "%s = %s does not fit in %s%s; give it a wider type, or go on where it fits", path, value, target, place);
}

/* What lies between the members, if they lie here as they lay there; 0: they do not, or there is nothing. A changed program may have others there. */
static const unsigned char *gaps_here(const ckpti_restoring *r, const ckpti_image_object *o, uint64_t *before)
{
    if (!o->gaps || !r->same_layout)
        return 0;
    *before = o->flags & CKPTI_OF_FLEXIBLE ? ckpti_type_flexible(o->type)->offset : CKPTI_ALL_GAPS;
    return o->data + o->enc - ckpti_pad4(o->gaps);
}

static bool decode_object(ckpti_restoring *r, ckpti_decoder *d, const ckpti_image_object *o, const ckpti_pair *p)
{
    unsigned char *at = r->at[o->id - 1];
    uint64_t enc = o->enc - ckpti_pad4(o->tail) - ckpti_pad4(o->gaps);
    uint64_t before;
    const unsigned char *gaps = gaps_here(r, o, &before);
    if (gaps) /* before the values, which may lie in what was a gap */
        ckpti_gaps_put(p->from, o->count, at, gaps, before);
    if (o->flex) {
        const struct ckpti_pair_field *last = &p->fields[p->back[p->from->nfields - 1]];
        const ckpti_field *to = ckpti_type_flexible(p->to);
        uint64_t flex_enc;
        ckpti_array_enc(last->pair->elem->from, o->flex, &flex_enc);
        if (!ckpti_decode_array(d, last->pair->elem, o->flex, o->data + enc - flex_enc,
                                at + to->offset + to->type->count * to->type->elem->size))
            return false;
    }
    if (!ckpti_decode_array(d, p, o->count, o->data, at))
        return false;
    if (o->tail) {
        size_t size;
        ckpti_restored_size(p, o, &size);
        memcpy(at + size - o->tail, o->data + enc, (size_t)o->tail);
    }
    if (gaps && !p->other_bytes)
        ckpti_gaps_put_values(p->from, o->count, at, gaps, before);
    return true;
}

/* Is there a null pointer now where there was something else before? */
static bool hides(const ckpti_type *type, const unsigned char *before, const unsigned char *now)
{
    static const unsigned char null[sizeof(void *)];
    if (type->kind == CKPTG_POINTER)
        return !memcmp(now, null, sizeof null) && memcmp(before, null, sizeof null) != 0;
    for (uint64_t i = 0; type->kind == CKPTG_ARRAY && i < type->count; i++)
        if (hides(type->elem, before + i * type->elem->size, now + i * type->elem->size))
            return true;
    for (uint32_t i = 0; type->kind == CKPTG_STRUCT && i < type->nfields; i++)
        if (!type->fields[i].bits && hides(type->fields[i].type, before + type->fields[i].offset, now + type->fields[i].offset))
            return true;
    return false;
}

/* A link goes on top of the block's own values. That the block is still on the list is not known of a null pointer: where pointers are longer, one would hide more
 * than lay under it. */
static bool decode_link(ckpti_restoring *r, ckpti_decoder *d, const ckpti_image_object *o, const ckpti_pair *p)
{
    bool longer = !(o->flags & CKPTI_OF_ON_LIST) && sizeof(void *) > ckpti_image_header(r->image)->pointer_bytes;
    unsigned char *at = r->at[o->id - 1], *before = longer ? malloc((size_t)p->to->size) : 0;
    if (longer && !before) {
        r->failed = ckpti_fail(CKPT_ENOMEM, "no memory for what lies under a link");
        return false;
    }
    if (longer)
        memcpy(before, at, (size_t)p->to->size);
    bool ok = decode_object(r, d, o, p);
    if (ok && longer && hides(p->to, before, at)) {
        ckpti_image_object on;
        ckpti_image_object_get(r->image, o->over, &on);
        r->failed = ckpti_fail(CKPT_ELAYOUT, "a block of %s is the last on a list of what was given back, or is not on it any more: which of them is not known, and pointers are longer "
                               "here than what it has in the place of the link", on.type->name);
        ok = false;
    }
    free(before);
    return ok;
}

static enum ckpti_extremes extremes;

void ckpti_restore_extremes(enum ckpti_extremes what) { extremes = what; }

static uint32_t origin_long;

enum ckpti_extremes ckpti_restore_extremes_of(uint32_t *bytes)
{
    *bytes = origin_long;
    return extremes;
}

ckpt_status ckpti_restore_decode(ckpti_restoring *r)
{
    uint32_t bytes = ckpti_image_header(r->image)->pointer_bytes; /* long has as many on all targets */
    ckpti_decoder d = {.pointer = store_pointer, .long_bytes = origin_long = bytes == sizeof(long) ? 0 : bytes, .extremes = extremes};
    if (ckpti_image_nunknowns(r->image)) /* without memory they keep the names of their blocks */
        r->holders = calloc(ckpti_image_nobjects(r->image) + (size_t)1, sizeof *r->holders);
    for (uint32_t i = 0; i < ckpti_image_nruns(r->image); i++) {
        ckpti_image_object o;
        uint32_t first, n = ckpti_image_run(r->image, i, &first);
        for (uint32_t id = first; id < first + n; id++) {
            ckpti_image_object_get(r->image, id, &o);
            r->object = id;
            if (!o.data || o.kind == CKPTI_O_LITERAL || !r->pairs[id - 1] || r->constant[id - 1])
                continue;
            if (!(o.flags & CKPTI_OF_LINK ? decode_link : decode_object)(r, &d, &o, r->pairs[id - 1]))
                return r->failed ? r->failed : say_range(r, &d, &o);
        }
    }
    ckpti_restore_name_traps(r);
    return CKPT_OK;
}

/* Take fix-ups of one kind of target out of the list; `find` gives the target's address. */
static ckpt_status fix_now(ckpti_restoring *r, unsigned kind, void *(*find)(uint32_t number), const char *what)
{
    size_t kept = 0;
    for (size_t i = 0; i < r->nfixups; i++) {
        ckpti_fixup *f = &r->fixups[i];
        ckpti_image_object o;
        if (!ckpti_image_object_get(r->image, f->target, &o) || o.kind != kind) {
            r->fixups[kept++] = *f;
            continue;
        }
        void *address = find(o.line);
        if (!address)
            return ckpti_fail(CKPT_EBADIMAGE, "%s %u of the image does not exist", what, o.line);
        memcpy(f->slot, &address, sizeof address);
    }
    r->nfixups = kept;
    return CKPT_OK;
}

static void *stream_at(uint32_t number) { return ckpti_stream_by_id(number); }
static void *result_of(uint32_t call) { return ckpti_replay_result ? ckpti_replay_result(call) : 0; }

ckpt_status ckpti_restore_streams(ckpti_restoring *r) { return fix_now(r, CKPTI_O_STREAM, stream_at, "stream"); }
ckpt_status ckpti_restore_replayed(ckpti_restoring *r) { return fix_now(r, CKPTI_O_SPECIAL, result_of, "result of replayed call"); }

static void close_frame(ckpti_restored_frame *f)
{
    for (uint32_t i = 0; f->added && i < f->function->resumes[f->resume].nlocals; i++)
        free(f->added[i]);
    free(f->added);
    free(f->objects);
}

void ckpti_restore_close(ckpti_restoring *r)
{
    for (uint32_t i = 0; r->at && i < r->nlocals; i++)
        free(r->at[i]);
    for (uint32_t i = 0; r->frames && i < r->nframes; i++)
        close_frame(&r->frames[i]);
    free(r->changes.rows);
    free(r->variable_runs);
    free(r->gone);
    free(r->constant);
    for (uint32_t i = 0; i < CKPTI_LEFT_OUT; i++)
        free(r->left_out[i]);
    ckpti_literals_close(r->literals);
    free(r->pairs);
    free(r->named);
    free(r->at);
    free(r->bound);
    free(r->frames);
    free(r->fixups);
    free(r->values);
    free(r->holders);
    free(r->late);
    ckpti_matcher_close(r->matcher);
    ckpti_universe_close(r->universe);
    ckpti_image_close(r->image);
    memset(r, 0, sizeof *r);
}
