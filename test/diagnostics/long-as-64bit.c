// long that holds what 32 bits do not; what they do, and types whose name says 64.
// REQUIRES: ckptcc, x86_64
// RUN: %expect %s
#include <limits.h>
#include <stdint.h>

static long best = LONG_MAX; // expect: ckpt-long-as-64bit
static long small = INT_MAX;
static struct best { long value; int at; int64_t wide; } members = { 1L << 40, 0, 1L << 40 }; // expect: ckpt-long-as-64bit
static long table[2] = { 2, 1L << 40 }; // expect: ckpt-long-as-64bit
static unsigned long flags;
static void more(void)
{
    flags |= 1UL << 3;
    flags |= 1UL << 40; // expect: ckpt-long-as-64bit
    flags <<= 33; // expect: ckpt-long-as-64bit
    flags ^= flags >> 32; // expect: ckpt-long-as-64bit
    flags >>= 4;
}
static int64_t wide = INT64_MAX;
static long long also = LLONG_MAX;

static unsigned long hash(unsigned long h) { return h ^ (h >> 7); }
typedef unsigned long word; /* 64 bits here: chosen by #if */
static word swapped(word w) { return (w & 0xff) << 56; }
static uint64_t mixed(uint64_t h) { return (h << 40) * 0x9E3779B97F4A7C15UL; }

int main(void)
{
    unsigned long seed = 0xcbf29ce484222325UL, passing = ULONG_MAX; // expect: ckpt-long-as-64bit
    unsigned long top = hash(passing) << 33; // expect: ckpt-long-as-64bit
    long total = table[0] + members.at;
    more();
    total = wide; // expect: ckpt-long-as-64bit
    #pragma ckpt
    return seed == hash(best) || total == small || also == (long long)mixed(seed) || top == swapped(1);
}
