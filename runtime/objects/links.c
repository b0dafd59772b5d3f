/* links.c - memory that the program has given back to a list of its own. See links.h, ckpt_abi.h ("lists"). */
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/single_threaded.h>
#include "objects/heap_chunk.h"
#include "objects/heap_lock.h"
#include "objects/links.h"
#include "objects/parts.h"

enum { FIRST = 128, HEADS = 1 << 16 };
/* So that what is done for nearly all blocks has few registers to keep. */
#define APART __attribute__((noinline))

/* Pairs by what they are: open addressing, of pointers that stay. */
static ckpti_linked first[FIRST], *more, **table, *first_table[2 * FIRST];
static size_t n, room = FIRST;
static bool lost;

static size_t spot(const ckpti_linked *pair)
{
    uint64_t h = ((uintptr_t)pair->of * 3 + (uintptr_t)pair->link * 5 + (uintptr_t)pair->was * 7 + (uintptr_t)pair->head + pair->inside + 2u * pair->room) * UINT64_C(0x9e3779b97f4a7c15);
    size_t i = (size_t)(h >> 32) & (2 * room - 1);
    for (; table[i]; i = (i + 1) & (2 * room - 1))
        if (table[i]->of == pair->of && table[i]->link == pair->link && table[i]->was == pair->was && table[i]->head == pair->head && table[i]->inside == pair->inside &&
            table[i]->room == pair->room)
            break;
    return i;
}

/* Room for as many again. */
static bool grow(void)
{
    ckpti_linked **old = table;
    size_t size = 4 * room * sizeof *table;
    char *memory = mmap(0, size + room * sizeof *more, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        return false;
    table = (ckpti_linked **)(void *)memory;
    more = (ckpti_linked *)(void *)(memory + size) - n;
    room *= 2;
    for (size_t i = 0; i < room; i++) /* twice what there was room for */
        if (old[i])
            table[spot(old[i])] = old[i];
    return true; /* pairs stay where they are; the old table goes with them */
}

const ckptg_type *ckpti_link_pair(ckpti_linked pair)
{
    if (!table) {
        table = first_table;
        more = first;
    }
    if (n >= HEADS) /* lists come and go */
        pair.head = 0;
    size_t i = spot(&pair);
    if (!table[i]) {
        if (n == room && !grow()) {
            lost = true;
            return pair.of;
        }
        pair.type = (ckptg_type){.kind = CKPTI_LINKED, .flags = pair.of ? pair.of->flags : 0};
        more[n] = pair;
        i = spot(&pair);
        table[i] = &more[n++];
    }
    return &table[i]->type;
}

bool ckpti_link_lost(void) { return lost; }

/* Each unit has a descriptor of its own. */
static bool is_same(const ckptg_type *a, const ckptg_type *b)
{
    return a && b && a->kind == b->kind && a->size == b->size && !strcmp(a->name, b->name);
}

bool ckpti_link_is_used(const ckptg_type *type)
{
    for (size_t i = 0; type && table && i < 2 * room; i++)
        if (table[i] && is_same(table[i]->link, type))
            return true;
    return false;
}

/* The pointer, or what cannot be carried, at that byte of a value of the type, or of an array of it; of a union of one of its members that has one. */
static const ckptg_type *pointer_at(const ckptg_type *t, ckptg_size at)
{
    const ckptg_type *there = 0;
    while (t && t->size) {
        const ckptg_field *f = t->fields, *end = f + t->nfields;
        if (t->kind == CKPTG_POINTER || t->kind == CKPTG_OPAQUE)
            return t->kind == CKPTG_OPAQUE || at % t->size == 0 ? t : 0;
        if (t->kind == CKPTG_STRUCT && t->flags & CKPTG_T_HEADER)
            for (ckptg_u32 i = 0; i < t->nvariants; i++)
                if (t->variants[i] != t && (there = pointer_at(t->variants[i], at)))
                    return there;
        if (t->flags & CKPTG_T_FLEXIBLE && at >= end[-1].offset) {
            at -= end[-1].offset;
            t = end[-1].type;
            continue;
        }
        at %= t->size;
        if (t->kind == CKPTG_ARRAY) {
            t = t->elem;
            continue;
        }
        if (t->kind != CKPTG_STRUCT && t->kind != CKPTG_VARIANT)
            return 0;
        for (; f < end; f++)
            if (!f->bits && at >= f->offset && at - f->offset < f->type->size && (there = pointer_at(f->type, at - f->offset)))
                return there;
        return 0;
    }
    return 0;
}

bool ckpti_link_has_pointer(const ckptg_type *type, ckptg_size at) { return pointer_at(type, at); }

/* Does a pointer of the memory's own type lead to what the link leads to, for all that it says? */
static bool may_be(const ckptg_type *there, const ckptg_type *link, const ckptg_type *memory)
{
    const ckptg_type *to = there ? there->elem : 0;
    if (!there || there->kind == CKPTG_OPAQUE)
        return there;
    if (!to || to->kind == CKPTG_VOID || (to->kind >= CKPTG_CHAR && to->kind <= CKPTG_UCHAR))
        return true;
    return to->kind != CKPTG_FUNCTION && to->kind != CKPTG_STREAM && (is_same(to, link->elem) || is_same(to, memory));
}

/* Does a structure, or union, of that type begin at that byte of a value of the other type, or of an array of it? */
static bool begins_there(const ckptg_type *t, ckptg_size at, const ckptg_type *what)
{
    while (t && t->size) {
        const ckptg_field *f = t->fields, *end = f + t->nfields;
        at %= t->size;
        if (!at && t->kind == what->kind && t->size == what->size && !strcmp(t->name, what->name))
            return true;
        if (t->kind == CKPTG_ARRAY) {
            t = t->elem;
            continue;
        }
        while (t->kind == CKPTG_STRUCT && f < end && (f->bits || at < f->offset || at - f->offset >= f->type->size))
            f++;
        if (t->kind != CKPTG_STRUCT || f == end)
            return false;
        at -= f->offset;
        t = f->type;
    }
    return false;
}

/* Has the link a pointer where the memory, from `at` bytes behind its start on, has none? */
static bool is_other(const ckptg_type *link, ckptg_size base, const ckptg_type *t, ckptg_size at)
{
    if (link->kind == CKPTG_POINTER)
        return !may_be(pointer_at(t, at + base), link, t);
    if ((link->kind == CKPTG_STRUCT || link->kind == CKPTG_VARIANT || link->kind == CKPTG_OPAQUE) && begins_there(t, at + base, link))
        return false;
    if (link->kind == CKPTG_OPAQUE || link->kind == CKPTG_VARIANT || link->flags & CKPTG_T_BYTES) /* a union: no image has it, as that */
        return true;
    if (link->kind == CKPTG_ARRAY && link->elem)
        for (ckptg_size i = 0; i < link->count; i++)
            if (is_other(link->elem, base + i * link->elem->size, t, at))
                return true;
    for (ckptg_u32 i = 0; i < link->nfields && link->kind == CKPTG_STRUCT; i++)
        if (!link->fields[i].bits && is_other(link->fields[i].type, base + link->fields[i].offset, t, at))
            return true;
    return false;
}

/* Where a block, or the part that holds the address, keeps what it leads to. */
static void set(const ckpti_block *b, const ckptg_type *to)
{
    ckpti_header *h = ckpti_block_header(b->block);
    ckpti_parts *parts = ckpti_parts_of(h);
    if (!parts) {
        ckpti_header_lead(h, to);
        return;
    }
    ckpti_part *p = &parts->part[b->part - 1];
    p->type = to;
    if (p->kind == CKPTI_PART_FIRST)
        parts->type = to;
}

/* What is done for nearly all blocks of a program, by what their headers lead to: on a list, and off it. For one thread, which needs no lock then. */
enum { KNOWN = 32 };
static struct on_known { uintptr_t leads; const ckptg_type *link; const ckpti_linked *to; } on_known[KNOWN]; /* to 0: nothing is to be done */
static struct off_known { uintptr_t leads; const ckptg_type *to, *again; } off_known[KNOWN];

static size_t known(uintptr_t leads) { return (leads >> 5 ^ leads >> 10 ^ leads >> 15) % KNOWN; }

/* The header of an ordinary block that may start there; only if it leads to what is known is it one. Nothing else has such a word in front of it. */
static ckpti_header *header_before(const void *memory)
{
    uintptr_t at = (uintptr_t)memory;
    const uint64_t odd = CKPTI_B_PRIVATE | CKPTI_B_STUB | CKPTI_B_ANNOTATED | CKPTI_B_PARTED | CKPTI_B_EXCLUDED;
#if defined(CKPTI_GUARD) || defined(__SANITIZE_ADDRESS__)
    return 0;
#endif
    if (!__libc_single_threaded || at % sizeof(ckpti_header) || at % 4096 < sizeof(ckpti_header)) /* in the same page */
        return 0;
    ckpti_header *h = (ckpti_header *)at - 1;
    return (h->word & (odd | CKPTI_B_LIVE)) == CKPTI_B_LIVE ? h : 0;
}

/* What a thread does between two calls is its own, whatever others put and take meanwhile. */
static _Thread_local struct {
    const void *put;              /* what it has put on a list last, until it is known which one; */
    const ckpti_linked *pair;     /* what that leads to, or 0: not looked for */
    bool is_pure;                 /* its link has nothing but pointers */
    const void *off;              /* what it has taken off last, */
    ckpti_header *header;
    const ckptg_type *leads;      /* what that leads to since, */
    const ckptg_type *again;      /* and what it is when it is handed out */
} mine;

static const ckptg_type *handed_out(const ckpti_block *b) { return b->type || b->room ? ckpti_link_pair((ckpti_linked){.was = b->type, .room = b->room}) : 0; }

static const ckptg_type *taken_off(const ckpti_block *b) { return b->room ? ckpti_link_pair((ckpti_linked){.of = b->type, .room = true}) : b->type; }

const ckptg_type *ckpti_link_retyped(const ckptg_type *leads, const ckptg_type *type)
{
    const ckpti_linked *pair = ckpti_linked_of(leads);
    if (!pair || !pair->room)
        return type;
    ckpti_heap_lock();
    type = ckpti_link_pair((ckpti_linked){.of = type, .room = true});
    ckpti_heap_unlock();
    return type;
}

/* Nothing but pointers? */
static bool is_pure(const ckptg_type *link)
{
    bool pure = link->kind == CKPTG_POINTER || link->kind == CKPTG_STRUCT;
    for (ckptg_u32 i = 0; i < link->nfields && link->kind == CKPTG_STRUCT; i++)
        pure &= !link->fields[i].bits && link->fields[i].type->kind == CKPTG_POINTER;
    return pure;
}

/* Places that have been noted, by address: 64 to an entry, open addressing. An entry whose places are all forgotten stays until the table grows. */
typedef struct places {
    unsigned log;                 /* of a place's bytes */
    struct entry { uintptr_t number; uint64_t has; } *entry; /* number: address of the first >> log >> 6; 0: no entry */
    size_t n, room;
    const unsigned char *deepest; /* on the main thread's stack nothing is noted below; 0: nothing is */
} places;
static places links = {.log = sizeof(void *) == 8 ? 3 : 2}; /* of lists, in variables: elements of an array, mostly */
static places heads;              /* of lists on which such parts, or parts of blocks, have been put */

static struct entry *entry_of(const places *p, uintptr_t number)
{
    size_t i = (size_t)(number * UINT64_C(0x9e3779b97f4a7c15) >> 32) & (p->room - 1);
    while (p->entry[i].number && p->entry[i].number != number)
        i = (i + 1) & (p->room - 1);
    return &p->entry[i];
}

static bool grow_places(places *p)
{
    places old = *p;
    size_t room = old.room ? 2 * old.room : 256;
    void *memory = mmap(0, room * sizeof *p->entry, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        return false;
    p->entry = memory;
    p->room = room;
    p->n = 0;
    for (size_t i = 0; i < old.room; i++)
        if (old.entry[i].has) {
            *entry_of(p, old.entry[i].number) = old.entry[i];
            p->n++;
        }
    if (old.room)
        munmap(old.entry, old.room * sizeof *old.entry);
    return true;
}

/* Of an entry's places those from that one to the last. */
static uint64_t in_entry(uintptr_t from, uintptr_t last)
{
    last = last < (from | 63) ? last : from | 63;
    return ~UINT64_C(0) >> (63 - (last - from)) << (from & 63);
}

/* The main thread's stack, if it is not very deep: nothing else is mapped so near to its end. */
static bool is_on_stack(const unsigned char *at)
{
    extern void *__libc_stack_end;
    const unsigned char *end = __libc_stack_end;
    return at < end && (size_t)(end - at) < 1 << 22;
}

/* What functions had that have returned, as far as this frame tells; that of a signal handler on a stack of its own, which may be a variable, does not. */
static void forget_returned(places *p)
{
    const unsigned char *low = __builtin_frame_address(0);
    stack_t other;
    if (!p->deepest || low <= p->deepest || !__libc_single_threaded || !is_on_stack(low) || sigaltstack(0, &other) || other.ss_flags & SS_ONSTACK)
        return;
    uintptr_t end = (uintptr_t)low >> p->log;
    for (uintptr_t from = (uintptr_t)p->deepest >> p->log; from < end; from = (from | 63) + 1)
        entry_of(p, from >> 6)->has &= ~in_entry(from, end - 1);
    p->deepest = low;
}

static void note(places *p, const void *address, size_t size)
{
    const unsigned char *at = address, *low = __builtin_frame_address(0);
    uintptr_t last = ((uintptr_t)at + size - 1) >> p->log;
    forget_returned(p);
    for (uintptr_t from = (uintptr_t)at >> p->log; from <= last; from = (from | 63) + 1) {
        if (2 * p->n >= p->room && !grow_places(p)) {
            lost = true;
            return;
        }
        struct entry *e = entry_of(p, from >> 6);
        p->n += !e->number;
        e->number = from >> 6;
        e->has |= in_entry(from, last);
    }
    if (at >= low && is_on_stack(low) && is_on_stack(at) && (!p->deepest || at < p->deepest))
        p->deepest = at;
}

static int by_number(const void *a, const void *b)
{
    const struct entry *x = a, *y = b;
    return x->number < y->number ? -1 : x->number > y->number;
}

/* All of them in the order of their addresses; what touches is one. Returns how many. */
static size_t spans_of(const places *p, ckpti_link_span **out)
{
    struct entry *all = malloc((p->n + 1) * sizeof *all);
    ckpti_link_span *spans = 0;
    size_t entries = 0, n = 0, room = 0;
    for (size_t i = 0; all && i < p->room; i++)
        if (p->entry[i].has)
            all[entries++] = p->entry[i];
    if (entries)
        qsort(all, entries, sizeof *all, by_number);
    lost |= !all;
    for (size_t i = 0; i < 64 * entries; i++) {
        const unsigned char *at = (const unsigned char *)((all[i / 64].number << 6 | i % 64) << p->log), *end = at + ((size_t)1 << p->log);
        if (!(all[i / 64].has >> i % 64 & 1))
            continue;
        if (n && spans[n - 1].to == at) {
            spans[n - 1].to = end;
            continue;
        }
        if (n == room) {
            ckpti_link_span *more = realloc(spans, (room = room ? 2 * room : 64) * sizeof *spans);
            if (!more) {
                lost = true;
                break;
            }
            spans = more;
        }
        spans[n++] = (ckpti_link_span){at, end};
    }
    free(all);
    *out = spans;
    return n;
}

/* Each is looked for among all variables: of more than so many near ones are one, and what lies between is looked at for nothing. */
enum { MANY = 1 << 12 };

unsigned ckpti_link_spans(const ckpti_link_span **out)
{
    static ckpti_link_span *spans;
    free(spans);
    size_t n = spans_of(&links, &spans);
    for (size_t near = 64; n > MANY; near *= 2) {
        size_t kept = 0;
        for (size_t i = 1; i < n; i++)
            if ((size_t)(spans[i].from - spans[kept].to) <= near)
                spans[kept].to = spans[i].to;
            else
                spans[++kept] = spans[i];
        n = kept + 1;
    }
    *out = spans;
    return (unsigned)n;
}

size_t ckpti_link_inside_heads(const void *const **out)
{
    static const void **all;
    ckpti_link_span *spans;
    size_t n = spans_of(&heads, &spans);
    free(all);
    all = malloc((n + 1) * sizeof *all);
    lost |= !all;
    for (size_t i = 0; all && i < n; i++)
        all[i] = spans[i].from;
    free(spans);
    *out = all;
    return all ? n : 0;
}

/* Has the block a pointer where the link has one, or else what does it lead to? Of memory in no block nothing is known here. */
static const ckptg_type *put_on(void *memory, const ckptg_type *link, bool *block)
{
    ckpti_block b;
    const ckptg_type *to = 0;
    ckpti_heap_lock();
    *block = !memory || ckpti_heap_find(memory, &b);
    if (memory && *block) {
        ckptg_size at = (ckptg_size)((unsigned char *)memory - b.start);
        bool inside = at || b.link_inside;
        if (!b.type && !b.parts) { /* nobody has said anything of it since it was handed out */
            const ckpti_linked *pair = ckpti_linked_of(ckpti_header_leads(ckpti_block_header(b.block)));
            b.type = pair ? pair->was : 0;
        }
        bool told = b.type || (!at && is_pure(link)); /* of what has no type yet, this may be what tells it, if it is more than a link */
        if (told && at < b.size && is_other(link, 0, b.type, at)) {
            to = ckpti_link_pair((ckpti_linked){.of = b.type, .link = link, .inside = inside, .room = b.room});
            if (b.link != link || b.link_inside != inside)
                set(&b, to);
        }
    }
    else if (memory)
        note(&links, memory, link->size);
    ckpti_heap_unlock();
    return to;
}

/* h  its header, if that can be known the next time; 0: not */
static APART void look_on(void *memory, const ckptg_type *link, const ckpti_header *h, uintptr_t leads)
{
    bool block;
    const ckpti_linked *to = ckpti_linked_of(put_on(memory, link, &block));
    ckpti_block b;
    mine.put = to || (!block && is_pure(link)) ? memory : 0;
    mine.pair = 0;
    mine.is_pure = is_pure(link);
    bool whole = h && leads && ckpti_heap_find_whole(memory, &b) && b.start == memory && b.size && (!to || !to->inside); /* one thread: nothing has changed */
    if (whole)
        on_known[known(leads)] = (struct on_known){leads, link, to};
}

void *ckptg_linked(void *memory, const ckptg_type *link)
{
    ckpti_header *h = header_before(memory);
    uintptr_t leads = h ? (uintptr_t)ckpti_header_leads(h) : 0;
    struct on_known *k = &on_known[known(leads)];
    mine.put = 0;
    if (h && leads && k->leads == leads && k->link == link) {
        mine.pair = k->to;
        mine.put = k->to ? memory : 0;
        if (k->to)
            ckpti_header_lead(h, &k->to->type);
        return memory;
    }
    look_on(memory, link, h, leads);
    return memory;
}

void ckptg_heads(const void *head)
{
    ckpti_block b;
    if (!mine.put)
        return;
    const ckpti_linked *pair = mine.pair;
    if (pair && pair->head == head) {
        mine.put = 0;
        return;
    }
    ckpti_heap_lock();
    bool block = ckpti_heap_find(mine.put, &b);
    if (!block || b.link_inside) {
        if (block || mine.is_pure) /* of a variable nothing is known here: a link that begins with a number may lie where it has one, too */
            note(&heads, head, 1);
    }
    else if (b.link && b.start == mine.put && b.link_head != head) {
        const ckptg_type *to = ckpti_link_pair((ckpti_linked){.of = b.type, .link = b.link, .head = head, .room = b.room});
        set(&b, to);
        for (struct on_known *k = on_known; k < on_known + KNOWN && __libc_single_threaded; k++)
            if (pair && k->to == pair)
                k->to = ckpti_linked_of(to);
    }
    mine.put = 0;
    ckpti_heap_unlock();
}

static APART void look_off(void *memory, const ckpti_header *h, uintptr_t leads)
{
    ckpti_block b;
    ckpti_heap_lock();
    if (memory && ckpti_heap_find(memory, &b) && b.link && !b.link_inside && b.start == memory) {
        set(&b, taken_off(&b));
        if (h && leads && !b.parts)
            off_known[known(leads)] = (struct off_known){leads, taken_off(&b), handed_out(&b)};
    }
    ckpti_heap_unlock();
}

void *ckptg_unlinked(void *memory)
{
    ckpti_header *h = header_before(memory);
    uintptr_t leads = h ? (uintptr_t)ckpti_header_leads(h) : 0;
    struct off_known *k = &off_known[known(leads)];
    mine.off = 0;
    if (h && leads && k->leads == leads) {
        ckpti_header_lead(h, k->to);
        mine.off = memory;
        mine.header = h;
        mine.leads = k->to;
        mine.again = k->again;
        return memory;
    }
    look_off(memory, h, leads);
    return memory;
}

void *ckptg_again(void *memory)
{
    ckpti_block b;
    if (!memory || memory == ckptg_last_untyped)
        return memory;
    if (memory == mine.off && ckpti_header_leads(mine.header) == mine.leads) { /* else it is another block, where that was */
        ckpti_header_lead(mine.header, mine.again);
        mine.header->word &= ~(uint64_t)(CKPTI_B_ARRAY | CKPTI_B_BEGINS | CKPTI_B_UNTOLD);
        mine.off = 0;
        return ckpti_untyped(memory);
    }
    ckpti_heap_lock();
    bool found = ckpti_heap_find_whole(memory, &b) && b.start == memory && b.size && !b.parts && !b.annotated && !b.excluded;
    if (found)
        ckpti_heap_retype(memory, handed_out(&b), 0);
    ckpti_heap_unlock();
    return found ? ckpti_untyped(memory) : memory;
}

void ckpti_link_put(void *memory, const ckptg_type *link)
{
    ckpti_block b;
    ckpti_heap_lock();
    if (ckpti_heap_find(memory, &b) && b.start == memory)
        set(&b, ckpti_link_pair((ckpti_linked){.of = b.type, .link = link, .room = b.room}));
    ckpti_heap_unlock();
}

void ckpti_link_room(void *block)
{
    ckpti_block b;
    ckpti_heap_lock();
    if (ckpti_heap_find(block, &b) && b.start == block && !b.parts)
        set(&b, ckpti_link_pair((ckpti_linked){.of = b.type, .room = true}));
    ckpti_heap_unlock();
}
