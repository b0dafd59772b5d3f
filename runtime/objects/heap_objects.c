/* heap_objects.c - the heap as a table of objects: blocks by address, listing, numbers. See heap.h. */
#include <string.h>
#include <sys/mman.h>
#include "objects/heap_chunk.h"
#include "objects/links.h"
#include "objects/parts.h"

/* Chunks by address: open addressing, made anew when chunks have come. */
static ckpti_chunk **table;
static size_t table_room;
static ckpti_chunk *table_newest;

static size_t slot_of(const ckpti_chunk *c) { return ((uintptr_t)c / CKPTI_CHUNK * 0x9e3779b1u) & (table_room - 1); }

static bool make_table(void)
{
    size_t n = 0, room = 64;
    for (ckpti_chunk *c = ckpti_chunks; c; c = c->next)
        n++;
    while (room < 2 * n)
        room *= 2;
    void *p = mmap(0, room * sizeof *table, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED)
        return false;
    if (table)
        munmap(table, table_room * sizeof *table);
    table = p;
    table_room = room;
    for (ckpti_chunk *c = ckpti_chunks; c; c = c->next) {
        size_t i = slot_of(c);
        while (table[i])
            i = (i + 1) & (room - 1);
        table[i] = c;
    }
    table_newest = ckpti_chunks;
    return true;
}

static ckpti_chunk *find_chunk(const void *address)
{
    ckpti_chunk *c = ckpti_chunk_of(address);
    if (table_newest != ckpti_chunks && !make_table())
        return 0;
    if (!table)
        return 0;
    for (size_t i = slot_of(c); table[i]; i = (i + 1) & (table_room - 1))
        if (table[i] == c)
            return c;
    return 0;
}

static void describe(const ckpti_header *h, ckpti_block *out)
{
    unsigned log = h->word >> 8 & 0x1f;
    const ckpti_parts *parts = ckpti_parts_of(h);
    const ckptg_type *leads = parts ? parts->type : ckpti_header_leads(h);
    const ckpti_linked *linked = parts ? 0 : ckpti_linked_of(leads);
    out->align = log ? (size_t)1 << log : 0;
    out->start = log ? ckpti_aligned_start(h, out->align) : (unsigned char *)(uintptr_t)(h + 1);
    out->size = (size_t)(h->word >> 16);
    out->type = ckpti_unlinked(leads);
    out->link = linked ? linked->link : 0;
    out->link_head = linked ? linked->head : 0;
    out->link_inside = linked && linked->inside;
    out->room = linked && linked->room;
    out->block = out->start;
    out->part = 0;
    out->parts = parts ? parts->n : 0;
    out->rest = out->padding = false;
    out->array = h->word & CKPTI_B_ARRAY;
    out->begins = h->word & CKPTI_B_BEGINS;
    out->untold = h->word & CKPTI_B_UNTOLD;
    out->annotated = h->word & CKPTI_B_ANNOTATED;
    out->excluded = h->word & CKPTI_B_EXCLUDED;
}

static bool ours(const ckpti_header *h) { return (h->word & (CKPTI_B_LIVE | CKPTI_B_PRIVATE)) == CKPTI_B_LIVE; }

/* Header of the program's block in whose slot or mapping the address lies. */
static ckpti_header *header_at(const void *address, uint32_t **number)
{
    ckpti_header *h;
    ckpti_chunk *c = find_chunk(address);
    if (c) {
        unsigned char *first = (unsigned char *)c + CKPTI_CHUNK_HEADER;
        if ((unsigned char *)address < first || (unsigned char *)address >= c->bump)
            return 0;
        size_t i = (size_t)((unsigned char *)address - first) / c->slot;
        h = (ckpti_header *)(first + i * c->slot);
        *number = c->numbers ? &c->numbers[i] : 0;
    } else {
        h = ckpti_run_find(address, number);
        if (!h)
            h = ckpti_large_find(address, number);
    }
    return h && ours(h) ? h : 0;
}

/* Header of the block that holds an address, or ends there. */
static ckpti_header *holder_of(const unsigned char *a, ckpti_block *out)
{
    uint32_t *number;
    ckpti_header *h = header_at(a, &number);
    if (h) {
        describe(h, out);
        if (a >= out->start && a < out->start + out->size)
            return h;
    }
    h = header_at(a - 1, &number);
    if (h) {
        describe(h, out);
        if (a == out->start + out->size)
            return h;
    }
    return 0;
}

bool ckpti_heap_find_whole(const void *address, ckpti_block *out) { return holder_of(address, out); }

bool ckpti_heap_find(const void *address, ckpti_block *out)
{
    const ckpti_header *h = holder_of(address, out);
    const ckpti_parts *parts = h ? ckpti_parts_of(h) : 0;
    uint32_t k;
    if (!parts)
        return h;
    size_t offset = (size_t)((const unsigned char *)address - out->block);
    if (!ckpti_parts_find(parts, offset, false, &k) && !ckpti_parts_find(parts, offset, true, &k))
        return false;
    if (ckpti_parts_is_padding(parts, k, out->block)) { /* its beginning is the end of the part before */
        if (offset != parts->part[k].offset)
            return false;
        k--;
    }
    ckpti_parts_describe(parts, k, out);
    return true;
}

bool ckpti_heap_find_part_before(const void *address, ckpti_block *out)
{
    const ckpti_header *h = holder_of(address, out);
    const ckpti_parts *parts = h ? ckpti_parts_of(h) : 0;
    uint32_t k;
    if (!parts || !ckpti_parts_find(parts, (size_t)((const unsigned char *)address - out->block), true, &k) || k + 1 == parts->n || ckpti_parts_is_padding(parts, k, out->block))
        return false;
    ckpti_parts_describe(parts, k, out);
    return true;
}

void ckpti_heap_part(const ckpti_block *part, uint32_t k, ckpti_block *out)
{
    const ckpti_header *h = holder_of(part->block, out);
    ckpti_parts_describe(ckpti_parts_of(h), k - 1, out);
}

static uint32_t *number_of(const void *start, bool make)
{
    uint32_t *number = 0, k;
    ckpti_block whole;
    ckpti_header *h = holder_of(start, &whole);
    ckpti_parts *parts = h ? ckpti_parts_of(h) : 0;
    if (parts)
        return ckpti_parts_find(parts, (size_t)((const unsigned char *)start - whole.block), false, &k) ? &parts->part[k].number : 0;
    ckpti_chunk *c = find_chunk((const unsigned char *)start - 1);
    if (c && !c->numbers && make) {
        size_t n = (CKPTI_CHUNK - CKPTI_CHUNK_HEADER) / c->slot;
        ckpti_heap_private(1);
        c->numbers = ckpti_calloc(n, sizeof *c->numbers, 0);
        ckpti_heap_private(-1);
    }
    return header_at((const unsigned char *)start - 1, &number) ? number : 0;
}

uint32_t ckpti_heap_number(const void *start)
{
    uint32_t *n = number_of(start, false);
    return n ? *n : 0;
}

bool ckpti_heap_set_number(const void *start, uint32_t number)
{
    uint32_t *n = number_of(start, true);
    if (n)
        *n = number;
    return n;
}

void ckpti_heap_forget_numbers(void)
{
    for (ckpti_chunk *c = ckpti_chunks; c; c = c->next) {
        ckpti_free(c->numbers);
        c->numbers = 0;
    }
    ckpti_run_forget_numbers();
    ckpti_large_forget_numbers();
    ckpti_parts_forget_numbers();
}

struct each {
    void (*function)(void *context, const ckpti_block *block);
    void *context;
};

static void each_one(void *context, ckpti_header *h)
{
    struct each *e = context;
    ckpti_block b;
    if (!ours(h))
        return;
    describe(h, &b);
    const ckpti_parts *parts = ckpti_parts_of(h);
    for (uint32_t k = 0; parts && k < parts->n; k++) {
        describe(h, &b);
        ckpti_parts_describe(parts, k, &b);
        e->function(e->context, &b);
    }
    if (!parts)
        e->function(e->context, &b);
}

void ckpti_heap_each(void (*function)(void *context, const ckpti_block *block), void *context)
{
    struct each e = {function, context};
    for (ckpti_chunk *c = ckpti_chunks; c; c = c->next)
        for (unsigned char *p = (unsigned char *)c + CKPTI_CHUNK_HEADER; p < c->bump; p += c->slot)
            each_one(&e, (ckpti_header *)p);
    ckpti_run_each(each_one, &e);
    ckpti_large_each(each_one, &e);
}

void ckpti_heap_mark_array(void *block) { ckpti_block_header(block)->word |= CKPTI_B_ARRAY; }

void ckpti_heap_exclude(void *block) { ckpti_block_header(block)->word |= CKPTI_B_EXCLUDED; }

void ckpti_heap_form(void *block, uint32_t form)
{
    static const uint64_t flags[] = { 0, [CKPTG_B_SEVERAL] = CKPTI_B_ARRAY, [CKPTG_B_BEGINS] = CKPTI_B_BEGINS, [CKPTG_B_UNTOLD] = CKPTI_B_UNTOLD,
                                      [CKPTG_B_TRAILS] = CKPTI_B_BEGINS | CKPTI_B_UNTOLD };
    ckpti_header *h = ckpti_block_header(block);
    if (h->word & CKPTI_B_LIVE)
        h->word = (h->word & ~(uint64_t)(CKPTI_B_ARRAY | CKPTI_B_BEGINS | CKPTI_B_UNTOLD)) | flags[form];
}

void ckpti_heap_retype(void *block, const ckptg_type *type, uint32_t form)
{
    if (ckpti_block_header(block)->word & CKPTI_B_PARTED)
        return;
    ckpti_header_lead(ckpti_block_header(block), type);
    ckpti_heap_form(block, form);
}

bool ckpti_heap_is_array(void *block, const ckptg_type *type)
{
    const ckpti_header *h = ckpti_block_header(block);
    return ckpti_unlinked(ckpti_header_leads(h)) == type && (size_t)(h->word >> 16) > type->size && !(h->word & (CKPTI_B_BEGINS | CKPTI_B_UNTOLD));
}

struct ckpti_parts *ckpti_heap_annotate(void *block, const ckptg_type *type)
{
    ckpti_header *h = ckpti_block_header(block);
    ckpti_parts *parts = ckpti_parts_detach(h);
    ckpti_header_lead(h, type);
    h->word |= CKPTI_B_ANNOTATED;
    return parts;
}

void ckpti_heap_declare_one(void *block, bool one)
{
    ckpti_header *h = ckpti_block_header(block);
    h->word = (h->word & ~(uint64_t)CKPTI_B_BEGINS) | (one ? CKPTI_B_BEGINS : 0);
    if (one)
        h->word &= ~(uint64_t)CKPTI_B_ARRAY;
}

void *ckpti_heap_restore(size_t size, size_t align, const ckptg_type *type)
{
    int depth = ckpti_heap_private_depth(0); /* the program's, whatever the restart itself allocates around it */
    void *p = align ? ckpti_memalign(align, size, type) : ckpti_calloc(1, size, type);
    ckpti_heap_private_depth(depth);
    if (p && align)
        memset(p, 0, size);
    return p;
}
