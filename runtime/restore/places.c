/* places.c - where the parts of a block (objects/parts.h) lie in it on this machine. See state.h.
 *
 * A program that has carved a block keeps pointers to its parts, which lead there wherever they lie; then they lie one behind the other, rounded up as they
 * were. Or it finds them by arithmetic of its own, of which an image knows nothing: `h + 1`, `(char *)h + 16`. So what follows a structure in front lies where
 * this program keeps something behind one of that type (ckpti_type.behind). Where that is not known, and matters, the restart ends.
 */
#include "objects/parts.h"
#include "restore/state.h"

typedef struct place {
    ckpti_image_object object;
    const ckpti_pair *is;
    size_t size, at, end;
    bool rest;                    /* nothing is declared of it */
} place;

static ckpt_status too_large(const place *p)
{
    return ckpti_fail(CKPT_ENOMEM, "%llu elements of %s do not fit in this machine's memory", (unsigned long long)p->object.count, p->object.type->name);
}

static ckpt_status unknown(const ckpti_pair *first, const place *p, const char *why)
{
    return ckpti_fail(CKPT_ELAYOUT, "heap block of %s, and %s behind it: %s, and memory is laid out otherwise here: where this program looks for it is not known; "
                      "keep a pointer to a block of its own", first->to->name, p->rest ? "room" : p->is->to->name, why);
}

static bool round_up(uint64_t n, uint64_t align, uint64_t *out)
{
    return align <= 1 ? (*out = n, true) : ckpti_add(n, align - 1, out) && (*out &= ~(align - 1), true);
}

/* Is it one value of such a kind, and no more? */
static bool is_one(const place *p) { return p->object.count == 1 && !p->object.flex && !p->object.tail; }

/* Did it lie there without any room before it? */
static bool was_packed(const place *p) { return p->object.align == 1; }

/* Where the part behind `before`, the first one, begins if that is not where its alignment says (*at). */
static ckpt_status place_behind(const ckpti_restoring *r, const place *before, const place *p, bool last, uint64_t *at)
{
    const ckpti_type *front = before->is->to;
    if (!is_one(before))
        return CKPT_OK;
    if (front->kind != CKPTG_STRUCT) { /* h + 1 of a number: as it follows, or as it is aligned? */
        bool either = !r->same_layout && was_packed(p) && *at != before->end;
        return either ? unknown(before->is, p, "it followed that right away, and is aligned otherwise here") : CKPT_OK;
    }
    if (front->behind == CKPTI_BEHIND_SEVERAL)
        return r->same_layout ? CKPT_OK : unknown(before->is, p, "the program has several places behind such a structure");
    if (!front->behind || (r->same_layout && !p->rest))
        return CKPT_OK;
    if (front->behind < before->end)
        return r->same_layout ? CKPT_OK : unknown(before->is, p, "the program's place behind such a structure lies in it");
    if (p->rest && !last)
        *at = before->end;
    else if (front->behind == before->end ? was_packed(p) : front->behind % (p->is->to->align ? p->is->to->align : 1) == 0)
        *at = front->behind; /* else the origin had it elsewhere, and a pointer to it */
    return CKPT_OK;
}

ckpt_status ckpti_restored_places(const ckpti_restoring *r, uint32_t first, uint32_t n, ckpti_parts *parts, size_t *bytes)
{
    place before = {0}, p = {0};
    for (uint32_t k = 0; k < n; k++, before = p) {
        p = (place){.is = r->pairs[first + k - 1]};
        ckpti_image_object_get(r->image, first + k, &p.object);
        if (!p.is) { /* nothing leads to it in this program */
            p = before;
            continue;
        }
        p.rest = k && !(p.object.flags & CKPTI_OF_ANNOTATED);
        bool exactly = p.object.align && (r->same_layout || p.object.align > p.is->to->align);
        uint64_t align = exactly ? p.object.align : p.is->to->align, at;
        if (!ckpti_restored_size(p.is, &p.object, &p.size) || !round_up(before.end, k ? align : 1, &at))
            return too_large(&p);
        ckpt_status st = k == 1 && before.is ? place_behind(r, &before, &p, n == 2, &at) : CKPT_OK;
        if (st)
            return st;
        uint64_t to = k == 1 && before.is && is_one(&before) ? before.is->to->behind : 0; /* up to which the room before what lies there goes */
        if (p.rest && !r->same_layout && k + 1 < n && to && to != CKPTI_BEHIND_SEVERAL && to >= at)
            p.size = (size_t)to - (size_t)at;
        else if (p.rest && !r->same_layout && __builtin_mul_overflow(p.size, 2, &p.size)) /* what the program has still to put there may be twice as large here */
            return too_large(&p);
        p.at = (size_t)at;
        if (at > SIZE_MAX / 2 || __builtin_add_overflow(p.at, p.size, &p.end) || p.end > SIZE_MAX / 2)
            return too_large(&p);
        if (parts && parts->n && p.at > before.end) /* the place is rounded up: the program may write there */
            parts->part[parts->n++] = (ckpti_part){.offset = before.end, .size = p.at - before.end, .number = n, .kind = CKPTI_PART_REST};
        if (parts)
            parts->part[parts->n++] = (ckpti_part){.offset = p.at, .size = p.size, .type = p.object.flags & (CKPTI_OF_RAW | CKPTI_OF_TOLD) ? 0 : p.is->to->native,
                .number = k, .kind = p.object.flags & CKPTI_OF_ANNOTATED ? CKPTI_PART_DECLARED : p.rest ? CKPTI_PART_REST : CKPTI_PART_FIRST};
    }
    *bytes = before.end;
    return CKPT_OK;
}
