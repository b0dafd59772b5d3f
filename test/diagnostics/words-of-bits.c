// Sets of bits in words whose number of bits differs between machines, in the forms in which programs write them; once for each set. Words of a
// fixed width, rotations, lists of numbers, scratch words that no checkpoint finds.
// REQUIRES: ckptcc
// RUN: %expect %s
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/select.h>
#if ULONG_MAX == 4294967295
#define BITS 32
#define LOG 5
#else
#define BITS 64
#define LOG 6
#endif

typedef unsigned long setelement;
#define ELEMENTSIZE ((int)sizeof(setelement) * 8)
#define HAS(s, a) ((s)[(a) / ELEMENTSIZE] & (setelement)1 << (a) % ELEMENTSIZE)

struct graph { int n; setelement *edges; uint64_t *fixed; long *every; };
static unsigned long seen[4], mask[BITS], walked[4], rotated[4];
static uint32_t narrow[8];
static size_t sieve[4];
static fd_set files;

static unsigned long *row(struct graph *g) { return g->edges; }

static int find(struct graph *g, int v)
{
    return HAS(g->edges, v) && HAS(g->edges, v + 1); // expect: ckpt-words-of-bits
}

static void add(int v)
{
    int word = v >> LOG, bit = v & (BITS - 1);
    seen[word] |= mask[bit]; // expect: ckpt-words-of-bits
    sieve[v / (CHAR_BIT * sizeof(long))] |= (size_t)1 << v % (CHAR_BIT * sizeof(long)); // expect: ckpt-words-of-bits ckpt-layout-as-number
    unsigned long *p = walked;
    p += v / BITS; // expect: ckpt-words-of-bits
    *p &= ~(1ul << v % BITS);
}

static int of_call(struct graph *g, int v)
{
    return row(g)[v / BITS] >> v % BITS & 1; // expect: ckpt-words-of-bits
}

static void fixed(struct graph *g, int v)
{
    g->fixed[v / 64] |= UINT64_C(1) << v % 64;
    narrow[v / 32] |= 1u << v % 32;
    FD_SET(v, &files);
}

static long other(struct graph *g, int v)
{
    unsigned long h = rotated[v % BITS];
    rotated[v & 3] = h << (v & (BITS - 1)) | h >> ((BITS - v) & (BITS - 1));
    return g->every[v % 3];
}

static long every(struct graph *g, int v) { return g->every[v / BITS] + v % BITS; }

static int scratch(int n)
{
    unsigned long local[2] = {0};
    for (int v = 0; v < n; v++)
        local[v / BITS] |= 1ul << v % BITS;
    return local[n / BITS] >> n % BITS & 1;
}

int main(void)
{
    struct graph g = {70, calloc(2, sizeof(setelement)), calloc(2, sizeof(uint64_t)), calloc(4, sizeof(long))};
    for (int v = 0; v < 70; v++) {
        #pragma ckpt
        add(v);
        fixed(&g, v);
    }
    return find(&g, 3) + of_call(&g, 4) + (int)(other(&g, 5) + every(&g, 6)) + scratch(7);
}
