// Blocks in parts, at random: hundreds of blocks of one to six parts of several types, placed behind one another as C aligns them or rounded up to 8 or 16 bytes,
// with room left at the end; pointers from each to elements of parts of others; some are freed and made anew on the way.
// REQUIRES: ckptcc, s390x, i386
// RUN: %restart %s --visits 6
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { BLOCKS = 150, PARTS = 6, STEPS = 6 };
enum kind { CHARS, SHORTS, LONGS, DOUBLES, PAIRS, LINKS, KINDS };

struct pair {
    char c;
    double d;
};

struct link {
    short *to_short;
    double *to_double;
    struct pair *to_pair;
    char *text;
};

struct block {
    void *memory;
    int parts, kind[PARTS], n[PARTS];
    char *chars[PARTS];          /* by kind, one of these */
    short *shorts[PARTS];
    long *longs[PARTS];
    double *doubles[PARTS];
    struct pair *pairs[PARTS];
    struct link *links[PARTS];
};

static struct block blocks[BLOCKS];
static uint32_t seed = 12345;

static uint32_t draw(uint32_t below)
{
    seed = seed * 1664525u + 1013904223u;
    return (seed >> 8) % below;
}

static size_t up(size_t n, size_t to) { return (n + to - 1) / to * to; }

static const size_t sizes[KINDS] = { 1, sizeof(short), sizeof(long), sizeof(double), sizeof(struct pair), sizeof(struct link) };
static const size_t aligns[KINDS] = { 1, _Alignof(short), _Alignof(long), 8, 8, sizeof(void *) };

static void declare(struct block *b, int k, void *at)
{
    int n = b->n[k];

    if (b->kind[k] == CHARS) {
        b->chars[k] = at;
        #pragma ckpt type(b->chars[k], char[n])
    } else if (b->kind[k] == SHORTS) {
        b->shorts[k] = at;
        #pragma ckpt type(b->shorts[k], short[n])
    } else if (b->kind[k] == LONGS) {
        b->longs[k] = at;
        #pragma ckpt type(b->longs[k], long[n])
    } else if (b->kind[k] == DOUBLES) {
        b->doubles[k] = at;
        #pragma ckpt type(b->doubles[k], double[n])
    } else if (b->kind[k] == PAIRS) {
        b->pairs[k] = at;
        #pragma ckpt type(b->pairs[k], struct pair[n])
    } else {
        b->links[k] = at;
        #pragma ckpt type(b->links[k], struct link[n])
    }
    for (int i = 0; i < n; i++) {
        if (b->chars[k])
            b->chars[k][i] = (char)('a' + draw(26));
        if (b->shorts[k])
            b->shorts[k][i] = (short)draw(30000);
        if (b->longs[k])
            b->longs[k][i] = -(long)draw(100000);
        if (b->doubles[k])
            b->doubles[k][i] = draw(1000) / 8.0;
        if (b->pairs[k])
            b->pairs[k][i] = (struct pair){ (char)draw(100), draw(1000) };
        if (b->links[k])
            b->links[k][i] = (struct link){ 0 };
    }
}

/* The same draws on all machines; where the parts lie is the machine's affair. */
static void make(struct block *b)
{
    size_t size = 0, places[PARTS], room;
    static const size_t rounds[] = { 1, 8, 16 };

    *b = (struct block){ .parts = 1 + (int)draw(PARTS) };
    for (int k = 0; k < b->parts; k++) {
        b->kind[k] = (int)draw(KINDS);
        b->n[k] = (k ? 1 : 2) + (int)draw(6); /* behind one number more than one place would be right elsewhere */
        places[k] = up(up(size, aligns[b->kind[k]]), rounds[draw(3)]);
        size = places[k] + (size_t)b->n[k] * sizes[b->kind[k]];
    }
    room = draw(3) ? 0 : draw(40);
    b->memory = calloc(1, size + room);
    for (int k = b->parts; k-- > 0;)
        declare(b, k, (char *)b->memory + places[k]);
}

static void unlink_all(void)
{
    for (int i = 0; i < BLOCKS; i++)
        for (int k = 0; k < blocks[i].parts; k++)
            for (int e = 0; blocks[i].links[k] && e < blocks[i].n[k]; e++)
                blocks[i].links[k][e] = (struct link){ 0 };
}

static void link_all(void)
{
    for (int i = 0; i < BLOCKS; i++)
        for (int k = 0; k < blocks[i].parts; k++)
            for (int e = 0; blocks[i].links[k] && e < blocks[i].n[k]; e++) {
                struct link *l = &blocks[i].links[k][e];
                const struct block *b = &blocks[draw(BLOCKS)];
                int to = (int)draw((uint32_t)b->parts), at = (int)draw((uint32_t)b->n[to]);

                if (b->shorts[to])
                    l->to_short = b->shorts[to] + at;
                if (b->doubles[to])
                    l->to_double = b->doubles[to] + at;
                if (b->pairs[to])
                    l->to_pair = b->pairs[to] + at;
                if (b->chars[to])
                    l->text = b->chars[to] + at;
            }
}

static void show(void)
{
    uint64_t sum = 1;

    for (int i = 0; i < BLOCKS; i++)
        for (int k = 0; k < blocks[i].parts; k++)
            for (int e = 0; e < blocks[i].n[k]; e++) {
                const struct block *b = &blocks[i];

                if (b->chars[k])
                    sum = sum * 31 + (unsigned char)b->chars[k][e];
                if (b->shorts[k])
                    sum = sum * 31 + (unsigned)b->shorts[k][e];
                if (b->longs[k])
                    sum = sum * 31 + (uint64_t)b->longs[k][e];
                if (b->doubles[k])
                    sum = sum * 31 + (uint64_t)(b->doubles[k][e] * 8);
                if (b->pairs[k])
                    sum = sum * 31 + (uint64_t)(b->pairs[k][e].d * 8) + (unsigned char)b->pairs[k][e].c;
                if (b->links[k]) {
                    const struct link *l = &b->links[k][e];

                    sum = sum * 31 + (l->to_short ? (unsigned)*l->to_short : 3) + (l->to_double ? (uint64_t)(*l->to_double * 8) : 5);
                    sum = sum * 31 + (l->to_pair ? (uint64_t)l->to_pair->d : 7) + (l->text ? (unsigned char)*l->text : 11);
                }
            }
    printf("%016llx\n", (unsigned long long)sum);
}

int main(void)
{
    for (int i = 0; i < BLOCKS; i++)
        make(&blocks[i]);
    for (int step = 0; step < STEPS; step++) {
        link_all();
        #pragma ckpt
        show();
        unlink_all();
        for (int i = 0; i < BLOCKS / 4; i++) {
            struct block *b = &blocks[draw(BLOCKS)];

            free(b->memory);
            make(b);
        }
    }
    return 0;
}
