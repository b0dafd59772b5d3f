/* parts.c - heap blocks in parts. See parts.h. */
#include <string.h>
#include "core/log.h"
#include "objects/heap_chunk.h"
#include "objects/heap_lock.h"
#include "objects/links.h"
#include "objects/parts.h"

static ckpti_parts *all;

ckpti_parts *ckpti_parts_new(uint32_t n)
{
    ckpti_heap_private(1);
    ckpti_parts *parts = ckpti_calloc(1, sizeof *parts + n * sizeof *parts->part, 0);
    ckpti_heap_private(-1);
    if (parts)
        parts->room = n;
    return parts;
}

void ckpti_parts_free(ckpti_parts *parts) { ckpti_free(parts); }

ckpti_parts *ckpti_parts_detach(ckpti_header *h)
{
    ckpti_parts *parts = ckpti_parts_of(h);
    if (!parts)
        return 0;
    *(parts->previous ? &parts->previous->next : &all) = parts->next;
    if (parts->next)
        parts->next->previous = parts->previous;
    h->word &= ~(uint64_t)CKPTI_B_PARTED;
    ckpti_header_lead(h, parts->type);
    return parts;
}

/* The last part goes to the end of the block. */
static void fit(ckpti_parts *parts, size_t size)
{
    while (parts->n > 1 && parts->part[parts->n - 1].offset >= size)
        parts->n--;
    ckpti_part *last = &parts->part[parts->n - 1];
    if (last->kind == CKPTI_PART_REST || last->offset + last->size > size)
        last->size = size - last->offset;
    else if (last->offset + last->size < size) /* room for it has been kept */
        parts->part[parts->n++] = (ckpti_part){.offset = last->offset + last->size, .size = size - last->offset - last->size, .kind = CKPTI_PART_REST};
}

void ckpti_parts_attach(ckpti_header *h, ckpti_parts *parts)
{
    parts->type = ckpti_header_leads(h);
    if (parts->part[0].kind == CKPTI_PART_FIRST)
        parts->part[0].type = parts->type;
    fit(parts, (size_t)(h->word >> 16));
    parts->previous = 0;
    parts->next = all;
    if (all)
        all->previous = parts;
    all = parts;
    ckpti_header_lead(h, parts);
    h->word |= CKPTI_B_PARTED;
}

void ckpti_parts_forget_numbers(void)
{
    for (ckpti_parts *p = all; p; p = p->next)
        for (uint32_t k = 0; k < p->n; k++)
            p->part[k].number = 0;
}

bool ckpti_parts_find(const ckpti_parts *parts, size_t offset, bool ends, uint32_t *k)
{
    uint32_t low = 0, high = parts->n; /* first part that ends behind the offset, or at it */
    while (low < high) {
        uint32_t mid = low + (high - low) / 2;
        size_t end = parts->part[mid].offset + parts->part[mid].size;
        if (ends ? end < offset : end <= offset)
            low = mid + 1;
        else
            high = mid;
    }
    *k = low;
    return low < parts->n && (ends ? parts->part[low].offset + parts->part[low].size == offset : parts->part[low].offset <= offset);
}

enum { ROUND = 16 };

static bool is_zero(const unsigned char *p, size_t n)
{
    while (n && !*p)
        p++, n--;
    return !n;
}

bool ckpti_parts_is_padding(const ckpti_parts *parts, uint32_t k, const unsigned char *block)
{
    const ckpti_part *p = &parts->part[k];
    size_t end = p->offset + p->size, round = ROUND;
    if (p->kind != CKPTI_PART_REST || !k || k + 1 == parts->n || p->size >= ROUND || !is_zero(block + p->offset, p->size))
        return false;
    while (round > 1 && (p->offset + round - 1) / round * round != end)
        round /= 2;
    return round > 1;
}

void ckpti_parts_describe(const ckpti_parts *parts, uint32_t k, ckpti_block *b)
{
    const ckpti_part *p = &parts->part[k];
    b->start = b->block + p->offset;
    b->size = p->size;
    const ckpti_linked *linked = ckpti_linked_of(p->type);
    b->type = ckpti_unlinked(p->type);
    b->link = linked ? linked->link : 0;
    b->link_head = linked ? linked->head : 0;
    b->link_inside = linked && linked->inside;
    b->room = false;
    b->part = k + 1;
    b->parts = parts->n;
    b->rest = p->kind == CKPTI_PART_REST;
    b->padding = ckpti_parts_is_padding(parts, k, b->block);
    if (p->kind != CKPTI_PART_FIRST) {
        b->annotated = p->kind == CKPTI_PART_DECLARED;
        b->array = b->begins = b->untold = false;
        b->align = 0;
        return;
    }
    /* What the program has rounded the size up by. */
    size_t each = b->type && !(b->type->flags & CKPTG_T_FLEXIBLE) ? (size_t)b->type->size : 0, over = each ? p->size % each : 0;
    b->annotated |= each != 0;
    if (each && p->size >= each && over < ROUND && parts->n > 1 && is_zero(b->start + p->size - over, over))
        b->size -= over;
}

bool ckpti_parts_is_begun(const ckptg_type *type) { return type->kind == CKPTG_STRUCT && strstr(type->name, " before "); }

/* Is it where the program keeps something behind the structure that the block begins with? */
static bool is_behind(const ckptg_type *front, size_t offset)
{
    return front && front->kind == CKPTG_STRUCT && !(front->flags & CKPTG_T_HEADER) && (front->count & ~CKPTG_BEHIND_REUSED) == offset;
}

enum { MORE = 3 };               /* parts that one more can make: itself, and what is left of another one on both sides, in two parts on one; fit() may add another */

/* [from, to) is one part: what was there goes, as far as it goes. There is room for MORE. */
static void carve(ckpti_parts *parts, size_t from, size_t to, const ckptg_type *type)
{
    ckpti_part with[MORE + 1], *p = parts->part;
    uint32_t i = 0, j, n = 0;
    while (i < parts->n && p[i].offset + p[i].size <= from)
        i++;
    for (j = i; j < parts->n && p[j].offset < to; j++)
        ;
    if (i < j && p[i].offset < from) {
        with[n] = p[i];
        with[n++].size = from - p[i].offset;
        const ckptg_type *front = ckpti_unlinked(p[i].type);
        if (p[i].kind == CKPTI_PART_FIRST && is_behind(front, from) && from > front->size) { /* one structure, and the way to that place */
            with[n - 1].size = front->size;
            with[n++] = (ckpti_part){.offset = front->size, .size = from - front->size, .kind = CKPTI_PART_REST};
        }
    }
    with[n++] = (ckpti_part){.offset = from, .size = to - from, .type = type, .kind = CKPTI_PART_DECLARED};
    if (i < j && p[j - 1].offset + p[j - 1].size > to)
        with[n++] = (ckpti_part){.offset = to, .size = p[j - 1].offset + p[j - 1].size - to, .kind = CKPTI_PART_REST};
    memmove(p + i + n, p + j, (parts->n - j) * sizeof *p);
    memcpy(p + i, with, n * sizeof *with);
    parts->n = parts->n - (j - i) + n;
    if (from || ckpti_parts_is_begun(type))
        return;
    /* The beginning goes on to the next part, as it goes on to the end of a block in one piece. */
    p[0].kind = CKPTI_PART_FIRST;
    parts->type = type;
    if (parts->n > 1 && p[1].kind == CKPTI_PART_REST) {
        p[0].size += p[1].size;
        parts->n--;
        memmove(p + 1, p + 2, (parts->n - 1) * sizeof *p);
    }
}

/* With the heap locked. more: a longer list than the block's own, or 0. What is left over goes to *old. */
static bool declare(const ckpti_block *b, size_t from, size_t to, const ckptg_type *type, ckpti_parts *more, ckpti_parts **old)
{
    ckpti_header *h = ckpti_block_header(b->block);
    ckpti_parts *parts = ckpti_parts_of(h);
    *old = more;
    if (!more && (!parts || parts->room < parts->n + MORE + 1))
        return false;
    if (more && parts && more->room < parts->n + MORE + 1)
        return false;
    if (more) {
        *old = ckpti_parts_detach(h);
        if (*old)
            memcpy(more->part, (*old)->part, (*old)->n * sizeof *more->part);
        else
            more->part[0] = (ckpti_part){.size = (size_t)(h->word >> 16), .type = ckpti_header_leads(h), .kind = CKPTI_PART_FIRST};
        more->n = *old ? (*old)->n : 1;
        ckpti_parts_attach(h, more);
        parts = more;
    }
    carve(parts, from, to, type);
    return true;
}

bool ckpti_parts_declare(void *address, const ckptg_type *type, size_t size, const char *file, uint32_t line)
{
    ckpti_parts *more = 0, *old;
    for (;;) {
        ckpti_block b;
        ckpti_heap_lock();
        if (!ckpti_heap_find_whole(address, &b)) {
            ckpti_heap_unlock();
            ckpti_parts_free(more);
            return false;
        }
        size_t from = (size_t)((unsigned char *)address - b.block), left = b.size - from;
        bool fits = size <= left, done = fits && declare(&b, from, from + size, type, more, &old);
        if (done)
            more = old;
        const ckptg_type *front = b.parts ? 0 : b.type;
        uint32_t need = b.parts ? 2 * b.parts + MORE + 2 /* as there will be more */
                                : 2u + (from != 0) + (is_behind(front, from) && from > front->size) + (size < left); /* and one for fit() */
        ckpti_heap_unlock();
        ckpti_parts_free(more);
        if (done || !fits)
            return fits;
        more = ckpti_parts_new(need);
        if (!more) {
            ckpti_log("%s:%u: #pragma ckpt type: no memory to note it; it is not used", file, line);
            return true;
        }
    }
}

void ckpti_parts_put(void *block, ckpti_parts *parts)
{
    ckpti_parts *old = ckpti_parts_detach(ckpti_block_header(block));
    ckpti_parts_attach(ckpti_block_header(block), parts);
    if (old)
        ckpti_parts_free(old);
}
