/* mutate.c - see mutate.h, docs/image-format.md section 1. */
#include "mutate.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>
#include <zstd.h>

enum { MAX_SECTIONS = 64, HEADER = 24 };

void bytes_grow(bytes *b, size_t room)
{
    if (room <= b->room)
        return;
    b->room = 2 * room + 64;
    b->data = realloc(b->data, b->room);
    if (!b->data)
        abort();
}

void bytes_add(bytes *b, const void *data, size_t size)
{
    bytes_grow(b, b->size + size);
    if (size)
        memcpy(b->data + b->size, data, size);
    b->size += size;
}

/* splitmix64 */
static uint64_t roll(uint64_t *dice)
{
    uint64_t z = *dice += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}

static size_t below(uint64_t *dice, size_t n) { return n ? (size_t)(roll(dice) % n) : 0; }

static uint32_t get32(const unsigned char *p)
{
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

static uint64_t get64(const unsigned char *p) { return (uint64_t)get32(p) << 32 | get32(p + 4); }

static void put32(unsigned char *p, uint32_t v)
{
    for (int i = 0; i < 4; i++)
        p[i] = (unsigned char)(v >> (24 - 8 * i));
}

static void put64(unsigned char *p, uint64_t v)
{
    put32(p, (uint32_t)(v >> 32));
    put32(p + 4, (uint32_t)v);
}

static uint32_t odd_word(uint64_t *dice)
{
    static const uint32_t odd[] = {0, 1, 2, 3, 4, 7, 8, 16, 22, 23, 24, 0x7f, 0xff, 0x100, 0xffff, 0x10000, 0x7fffffff,
                                   0x80000000, 0xfffffffe, 0xffffffff, 0x0fffffff, 0x20000000};
    return odd[below(dice, sizeof odd / sizeof *odd)];
}

/* A word that is not quite what it was: the most telling change of a number, count or reference. */
static void nudge(bytes *b, uint64_t *dice)
{
    if (b->size < 8)
        return;
    unsigned char *p = b->data + (below(dice, b->size - 7) & ~(size_t)3);
    switch (below(dice, 5)) {
    case 0: put32(p, get32(p) + 1); break;
    case 1: put32(p, get32(p) - 1); break;
    case 2: put32(p, odd_word(dice)); break;
    case 3: put64(p, (uint64_t)odd_word(dice) << below(dice, 33)); break;
    default: put32(p, (uint32_t)below(dice, 64)); break;
    }
}

static void cut(bytes *b, size_t at, size_t size)
{
    memmove(b->data + at, b->data + at + size, b->size - at - size);
    b->size -= size;
}

static void insert(bytes *b, size_t at, const void *data, size_t size)
{
    bytes_grow(b, b->size + size);
    memmove(b->data + at + size, b->data + at, b->size - at);
    memcpy(b->data + at, data, size);
    b->size += size;
}

/* Copy some words to another place of the same content. */
static void transplant(bytes *b, uint64_t *dice)
{
    size_t size = 4 * (1 + below(dice, 8));
    if (b->size < size + 4)
        return;
    size_t from = below(dice, b->size - size) & ~(size_t)3, to = below(dice, b->size - size) & ~(size_t)3;
    memmove(b->data + to, b->data + from, size);
}

static void change(bytes *b, uint64_t *dice, size_t unit)
{
    unsigned char junk[64];
    size_t at = below(dice, b->size), size;
    for (size_t i = 0; i < sizeof junk; i++)
        junk[i] = (unsigned char)roll(dice);
    switch (b->size ? below(dice, 12) : 11) {
    case 0: case 1: b->data[at] ^= (unsigned char)(1 << below(dice, 8)); break;
    case 2: b->data[at] = (unsigned char)roll(dice); break;
    case 3: case 4: case 5: case 6: nudge(b, dice); break;
    case 7: case 8: transplant(b, dice); break;
    case 9:
        at -= at % unit;
        size = (1 + below(dice, 16)) * unit;
        cut(b, at, size < b->size - at ? size : b->size - at);
        break;
    case 10:
        b->size = at;
        break;
    default:
        at -= at % unit;
        insert(b, at, junk, (1 + below(dice, 8)) * unit);
        break;
    }
}

void mutate_raw(const bytes *from, bytes *to, uint64_t *dice)
{
    to->size = 0;
    bytes_add(to, from->data, from->size);
    for (size_t n = 1 + below(dice, 4); n; n--)
        change(to, dice, 1);
}

/* ---- repaired ---- */

typedef struct part {
    uint32_t tag, flags;
    bytes content;
} part;

/* The sections of an image that is good. Returns how many. */
static size_t take_apart(const bytes *from, part *parts)
{
    size_t n = 0;
    for (size_t at = 12; n < MAX_SECTIONS; n++) {
        const unsigned char *h = from->data + at;
        uint64_t stored = get64(h + 8), raw = get64(h + 16);
        part *p = &parts[n];
        *p = (part){get32(h), get32(h + 4), {0}};
        if (p->tag == 0x54454e44)
            return n;
        bytes_grow(&p->content, (size_t)raw);
        p->content.size = (size_t)raw;
        if (p->flags & 1) {
            if (ZSTD_decompress(p->content.data, p->content.size, h + HEADER, (size_t)stored) != p->content.size)
                abort();
        } else if (raw) {
            memcpy(p->content.data, h + HEADER, (size_t)raw);
        }
        at += HEADER + (size_t)stored + (size_t)(-stored & 3) + 8;
    }
    return n;
}

static void add_section(bytes *to, const part *p, bool compress, uint64_t index, unsigned char check[8])
{
    unsigned char header[HEADER], zeros[4] = {0};
    bytes packed = {0};
    const bytes *content = &p->content;
    if (compress) {
        bytes_grow(&packed, ZSTD_compressBound(content->size));
        packed.size = ZSTD_compress(packed.data, packed.room, content->data, content->size, 1);
        content = &packed;
    }
    put32(header, p->tag);
    put32(header + 4, (p->flags & ~1u) | compress);
    put64(header + 8, content->size);
    put64(header + 16, p->content.size);
    size_t start = to->size;
    bytes_add(to, header, HEADER);
    bytes_add(to, content->data, content->size);
    put64(check, XXH64(to->data + start, HEADER + content->size, index));
    bytes_add(to, zeros, -content->size & 3);
    bytes_add(to, check, 8);
    free(packed.data);
}

static void put_together(bytes *to, unsigned char version, const part *parts, size_t n, const size_t *order, uint64_t *dice)
{
    const unsigned char magic[12] = {0x89, 'C', 'K', 'P', 'T', '\r', '\n', 0x1a, 0, 0, 0, version};
    unsigned char checks[8 * (MAX_SECTIONS + 1)], end[24], check[8];
    part last = {0x54454e44, 0, {end, sizeof end, 0}};
    to->size = 0;
    bytes_add(to, magic, sizeof magic);
    for (size_t i = 0; i < n; i++)
        add_section(to, &parts[order[i]], !below(dice, 6), i, checks + 8 * i);
    put64(end, n);
    put64(end + 8, to->size + HEADER + sizeof end + 8);
    put64(end + 16, XXH64(checks, 8 * n, 0));
    add_section(to, &last, false, n, check);
}

static bool is(const part *p, const char *tag)
{
    return p->tag == get32((const unsigned char *)tag);
}

void mutate_repaired(const bytes *from, bytes *to, uint64_t *dice)
{
    part parts[MAX_SECTIONS];
    size_t order[MAX_SECTIONS + 1], n = take_apart(from, parts), count = n;
    for (size_t i = 0; i < n; i++)
        order[i] = i;
    for (size_t k = 1 + below(dice, 3); k; k--) {
        part *p = &parts[below(dice, n)];
        if (below(dice, 2)) /* what the others hang on, twice as often */
            while (!is(p, "TYPE") && !is(p, "OBJS") && !is(p, "DATA") && !is(p, "FRAM") && !is(p, "PROC"))
                p = &parts[below(dice, n)];
        change(&p->content, dice, 4);
    }
    size_t a = below(dice, n), b = below(dice, n), swap = order[a];
    switch (below(dice, 40)) {
    case 0: memmove(order + a, order + a + 1, (--count - a) * sizeof *order); break;
    case 1: order[count++] = order[a]; break;
    case 2: order[a] = order[b]; order[b] = swap; break;
    case 3: parts[a].flags ^= 1u << below(dice, 3); break;
    case 4: parts[a].tag = (uint32_t)roll(dice); break;
    default: break;
    }
    put_together(to, from->data[11], parts, count, order, dice);
    for (size_t i = 0; i < n; i++)
        free(parts[i].content.data);
}
